/** The times of each customer's first sale, by which customers are new or returning, and of the latest order. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Looks for both among all orders of customers, whom this transaction has locked. */
export async function saveOrderTimes(tx: Tx, ownerId: string, customerIds: number[]): Promise<void> {
  if (customerIds.length === 0) return
  await sql`update customers c set first_sold_at = f.first, latest_order_at = f.latest
    from (
      select r.id, (select min(o.sold_at) from orders o where o.owner_id = ${ownerId} and o.customer_id = r.id) as first,
        (select max(o.placed_at) from orders o where o.owner_id = ${ownerId} and o.customer_id = r.id) as latest
      from unnest(${[...new Set(customerIds)]}::bigint[]) as r(id)) f
    where c.owner_id = ${ownerId} and c.id = f.id
      and (c.first_sold_at, c.latest_order_at) is distinct from (f.first, f.latest)`.execute(tx)
}
