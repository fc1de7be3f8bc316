/**
 * Orders of a store: which changed, and what they are. Source: "List all orders" of the REST API v3 documentation.
 *
 * Pages are sorted by the order's number. By the time of change they would not do: equal times come in any order, and an
 * order that changes while pages are read moves to the end and pulls another one over the page's edge, unseen. By number,
 * an order that joins the list only pushes others onto a later page. One that leaves it (deleted) pulls, so each page
 * begins on the last row of the one before: when that row has moved, the next page begins further back.
 */
import type { OrderFailure, OrderPage, OrderResults, Orders, Period, Session } from '../../connector.ts'
import { ChannelError } from '../../connector.ts'
import type { HttpReply } from '../../http.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { call, send } from './auth.ts'
import { toChannelOrder } from './mapping.ts'
import { isDraft } from './status.ts'
import { keepWebhooks } from './webhooks.ts'
import { decodeReply, describeIssue, orderListSchema, orderSchema } from './wire.ts'

/** The most that a page holds. */
const pageSize = 100
const stepBack = 50
/** Clocks differ by less than this without meaning anything. */
const skewMs = 60_000

export const orders: Orders = {
  async list(session, period, cursor): Promise<OrderPage> {
    if (cursor === null && period.by === 'changed') await keepWebhooks(session)
    const place = cursor === null ? startOf(period) : decodeCursor(cursor)
    const reply = await send(session, { method: 'GET', path: '/orders', query: queryOf(period, place) })
    const rows = decodeReply(reply, orderListSchema)
    const next = nextPlace(place, rows, totalOf(reply)) ?? afterSet(period, place)
    const late = cursor === null ? lagOf(session, reply) : 0
    // The store's clock is behind, so what changed lately bears an earlier time than we asked for.
    const restart = late > 0 ? { ...place, from: place.from - Math.ceil(late / 1000) } : undefined
    const following = restart ?? next
    return {
      ...readRows(rows),
      nextCursor: following && encodeCursor(following),
      progress: progressOf(place, totalOf(reply), following),
    }
  },

  async get(session, channelOrderIds): Promise<OrderResults> {
    const ids = [...new Set(channelOrderIds)]
    const numbers = ids.filter((id) => /^\d{1,18}$/.test(id))
    const batches = Array.from({ length: Math.ceil(numbers.length / pageSize) }, (_, index) =>
      numbers.slice(index * pageSize, (index + 1) * pageSize),
    )
    const query = { per_page: String(pageSize) }
    const listed = await Promise.all(
      batches.map((batch) =>
        call(
          session,
          { method: 'GET', path: '/orders', query: { ...query, include: batch.join(',') } },
          orderListSchema,
        ),
      ),
    )
    const rows = listed.flat()
    const known = new Set(rows.map(idOf))
    // Lists leave the bin out, single orders do not.
    const others = await Promise.all(
      ids.filter((id) => !known.has(id)).map((id) => getAlone(session, id, numbers.includes(id))),
    )
    const results = readRows([...rows, ...others.flatMap((other) => ('row' in other ? [other.row] : []))])
    return {
      orders: results.orders,
      failures: [...results.failures, ...others.flatMap((other) => ('row' in other ? [] : [other]))],
    }
  },
}

async function getAlone(
  session: Session,
  id: string,
  isNumber: boolean,
): Promise<{ row: unknown } | OrderFailure> {
  const unknown = {
    channelOrderId: id,
    reason: `order ${id}: the store does not have it any more`,
    raw: null,
  }
  if (!isNumber) return unknown
  const reply = await send(session, { method: 'GET', path: `/orders/${id}`, query: {} })
  // A gateway's 404 says nothing about the order.
  if (reply.status === 404 && /invalid_id/.test(reply.text)) return unknown
  if (reply.status >= 400) decodeReply(reply, orderListSchema)
  return { row: reply.json() }
}

/** `from` is the first second of the period in the store's time; `lastId` is the order that the next page must begin on. */
type Place = { set: 'any' | 'trash'; from: number; offset: number; lastId: number }

function startOf(period: Period): Place {
  return { set: 'any', from: Math.floor(period.from.getTime() / 1000), offset: 0, lastId: 0 }
}

/** "any" leaves the bin out, so that it is looked through after it. Nobody needs what was thrown away before a first sync. */
function afterSet(period: Period, place: Place): Place | null {
  if (place.set === 'trash' || period.by === 'placed') return null
  return { ...place, set: 'trash', offset: 0, lastId: 0 }
}

function queryOf(period: Period, { set, from, offset }: Place): Record<string, string> {
  // Both ends are left out of what the store finds.
  const after = gmt(from - 1)
  return {
    ...(period.by === 'placed'
      ? { after, before: gmt(Math.ceil(period.to.getTime() / 1000) + 1) }
      : { modified_after: after }),
    dates_are_gmt: 'true',
    status: set,
    orderby: 'id',
    order: 'asc',
    per_page: String(pageSize),
    offset: String(offset),
  }
}

function nextPlace(place: Place, rows: unknown[], total: number | null): Place | null {
  const ids = rows.map(idOf).filter(Boolean).map(Number)
  const first = ids[0]
  if (place.offset > 0 && (first === undefined || first > place.lastId))
    return { ...place, offset: Math.max(0, place.offset - stepBack) }
  const end = place.offset + pageSize
  const isLast = total === null ? rows.length < pageSize : end >= total
  if (isLast) return null
  const lastId = ids.at(-1)
  if (lastId === undefined)
    throw new ChannelError('changed-shape', 'The store sent a page of orders without ids')
  return { ...place, offset: end - 1, lastId: Math.max(place.lastId, lastId) }
}

function progressOf({ set, offset }: Place, total: number | null, next: Place | null): number {
  if (!next) return 1
  if (set === 'trash' || next.set === 'trash') return 0.99
  return total ? Math.min(0.99, (offset + pageSize) / total) : 0
}

function totalOf(reply: HttpReply): number | null {
  const total = reply.headers.get('x-wp-total')
  return total !== null && /^\d+$/.test(total) ? Number(total) : null
}

/** How far the store's clock is behind ours, in milliseconds; 0 when it is not, or does not say. */
function lagOf(session: Session, reply: HttpReply): number {
  const lag = session.now().getTime() - Date.parse(reply.headers.get('date') ?? '')
  return lag > skewMs ? lag : 0
}

function gmt(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19)
}

function encodeCursor({ set, from, offset, lastId }: Place): string {
  return [set, from, offset, lastId].join(':')
}

function decodeCursor(cursor: string): Place {
  const match = /^(any|trash):(\d+):(\d+):(\d+)$/.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'The order bookmark is not one of ours')
  const [, set, from, offset, lastId] = match
  return { set: set as Place['set'], from: Number(from), offset: Number(offset), lastId: Number(lastId) }
}

function readRows(rows: unknown[]): OrderResults {
  const orders: ChannelOrder[] = []
  const failures: OrderFailure[] = []
  for (const raw of rows) {
    if (isDraft(statusIn(raw))) continue
    const read = readOrder(raw)
    if ('order' in read) orders.push(read.order)
    else {
      const id = idOf(raw)
      failures.push({ channelOrderId: id || 'unknown', reason: `order ${id}: ${read.reason}`, raw })
    }
  }
  return { orders, failures }
}

function readOrder(raw: unknown): { order: ChannelOrder } | { reason: string } {
  const order = orderSchema.safeParse(raw)
  if (!order.success) return { reason: describeIssue(order.error) }
  try {
    return { order: toChannelOrder(order.data) }
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this order and no other.
    return { reason: error instanceof Error ? error.message : 'cannot be read' }
  }
}

/** The id of an unchecked row, empty when it has none. */
function idOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined
  return typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id)) ? String(id) : ''
}

function statusIn(raw: unknown): string | undefined {
  const status = typeof raw === 'object' && raw !== null && 'status' in raw ? raw.status : undefined
  return typeof status === 'string' ? status : undefined
}
