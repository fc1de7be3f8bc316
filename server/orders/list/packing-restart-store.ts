/** Packing that begins again: the label of an order holds no more, so it is printed, scanned and checked anew. */
import { sql } from 'kysely'
import { orderStatusIds } from '../../../model/order-status.ts'
import type { Tx } from '../../db/database.ts'
import { changeMarked } from './order-counts-store.ts'

/**
 * Takes back that these orders are printed, scanned and checked. Labels of their channels are fetched again; those of couriers are
 * named by their booking. The orders must be locked, and are counted by the caller.
 */
export async function restartPacking(tx: Tx, ownerId: string, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`update orders set printed_at = null, checked_at = null, scanned = 0
    where owner_id = ${ownerId} and id = any(${orderIds}::bigint[])`.execute(tx)
  await sql`update order_packages set printed_at = null
    where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[])`.execute(tx)
  // The ids of the scans stay, so that a device that sends them late does not count them again.
  await sql`delete from order_line_scans where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[])`.execute(
    tx,
  )
  await sql`delete from print_auto_orders where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[])`.execute(
    tx,
  )
  await sql`delete from labels where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[])
    and channel_package_id not like 'courier:%'`.execute(tx)
}

/** Takes back that these orders are scanned and checked; what is printed stays. The orders must be locked. */
export async function forgetScans(tx: Tx, ownerId: string, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`update orders set checked_at = null, scanned = 0
    where owner_id = ${ownerId} and id = any(${orderIds}::bigint[]) and (checked_at is not null or scanned > 0)`.execute(
    tx,
  )
  await sql`delete from order_line_scans where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[])`.execute(
    tx,
  )
}

/**
 * The same as `restartPacking` for the order of a shipment that is booked or canceled. Locks and counts it. A canceled order keeps its marks: they say that
 * its parcel stands ready and has to be taken out.
 */
export async function restartPackingOf(tx: Tx, ownerId: string, shipmentId: number): Promise<void> {
  const { rows } = await sql<{
    id: number
    shopId: number
    paymentMethod: number
    courier: number | null
    status: number
    isPrinted: boolean
  }>`
    select o.id, o.shop_id as "shopId", o.payment_method as "paymentMethod", o.courier, o.status,
      o.printed_at is not null as "isPrinted"
    from orders o where o.owner_id = ${ownerId} and (o.printed_at is not null or o.checked_at is not null or o.scanned > 0)
      and o.status <> ${orderStatusIds.canceled}
      and o.id = (select s.order_id from shipments s where s.owner_id = ${ownerId} and s.id = ${shipmentId})
    for no key update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await restartPacking(tx, ownerId, ids)
  const printed = rows.filter(({ isPrinted }) => isPrinted)
  await changeMarked(tx, ownerId, 'isPrinted', -1, printed)
}
