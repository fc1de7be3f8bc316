import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** A page of the orders of customers who are one person, the newest first, and how many there are. */
export async function listOrderIdsOf(
  tx: Tx,
  ownerId: string,
  customerIds: number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select coalesce((select json_agg(p.id) from (
        select id from orders where owner_id = ${ownerId} and customer_id = any(${customerIds}::bigint[])
        order by placed_at desc, id desc limit ${limit}::bigint offset ${offset}::bigint) p), '[]') as ids,
      (select coalesce(sum(total_order), 0)::int from customers
        where owner_id = ${ownerId} and id = any(${customerIds}::bigint[])) as total`.execute(tx)
  return rows[0] ?? { ids: [], total: 0 }
}
