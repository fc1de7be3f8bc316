/** Holds the answers of the order list against the known orders, computed the slow way. */
import { expect } from 'vitest'
import type { Account } from '../start-test-console.ts'
import {
  countsOf,
  matching,
  sorted,
  sortOf,
  type Known,
  type KnownOrders,
  type Query,
} from './known-orders.ts'

export type Row = { id: number; code: string; created_at: string; status: { code: string } }

/** Hits of a keyword. Where the order of the rows asks for all of them they are counted all the same. */
const mostCounted = 1000
const mostCountedNarrowed = 200

export const search = (query: Query) =>
  Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')

export function listChecks(seller: Account, known: KnownOrders) {
  /** One page of the list, its counts and get-status, each held against brute force. */
  async function expectTruth(query: Query, fits?: (order: Known) => boolean): Promise<number> {
    const matched = matching(known, query, fits)
    const statuses = query.status?.split(',') ?? []
    const listed = statuses.length === 0 ? matched : matched.filter(({ status }) => statuses.includes(status))
    const limit = Number(query.limit ?? 20)
    const page = Number(query.page ?? 1)
    const path = query.keyword === undefined ? 'filter' : 'search'
    const answer = await seller.call(`GET /orders/${path}?${search(query)}`)
    const where = `${path}?${search(query)}`
    const expected = sorted(listed, sortOf(query)).slice((page - 1) * limit, page * limit)
    expect(
      answer.at<Row[]>('data').map(({ id }) => id),
      where,
    ).toEqual(expected)
    const counts = answer.at('meta.status_counts')
    const { keyword } = query
    const isCommon = keyword !== undefined && matching(known, { keyword }, fits).length > mostCounted
    const isCounted = !isCommon || counts !== null
    expect(counts, where).toEqual(isCounted ? countsOf(matched) : null)
    // Under a filter a common keyword is counted up to a lower bound.
    const isMore = answer.at('meta.pagination.is_more') === true
    const total = isMore ? answer.at<number>('meta.pagination.total') : listed.length
    if (isMore) expect([mostCounted, mostCountedNarrowed], where).toContain(total)
    expect(answer.at('meta.pagination'), where).toEqual({
      total,
      count: expected.length,
      per_page: limit,
      current_page: page,
      total_pages: Math.max(1, Math.ceil(total / limit)),
      ...(total < listed.length && !isCounted ? { is_more: true } : {}),
      links: expect.any(Object) as object,
    })
    const { sort: _sort, status: _status, page: _page, limit: _limit, after: _after, ...filters } = query
    const tabs = await seller.call(`GET /orders/get-status?${search(filters)}`)
    const totals = tabs.at<{ code: string; total: number }[]>('data').map(({ code, total }) => [code, total])
    expect(Object.fromEntries(totals), where).toEqual(countsOf(matched))
    return listed.length
  }

  async function allPages(query: Query): Promise<number[]> {
    const ids: number[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await seller.call(`GET /orders/filter?${search({ ...query, page: String(page) })}`)
      ids.push(...answer.at<Row[]>('data').map(({ id }) => id))
      pages = answer.at('meta.pagination.total_pages')
    }
    return ids
  }

  async function allByCursor(query: Query): Promise<number[]> {
    const ids: number[] = []
    for (let after: string | null | undefined; after !== null;) {
      const path = query.keyword === undefined ? 'filter' : 'search'
      const answer = await seller.call(
        `GET /orders/${path}?${search({ ...query, ...(after === undefined ? {} : { after }) })}`,
      )
      ids.push(...answer.at<Row[]>('data').map(({ id }) => id))
      after = answer.at<string | null>('meta.next_after')
      if (ids.length > 2 * known.all.length) throw new Error('the cursor goes round in circles')
    }
    return ids
  }

  return { expectTruth, allPages, allByCursor }
}
