/** Facts that a forecast is made from: what SKUs have, sold by day, and on which days there was stock. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export type SkuStock = {
  skuId: number
  /** Over all warehouses; null: never counted. */
  available: number | null
  countedAt: Date | null
}

/** @param visible shops that the reader may see, of which one lists each SKU; empty: all */
export async function listSkuStock(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
  visible: number[],
): Promise<SkuStock[]> {
  const { rows } = await sql<SkuStock>`
    select s.id as "skuId", t.available, t.counted_at as "countedAt" from skus s
    left join lateral (
      select sum(on_hand - reserved)::int as available, min(counted_at) as counted_at from stock
      where owner_id = ${ownerId} and sku_id = s.id) t on true
    where s.owner_id = ${ownerId} and s.id = any(${skuIds}::bigint[])
      and (${visible.length === 0} or s.shop_ids && ${visible}::bigint[]) order by s.id`.execute(tx)
  return rows
}

export type SkuDay = { skuId: number; day: string; pieces: number; orders: number }

/** Sales since a day, of all shops, and of each SKU the first day before it on which it was sold, with no pieces. */
export async function listSkuDays(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
  from: string,
): Promise<SkuDay[]> {
  const { rows } = await sql<SkuDay>`
    with listed as (
      select distinct k.sku_id, k.shop_id, k.shop_sku from product_skus k
      where k.owner_id = ${ownerId} and k.sku_id = any(${skuIds}::bigint[]))
    select l.sku_id as "skuId", p.day, sum(p.pieces)::int as pieces, sum(p.orders)::int as orders
    from listed l
    join sold_products p on p.owner_id = ${ownerId} and p.shop_id = l.shop_id and p.shop_sku = l.shop_sku
      and p.day >= ${from}::date
    group by l.sku_id, p.day
    union all
    select l.sku_id, f.day, 0, 0 from listed l
    cross join lateral (
      select p.day from sold_products p where p.owner_id = ${ownerId} and p.shop_id = l.shop_id and p.shop_sku = l.shop_sku
        and p.day < ${from}::date order by p.day limit 1) f`.execute(tx)
  return rows
}

/** Movements of a SKU within one day, summed. `day` counts from 1, the first of the days that were given. */
export type MovedOnDay = { skuId: number; day: number; change: number; isWhole: boolean }

/** The latest movements are enough: a SKU with more of them has stock on all days before, as far as a forecast goes. */
export const mostMovements = 1000

/** @param starts beginnings of the days, in order */
export async function listMovedByDay(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
  starts: Date[],
): Promise<MovedOnDay[]> {
  const { rows } = await sql<MovedOnDay>`
    select s.id as "skuId", d.day, d.change, d.movements < ${mostMovements} as "isWhole"
    from unnest(${skuIds}::bigint[]) as s(id)
    cross join lateral (
      select width_bucket(m.at, ${starts}::timestamptz[]) as day, sum(m.change)::int as change,
        (sum(count(*)) over ())::int as movements
      from (
        select at, on_hand_change - reserved_change as change from stock_movements
        where owner_id = ${ownerId} and sku_id = s.id order by id desc limit ${mostMovements}) m
      group by 1) d
    where d.day > 0 order by 1, 2`.execute(tx)
  return rows
}
