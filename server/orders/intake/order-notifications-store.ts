/** Tells the screens and the people what became of orders, in the transaction in which it happened. */
import { mostTold } from '../../../model/realtime-channels.ts'
import type { OrderChange } from '../../../contract/realtime.ts'
import type { ShopKey, Tx } from '../../db/database.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { saveNotifications, type NewNotification } from '../../notifications/notifications-store.ts'

export type OrderNotification = {
  orderId: number
  what: 'new' | 'canceled' | 'cancel_requested' | 'returned' | 'return_requested' | 'doubled'
}

export async function notifyOrderChanges(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  {
    notifications,
    created = [],
    updated = [],
  }: { notifications: OrderNotification[]; created?: number[]; updated?: number[] },
): Promise<void> {
  await saveNotifications(tx, ownerId, notificationsOf(ownerId, shopId, notifications))
  if (created.length + updated.length === 0) return
  const ids = [...created, ...updated].slice(0, mostTold)
  const value: OrderChange = { shop_id: shopId, created: created.length, updated: updated.length, ids }
  saveEvent(tx, { ownerId, channel: 'order.change', shopId, value })
}

const gatherMs = 10 * 60_000

/** A busy hour is a few notifications that count, not hundreds. */
function notificationsOf(
  ownerId: string,
  shopId: number,
  notifications: OrderNotification[],
): NewNotification[] {
  const byWhat = Map.groupBy(notifications, ({ what }) => what)
  return [...byWhat].map(([what, orders]) => ({
    ownerId,
    shopId,
    type: `order_${what}` as const,
    gatherMs,
    count: orders.length,
    url: `/orders/${orders[0]?.orderId}`,
    urlOfMany: `/orders?shop_id=${shopId}${filters[what]}`,
  }))
}

const filters = {
  new: '',
  canceled: '&status=canceled',
  cancel_requested: '&has_cancel_request=1',
  returned: '&status=returned',
  return_requested: '&has_return_request=1',
  doubled: '',
}
