/** Orders of a shop: which changed, and what they are. Source: "Get Order List" and "Get Order Detail". */
import type { z } from 'zod'
import type { OrderPage, OrderResults, Orders } from '../../orders.ts'
import type { Period, Session } from '../../session.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { call } from './auth.ts'
import type { ApiCall } from './auth.ts'
import { toChannelOrder } from './mapping.ts'
import { describeIssue, isAboutRows, orderDetailSchema, orderSchema, orderSearchSchema } from './wire.ts'
import type { Failure } from '../../results.ts'

const listPageSize = 100
/** The most ids that "Get Order Detail" takes. */
const batchSize = 50

export const orders: Orders = {
  async list(session, period, cursor): Promise<OrderPage> {
    const place = cursor === null ? firstPlace(period) : decodeCursor(cursor)
    const field = period.by === 'placed' ? 'create_time' : 'update_time'
    const search: ApiCall = {
      method: 'POST',
      path: '/order/202309/orders/search',
      query: {
        page_size: String(listPageSize),
        sort_field: field,
        sort_order: 'ASC',
        ...(place.token ? { page_token: place.token } : {}),
      },
      body: { [`${field}_ge`]: place.from, [`${field}_lt`]: place.to },
    }
    const { orders: found, next_page_token: token } = await readAgain(() =>
      request(session, search, orderSearchSchema),
    )
    const rows = found ?? []
    const next = token ? nextPlace(place, rows, field, token) : null
    return {
      ...readRows(rows),
      nextCursor: next && encodeCursor(next),
      progress: next ? progressOf(next, period) : 1,
    }
  },

  async get(session, channelOrderIds): Promise<OrderResults> {
    const ids = [...new Set(channelOrderIds)]
    const known = ids.filter((id) => /^\d{1,30}$/.test(id))
    const batches = Array.from({ length: Math.ceil(known.length / batchSize) }, (_, index) =>
      known.slice(index * batchSize, (index + 1) * batchSize),
    )
    const rows = (await Promise.all(batches.map((batch) => requestDetails(session, batch)))).flat()
    const results = readRows(rows)
    const answered = new Set(rows.map((row) => idOf(row)))
    for (const id of ids)
      if (!answered.has(id))
        results.failures.push(
          failureOf(id, ownMessage('refusal.unknown_order', { channel: 'TikTok Shop' }), null),
        )
    return results
  },
}

/** `to` is not part of the period. */
type Place = { from: number; to: number; token: string }

export function firstPlace(period: Omit<Period, 'by'>): Place {
  const from = Math.floor(period.from.getTime() / 1000)
  return { from, to: Math.max(from, Math.floor(period.to.getTime() / 1000)) + 1, token: '' }
}

/**
 * The token is opaque: should it count rows, an order that changes while we read would move away and pull one that we
 * have not seen onto the page before. So the next page starts at the last order's time; a second that fills a page is
 * followed by the token.
 */
export function nextPlace(place: Place, rows: unknown[], field: string, token: string): Place {
  const times = rows.map((row) => (isRecord(row) ? row[field] : undefined))
  const isRising = times.every(
    (time, at) => Number.isSafeInteger(time) && (at === 0 || Number(time) >= Number(times[at - 1])),
  )
  const last = Number(times.at(-1))
  return isRising && last > place.from ? { ...place, from: last, token: '' } : { ...place, token }
}

export function encodeCursor(place: Place): string {
  return `${place.from}-${place.to}-${place.token}`
}

export function decodeCursor(cursor: string): Place {
  const match = /^(\d+)-(\d+)-(.*)$/s.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  return { from: Number(match[1]), to: Number(match[2]), token: match[3] ?? '' }
}

function progressOf(next: Place, period: Period): number {
  const start = period.from.getTime() / 1000
  const length = Math.max(1, period.to.getTime() / 1000 - start)
  return Math.min(0.99, Math.max(0, (next.from - start) / length))
}

function readRows(rows: unknown[]): OrderResults {
  const read: ChannelOrder[] = []
  const failures: Failure[] = []
  for (const raw of rows) {
    const id = idOf(raw)
    const order = orderSchema.safeParse(raw)
    if (!order.success) {
      failures.push(failureOf(id || 'unnamed', describeIssue(order.error), raw))
      continue
    }
    try {
      read.push(toChannelOrder(order.data))
    } catch (error) {
      // Amounts that are no amounts. Whatever else it may be, it concerns this order and no other.
      failures.push(failureOf(id, error instanceof Error ? error.message : 'refusal.item_unreadable', raw))
    }
  }
  return { items: read, failures }
}

function failureOf(channelId: string, reason: string, raw: unknown): Failure {
  return { channelId, reason: `order ${channelId}: ${reason}`, raw }
}

/** Enough of an unchecked row to know whose it is. */
export function idOf(raw: unknown): string {
  return isRecord(raw) && typeof raw.id === 'string' ? raw.id : ''
}

export function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null
}

/** Nothing is said of what an unknown id does. Should it corrupt a batch, the batch is halved until it stands alone. */
async function requestDetails(session: Session, ids: string[]): Promise<unknown[]> {
  try {
    const shopCall: ApiCall = { method: 'GET', path: '/order/202309/orders', query: { ids: ids.join(',') } }
    return (await readAgain(() => request(session, shopCall, orderDetailSchema))).orders ?? []
  } catch (error) {
    if (!isAboutRows(error)) throw error
    if (ids.length === 1) return []
    const middle = Math.ceil(ids.length / 2)
    const halves = [ids.slice(0, middle), ids.slice(middle)]
    return (await Promise.all(halves.map((half) => requestDetails(session, half)))).flat()
  }
}

export function request<T>(session: Session, shopCall: ApiCall, schema: z.ZodType<T>): Promise<T> {
  return call({ ...session, now: session.now() }, shopCall, schema)
}
