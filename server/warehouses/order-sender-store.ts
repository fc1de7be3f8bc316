/** Where an order's parcel leaves from. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Warehouse } from './warehouses-store.ts'

export type OrderSender = Pick<Warehouse, 'id' | 'name' | 'contactName' | 'phone' | 'address'>

/**
 * The warehouse that most of the order is taken from, else the one that its shop sells from, else the default one; as
 * `warehouseOf` chooses among all that were read. `visible`: the shops that the reader may see; empty means all.
 */
export async function findOrderSender(
  tx: Tx,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<OrderSender | undefined> {
  const { rows } = await sql<OrderSender>`
    select w.id, w.name, w.contact_name as "contactName", w.phone, w.address
    from orders o join shops s on s.owner_id = ${ownerId} and s.id = o.shop_id
    join warehouses w on w.owner_id = ${ownerId}
    left join (select k.warehouse_id, sum(k.reserved + k.shipped) as pieces from order_stock k
        where k.owner_id = ${ownerId} and k.order_id = ${orderId} group by k.warehouse_id) t
      on t.warehouse_id = w.id and t.pieces > 0
    where o.owner_id = ${ownerId} and o.id = ${orderId}
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))
    order by t.pieces desc nulls last, case when t.pieces is not null then w.id end,
      (w.id = s.warehouse_id) desc nulls last, w.is_default desc, w.id limit 1`.execute(tx)
  return rows[0]
}
