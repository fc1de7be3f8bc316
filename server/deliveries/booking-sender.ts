/** Where a parcel leaves from, as its courier is told. */
import { courierIds, type DeliveryAddress } from '../../model/delivery.ts'
import type { Tx } from '../db/database.ts'
import type { Shop } from '../shops/shops-store.ts'
import { findOrderSender } from '../warehouses/order-sender-store.ts'
import { findCourierAccount } from './courier-accounts-store.ts'
import { findOwnPlace, senderAt } from './courier-places-store.ts'

export type Sender = { address: Omit<DeliveryAddress, 'country'>; placeId?: string }

/** The courier's own store, or the one that was entered for it, where it has them; else the warehouse of the order. Null: nobody gave an address yet. */
export async function findSender(
  tx: Tx,
  shop: Shop,
  order: { id: number },
  courierId: number,
): Promise<Sender | null> {
  const { ownerId } = shop
  const account = await findCourierAccount(tx, { ownerId, courierId })
  const place = account?.places.find(({ id }) => id === account.placeId)
  if (place)
    return {
      address: { name: place.name, phone: place.phone, street: place.address, province: '' },
      placeId: place.id,
    }
  const own = await findOwnPlace(tx, { ownerId, courierId })
  if (own) return { address: senderAt(own), placeId: String(own.id) }
  const warehouse = await findOrderSender(tx, ownerId, order.id, [])
  const { address, phone } = warehouse ?? {}
  if (courierId === courierIds.self_delivery && !address?.street)
    return { address: { name: shop.systemName, phone: '', street: '', province: '' } }
  if (!warehouse || !address?.street || !phone) return null
  return {
    address: {
      name: warehouse.contactName ?? warehouse.name,
      phone,
      street: address.street,
      ...(address.ward && { ward: address.ward }),
      ...(address.district && { district: address.district, city: address.district }),
      province: address.province ?? '',
      ...(address.postcode && { postcode: address.postcode }),
    },
    placeId: String(warehouse.id),
  }
}
