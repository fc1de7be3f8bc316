/** Warehouse that an order's parcel leaves from. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Warehouse } from './warehouses-store.ts'

export type OrderSender = Pick<Warehouse, 'id' | 'name' | 'contactName' | 'phone' | 'address'>

/**
 * The warehouse that most of the order is taken from, else the one that its shop sells from, else the default one; as
 * `warehouseOf` chooses among all that were read. What a channel does not tell about a place of its own, the default warehouse
 * gives: nobody can enter it there. `visible`: the shops that the reader may see; empty means all.
 */
export async function findOrderSender(
  tx: Tx,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<OrderSender | undefined> {
  const { rows } = await sql<OrderSender>`
    select w.id, w.name, coalesce(w.contact_name, d.contact_name) as "contactName", coalesce(w.phone, d.phone) as phone,
      coalesce(w.address, d.address) as address
    from orders o join shops s on s.owner_id = ${ownerId} and s.id = o.shop_id
    join warehouses w on w.owner_id = ${ownerId}
    left join warehouses d on d.owner_id = ${ownerId} and d.is_default and w.kind = 'physical'
    left join (select k.warehouse_id, sum(k.reserved + k.shipped) as pieces from stock_reservations k
        where k.owner_id = ${ownerId} and k.order_id = ${orderId} group by k.warehouse_id) t
      on t.warehouse_id = w.id and t.pieces > 0
    where o.owner_id = ${ownerId} and o.id = ${orderId}
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))
    order by t.pieces desc nulls last, case when t.pieces is not null then w.id end,
      (w.id = s.warehouse_id) desc nulls last, w.is_default desc, w.id limit 1`.execute(tx)
  return rows[0]
}

/** The default warehouse. Undefined before the account has any. */
export async function findDefaultSender(tx: Tx, ownerId: string): Promise<OrderSender | undefined> {
  const { rows } = await sql<OrderSender>`
    select id, name, contact_name as "contactName", phone, address from warehouses
    where owner_id = ${ownerId} and is_default`.execute(tx)
  return rows[0]
}
