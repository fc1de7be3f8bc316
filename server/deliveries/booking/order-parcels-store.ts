/** Division of an order into parcels for the owner's own couriers. */
import { sql } from 'kysely'
import type { PackedLine } from '../../../model/order.ts'
import type { Tx } from '../../db/database.ts'

export type OrderParcel = { number: number; lines: PackedLine[]; cod: number }

/** Empty: all of the order goes in one. */
export async function listOrderParcels(tx: Tx, ownerId: string, orderId: number): Promise<OrderParcel[]> {
  const { rows } = await sql<OrderParcel>`
    select number, lines, cod from order_parcels where owner_id = ${ownerId} and order_id = ${orderId}
    order by number`.execute(tx)
  return rows
}

/** Replaces those before. The order must be locked. */
export async function saveOrderParcels(
  tx: Tx,
  ownerId: string,
  orderId: number,
  parcels: OrderParcel[],
): Promise<void> {
  await sql`delete from order_parcels where owner_id = ${ownerId} and order_id = ${orderId}`.execute(tx)
  for (const { number, lines, cod } of parcels)
    await sql`insert into order_parcels (owner_id, order_id, number, lines, cod)
      values (${ownerId}, ${orderId}, ${number}, ${JSON.stringify(lines)}::jsonb, ${cod})`.execute(tx)
}
