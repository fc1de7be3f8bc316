/** Products of a shop: which changed, and what they are. Source: "Search Products" and "Get Product". */
import type { Session } from '../../session.ts'
import type { ProductPage, ProductResults, Products } from '../../products.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import type { ChannelProduct } from '../../../model/product.ts'
import { z } from 'zod'
import { idOf, isRecord, request } from './orders.ts'
import { isDeleted, toChannelProduct } from './product-mapping.ts'
import { productSchema, productSearchSchema } from './product-wire.ts'
import { describeIssue, isAboutRows } from './wire.ts'
import type { Failure } from '../../results.ts'

/** A page may hold 100. Each product costs a call of its own, and a page of which one call fails is asked for again. */
const pageSize = 30
/** However many a search finds, it does not lead any further. */
const deepest = 10_000
const daySeconds = 86_400

export const products: Products = {
  async list(session, changedSince, cursor): Promise<ProductPage> {
    const place = cursor === null ? start : decodeCursor(cursor)
    const found = await search(session, changedSince, place)
    const all = place.all || (found.total_count ?? 0)
    const rows = found.products ?? []
    const split =
      place.token === '' && (found.total_count ?? 0) >= deepest ? splitOf(place, session.now()) : null
    if (split) {
      const next = { ...split, all }
      return { items: [], failures: [], nextCursor: encodeCursor(next), progress: progressOf(next) }
    }
    const seen = { ...place, all, read: place.read + rows.length }
    const next = nextPlace(seen, rows.length > 0 ? found.next_page_token : '')
    // A poll without `changedSince` returns only products that still exist.
    const wanted = changedSince ? rows : rows.filter((row) => !isRecord(row) || !isDeleted(row.status))
    return {
      ...resultsOf(await Promise.all(wanted.map((row) => readRow(session, row)))),
      nextCursor: next && encodeCursor(next),
      progress: next ? progressOf(next) : 1,
    }
  },

  async get(session, channelProductIds): Promise<ProductResults> {
    const ids = [...new Set(channelProductIds)]
    return resultsOf(await Promise.all(ids.map((id) => readProduct(session, id))))
  },
}

/**
 * Position of a search: its range of creation times (0 to 0: all), the time at which the search ends (`end`), and the page within
 * the range. `read` of `all` rows are already read.
 */
type Place = { from: number; to: number; end: number; read: number; all: number; token: string }

const start: Place = { from: 0, to: 0, end: 0, read: 0, all: 0, token: '' }

function search(session: Session, changedSince: Date | null, { from, to, token }: Place) {
  return request(
    session,
    {
      method: 'POST',
      path: '/product/202502/products/search',
      query: { page_size: String(pageSize), ...(token ? { page_token: token } : {}) },
      body: {
        status: 'ALL',
        ...(changedSince ? { update_time_ge: Math.floor(changedSince.getTime() / 1000) } : {}),
        ...(to ? { create_time_ge: from, create_time_le: to } : {}),
      },
    },
    productSearchSchema,
  )
}

/** The earlier half of the times of creation, which never change; the later one follows it. Null: it is but a second. */
function splitOf(place: Place, now: Date): Place | null {
  const end = place.end || Math.ceil(now.getTime() / 1000) + daySeconds
  const from = place.from || 1
  const to = place.to || end
  return to > from ? { ...place, from, to: Math.floor((from + to) / 2), end } : null
}

/** After a span of times comes one of twice its length, as busy times and quiet ones lie together. */
function nextPlace(place: Place, token: string | null | undefined): Place | null {
  const { from, to, end } = place
  if (token) return { ...place, token }
  return to < end ? { ...place, from: to + 1, to: Math.min(end, to + 2 * (to - from + 1)), token: '' } : null
}

function progressOf({ read, all }: Place): number {
  return all > 0 ? Math.min(0.99, read / all) : 0
}

function encodeCursor({ from, to, end, read, all, token }: Place): string {
  return [from, to, end, read, all, token].join('-')
}

function decodeCursor(cursor: string): Place {
  const match = /^(\d+)-(\d+)-(\d+)-(\d+)-(\d+)-(.*)$/s.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  const [from = 0, to = 0, end = 0, read = 0, all = 0] = match.slice(1, 6).map(Number)
  return { from, to, end, read, all, token: match[6] ?? '' }
}

/** A row of the search has less than the product, which is asked for by itself. */
async function readRow(session: Session, row: unknown): Promise<ChannelProduct | Failure> {
  const id = idOf(row)
  if (!id) return failureOf('unnamed', 'id: is no text', row)
  const product = await readProduct(session, id)
  if (!('reason' in product)) return product
  // One that was deleted may be told by the search alone. That it is gone matters more than what it looked like.
  if (isRecord(row) && isDeleted(row.status)) return toProduct(session, id, row)
  return { ...product, raw: product.raw ?? row }
}

async function readProduct(session: Session, id: string): Promise<ChannelProduct | Failure> {
  if (!/^\d{1,30}$/.test(id))
    return failureOf(id, ownMessage('refusal.unknown_product', { channel: 'TikTok Shop', id }), null)
  try {
    const path = `/product/202309/products/${id}`
    const detail = () => request(session, { method: 'GET', path, query: {} }, z.unknown())
    return toProduct(session, id, await readAgain(detail))
  } catch (error) {
    if (!isAboutRows(error) && !isAboutShape(error)) throw error
    return failureOf(id, error.message, null)
  }
}

function isAboutShape(error: unknown): error is ChannelError {
  return error instanceof ChannelError && error.kind === 'changed-shape'
}

function toProduct(session: Session, id: string, raw: unknown): ChannelProduct | Failure {
  const product = productSchema.safeParse(raw)
  if (!product.success) return failureOf(id, describeIssue(product.error), raw)
  if (product.data.id !== id) return failureOf(id, `TikTok Shop answered with ${product.data.id}`, raw)
  try {
    return toChannelProduct(product.data, session.currency)
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this product and no other.
    return failureOf(id, error instanceof Error ? error.message : 'refusal.item_unreadable', raw)
  }
}

function failureOf(channelId: string, reason: string, raw: unknown): Failure {
  return { channelId, reason: `product ${channelId}: ${reason}`, raw }
}

function resultsOf(outcomes: (ChannelProduct | Failure)[]): ProductResults {
  return {
    items: outcomes.flatMap((outcome) => ('reason' in outcome ? [] : outcome)),
    failures: outcomes.flatMap((outcome) => ('reason' in outcome ? outcome : [])),
  }
}
