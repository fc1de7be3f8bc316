/**
 * Recounts the figures by day after the account's time zone has changed: order_counts except its spans over all time,
 * sales_days with its parts, sold_products with its sums, courier_days, courier_hours and cancel_days. The caller holds the time zone's lock, so
 * nothing else is counted meanwhile; readers see the old figures until the transaction ends.
 * calendar.ts answers where a day begins, as for each single order: the database may have another edition of the
 * world's time zones, and an order subtracted from another day than it was added to would never balance.
 */
import { sql, type RawBuilder } from 'kysely'
import { orderStatuses, orderStatusIds } from '../../model/order-status.ts'
import type { Tx } from '../db/database.ts'
import { daysAround, hoursOf, startOfDay } from '../i18n/calendar.ts'
import { spans } from '../orders/list/order-counts-store.ts'
import { recountCancels } from './cancel-days-store.ts'
import { noCourier, recountCouriers } from './courier-days-store.ts'
import { recountSoldProducts } from './sold-products-store.ts'

export async function recountDays(tx: Tx, ownerId: string, timezone: string): Promise<void> {
  const { month, day, paidMonth, paidDay, shippedMonth, shippedDay, soldMonth, soldDay } = spans
  const dated = [month, day, paidMonth, paidDay, shippedMonth, shippedDay, soldMonth, soldDay]
  await sql`delete from order_counts where owner_id = ${ownerId} and span = any(${dated}::smallint[])`.execute(
    tx,
  )
  await sql`delete from sales_days where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from sales_parts where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from sold_products where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from sold_product_sums where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from courier_days where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from courier_hours where owner_id = ${ownerId}`.execute(tx)
  await sql`delete from cancel_days where owner_id = ${ownerId}`.execute(tx)
  const days = daysAround(await listUtcDays(tx, ownerId))
  if (days.length === 0) return
  const starts = days.map((one) => startOfDay(timezone, one).toISOString())
  const dayOf: DayOf = (instant) =>
    sql`(${days}::date[])[width_bucket(${sql.raw(instant)}, ${starts}::timestamptz[])]`

  await recountCouriers(tx, ownerId, dayOf)
  await recountCancels(tx, ownerId, dayOf)
  await sql`insert into order_counts (owner_id, span, since, shop_id, payment_method, courier, ${columns})
    select d.owner_id, p.span, p.since, d.shop_id, d.payment_method, d.courier, ${sums}
    from (
      select owner_id, shop_id, payment_method, coalesce(courier, ${noCourier}) as courier, status, ${dayOf('placed_at')} as placed, ${dayOf('paid_at')} as paid,
        ${dayOf('shipped_at')} as shipped, ${dayOf('sold_at')} as sold, count(*)::int as orders
      from orders where owner_id = ${ownerId} group by 1, 2, 3, 4, 5, 6, 7, 8, 9) d
    cross join lateral (values
      (${month}::smallint, date_trunc('month', d.placed::timestamp)::date), (${day}::smallint, d.placed),
      (${paidMonth}::smallint, date_trunc('month', d.paid::timestamp)::date), (${paidDay}::smallint, d.paid),
      (${shippedMonth}::smallint, date_trunc('month', d.shipped::timestamp)::date), (${shippedDay}::smallint, d.shipped),
      (${soldMonth}::smallint, date_trunc('month', d.sold::timestamp)::date), (${soldDay}::smallint, d.sold)
    ) as p(span, since)
    where p.since is not null group by 1, 2, 3, 4, 5, 6`.execute(tx)

  await recountSales(tx, ownerId, dayOf)
  await recountParts(tx, ownerId, hoursIn(timezone, days))
}

type DayOf = (instant: string) => RawBuilder<unknown>

/** Same rules as in sales-store.ts, refunds-store.ts and order-refunds-store.ts. */
async function recountSales(tx: Tx, ownerId: string, dayOf: DayOf): Promise<void> {
  await sql`insert into sales_days (owner_id, day, shop_id, currency, orders, pieces, revenue, refunds)
    select owner_id, day, shop_id, currency, sum(orders), sum(pieces), sum(revenue), sum(refunds) from (
      select owner_id, ${dayOf('sold_at')} as day, shop_id, currency, count(*) as orders, 0 as pieces, sum(total) as revenue, 0 as refunds
      from orders where owner_id = ${ownerId} and sold_at is not null group by 1, 2, 3, 4
      union all
      select o.owner_id, ${dayOf('o.sold_at')}, o.shop_id, o.currency, 0, sum(i.quantity), 0, 0
      from orders o join order_items i on i.owner_id = ${ownerId} and i.order_id = o.id and not i.is_gift
      where o.owner_id = ${ownerId} and o.sold_at is not null group by 1, 2, 3, 4
      union all
      select owner_id, ${dayOf('taken_off_at')}, shop_id, currency, 0, 0, 0, sum(taken_off)
      from return_cases where owner_id = ${ownerId} and taken_off_at is not null group by 1, 2, 3, 4
      union all
      select owner_id, ${dayOf('r.at')}, shop_id, currency, 0, 0, 0, sum(r.amount)
      from orders, jsonb_to_recordset(refunds) as r(at timestamptz, amount bigint)
      where owner_id = ${ownerId} and sold_at is not null group by 1, 2, 3, 4) d
    group by 1, 2, 3, 4`.execute(tx)
  await recountSoldProducts(tx, ownerId, dayOf)
}

type Hours = { starts: string[]; days: string[]; hours: string[] }

function hoursIn(timezone: string, days: string[]): Hours {
  const all = days.flatMap((day) => hoursOf(timezone, day).map((one) => ({ ...one, day })))
  return {
    starts: all.map(({ at }) => at.toISOString()),
    days: all.map(({ day }) => day),
    hours: all.map(({ hour }) => hour),
  }
}

/** Same rules as in sales-parts-store.ts. Each hour is found once, with its day. */
async function recountParts(tx: Tx, ownerId: string, { starts, days, hours }: Hours): Promise<void> {
  await sql`insert into sales_parts (owner_id, kind, day, shop_id, currency, part, orders, pieces, canceled, revenue, refunds)
    select f.owner_id, f.kind, (${days}::date[])[f.hour], f.shop_id, f.currency, coalesce(f.region, (${hours}::text[])[f.hour]),
      sum(f.orders), sum(f.pieces), sum(f.canceled), sum(f.revenue), sum(f.refunds)
    from (
      select m.owner_id, k.kind, width_bucket(m.at, ${starts}::timestamptz[]) as hour, m.shop_id, m.currency,
        case when k.kind = 'place' then m.region end as region, m.orders, m.pieces, m.canceled, m.revenue, m.refunds
      from (
        select o.owner_id, true as is_sale, o.sold_at as at, o.shop_id, o.currency, o.region, 1 as orders,
          coalesce((select sum(i.quantity) from order_items i
            where i.owner_id = ${ownerId} and i.order_id = o.id and not i.is_gift), 0) as pieces,
          0 as canceled, o.total as revenue, 0 as refunds
        from orders o where o.owner_id = ${ownerId} and o.sold_at is not null
        union all
        select owner_id, false, placed_at, shop_id, currency, null, 0, 0, 1, 0, 0
        from orders where owner_id = ${ownerId} and status = ${orderStatusIds.canceled}
        union all
        select owner_id, false, taken_off_at, shop_id, currency, null, 0, 0, 0, 0, taken_off
        from return_cases where owner_id = ${ownerId} and taken_off_at is not null
        union all
        select owner_id, false, r.at, shop_id, currency, null, 0, 0, 0, 0, r.amount
        from orders, jsonb_to_recordset(refunds) as r(at timestamptz, amount bigint)
        where owner_id = ${ownerId} and sold_at is not null) m
      join (values ('hour', false), ('place', true)) as k(kind, is_of_sales) on m.is_sale or not k.is_of_sales) f
    group by 1, 2, 3, 4, 5, 6`.execute(tx)
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
