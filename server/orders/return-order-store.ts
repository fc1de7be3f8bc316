/** Orders whose goods are back with the seller, whether or not their channel calls them returned. */
import { sql } from 'kysely'
import { orderStatusIds } from '../../model/order-status.ts'
import { moveBuyersOrders } from '../customers/customer-intake-store.ts'
import type { Tx } from '../db/database.ts'
import { changeCounts, type CountedOrder } from './order-counts-store.ts'

/** Whose orders are counted by the day of the account. */
export type CountedShop = { ownerId: string; shopId: number; timezone: string }

type Sent = CountedOrder & { id: number; total: number; currency: string; customerId: number | null }

/**
 * Moves those of the orders to `returned` that have left the house: with history, counters, search and the buyer's figures.
 * Their rows must be locked. What the stock does about it is told apart, piece by piece. Answers which ones moved.
 */
export async function returnOrders(tx: Tx, shop: CountedShop, orderIds: number[]): Promise<number[]> {
  const { shipped, delivered, failed, returned } = orderStatusIds
  const { rows: sent } = await sql<Sent>`
    select id, status, total, currency, customer_id as "customerId", placed_at as "placedAt", paid_at as "paidAt", shipped_at as "shippedAt",
      is_star as "isStar", printed_at is not null as "isPrinted", payment_method as "paymentMethod"
    from orders where owner_id = ${shop.ownerId} and id = any(${orderIds}::bigint[])
      and status = any(${[shipped, delivered, failed]}::smallint[]) order by id`.execute(tx)
  if (sent.length === 0) return []
  const ids = sent.map(({ id }) => id)
  const now = new Date()
  await moveBuyersOrders(
    tx,
    shop,
    sent.map((order) => ({ ...order, from: order.status, to: returned })),
  )
  await sql`update orders set status = ${returned}, updated_at = ${now}
    where owner_id = ${shop.ownerId} and id = any(${ids}::bigint[])`.execute(tx)
  await sql`update order_search set status = ${returned}
    where owner_id = ${shop.ownerId} and order_id = any(${ids}::bigint[])`.execute(tx)
  await sql`insert into order_history (owner_id, order_id, at, event, from_status, to_status, actor_type)
    select ${shop.ownerId}::uuid, r.id, ${now}::timestamptz, 'returned', r.status, ${returned}::smallint, 'system'
    from json_to_recordset(${JSON.stringify(sent)}::json) as r(id bigint, status smallint)
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
  await changeCounts(
    tx,
    shop,
    sent.flatMap((order) => [
      { ...order, by: -1 as const },
      { ...order, by: 1 as const, status: returned },
    ]),
  )
  return ids
}
