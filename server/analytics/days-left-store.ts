/** Days for which the stock of a SKU lasts, as SQL for files, which have too many rows for restock-of-skus.ts; both say the same. */
import { fewestOrders, forecastDays } from '../../model/restock.ts'
import type { Statement } from '../db/statement.ts'
import { addDays, startOfDay } from '../i18n/calendar.ts'
import { mostMovements } from './restock-store.ts'

type Days = { today: string; timezone: string }

/**
 * Null: never counted, or too few orders. A day counts on which something was sold, or could be: it began or ended with stock, and where
 * that is not known, the SKU had been sold by then.
 * @param sku SQL of its id
 */
export function daysLeftOf(statement: Statement, { today, timezone }: Days, sku: string): string {
  const first = addDays(today, 1 - forecastDays)
  const starts = Array.from({ length: forecastDays }, (_, at) => startOfDay(timezone, addDays(first, at)))
  const [from, to] = [`${statement.value(first)}::date`, `${statement.value(today)}::date`]
  const instants = `${statement.value(starts)}::timestamptz[]`
  const zone = `${statement.value(timezone)}::text`
  return `(with held as (
      select sum(w.on_hand - w.reserved)::int as available, (min(w.counted_at) at time zone ${zone})::date as counted
      from stock w where w.owner_id = $1 and w.sku_id = ${sku}),
    listed as (select distinct k.shop_id, k.shop_sku from product_skus k where k.owner_id = $1 and k.sku_id = ${sku}),
    sold as (
      select p.day, sum(p.pieces) as pieces, sum(p.orders) as orders from listed l
      join sold_products p on p.owner_id = $1 and p.shop_id = l.shop_id and p.shop_sku = l.shop_sku and p.day between ${from} and ${to}
      group by 1),
    begun as (
      select min(e.day) as day from listed l cross join lateral (
        select p.day from sold_products p where p.owner_id = $1 and p.shop_id = l.shop_id and p.shop_sku = l.shop_sku
        order by p.day limit 1) e),
    moved as (
      select width_bucket(m.at, ${instants}) as place, sum(m.change) as change, sum(count(*)) over () < ${mostMovements} as whole
      from (
        select at, on_hand_change - reserved_change as change from stock_movements
        where owner_id = $1 and sku_id = ${sku} order by id desc limit ${mostMovements}) m
      group by 1),
    known as (select coalesce(bool_and(whole), true) as whole, min(place) as since from moved where place > 0),
    days as (
      select d.place, ${from} + d.place - 1 as day, coalesce(s.pieces, 0) as pieces, coalesce(s.orders, 0) as orders,
        coalesce(m.change, 0) as change, coalesce(h.available, 0)
          - coalesce(sum(m.change) over (order by d.place desc rows between unbounded preceding and 1 preceding), 0) as left_then
      from held h cross join generate_series(1, ${forecastDays}) as d(place)
      left join sold s on s.day = ${from} + d.place - 1
      left join moved m on m.place = d.place)
    select case when max(h.available) is not null and sum(d.orders) >= ${fewestOrders} and sum(d.pieces) > 0
      then ceil(greatest(0, max(h.available))::numeric * count(*) / sum(d.pieces))::int end
    from days d cross join held h cross join known n cross join begun b
    where d.pieces > 0 or (d.day = h.counted and d.left_then > 0)
      or case when d.day > h.counted and (n.whole or d.place > n.since) then d.left_then > 0 or d.left_then > d.change
        else d.day >= b.day end)`
}
