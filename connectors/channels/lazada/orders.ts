/** Orders of a shop: which changed, what they are, and their rows. Source: Lazada's API reference, "Order API". */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import { ReplyTooLarge } from '../../http.ts'
import type { OrderPage, OrderResults, Orders } from '../../orders.ts'
import type { Period, Session } from '../../session.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { call } from './auth.ts'
import { toChannelOrder } from './mapping.ts'
import { dateOf, describeIssue, isUnknownOrder, itemSchema, itemsBatchSchema } from './wire.ts'
import { oneOrderSchema, orderListSchema, orderSchema } from './wire.ts'
import type { Failure } from '../../results.ts'

const listPageSize = 100
/** Lazada refuses pages that begin further down. */
const largestOffset = 5000
/** The most orders whose rows one call brings. */
const rowsBatchSize = 50
/** Up to this many orders are requested one by one. */
const fewIds = 3
const recentSeconds = 2 * 3600
const recentPages = 3

export const orders: Orders = {
  async list(session, period, cursor): Promise<OrderPage> {
    const place = cursor === null ? firstPlace(period) : decodeCursor(cursor)
    const field = period.by === 'placed' ? 'created' : 'update'
    const { data } = await request(
      session,
      '/orders/get',
      {
        [`${field}_after`]: timeText(place.from),
        [`${field}_before`]: timeText(Math.ceil(period.to.getTime() / 1000)),
        sort_by: period.by === 'placed' ? 'created_at' : 'updated_at',
        sort_direction: 'ASC',
        limit: String(listPageSize),
        offset: String(place.offset),
      },
      orderListSchema,
    )
    const heads = data.orders.map((raw) => headOf(raw, period.by))
    const next = nextPlace(place, heads, data.countTotal)
    if (next === 'moved')
      return { ...nothing, nextCursor: encodeCursor({ ...place, offset: 0 }), progress: 0 }
    const seen = new Set(place.seen)
    // One that was seen and stands later now has changed since.
    const wasRead = ({ id, at }: Head) => seen.has(id) && (at === null || at <= place.from + 1)
    const results = await readOrders(
      session,
      heads.filter((head) => !wasRead(head)),
    )
    return {
      ...results,
      nextCursor: next && encodeCursor(next),
      progress: next ? progressOf(next, period) : 1,
    }
  },

  async get(session, channelOrderIds) {
    const failures: Failure[] = []
    const ids = new Set(channelOrderIds)
    const recent = ids.size > fewIds ? await findRecent(session, ids) : []
    for (const { id } of recent) ids.delete(id)
    const others = await Promise.all(
      [...ids].map(async (id) => {
        try {
          const { data } = await request(session, '/order/get', { order_id: id }, oneOrderSchema)
          return { id, raw: data, at: null }
        } catch (error) {
          if (!isUnknownOrder(error)) throw error
          failures.push({
            channelId: id,
            reason: ownMessage('refusal.unknown_order', { channel: 'Lazada' }),
            raw: null,
          })
          return null
        }
      }),
    )
    const results = await readOrders(session, [...recent, ...others.filter((head) => head !== null)])
    return { items: results.items, failures: [...failures, ...results.failures] }
  },
}

/**
 * The ids come from changes reported a moment ago, and a page of the last changes holds a hundred orders where /order/get holds
 * one. Missing orders are requested one by one.
 */
async function findRecent(session: Session, ids: Set<string>): Promise<Head[]> {
  const found = new Map<string, Head>()
  const since = Math.floor(session.now().getTime() / 1000) - recentSeconds
  for (let page = 0; page < recentPages && ids.size - found.size > fewIds; page++) {
    const query = {
      update_after: timeText(since),
      sort_by: 'updated_at',
      sort_direction: 'DESC',
      limit: String(listPageSize),
      offset: String(page * listPageSize),
    }
    const { data } = await request(session, '/orders/get', query, orderListSchema)
    for (const head of data.orders.map((raw) => headOf(raw, 'changed')))
      if (ids.has(head.id) && !found.has(head.id)) found.set(head.id, head)
    if (data.orders.length < listPageSize) break
  }
  return [...found.values()]
}

const nothing: OrderResults = { items: [], failures: [] }

/**
 * Start of the next page. Rows are requested in the order of their times and each page starts again at the time at which the last
 * one ended, one second earlier in case Lazada leaves that moment out; `seen` are the orders of that second. Row numbers would be
 * wrong as soon as an order changes, for it moves to the end and all others move up.
 */
type Place = { from: number; offset: number; seen: string[] }

type Head = { id: string; raw: unknown; at: number | null }

function firstPlace(period: Period): Place {
  return { from: Math.floor(period.from.getTime() / 1000) - 1, offset: 0, seen: [] }
}

/** Null when there is nothing behind this page; 'moved' when rows have left since the page before. */
function nextPlace(
  place: Place,
  heads: Head[],
  total: string | number | null | undefined,
): Place | null | 'moved' {
  const times = heads.flatMap(({ at }) => at ?? [])
  if (times.some((time, index) => time < (times[index - 1] ?? time)))
    throw new ChannelError('changed-shape', ownMessage('refusal.list_order', { channel: 'Lazada' }))
  // Within a flood each page repeats the last row of the one before, to see whether it is still there.
  if (place.offset > 0 && heads[0]?.id !== place.seen.at(-1)) return 'moved'
  // A full page is never taken for the last one, whatever is said about the number of all.
  const isShort = heads.length < listPageSize
  const isLast = heads.length === 0 || (isShort && place.offset + heads.length >= Number(total ?? 0))
  if (isLast) return null

  const from = (times.at(-1) ?? place.from) - 1
  if (from > place.from) {
    const seen = heads.filter(({ at }) => at === null || at >= from).map(({ id }) => id)
    return { from, offset: 0, seen: seen.filter((id) => id !== '') }
  }
  // More orders within two seconds than a page holds: only here do row numbers help.
  const offset = place.offset + heads.length - 1
  if (offset > largestOffset)
    throw new ChannelError(
      'refused',
      ownMessage('refusal.too_many_at_once', { channel: 'Lazada', count: largestOffset }),
    )
  if (offset === place.offset)
    throw new ChannelError('changed-shape', ownMessage('refusal.list_order', { channel: 'Lazada' }))
  return { from: place.from, offset, seen: heads.map(({ id }) => id) }
}

function encodeCursor({ from, offset, seen }: Place): string {
  return `${from}:${offset}:${seen.join(',')}`
}

function decodeCursor(cursor: string): Place {
  const match = /^(\d+):(\d+):([\w,-]*)$/.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  return { from: Number(match[1]), offset: Number(match[2]), seen: match[3] ? match[3].split(',') : [] }
}

function progressOf(next: Place, period: Period): number {
  const start = period.from.getTime() / 1000
  const length = Math.max(1, period.to.getTime() / 1000 - start)
  return Math.min(0.99, Math.max(0, (next.from - start) / length))
}

/** ISO 8601 with its offset, as Lazada wants it. */
function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`
}

/** Orders whose heads are here, with their rows. The rows are read after the heads, so they are never the older part. */
async function readOrders(session: Session, heads: Head[]): Promise<OrderResults> {
  const ids = heads.map(({ id }) => id).filter((id) => id !== '')
  const batches = Array.from({ length: Math.ceil(ids.length / rowsBatchSize) }, (_, index) =>
    ids.slice(index * rowsBatchSize, (index + 1) * rowsBatchSize),
  )
  const parts = await Promise.all(batches.map((batch) => requestRows(session, batch)))
  const rows = new Map(parts.flatMap((part) => [...part]))
  const found: ChannelOrder[] = []
  const failures: Failure[] = []
  for (const { id, raw } of heads) {
    const read = readOrder(raw, rows.get(id))
    if ('order' in read) found.push(read.order)
    else
      failures.push({
        channelId: id,
        reason: `order ${id}: ${read.reason}`,
        raw: {
          order: raw,
          order_items: rows.get(id) instanceof ReplyTooLarge ? null : (rows.get(id) ?? null),
        },
      })
  }
  return { items: found, failures }
}

function readOrder(raw: unknown, rawItems: unknown): { order: ChannelOrder } | { reason: string } {
  const order = orderSchema.safeParse(raw)
  if (!order.success) return { reason: describeIssue(order.error) }
  if (rawItems === undefined)
    return { reason: ownMessage('refusal.order_without_lines', { channel: 'Lazada' }) }
  if (rawItems instanceof ReplyTooLarge) return { reason: rawItems.message }
  const items = itemSchema.array().safeParse(rawItems)
  if (!items.success) return { reason: `order_items.${describeIssue(items.error)}` }
  try {
    return { order: toChannelOrder(order.data, items.data) }
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this order and no other.
    return { reason: error instanceof Error ? error.message : 'refusal.item_unreadable' }
  }
}

/**
 * Rows by order id. One bad id can corrupt a batch, and a batch of wholesale orders, with a row per piece, can be too large to be read:
 * it is halved until the culprit stands alone.
 */
async function requestRows(session: Session, ids: string[]): Promise<Map<string, unknown>> {
  try {
    const query = { order_ids: `[${ids.join(',')}]` }
    const { data } = await request(session, '/orders/items/get', query, itemsBatchSchema)
    return new Map(data.map((row) => [headOf(row, 'placed').id, partOf(row, 'order_items')]))
  } catch (error) {
    const isTooLarge = error instanceof ReplyTooLarge
    if (!isTooLarge && !isUnknownOrder(error)) throw error
    if (ids.length === 1) return new Map(isTooLarge ? ids.map((id) => [id, error]) : [])
    const middle = Math.ceil(ids.length / 2)
    const halves = [ids.slice(0, middle), ids.slice(middle)]
    const parts = await Promise.all(halves.map((half) => requestRows(session, half)))
    return new Map(parts.flatMap((part) => [...part]))
  }
}

/** Enough of an unchecked row to know whose it is and where it stands. */
function headOf(raw: unknown, by: Period['by']): Head {
  const id = partOf(raw, 'order_id') ?? partOf(raw, 'order_number')
  const time = partOf(raw, by === 'placed' ? 'created_at' : 'updated_at')
  const at = typeof time === 'string' ? dateOf(time) : null
  return {
    id: (typeof id === 'string' && /^[\w-]+$/.test(id)) || typeof id === 'number' ? String(id) : '',
    raw,
    at: at && Math.floor(at.getTime() / 1000),
  }
}

function partOf(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[name] : undefined
}

function request<T>(
  session: Session,
  path: string,
  query: Record<string, string>,
  schema: Parameters<typeof call<T>>[3],
): Promise<T> {
  return readAgain(() => call({ ...session, now: session.now() }, path, query, schema))
}
