/** Parcels of orders that their own channel canceled while a courier of the owner was to fetch them. */
import { sql } from 'kysely'
import { shipmentStatusIds } from '../../../model/delivery.ts'
import { orderStatusIds } from '../../../model/order-status.ts'
import type { ShopKey, Tx } from '../../db/database.ts'
import { saveActions } from './order-action-store.ts'

/**
 * Calls the couriers off in the transaction that hears of the cancellation: else they would come for goods that nobody bought. A parcel
 * that is on its way stays, and so does one whose booking is not settled. The orders must be locked.
 */
export async function callOffParcels(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  orderIds: number[],
): Promise<void> {
  if (orderIds.length === 0) return
  const { rows } = await sql<{ orderId: number; shopName: string }>`
    select p.order_id as "orderId", s.system_name as "shopName" from shipments p
    join shops s on s.owner_id = ${ownerId} and s.id = ${shopId}
    where p.owner_id = ${ownerId} and p.order_id = any(${orderIds}::bigint[]) and p.is_live
      and not exists (select from order_actions w
        where w.owner_id = ${ownerId} and w.order_id = p.order_id and w.state in ('queued', 'running'))
    group by 1, 2 having bool_and(p.booking = 'booked' and p.status = ${shipmentStatusIds.booked})`.execute(
    tx,
  )
  const [first] = rows
  if (!first) return
  const actions = rows.map(({ orderId }) => ({
    orderId,
    shopId,
    kind: 'cancel_shipment' as const,
    details: {},
    refusal: null,
  }))
  await saveActions(tx, ownerId, { userId: 0, name: first.shopName, type: 'channel' }, actions)
}

/** The same once an action has ended during which orders were canceled: their parcels may be booked by now. */
export async function callOffCanceled(tx: Tx, shop: ShopKey, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  const { rows } = await sql<{ id: number }>`select id from orders where owner_id = ${shop.ownerId}
    and id = any(${orderIds}::bigint[]) and status = ${orderStatusIds.canceled} order by id for update`.execute(
    tx,
  )
  await callOffParcels(
    tx,
    shop,
    rows.map(({ id }) => id),
  )
}
