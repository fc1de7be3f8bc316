/** Orders of a shop: which changed, what they are, their money and their parcels. Source: "v2.order" and "v2.payment" API reference. */
import type { OrderPage, OrderResults, Orders } from '../../orders.ts'
import type { Period, Session } from '../../session.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { batchesOf, call, withoutCulprits } from './auth.ts'
import type { ShopCall } from './auth.ts'
import { toChannelOrder } from './mapping.ts'
import { escrowBatchSchema, escrowSchema } from './payment.ts'
import { isOnItsWay, requestTrackingNumbers } from './tracking.ts'
import { describeIssue, optionalOrderFields } from './wire.ts'
import { orderDetailSchema, orderListSchema, orderSchema } from './wire.ts'
import type { Failure } from '../../results.ts'

/** get_order_list takes at most 15 days between its two ends. */
const windowSeconds = 15 * 24 * 3600
const listPageSize = 100

export const orders: Orders = {
  async list(session, period, cursor): Promise<OrderPage> {
    const window = cursor === null ? firstWindow(period) : decodeWindow(cursor)
    const { response } = await request(
      session,
      {
        method: 'GET',
        path: '/api/v2/order/get_order_list',
        query: {
          time_range_field: period.by === 'placed' ? 'create_time' : 'update_time',
          time_from: String(window.from),
          time_to: String(window.to),
          page_size: String(listPageSize),
          cursor: window.cursor,
          response_optional_fields: 'order_status',
          request_order_status_pending: 'true',
        },
      },
      orderListSchema,
    )
    const half = period.by === 'changed' && response.more ? halfOf(window) : null
    const listed = half ? [] : response.order_list
    const statuses = new Map(listed.map((row) => [row.order_sn, row.order_status]))
    const results = await readOrders(session, [...statuses.keys()], statuses)
    const next =
      half ??
      (response.more && response.next_cursor
        ? { ...window, cursor: response.next_cursor }
        : windowAfter(window, period))
    return {
      ...results,
      nextCursor: next && encodeWindow(next),
      progress: next ? progressOf(results.items, window, next, period) : 1,
    }
  },

  get: (session, channelOrderIds) => readOrders(session, [...new Set(channelOrderIds)], new Map()),
}

type Window = { from: number; to: number; cursor: string }

export function firstWindow(period: Omit<Period, 'by'>): Window {
  const from = Math.floor(period.from.getTime() / 1000)
  // The ends of a window must differ, even if the period is shorter than Shopee's seconds.
  return windowFrom(from, windowSeconds, period) ?? { from, to: from + 1, cursor: '' }
}

/** The next one is at most twice as long, as busy times and quiet ones lie together. Null at the end of the period. */
export function windowAfter({ from, to }: Window, period: Omit<Period, 'by'>): Window | null {
  return windowFrom(to, Math.min(2 * (to - from), windowSeconds), period)
}

function windowFrom(from: number, seconds: number, period: Omit<Period, 'by'>): Window | null {
  const end = Math.ceil(period.to.getTime() / 1000)
  return from < end ? { from, to: Math.min(from + seconds, end), cursor: '' } : null
}

/**
 * The earlier half of a window of changes that has more than a page. Its places are counted, so that what changes meanwhile would
 * leave it and pull another one onto the page before. Null for what cannot be halved, which is read place by place.
 */
export function halfOf({ from, to, cursor }: Window): Window | null {
  return cursor === '' && to - from > 1 ? { from, to: Math.floor((from + to) / 2), cursor } : null
}

export function encodeWindow(window: Window): string {
  return `${window.from}-${window.to}-${window.cursor}`
}

export function decodeWindow(cursor: string): Window {
  const match = /^(\d+)-(\d+)-(.*)$/s.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  return { from: Number(match[1]), to: Number(match[2]), cursor: match[3] ?? '' }
}

/** Shopee gives no totals, and no order of rows is promised, so the place in the window is read off the page's ends. */
function progressOf(page: ChannelOrder[], window: Window, next: Window, period: Period): number {
  const start = period.from.getTime() / 1000
  const length = Math.max(1, period.to.getTime() / 1000 - start)
  let behind = next.from - start
  const [first, last] = [page[0], page.at(-1)]
  if (next.cursor !== '' && first && last) {
    const secondsOf = (order: ChannelOrder) =>
      (period.by === 'placed' ? order.placedAt : order.changedAt).getTime() / 1000
    const isRising = secondsOf(first) <= secondsOf(last)
    const within = isRising ? secondsOf(last) - window.from : window.to - secondsOf(last)
    behind += Math.min(Math.max(0, within), window.to - window.from)
  }
  return Math.min(0.99, Math.max(0, behind / length))
}

/**
 * Details, for paid orders money, and for those on their way tracking numbers. Statuses known from a list let details
 * and money be asked at once; the others' money, and all numbers, are asked together once the details are here. `http`
 * keeps the number of calls in flight within the limits.
 */
async function readOrders(
  session: Session,
  ids: string[],
  statuses: Map<string, string | null | undefined>,
): Promise<OrderResults> {
  const batches = batchesOf(ids).map((batch) => ({ batch, details: requestDetails(session, batch) }))
  // All batches' packages in one go: together they fill fewer calls.
  const allDetails = Promise.all(batches.map(({ details }) => details)).then((parts) => parts.flat())
  const [trackingNumbers, answers] = await Promise.all([
    allDetails.then((details) =>
      requestTrackingNumbers(
        session,
        details.filter((raw) => isOnItsWay(headOf(raw).status)),
      ),
    ),
    Promise.all(
      batches.map(async ({ batch, details: asked }) => {
        const early = batch.filter((id) => hasIncome(statuses.get(id)))
        const [details, incomes] = await Promise.all([asked, requestIncomes(session, early)])
        const late = details
          .map((raw) => headOf(raw))
          .filter((head) => hasIncome(head.status) && !early.includes(head.id))
          .map((head) => head.id)
        for (const [id, raw] of await requestIncomes(session, late)) incomes.set(id, raw)
        return { batch, details, incomes }
      }),
    ),
  ])
  const parts = answers.map(({ batch, details, incomes }) =>
    readBatch(batch, details, incomes, trackingNumbers),
  )
  return { items: parts.flatMap((part) => part.items), failures: parts.flatMap((part) => part.failures) }
}

function readBatch(
  ids: string[],
  details: unknown[],
  incomes: Map<string, unknown>,
  trackingNumbers: Map<string, string>,
): OrderResults {
  const orders: ChannelOrder[] = []
  const failures: Failure[] = []
  const missing = new Set(ids)
  const nameless: unknown[] = []
  for (const raw of details) {
    const { id } = headOf(raw)
    if (id === '') {
      nameless.push(raw)
      continue
    }
    missing.delete(id)
    const read = readOrder(raw, incomes.get(id), trackingNumbers)
    if ('reason' in read) failures.push({ channelId: id, reason: `order ${id}: ${read.reason}`, raw })
    else orders.push(read.order)
  }
  for (const id of missing) {
    // Rows follow the request, so a row that lost its own id belongs to the first id that nobody claimed.
    const raw = nameless.shift() ?? null
    const reason =
      raw === null ? ownMessage('refusal.unknown_order', { channel: 'Shopee' }) : 'order_sn: missing'
    failures.push({ channelId: id, reason: `order ${id}: ${reason}`, raw })
  }
  return { items: orders, failures }
}

function readOrder(
  raw: unknown,
  rawIncome: unknown,
  trackingNumbers: Map<string, string>,
): { order: ChannelOrder } | { reason: string } {
  const order = orderSchema.safeParse(raw)
  if (!order.success) return { reason: describeIssue(order.error) }
  const escrow = rawIncome === undefined ? undefined : escrowSchema.safeParse(rawIncome)
  if (escrow && !escrow.success) return { reason: describeIssue(escrow.error) }
  try {
    return { order: toChannelOrder(order.data, escrow?.data, trackingNumbers) }
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this order and no other.
    return { reason: error instanceof Error ? error.message : 'refusal.item_unreadable' }
  }
}

/** Enough of an unchecked row to know whose it is. */
function headOf(raw: unknown): { id: string; status: string | undefined } {
  const row = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
  return {
    id: typeof row.order_sn === 'string' ? row.order_sn : '',
    status: typeof row.order_status === 'string' ? row.order_status : undefined,
  }
}

/** Shopee computes income once the order is paid and past its own checks. */
function hasIncome(status: string | null | undefined): boolean {
  return !!status && status !== 'UNPAID' && status !== 'PENDING'
}

function requestDetails(session: Session, ids: string[]): Promise<unknown[]> {
  return withoutCulprits(ids, async (known) => {
    const query = {
      order_sn_list: known.join(','),
      response_optional_fields: optionalOrderFields,
      request_order_status_pending: 'true',
    }
    const path = '/api/v2/order/get_order_detail'
    const { response } = await request(session, { method: 'GET', path, query }, orderDetailSchema)
    return response.order_list
  })
}

/** Incomes by order id. An order that has none yet is left out. */
export async function requestIncomes(session: Session, ids: string[]): Promise<Map<string, unknown>> {
  const rows = await withoutCulprits(ids, async (known) => {
    const path = '/api/v2/payment/get_escrow_detail_batch'
    const body = { order_sn_list: known }
    const { response } = await request(session, { method: 'POST', path, query: {}, body }, escrowBatchSchema)
    return response ?? []
  })
  return new Map(rows.map((row) => [headOf(row.escrow_detail).id, row.escrow_detail]))
}

function request<T>(session: Session, shopCall: ShopCall, schema: Parameters<typeof call<T>>[2]): Promise<T> {
  return readAgain(() => call({ ...session, now: session.now() }, shopCall, schema))
}
