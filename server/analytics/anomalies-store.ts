/** Orders by hour of some days and shops, from sales_parts, and since when each shop sells. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export type SellingShop = { id: number; name: string; platformId: number; since: string }

/** @param visible shops that the reader may see; empty: all. Those without a sale are left out. */
export async function listSellingShops(tx: Tx, ownerId: string, visible: number[]): Promise<SellingShop[]> {
  const { rows } = await sql<SellingShop>`
    select s.id, s.system_name as name, s.platform_id as "platformId", d.since from shops s
    cross join lateral (
      select min(day) as since from sales_days where owner_id = ${ownerId} and shop_id = s.id and orders > 0) d
    where s.owner_id = ${ownerId} and s.status = 1 and d.since is not null
      and (${visible.length === 0} or s.id = any(${visible}::bigint[])) order by s.id`.execute(tx)
  return rows
}

export type OrdersOfHour = { shopId: number; day: string; hour: number; orders: number }

export async function listOrdersByHour(tx: Tx, ownerId: string, days: string[]): Promise<OrdersOfHour[]> {
  const { rows } = await sql<OrdersOfHour>`
    select p.shop_id as "shopId", p.day, p.part::int as hour, sum(p.orders)::int as orders from sales_parts p
    where p.owner_id = ${ownerId} and p.kind = 'hour' and p.day = any(${days}::date[])
    group by 1, 2, 3`.execute(tx)
  return rows
}
