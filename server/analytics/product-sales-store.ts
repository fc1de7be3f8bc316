/** Sales of the listings of one product or one SKU, from sold_products; what came back of them, from the returns. */
import { sql } from 'kysely'
import { returnStatusIds } from '../../model/return-case.ts'
import type { Tx } from '../db/database.ts'

/** A product or a SKU. `visible`: shops that the reader may see; empty: all. */
export type Sold = { ownerId: string; visible: number[]; productId: number | null; skuId: number | null }

export type Days = { from: string; to: string }

/** The variants by their shop and its code for them, as orders name them. */
const listed = (sold: Sold) => sql`
  select distinct k.shop_id, k.shop_sku from product_skus k where k.owner_id = ${sold.ownerId}
    and (k.sku_id = ${sold.skuId}::bigint or k.product_id = ${sold.productId}::bigint)
    and (${sold.visible.length === 0} or k.shop_id = any(${sold.visible}::bigint[]))`

/** In one currency. `revenue` in minor units. */
export type SalesOfDay = { day: string; currency: string; pieces: number; revenue: number; orders: number }

export async function listSalesByDay(tx: Tx, sold: Sold, { from, to }: Days): Promise<SalesOfDay[]> {
  const { rows } = await sql<SalesOfDay>`
    select p.day, p.currency, sum(p.pieces)::int as pieces, sum(p.revenue)::bigint as revenue, sum(p.orders)::int as orders
    from (${listed(sold)}) l
    join sold_products p on p.owner_id = ${sold.ownerId} and p.shop_id = l.shop_id and p.shop_sku = l.shop_sku
      and p.day between ${from}::date and ${to}::date
    group by p.day, p.currency order by p.day, p.currency`.execute(tx)
  return rows
}

export type SalesOfShop = {
  shopId: number
  systemName: string
  platformId: number
  currency: string
  pieces: number
  revenue: number
  orders: number
  /** Latest order of the last day on which pieces were sold. */
  lastOrderAt: Date | null
}

export async function listSalesByShop(tx: Tx, sold: Sold, { from, to }: Days): Promise<SalesOfShop[]> {
  const { rows } = await sql<SalesOfShop>`
    select s.id as "shopId", s.system_name as "systemName", s.platform_id as "platformId", b.currency, b.pieces, b.revenue,
      b.orders, o.placed_at as "lastOrderAt"
    from (
      select p.shop_id, p.currency, sum(p.pieces)::int as pieces, sum(p.revenue)::bigint as revenue,
        sum(p.orders)::int as orders, (array_agg(p.order_id order by p.day desc, p.order_id desc) filter (where p.pieces > 0))[1] as order_id
      from (${listed(sold)}) l
      join sold_products p on p.owner_id = ${sold.ownerId} and p.shop_id = l.shop_id and p.shop_sku = l.shop_sku
        and p.day between ${from}::date and ${to}::date
      group by p.shop_id, p.currency having sum(p.pieces) <> 0 or sum(p.revenue) <> 0) b
    join shops s on s.owner_id = ${sold.ownerId} and s.id = b.shop_id
    left join orders o on o.owner_id = ${sold.ownerId} and o.id = b.order_id
    order by b.pieces desc, s.id, b.currency`.execute(tx)
  return rows
}

/** Pieces whose return arrived here, or for which the channel gave the money back; by the time of the request. */
export async function countReturned(
  tx: Tx,
  sold: Sold,
  { since, until }: { since: Date | null; until: Date },
): Promise<number> {
  const { received, refunded } = returnStatusIds
  const { rows } = await sql<{ pieces: number }>`
    select coalesce(sum(r.quantity), 0)::int as pieces
    from (${listed(sold)}) l
    join return_lines r on r.owner_id = ${sold.ownerId} and r.shop_sku = l.shop_sku
    join return_cases c on c.owner_id = ${sold.ownerId} and c.id = r.return_id and c.shop_id = l.shop_id
    where c.kind = 'return' and (c.received_at is not null or c.status in (${received}, ${refunded}))
      and (${since}::timestamptz is null or c.requested_at >= ${since}::timestamptz) and c.requested_at < ${until}`.execute(
    tx,
  )
  return rows[0]?.pieces ?? 0
}
