/**
 * Number of orders of an account by shop, payment method, courier and status: over all time, per month and per day of
 * the account's time zone (of the order, of its payment, of its shipping and of its sale), and how many have a star, a printed
 * waybill or an open request of their buyer. Updated by the transaction that changes an order, so that the list never
 * counts.
 */
import { sql } from 'kysely'
import { orderStatuses, orderStatusOf, type OrderStatus } from '../../../model/order-status.ts'
import { returnStatusIds } from '../../../model/return-case.ts'
import {
  changeCourierDays,
  noCourier,
  shippedSpans,
  type CarriedOrder,
} from '../../analytics/courier-days-store.ts'
import { soldAt } from '../../../model/sale.ts'
import type { ShopKey, Tx } from '../../db/database.ts'
import { lockTimezoneForShare } from '../../settings/account-store.ts'
import { dayIn } from '../../i18n/calendar.ts'

export const spans = {
  all: 0,
  month: 1,
  day: 2,
  paidMonth: 3,
  paidDay: 4,
  shippedMonth: shippedSpans.month,
  shippedDay: shippedSpans.day,
  starred: 7,
  printed: 8,
  cancelRequested: 9,
  returnRequested: 10,
  soldMonth: 11,
  soldDay: 12,
} as const

/** Spans that are counted over all time only, by the mark that puts an order into one. */
export const markSpans = {
  isStar: spans.starred,
  isPrinted: spans.printed,
  isCancelRequested: spans.cancelRequested,
  isReturnRequested: spans.returnRequested,
} as const
export type Mark = keyof typeof markSpans
const marks = Object.keys(markSpans) as Mark[]

/**
 * Serializes counting per shop with an advisory lock, to avoid deadlocks. In a shop with returns, an order that meets
 * its returns is counted a second time in its transaction; two such transactions could wait for each other. Lock the
 * orders' rows first.
 */
export async function takeTurn(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ownerId}/${shopId}`}, 28))`.execute(tx)
}

/** Properties that an order is counted by. */
export type CountedOrder = Record<Mark, boolean> & {
  placedAt: Date
  paidAt: Date | null
  shippedAt: Date | null
  paymentMethod: number
  /** By the numbers of model/delivery.ts; null while none is chosen. */
  courier: number | null
  status: number
}

export async function changeCounts(
  tx: Tx,
  shop: { ownerId: string; shopId: number; timezone: string },
  changes: (CountedOrder & { by: 1 | -1 })[],
): Promise<void> {
  const sums = createSums()
  for (const { by, paymentMethod, courier, status, ...order } of changes)
    for (const [span, since] of placesOf(shop.timezone, {
      ...order,
      soldAt: soldAt({ status, paymentMethod, ...order }),
    }))
      sums.add({ span, since, ...cellOf({ shopId: shop.shopId, paymentMethod, courier }) }, status, by)
  await sums.save(tx, shop.ownerId)
}

/**
 * For work that moves or marks orders, whose rows must be locked: what they were counted as before is taken off, what they are
 * afterwards is put on, in one statement.
 */
export async function countAnew<T>(
  tx: Tx,
  shop: ShopKey,
  orderIds: number[],
  work: () => Promise<T>,
): Promise<T> {
  const read = async () => {
    const { rows } = await sql<CountedOrder & CarriedOrder>`
      select placed_at as "placedAt", paid_at as "paidAt", shipped_at as "shippedAt", payment_method as "paymentMethod", courier, status,
        is_star as "isStar", printed_at is not null as "isPrinted", cancel_requested_at is not null as "isCancelRequested",
        delivered_at as "deliveredAt", currency, (payment ->> 'shippingFee')::bigint as "shippingFee",
        return_status is not distinct from ${returnStatusIds.requested}::smallint as "isReturnRequested"
      from orders where owner_id = ${shop.ownerId} and id = any(${orderIds}::bigint[])`.execute(tx)
    return rows
  }
  const before = await read()
  const result = await work()
  const after = await read()
  const counted = { ...shop, timezone: await lockTimezoneForShare(tx, shop.ownerId) }
  const moves = [
    ...before.map((order) => ({ ...order, by: -1 as const })),
    ...after.map((order) => ({ ...order, by: 1 as const })),
  ]
  await changeCounts(tx, counted, moves)
  await changeCourierDays(tx, counted, moves)
  return result
}

/** For a mark that is set (1) or taken away (-1), which no other figure depends on. */
export async function changeMarked(
  tx: Tx,
  ownerId: string,
  mark: Mark,
  by: 1 | -1,
  orders: (Cell & { status: number })[],
): Promise<void> {
  const sums = createSums()
  for (const { status, ...order } of orders)
    sums.add({ span: markSpans[mark], since: always, ...cellOf(order) }, status, by)
  await sums.save(tx, ownerId)
}

type Place = { span: number; since: string; shop_id: number; payment_method: number; courier: number }
type Cell = { shopId: number } & Pick<CountedOrder, 'paymentMethod' | 'courier'>

function cellOf({ shopId, paymentMethod, courier }: Cell) {
  return { shop_id: shopId, payment_method: paymentMethod, courier: courier ?? noCourier }
}

type CountRow = Place & Record<OrderStatus, number>

const always = '0001-01-01'
const none = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>

function placesOf(
  timezone: string,
  {
    placedAt,
    paidAt,
    shippedAt,
    soldAt: sold,
    ...marked
  }: Omit<CountedOrder, 'paymentMethod' | 'courier' | 'status'> & { soldAt: Date | null },
): [number, string][] {
  const daysOf = (at: Date | null, month: number, day: number): [number, string][] => {
    if (!at) return []
    const known = dayIn(timezone, at)
    return [
      [month, `${known.slice(0, 7)}-01`],
      [day, known],
    ]
  }
  return [
    [spans.all, always],
    ...daysOf(placedAt, spans.month, spans.day),
    ...daysOf(paidAt, spans.paidMonth, spans.paidDay),
    ...daysOf(shippedAt, spans.shippedMonth, spans.shippedDay),
    ...daysOf(sold, spans.soldMonth, spans.soldDay),
    ...marks.filter((mark) => marked[mark]).map((mark): [number, string] => [markSpans[mark], always]),
  ]
}

function createSums() {
  const sums = new Map<string, CountRow>()
  return {
    add(place: Place, status: number, by: 1 | -1): void {
      const key = `${place.shop_id}/${String(place.span).padStart(2, '0')}/${place.since}/${place.payment_method}/${place.courier}`
      const sum = sums.get(key) ?? { ...place, ...none }
      sum[orderStatusOf(status)] += by
      sums.set(key, sum)
    },
    async save(tx: Tx, ownerId: string): Promise<void> {
      // In one order everywhere, so that two transactions of one account cannot lock each other out.
      const rows = [...sums]
        .filter(([, sum]) => orderStatuses.some((status) => sum[status] !== 0))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
      if (rows.length === 0) return
      await sql`insert into order_counts as c (owner_id, span, since, shop_id, payment_method, courier, ${columns})
        select ${ownerId}::uuid, r.*
        from json_to_recordset(${JSON.stringify(rows.map(([, row]) => row))}::json) as r(span smallint, since date,
          shop_id bigint, payment_method smallint, courier smallint, ${columnTypes})
        on conflict (owner_id, span, since, shop_id, payment_method, courier) do update set ${additions}`.execute(
        tx,
      )
    },
  }
}

const columns = sql.raw(orderStatuses.join(', '))
const columnTypes = sql.raw(orderStatuses.map((status) => `${status} integer`).join(', '))
const additions = sql.raw(
  orderStatuses.map((status) => `${status} = c.${status} + excluded.${status}`).join(', '),
)
