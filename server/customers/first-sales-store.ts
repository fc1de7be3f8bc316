/** The time of each customer's first sale, by which customers are new or returning. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Looks for it among all orders of customers, whom this transaction has locked. */
export async function saveFirstSales(tx: Tx, ownerId: string, customerIds: number[]): Promise<void> {
  if (customerIds.length === 0) return
  await sql`update customers c set first_sold_at = f.at
    from (
      select r.id, (select min(o.sold_at) from orders o where o.owner_id = ${ownerId} and o.customer_id = r.id) as at
      from unnest(${[...new Set(customerIds)]}::bigint[]) as r(id)) f
    where c.owner_id = ${ownerId} and c.id = f.id and c.first_sold_at is distinct from f.at`.execute(tx)
}
