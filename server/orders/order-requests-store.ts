/** What buyers asked for and nobody has answered. */
import { sql } from 'kysely'
import { returnStatusIds } from '../../model/return-case.ts'
import type { Tx } from '../db/database.ts'

/**
 * Both conditions are those of partial indexes (orders_cancel_request, orders_return_request), which hold the open requests
 * alone: what is read grows with what waits, not with the account. `shops`: those that may be seen; none: all.
 */
export async function countOpenRequests(
  tx: Tx,
  ownerId: string,
  shops: number[],
): Promise<{ cancel: number; return: number }> {
  const visible = sql`(cardinality(${shops}::bigint[]) = 0 or o.shop_id = any(${shops}::bigint[]))`
  const { rows } = await sql<{ cancel: number; return: number }>`
    select (select count(*)::int from orders o
        where o.owner_id = ${ownerId} and o.cancel_requested_at is not null and ${visible}) as cancel,
      (select count(*)::int from orders o
        where o.owner_id = ${ownerId} and o.return_status = ${sql.raw(String(returnStatusIds.requested))} and ${visible}) as return`.execute(
    tx,
  )
  return rows[0] ?? { cancel: 0, return: 0 }
}
