import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** A page of a customer's orders, the newest first, and how many there are. */
export async function listOrderIdsOf(
  tx: Tx,
  ownerId: string,
  customerId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select coalesce((select json_agg(p.id) from (
        select id from orders where owner_id = ${ownerId} and customer_id = ${customerId}
        order by placed_at desc, id desc limit ${limit}::bigint offset ${offset}::bigint) p), '[]') as ids,
      (select total_order from customers where owner_id = ${ownerId} and id = ${customerId}) as total`.execute(
    tx,
  )
  return rows[0] ?? { ids: [], total: 0 }
}
