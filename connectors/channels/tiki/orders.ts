/** Orders of a shop: which changed, and what they are. Source: "Order Listing V2" and "Order Detail V2" of the Order API. */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import type { OrderPage, OrderResults, Orders } from '../../orders.ts'
import type { Period, Session } from '../../session.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { call } from './auth.ts'
import { toChannelOrder } from './mapping.ts'
import {
  describeIssue,
  isAboutRow,
  isRecord,
  isUnknown,
  listSchema,
  momentOf,
  orderSchema,
  pagesBack,
  formatTime,
} from './wire.ts'
import type { Paging } from './wire.ts'
import type { Failure } from '../../results.ts'

const pageSize = 50

export const orders: Orders = {
  async list(session, period, cursor): Promise<OrderPage> {
    const place = cursor === null ? firstPlace(period) : decodeCursor(cursor)
    const word = period.by === 'placed' ? 'created' : 'updated'
    const query = {
      page: String(place.page),
      limit: String(pageSize),
      order_by: `${word}_at|asc`,
      // An order that Tiki has not accepted does not concern the seller yet.
      status: 'nin|processing',
      [`${word}_from_date`]: formatTime(place.from),
      [`${word}_to_date`]: formatTime(place.to),
    }
    const path = '/integration/v2/orders'
    const { data: rows, paging } = await readAgain(() =>
      call(session, { method: 'GET', path, query }, listSchema),
    )
    const next = nextPlace(place, rows, `${word}_at`, paging)
    return {
      ...resultsOf(rows.map((row) => toOrder(idOf(row), row))),
      nextCursor: next && `${next.from}-${next.to}-${next.page}-${next.total}`,
      progress: next ? progressOf(next, period) : 1,
    }
  },

  async get(session, channelOrderIds): Promise<OrderResults> {
    const ids = [...new Set(channelOrderIds)]
    return resultsOf(await Promise.all(ids.map((id) => readOrder(session, id))))
  },
}

/** In seconds, both ends of the period included. `total` orders were found when the page before was read; 0: unknown. */
type Place = { from: number; to: number; page: number; total: number }

function firstPlace(period: Period): Place {
  const from = Math.floor(period.from.getTime() / 1000)
  return { from, to: Math.max(from, Math.ceil(period.to.getTime() / 1000)), page: 1, total: 0 }
}

/**
 * Pages are numbers: an order that changes while we read moves to the end and pulls one that we have not seen onto the page
 * before. So the next page starts at the last order's time; only a second that fills a page is followed by its number, and
 * read again from further ahead when orders have left it.
 */
function nextPlace(place: Place, rows: unknown[], field: string, paging: Paging): Place | null {
  const total = paging.total ?? 0
  const back = place.page > 1 ? pagesBack(place.total, total, pageSize) : 0
  if (back > 0) return { ...place, page: Math.max(1, place.page - back), total }
  if (paging.current_page >= paging.last_page || rows.length === 0) return null
  const times = rows.map((row) => secondsOf(row, field))
  const isRising = times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0))
  const last = times.at(-1) ?? 0
  return isRising && last > place.from
    ? { ...place, from: last, page: 1, total: 0 }
    : { ...place, page: place.page + 1, total }
}

function secondsOf(row: unknown, field: string): number {
  const words = isRecord(row) ? row[field] : undefined
  const moment = typeof words === 'string' ? momentOf(words) : null
  return moment ? Math.floor(moment.getTime() / 1000) : Number.NaN
}

function decodeCursor(cursor: string): Place {
  const match = /^(\d+)-(\d+)-(\d+)-(\d+)$/.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  const [from = 0, to = 0, page = 1, total = 0] = match.slice(1).map(Number)
  return { from, to, page, total }
}

function progressOf(next: Place, period: Period): number {
  const start = period.from.getTime() / 1000
  const length = Math.max(1, period.to.getTime() / 1000 - start)
  return Math.min(0.99, Math.max(0, (next.from - start) / length))
}

async function readOrder(session: Session, id: string): Promise<ChannelOrder | Failure> {
  if (!/^\w{1,40}$/.test(id))
    return failureOf(id, ownMessage('refusal.unknown_order', { channel: 'Tiki' }), null)
  try {
    const path = `/integration/v2/orders/${id}`
    return toOrder(id, await readAgain(() => call(session, { method: 'GET', path }, z.unknown())))
  } catch (error) {
    if (!isAboutRow(error)) throw error
    return failureOf(
      id,
      isUnknown(error) ? ownMessage('refusal.unknown_order', { channel: 'Tiki' }) : error.message,
      null,
    )
  }
}

function toOrder(id: string, raw: unknown): ChannelOrder | Failure {
  const order = orderSchema.safeParse(raw)
  if (!order.success) return failureOf(id || 'unnamed', describeIssue(order.error), raw)
  if (order.data.code !== id) return failureOf(id, `Tiki answered with ${order.data.code}`, raw)
  try {
    return toChannelOrder(order.data)
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this order and no other.
    return failureOf(id, error instanceof Error ? error.message : 'refusal.item_unreadable', raw)
  }
}

/** Enough of an unchecked row to know whose it is. */
function idOf(raw: unknown): string {
  return isRecord(raw) && typeof raw.code === 'string' ? raw.code : ''
}

function failureOf(channelId: string, reason: string, raw: unknown): Failure {
  return { channelId, reason: `order ${channelId}: ${reason}`, raw }
}

function resultsOf(outcomes: (ChannelOrder | Failure)[]): OrderResults {
  return {
    items: outcomes.flatMap((outcome) => ('reason' in outcome ? [] : outcome)),
    failures: outcomes.flatMap((outcome) => ('reason' in outcome ? outcome : [])),
  }
}
