/**
 * Recounts the figures by day after the account's time zone has changed: order_counts except its spans over all time,
 * sales_days and sold_products. The caller holds the time zone's lock, so nothing else is counted meanwhile; readers
 * see the old figures until the transaction ends.
 * calendar.ts answers where a day begins, as for each single order: the database may have another edition of the
 * world's time zones, and an order subtracted from another day than it was added to would never balance.
 */
import { sql } from 'kysely'
import { orderStatuses, orderStatusIds } from '../../model/order-status.ts'
import { paymentMethodIds } from '../../model/order.ts'
import type { Tx } from '../db/database.ts'
import { daysAround, startOfDay } from '../i18n/calendar.ts'
import { noCourier, spans } from '../orders/list/order-counts-store.ts'
import { noSale } from './sales-store.ts'

export async function recountDays(tx: Tx, ownerId: string, timezone: string): Promise<void> {
  const { month, day, paidMonth, paidDay, shippedMonth, shippedDay } = spans
  const dated = [month, day, paidMonth, paidDay, shippedMonth, shippedDay]
  await sql`delete from order_counts where owner_id = ${ownerId} and span = any(${dated}::smallint[])`.execute(
    tx,
  )
  await sql`delete from sales_days where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from sold_products where owner_id = ${ownerId}`.execute(tx)
  const days = daysAround(await listUtcDays(tx, ownerId))
  if (days.length === 0) return
  const starts = days.map((one) => startOfDay(timezone, one).toISOString())
  const dayOf = (instant: string) =>
    sql`(${days}::date[])[width_bucket(${sql.raw(instant)}, ${starts}::timestamptz[])]`

  await sql`insert into order_counts (owner_id, span, since, shop_id, payment_method, courier, ${columns})
    select d.owner_id, p.span, p.since, d.shop_id, d.payment_method, d.courier, ${sums}
    from (
      select owner_id, shop_id, payment_method, coalesce(courier, ${noCourier}) as courier, status, ${dayOf('placed_at')} as placed, ${dayOf('paid_at')} as paid,
        ${dayOf('shipped_at')} as shipped, count(*)::int as orders
      from orders where owner_id = ${ownerId} group by 1, 2, 3, 4, 5, 6, 7, 8) d
    cross join lateral (values
      (${month}::smallint, date_trunc('month', d.placed::timestamp)::date), (${day}::smallint, d.placed),
      (${paidMonth}::smallint, date_trunc('month', d.paid::timestamp)::date), (${paidDay}::smallint, d.paid),
      (${shippedMonth}::smallint, date_trunc('month', d.shipped::timestamp)::date), (${shippedDay}::smallint, d.shipped)
    ) as p(span, since)
    where p.since is not null group by 1, 2, 3, 4, 5, 6`.execute(tx)

  // Same rules as in sales-store.ts, refunds-store.ts, order-refunds-store.ts and sold-products-store.ts.
  const soldOn = dayOf(
    `case when payment_method = ${paymentMethodIds.cod} then placed_at else coalesce(paid_at, placed_at) end`,
  )
  await sql`insert into sales_days (owner_id, day, shop_id, currency, orders, revenue, refunds)
    select owner_id, day, shop_id, currency, sum(orders), sum(revenue), sum(refunds) from (
      select owner_id, ${soldOn} as day, shop_id, currency, count(*) as orders, sum(total) as revenue, 0 as refunds
      from orders where owner_id = ${ownerId} and status <> all(${noSale}::smallint[]) group by 1, 2, 3, 4
      union all
      select owner_id, ${dayOf('taken_off_at')}, shop_id, currency, 0, 0, sum(taken_off)
      from return_cases where owner_id = ${ownerId} and taken_off_at is not null group by 1, 2, 3, 4
      union all
      select owner_id, ${dayOf('r.at')}, shop_id, currency, 0, 0, sum(r.amount)
      from orders, jsonb_to_recordset(refunds) as r(at timestamptz, amount bigint)
      where owner_id = ${ownerId} and status <> all(${noSale}::smallint[]) group by 1, 2, 3, 4) d
    group by 1, 2, 3, 4`.execute(tx)
  await sql`insert into sold_products (owner_id, day, shop_id, shop_sku, currency, pieces, revenue, orders, order_id)
    select o.owner_id, ${soldOn}, o.shop_id, i.shop_sku, o.currency, sum(i.quantity), sum(i.total), count(distinct o.id),
      max(o.id)
    from orders o join order_items i on i.owner_id = ${ownerId} and i.order_id = o.id and not i.is_gift
    where o.owner_id = ${ownerId} and o.status <> all(${noSale}::smallint[]) group by 1, 2, 3, 4, 5`.execute(
    tx,
  )
}

/** The days of UTC on which anything lies that is counted by its day. */
async function listUtcDays(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (at at time zone 'UTC')::date::text as day from (
      select t.at from orders, lateral (values (placed_at), (paid_at), (shipped_at)) as t(at) where owner_id = ${ownerId}
      union all
      select taken_off_at from return_cases where owner_id = ${ownerId}
      union all
      select r.at from orders, jsonb_to_recordset(refunds) as r(at timestamptz) where owner_id = ${ownerId}) m
    where at is not null`.execute(tx)
  return rows.map(({ day }) => day)
}

const columns = sql.raw(orderStatuses.join(', '))
const sums = sql.raw(
  orderStatuses
    .map((status) => `coalesce(sum(d.orders) filter (where d.status = ${orderStatusIds[status]}), 0)`)
    .join(', '),
)
