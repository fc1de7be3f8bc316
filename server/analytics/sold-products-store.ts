/**
 * Pieces, revenue and orders of each variant, by shop, currency and day of the account's time zone, and their sums by month and by year.
 * Updated by the transaction that changes an order, for the same orders and days as in sales-store.ts. Gifts do not count.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ShopKey, Tx } from '../db/database.ts'
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

/** Spans of sold_product_sums. */
export const sumSpans = { month: 1, year: 2 } as const

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
  const rows = changed(sums)
  if (rows.length === 0) return
  await sql`insert into sold_products as p (owner_id, shop_id, day, shop_sku, currency, pieces, revenue, orders, order_id)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(day date, shop_sku text, currency text, pieces integer,
      revenue bigint, orders integer, order_id bigint)
    on conflict (owner_id, day, shop_id, shop_sku, currency) do update set pieces = p.pieces + excluded.pieces,
      revenue = p.revenue + excluded.revenue, orders = p.orders + excluded.orders, order_id = greatest(p.order_id, excluded.order_id)`.execute(
    tx,
  )
  await saveSums(tx, shop, rows)
}

/** The same by month and by year. */
async function saveSums(tx: Tx, shop: ShopKey, days: Sold[]): Promise<void> {
  const sums = new Map<string, Omit<Sold, 'day'> & { span: number; since: string }>()
  for (const { day, ...sold } of days)
    for (const [span, since] of [
      [sumSpans.month, `${day.slice(0, 7)}-01`],
      [sumSpans.year, `${day.slice(0, 4)}-01-01`],
    ] as const) {
      const key = JSON.stringify([span, since, sold.shop_sku, sold.currency])
      const sum = sums.get(key)
      if (!sum) {
        sums.set(key, { span, since, ...sold })
        continue
      }
      sum.pieces += sold.pieces
      sum.revenue += sold.revenue
      sum.orders += sold.orders
      sum.order_id = Math.max(sum.order_id, sold.order_id)
    }
  const rows = changed(sums)
  if (rows.length === 0) return
  await sql`insert into sold_product_sums as p (owner_id, shop_id, span, since, shop_sku, currency, pieces, revenue, orders, order_id)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(span smallint, since date, shop_sku text, currency text, pieces integer,
      revenue bigint, orders integer, order_id bigint)
    on conflict (owner_id, span, since, shop_id, shop_sku, currency) do update set pieces = p.pieces + excluded.pieces,
      revenue = p.revenue + excluded.revenue, orders = p.orders + excluded.orders, order_id = greatest(p.order_id, excluded.order_id)`.execute(
    tx,
  )
}

/** In one order everywhere, so that two transactions of one account cannot lock each other out. */
function changed<T extends Pick<Sold, 'pieces' | 'revenue' | 'orders'>>(sums: Map<string, T>): T[] {
  return [...sums]
    .filter(([, { pieces, revenue, orders }]) => pieces !== 0 || revenue !== 0 || orders !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
}

/** Counts all sales of an account anew, of which none is counted. @param dayOf SQL of the day of an instant */
export async function recountSoldProducts(
  tx: Tx,
  ownerId: string,
  dayOf: (instant: string) => RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into sold_products (owner_id, day, shop_id, shop_sku, currency, pieces, revenue, orders, order_id)
    select o.owner_id, ${dayOf('o.sold_at')}::date, o.shop_id, i.shop_sku, o.currency, sum(i.quantity), sum(i.total), count(distinct o.id),
      max(o.id)
    from orders o join order_items i on i.owner_id = ${ownerId} and i.order_id = o.id and not i.is_gift
    where o.owner_id = ${ownerId} and o.sold_at is not null group by 1, 2, 3, 4, 5`.execute(tx)
  await sql`insert into sold_product_sums (owner_id, span, since, shop_id, shop_sku, currency, pieces, revenue, orders, order_id)
    select p.owner_id, s.span, s.since, p.shop_id, p.shop_sku, p.currency, sum(p.pieces), sum(p.revenue), sum(p.orders), max(p.order_id)
    from sold_products p
    cross join lateral (values
      (${sumSpans.month}::smallint, date_trunc('month', p.day::timestamp)::date),
      (${sumSpans.year}::smallint, date_trunc('year', p.day::timestamp)::date)) as s(span, since)
    where p.owner_id = ${ownerId} group by 1, 2, 3, 4, 5, 6`.execute(tx)
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
