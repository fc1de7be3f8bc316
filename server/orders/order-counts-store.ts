/**
 * How many orders an account has, by shop, payment method and status: over all time, per month and per day of the
 * account's time zone. Kept by the transaction that changes an order, so that the list never counts.
 */
import { sql } from 'kysely'
import { orderStatuses, orderStatusOf, type OrderStatus } from '../../model/order-status.ts'
import type { Tx } from '../db/database.ts'
import { dayIn } from './calendar.ts'

export const spans = { all: 0, month: 1, day: 2 } as const

export type CountChange = { by: 1 | -1; placedAt: Date; paymentMethod: number; status: number }

export async function changeCounts(
  tx: Tx,
  shop: { ownerId: string; shopId: number; timezone: string },
  changes: CountChange[],
): Promise<void> {
  const sums = new Map<string, CountRow>()
  for (const { by, placedAt, paymentMethod, status } of changes) {
    const column = orderStatusOf(status)
    const day = dayIn(shop.timezone, placedAt)
    const places: [number, string][] = [
      [spans.all, '0001-01-01'],
      [spans.month, `${day.slice(0, 7)}-01`],
      [spans.day, day],
    ]
    for (const [span, since] of places) {
      const key = `${span}/${since}/${paymentMethod}`
      const sum = sums.get(key) ?? { span, since, payment_method: paymentMethod, ...none }
      sum[column] += by
      sums.set(key, sum)
    }
  }
  // In one order everywhere, so that two transactions of one account cannot lock each other out.
  const rows = [...sums]
    .filter(([, sum]) => orderStatuses.some((status) => sum[status] !== 0))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (rows.length === 0) return
  await sql`insert into order_counts as c (owner_id, shop_id, span, since, payment_method, ${columns})
    select ${shop.ownerId}::uuid, ${shop.shopId}::bigint, r.*
    from json_to_recordset(${JSON.stringify(rows.map(([, row]) => row))}::json) as r(span smallint, since date,
      payment_method smallint, ${columnTypes})
    on conflict (owner_id, span, since, shop_id, payment_method) do update set ${additions}`.execute(tx)
}

type CountRow = { span: number; since: string; payment_method: number } & Record<OrderStatus, number>

const none = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>
const columns = sql.raw(orderStatuses.join(', '))
const columnTypes = sql.raw(orderStatuses.map((status) => `${status} integer`).join(', '))
const additions = sql.raw(
  orderStatuses.map((status) => `${status} = c.${status} + excluded.${status}`).join(', '),
)
