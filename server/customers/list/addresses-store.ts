/** Where the latest orders of customers went. */
import { sql } from 'kysely'
import type { OrderAddress } from '../../../model/order.ts'
import type { Tx } from '../../db/database.ts'

/**
 * By customer: the addresses of the whole person, each once, the latest first; five at most, of the latest orders.
 * @param visible shops that the reader may see; empty: all
 */
export async function listAddresses(
  tx: Tx,
  ownerId: string,
  customerIds: number[],
  visible: number[],
): Promise<Map<number, OrderAddress[]>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; addresses: OrderAddress[] }>`
    select c.id, (select json_agg(a.address order by a.at desc) from (
      select o.address, max(o.placed_at) as at from (
        select r.address, r.placed_at from orders r
        where r.owner_id = ${ownerId} and r.address is not null and r.customer_id = any(array(
          select i.id from customers i where i.owner_id = ${ownerId} and (i.id = c.id or i.person_id = c.person_id)
            and (${visible.length === 0} or i.shop_id = any(${visible}::bigint[]))))
        order by r.placed_at desc limit 50) o
      group by o.address order by at desc limit 5) a) as addresses
    from customers c where c.owner_id = ${ownerId} and c.id = any(${customerIds}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, addresses }) => [id, addresses ?? []]))
}
