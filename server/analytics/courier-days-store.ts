/**
 * Couriers by the day of the account's time zone on which orders left: what buyers paid for shipping, and how long delivered
 * orders were on their way. Updated by the transaction that changes an order. How many orders left, and how they stand, is in
 * order_counts.
 */
import { type RawBuilder, sql } from 'kysely'
import { orderStatusIds } from '../../model/order-status.ts'
import type { Tx } from '../db/database.ts'
import { dayIn } from '../i18n/calendar.ts'

/** `shippingFee` in minor units. */
export type CarriedOrder = {
  status: number
  courier: number | null
  currency: string
  shippedAt: Date | null
  deliveredAt: Date | null
  shippingFee: number
}

/** Value for no courier, as key columns cannot be null. */
export const noCourier = -1
/** Spans of order_counts by the day on which orders left. */
export const shippedSpans = { month: 5, day: 6 } as const

const hourMs = 3_600_000
/** Orders that took longer are counted together, one hour behind. */
export const mostHours = 720

type CourierDay = {
  day: string
  courier: number
  currency: string
  shipping_fee: number
  timed: number
  milliseconds: number
}
type CourierHours = { span: number; since: string; courier: number; hours: number; orders: number }

export async function changeCourierDays(
  tx: Tx,
  shop: { ownerId: string; shopId: number; timezone: string },
  changes: (CarriedOrder & { by: 1 | -1 })[],
): Promise<void> {
  const days = new Map<string, CourierDay>()
  const hours = new Map<string, CourierHours>()
  for (const { by, currency, shippingFee, ...order } of changes) {
    if (!order.shippedAt) continue
    const day = dayIn(shop.timezone, order.shippedAt)
    const courier = order.courier ?? noCourier
    const key = `${day}/${String(courier)}/${currency}`
    const sum = days.get(key) ?? { day, courier, currency, shipping_fee: 0, timed: 0, milliseconds: 0 }
    days.set(key, sum)
    sum.shipping_fee += by * shippingFee
    const milliseconds = timeOnTheWay(order)
    if (milliseconds === null) continue
    sum.timed += by
    sum.milliseconds += by * milliseconds
    const within = Math.min(mostHours + 1, Math.ceil(milliseconds / hourMs))
    for (const [span, since] of [
      [shippedSpans.month, `${day.slice(0, 7)}-01`],
      [shippedSpans.day, day],
    ] as const) {
      const place = `${span}/${since}/${String(courier)}/${String(within).padStart(3, '0')}`
      const count = hours.get(place) ?? { span, since, courier, hours: within, orders: 0 }
      count.orders += by
      hours.set(place, count)
    }
  }
  await saveDays(
    tx,
    shop,
    sorted(days, ({ shipping_fee: fee, timed, milliseconds }) => fee || timed || milliseconds),
  )
  await saveHours(
    tx,
    shop,
    sorted(hours, ({ orders }) => orders),
  )
}

/** Null: it is not delivered, or was on its way before the console knew of it. */
function timeOnTheWay({ status, shippedAt, deliveredAt }: Omit<CarriedOrder, 'currency' | 'shippingFee'>) {
  if (status !== orderStatusIds.delivered || !shippedAt || !deliveredAt || deliveredAt <= shippedAt)
    return null
  return deliveredAt.getTime() - shippedAt.getTime()
}

/** In one order everywhere, so that two transactions of one account cannot lock each other out. */
function sorted<T>(sums: Map<string, T>, change: (sum: T) => number): T[] {
  return [...sums]
    .filter(([, sum]) => change(sum) !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum)
}

async function saveDays(
  tx: Tx,
  shop: { ownerId: string; shopId: number },
  rows: CourierDay[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into courier_days as d (owner_id, shop_id, day, courier, currency, shipping_fee, timed, milliseconds)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(day date, courier smallint, currency text, shipping_fee bigint,
      timed integer, milliseconds bigint)
    on conflict (owner_id, day, shop_id, courier, currency) do update set
      shipping_fee = d.shipping_fee + excluded.shipping_fee, timed = d.timed + excluded.timed,
      milliseconds = d.milliseconds + excluded.milliseconds`.execute(tx)
}

async function saveHours(
  tx: Tx,
  shop: { ownerId: string; shopId: number },
  rows: CourierHours[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into courier_hours as h (owner_id, shop_id, span, since, courier, hours, orders)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(span smallint, since date, courier smallint, hours smallint,
      orders integer)
    on conflict (owner_id, span, since, shop_id, courier, hours) do update set orders = h.orders + excluded.orders`.execute(
    tx,
  )
}

const isTimed = sql.raw(`status = ${orderStatusIds.delivered} and delivered_at > shipped_at`)
const onTheWay = sql.raw('extract(epoch from delivered_at - shipped_at)')

/** Counts all orders of an account, of which none is counted. @param dayOf SQL of the day of an instant */
export async function recountCouriers(
  tx: Tx,
  ownerId: string,
  dayOf: (instant: string) => RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into courier_days (owner_id, day, shop_id, courier, currency, shipping_fee, timed, milliseconds)
    select owner_id, ${dayOf('shipped_at')}::date, shop_id, coalesce(courier, ${noCourier}), currency,
      sum((payment ->> 'shippingFee')::bigint), count(*) filter (where ${isTimed}),
      coalesce(sum(${onTheWay} * 1000) filter (where ${isTimed}), 0)
    from orders where owner_id = ${ownerId} and shipped_at is not null group by 1, 2, 3, 4, 5`.execute(tx)
  await sql`insert into courier_hours (owner_id, span, since, shop_id, courier, hours, orders)
    select d.owner_id, p.span, p.since, d.shop_id, d.courier, d.hours, sum(d.orders)
    from (
      select owner_id, shop_id, coalesce(courier, ${noCourier}) as courier, ${dayOf('shipped_at')}::date as shipped,
        least(${mostHours + 1}, ceil(${onTheWay} / 3600)) as hours, count(*) as orders
      from orders where owner_id = ${ownerId} and ${isTimed} group by 1, 2, 3, 4, 5) d
    cross join lateral (values
      (${shippedSpans.month}::smallint, date_trunc('month', d.shipped::timestamp)::date), (${shippedSpans.day}::smallint, d.shipped)
    ) as p(span, since)
    group by 1, 2, 3, 4, 5, 6`.execute(tx)
}
