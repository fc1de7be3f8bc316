/** The courier that a shop's orders go with unless somebody says otherwise: chosen here, whichever page asks. */
import { selfDeliveryId } from '../../../model/delivery.ts'
import { fulfilmentOf } from '../../../model/fulfilment.ts'
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import type { Shop } from '../../shops/shops-store.ts'
import { findCourierAccount } from './courier-accounts-store.ts'
import { findDefaultCourier, saveDefaultCourier } from './delivery-settings-store.ts'

/** Linked shops whose orders the owner's own couriers carry. */
export function goesWithOwnCouriers(
  { connectorOf }: Pick<ChannelSessions, 'connectorOf'>,
  { platformId, status }: Pick<Shop, 'platformId' | 'status'>,
): boolean {
  return status === 1 && fulfilmentOf(connectorOf(platformId)) === 'own-courier'
}

/** The one that was chosen for the order, as long as it is connected; else the shop's default one. Null: neither. */
export async function courierOfOrder(
  tx: Tx,
  shop: Shop,
  { courier }: Pick<OrderDetail, 'courier'>,
): Promise<number | null> {
  const { ownerId } = shop
  if (courier !== null && (await isThere(tx, ownerId, courier))) return courier
  return findDefaultCourier(tx, ownerId, shop)
}

/** The account's own, or nobody's. */
export async function isThere(tx: Tx, ownerId: string, courierId: number): Promise<boolean> {
  if (courierId === selfDeliveryId) return true
  return (await findCourierAccount(tx, { ownerId, courierId }))?.status === 1
}

/** `shopId` 0: for all shops of the channel. Null: nobody any more. Throws courier_not_connected. */
export async function chooseDefaultCourier(
  tx: Tx,
  ownerId: string,
  { platformId, shopId, courierId }: { platformId: number; shopId: number; courierId: number | null },
): Promise<void> {
  if (courierId !== null && courierId !== selfDeliveryId) {
    const account = await findCourierAccount(tx, { ownerId, courierId })
    if (!account) throw new AppError('courier_not_connected')
  }
  await saveDefaultCourier(tx, ownerId, { platformId, shopId, courierId })
}
