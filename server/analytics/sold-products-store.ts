/**
 * Pieces, revenue and orders of each variant, by shop, currency and day of the account's time zone. Updated by the transaction
 * that changes an order, for the same orders and days as in sales-store.ts. Gifts do not count.
 */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Sale } from '../../model/sale.ts'
import { saleDay } from './sales-store.ts'

/** `total` in minor units. */
export type SoldLine = { shopSku: string; quantity: number; total: number; isGift: boolean }

type Sold = {
  day: string
  shop_sku: string
  currency: string
  pieces: number
  revenue: number
  /** Orders that have it. */
  orders: number
  order_id: number
}

export async function changeSoldProducts(
  tx: Tx,
  shop: { ownerId: string; shopId: number; timezone: string },
  changes: (Sale & { by: 1 | -1; id: number; lines: SoldLine[] })[],
): Promise<void> {
  const sums = new Map<string, Sold>()
  for (const { by, id, lines, ...sale } of changes) {
    const day = saleDay(shop.timezone, sale)
    if (day === null) continue
    const { currency } = sale
    const seen = new Set<string>()
    for (const { shopSku, quantity, total } of lines.filter(({ isGift }) => !isGift)) {
      const key = JSON.stringify([day, shopSku, currency])
      const none = { day, shop_sku: shopSku, currency, pieces: 0, revenue: 0, orders: 0, order_id: 0 }
      const sum = sums.get(key) ?? none
      sum.pieces += by * quantity
      sum.revenue += by * total
      sum.orders += seen.has(shopSku) ? 0 : by
      sum.order_id = Math.max(sum.order_id, id)
      seen.add(shopSku)
      sums.set(key, sum)
    }
  }
  // In one order everywhere, so that two transactions of one account cannot lock each other out.
  const rows = [...sums]
    .filter(([, { pieces, revenue, orders }]) => pieces !== 0 || revenue !== 0 || orders !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
  if (rows.length === 0) return
  await sql`insert into sold_products as p (owner_id, shop_id, day, shop_sku, currency, pieces, revenue, orders, order_id)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(day date, shop_sku text, currency text, pieces integer,
      revenue bigint, orders integer, order_id bigint)
    on conflict (owner_id, day, shop_id, shop_sku, currency) do update set pieces = p.pieces + excluded.pieces,
      revenue = p.revenue + excluded.revenue, orders = p.orders + excluded.orders, order_id = greatest(p.order_id, excluded.order_id)`.execute(
    tx,
  )
}

/** Lists the sold lines of orders, by order, as they are stored. The caller has locked the orders' rows. */
export async function listSoldLines(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
): Promise<Map<number, SoldLine[]>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<SoldLine & { orderId: number }>`
    select order_id as "orderId", shop_sku as "shopSku", quantity, total, is_gift as "isGift" from order_items
    where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[])`.execute(tx)
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

export type TopProduct = {
  /** The seller's own code; the channel's where there is none. */
  sku: string
  name: string
  image: string | null
  pieces: number
  /** Minor units, by currency. */
  revenues: Record<string, number>
}

/**
 * Lists the products with most pieces sold, days of both ends included; equals by revenue in `currency`. Listings of
 * one SKU are one product across shops. `shops`: those that may be seen; none: all.
 */
export async function listTopProducts(
  tx: Tx,
  ownerId: string,
  query: { from: string; to: string; shops: number[]; currency: string; limit: number },
): Promise<TopProduct[]> {
  const { from, to, shops, currency, limit } = query
  const { rows } = await sql<TopProduct>`
    with sold as (
      select shop_id, shop_sku, currency, sum(pieces) as pieces, sum(revenue) as revenue, max(order_id) as order_id
      from sold_products where owner_id = ${ownerId} and day between ${from}::date and ${to}::date
        and (cardinality(${shops}::bigint[]) = 0 or shop_id = any(${shops}::bigint[]))
      group by 1, 2, 3 having sum(pieces) > 0)
    , known as (
      select s.*, k.sku_id, coalesce(k.sku_id::text, s.shop_id || '/' || s.shop_sku) as product
      from sold s left join lateral (
        select sku_id from product_skus where owner_id = ${ownerId} and shop_id = s.shop_id and shop_sku = s.shop_sku
          and sku_id is not null order by id limit 1) k on true)
    , best as (
      select product, sku_id, sum(pieces)::int as pieces, sum(revenue) filter (where currency = ${currency}) as revenue,
        max(order_id) as order_id, (array_agg(shop_sku order by order_id desc))[1] as shop_sku
      from known group by product, sku_id order by pieces desc, revenue desc nulls last, product limit ${limit})
    select coalesce(i.seller_sku, b.shop_sku) as sku, coalesce(nullif(concat_ws(', ', i.name, i.variant_label), ''), b.shop_sku) as name,
      coalesce(i.image_url, g.image_url) as image, b.pieces,
      (select json_object_agg(r.currency, r.revenue) from (
        select currency, sum(revenue) as revenue from known where product = b.product group by currency) r) as revenues
    from best b
    left join lateral (
      select seller_sku, name, variant_label, image_url from order_items
      where owner_id = ${ownerId} and order_id = b.order_id and shop_sku = b.shop_sku order by position limit 1) i on true
    left join skus g on g.owner_id = ${ownerId} and g.id = b.sku_id
    order by b.pieces desc, b.revenue desc nulls last, b.product`.execute(tx)
  return rows
}
