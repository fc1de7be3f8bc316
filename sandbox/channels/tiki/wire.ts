import type { Tiki } from './tiki.ts'
import type { Shop } from './types.ts'

/** An answer with Tiki's sentences for what is wrong. */
export class TikiError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const badQuery = (message: string): TikiError => new TikiError(400, message)
export const notFound = (what: string): TikiError => new TikiError(404, `${what} not found`)

/** One call whose token opened a shop. */
export interface ShopCall {
  shop: Shop
  query: URLSearchParams
  body: Record<string, unknown>
  /** The order's code or the product's id in the path, where it has one. */
  id: string
}

/** By method and path; `:id` stands for a code or a number. */
export type Endpoints = Record<string, (tiki: Tiki, call: ShopCall) => object>

const VIETNAM = 7 * 3_600

/** Times bear no zone: they are Vietnam's. */
export const writeTime = (seconds: number): string =>
  new Date((seconds + VIETNAM) * 1000).toISOString().slice(0, 19).replace('T', ' ')

export const timeOrNull = (seconds: number): string | null => (seconds > 0 ? writeTime(seconds) : null)

/** A time of the query in seconds; `fallback` where it is left out. */
export function readTime(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name)
  if (text === null || text === '') return fallback
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : NaN
  if (Number.isNaN(time)) throw badQuery(`${name} must be of the form yyyy-MM-dd HH:mm:ss`)
  return time / 1000 - VIETNAM
}

const MOST = 50

function readCount(query: URLSearchParams, name: string, fallback: number): number {
  const count = Number(query.get(name) ?? fallback)
  if (!Number.isInteger(count) || count < 1) throw badQuery(`${name} must be a number from 1`)
  return count
}

/** One page of a list. Pages are numbers, so what moves meanwhile moves the others. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: URLSearchParams,
  write: (row: Row) => object,
): object {
  const [page, limit] = [readCount(query, 'page', 1), readCount(query, 'limit', 20)]
  if (limit > MOST) throw badQuery(`limit must be ${MOST} at most`)
  const shown = rows.slice((page - 1) * limit, page * limit)
  return {
    data: shown.map(write),
    paging: {
      total: rows.length,
      current_page: page,
      from: shown.length > 0 ? (page - 1) * limit + 1 : 0,
      to: (page - 1) * limit + shown.length,
      per_page: limit,
      last_page: Math.max(1, Math.ceil(rows.length / limit)),
    },
  }
}
