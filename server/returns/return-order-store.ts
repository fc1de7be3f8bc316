/** Orders whose goods are back with the seller, whether or not their channel calls them returned. */
import { sql } from 'kysely'
import { orderStatusIds } from '../../model/order-status.ts'
import { moveBuyersOrders } from '../customers/customer-intake-store.ts'
import type { ShopKey, Tx } from '../db/database.ts'

type Sent = { id: number; status: number; total: number; currency: string; customerId: number | null }

/**
 * Moves those of the orders to `returned` that have left the house: with history, search and the buyer's figures. Their rows must
 * be locked, and whoever calls counts them anew. What the stock does about it is told apart, piece by piece. Answers which ones moved.
 */
export async function returnOrders(tx: Tx, shop: ShopKey, orderIds: number[]): Promise<number[]> {
  const { shipped, delivered, failed, returned } = orderStatusIds
  const { rows: sent } = await sql<Sent>`
    select id, status, total, currency, customer_id as "customerId"
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
  return ids
}
