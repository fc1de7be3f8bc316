/**
 * Sales and refunds by shop, currency and day of the account's time zone. Updated by the transaction that changes an
 * order or its returns, so that a chart never sums up orders.
 * Refunds are stored beside the sales (model/sale.ts), on the day of the refund (refunds-store.ts): net revenue is sales less refunds.
 */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { dayIn } from '../i18n/calendar.ts'
import { piecesOf, soldAt, type CountedSale, type Refund, type Sale } from '../../model/sale.ts'
import { changeSalesParts } from './sales-parts-store.ts'

/** `revenue` before refunds. */
type SoldDay = {
  day: string
  currency: string
  orders: number
  pieces: number
  revenue: number
  refunds: number
}

export async function changeSales(
  tx: Tx,
  shop: { ownerId: string; shopId: number; timezone: string },
  sales: CountedSale[],
  refunds: (Refund & { by: 1 | -1 })[],
): Promise<void> {
  const sums = new Map<string, SoldDay>()
  const sumOf = (day: string, currency: string): SoldDay => {
    const key = `${day}/${currency}`
    const sum = sums.get(key) ?? { day, currency, orders: 0, pieces: 0, revenue: 0, refunds: 0 }
    sums.set(key, sum)
    return sum
  }
  for (const { by, lines, ...sale } of sales) {
    const day = saleDay(shop.timezone, sale)
    if (day === null) continue
    const sum = sumOf(day, sale.currency)
    sum.orders += by
    sum.pieces += by * piecesOf(lines)
    sum.revenue += by * sale.total
  }
  for (const { by, currency, amount, at } of refunds)
    sumOf(dayIn(shop.timezone, at), currency).refunds += by * amount
  // In one order everywhere, so that two transactions of one account cannot lock each other out.
  const rows = [...sums]
    .filter(([, { orders, pieces, revenue, refunds: back }]) => [orders, pieces, revenue, back].some(Boolean))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
  if (rows.length > 0)
    await sql`insert into sales_days as d (owner_id, shop_id, day, currency, orders, pieces, revenue, refunds)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(day date, currency text, orders integer, pieces integer,
      revenue bigint, refunds bigint)
    on conflict (owner_id, day, shop_id, currency) do update set orders = d.orders + excluded.orders,
      pieces = d.pieces + excluded.pieces, revenue = d.revenue + excluded.revenue, refunds = d.refunds + excluded.refunds`.execute(
      tx,
    )
  await changeSalesParts(tx, shop, sales, refunds)
}

/** The day on which an order counts as sold; null for one that is no sale. */
export function saleDay(timezone: string, sale: Sale): string | null {
  const at = soldAt(sale)
  return at && dayIn(timezone, at)
}
