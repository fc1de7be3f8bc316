/**
 * Sales and refunds by shop, currency and day of the account's time zone. Updated by the transaction that changes an
 * order or its returns, so that a chart never sums up orders.
 * A sale is an order that is neither unpaid nor canceled, on the day on which it was paid; cash on delivery on the day
 * on which it was placed. Its amount is what the buyer pays. Refunds are stored beside it, on the day of the refund
 * (refunds-store.ts): revenue is sales less refunds.
 */
import { sql } from 'kysely'
import { isSale, orderStatuses, orderStatusIds, orderStatusOf } from '../../model/order-status.ts'
import { paymentMethodIds } from '../../model/order.ts'
import type { Tx } from '../db/database.ts'
import { dayIn } from '../i18n/calendar.ts'

/** `total` in minor units. */
export type Sale = {
  status: number
  paymentMethod: number
  currency: string
  total: number
  placedAt: Date
  paidAt: Date | null
}

/** Refund to a buyer. `amount` in minor units. */
export type Refund = { currency: string; amount: number; at: Date }

/** `revenue` before refunds. */
type SoldDay = { day: string; currency: string; orders: number; revenue: number; refunds: number }

export async function changeSales(
  tx: Tx,
  shop: { ownerId: string; shopId: number; timezone: string },
  sales: (Sale & { by: 1 | -1 })[],
  refunds: (Refund & { by: 1 | -1 })[],
): Promise<void> {
  const sums = new Map<string, SoldDay>()
  const sumOf = (day: string, currency: string): SoldDay => {
    const key = `${day}/${currency}`
    const sum = sums.get(key) ?? { day, currency, orders: 0, revenue: 0, refunds: 0 }
    sums.set(key, sum)
    return sum
  }
  for (const { by, ...sale } of sales) {
    const day = saleDay(shop.timezone, sale)
    if (day === null) continue
    const sum = sumOf(day, sale.currency)
    sum.orders += by
    sum.revenue += by * sale.total
  }
  for (const { by, currency, amount, at } of refunds)
    sumOf(dayIn(shop.timezone, at), currency).refunds += by * amount
  // In one order everywhere, so that two transactions of one account cannot lock each other out.
  const rows = [...sums]
    .filter(([, { orders, revenue, refunds: back }]) => orders !== 0 || revenue !== 0 || back !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
  if (rows.length === 0) return
  await sql`insert into sales_days as d (owner_id, shop_id, day, currency, orders, revenue, refunds)
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(day date, currency text, orders integer, revenue bigint,
      refunds bigint)
    on conflict (owner_id, day, shop_id, currency) do update set orders = d.orders + excluded.orders,
      revenue = d.revenue + excluded.revenue, refunds = d.refunds + excluded.refunds`.execute(tx)
}

/** Days on which something was sold or given back, both ends included. `shops`: those that may be seen; none: all. Minor units. */
export async function listSales(
  tx: Tx,
  ownerId: string,
  { from, to, shops }: { from: string; to: string; shops: number[] },
): Promise<SoldDay[]> {
  const { rows } = await sql<SoldDay>`
    select day, currency, sum(orders)::int as orders, sum(revenue)::bigint as revenue, sum(refunds)::bigint as refunds
    from sales_days
    where owner_id = ${ownerId} and day between ${from}::date and ${to}::date
      and (cardinality(${shops}::bigint[]) = 0 or shop_id = any(${shops}::bigint[]))
    group by day, currency order by day, currency`.execute(tx)
  return rows
}

/** Statuses in which an order is no sale. */
export const noSale: number[] = orderStatuses
  .filter((status) => !isSale(status))
  .map((status) => orderStatusIds[status])

/** The day on which an order counts as sold; null for one that is no sale. */
export function saleDay(timezone: string, { status, paymentMethod, placedAt, paidAt }: Sale): string | null {
  if (!isSale(orderStatusOf(status))) return null
  return dayIn(timezone, paymentMethod === paymentMethodIds.cod ? placedAt : (paidAt ?? placedAt))
}
