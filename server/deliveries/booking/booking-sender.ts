/** Sender address of a parcel, as it is sent to the courier. */
import { selfDeliveryId, type DeliveryAddress } from '../../../model/delivery.ts'
import type { Tx } from '../../db/database.ts'
import type { Shop } from '../../shops/shops-store.ts'
import { findDefaultSender, findOrderSender, type OrderSender } from '../../warehouses/order-sender-store.ts'
import { findCourierAccount } from '../accounts/courier-accounts-store.ts'
import { findOwnPlace, senderAt } from '../places/courier-places-store.ts'

export type Sender = { address: Omit<DeliveryAddress, 'country'>; placeId?: string }

/** The courier's own store, or the one that was entered for it, where it has them; else the warehouse of the order. Null: nobody gave an address yet. */
export async function findSender(
  tx: Tx,
  shop: Shop,
  order: { id: number },
  courierId: number,
): Promise<Sender | null> {
  const { ownerId } = shop
  const place = await findCourierPlace(tx, ownerId, courierId)
  if (place) return place
  const warehouse = await findOrderSender(tx, ownerId, order.id, [])
  const sender = warehouse ? senderIn(warehouse) : null
  if (courierId === selfDeliveryId && !sender)
    return { address: { name: shop.systemName, phone: '', street: '', province: '' } }
  return sender
}

/** The same before there is an order: the default warehouse, where the courier has no place. */
export async function findUsualSender(tx: Tx, ownerId: string, courierId: number): Promise<Sender | null> {
  const place = await findCourierPlace(tx, ownerId, courierId)
  if (place) return place
  if (courierId === selfDeliveryId) return { address: { name: '', phone: '', street: '', province: '' } }
  const usual = await findDefaultSender(tx, ownerId)
  return usual ? senderIn(usual) : null
}

async function findCourierPlace(tx: Tx, ownerId: string, courierId: number): Promise<Sender | null> {
  const account = await findCourierAccount(tx, { ownerId, courierId })
  const place = account?.places.find(({ id }) => id === account.placeId)
  if (place)
    return {
      address: { name: place.name, phone: place.phone, street: place.address, province: '' },
      placeId: place.id,
    }
  const own = await findOwnPlace(tx, { ownerId, courierId })
  return own ? { address: senderAt(own), placeId: String(own.id) } : null
}

/** Null: the warehouse lacks its address or its phone. */
function senderIn(warehouse: OrderSender): Sender | null {
  const { address, phone } = warehouse
  if (!address?.street || !phone) return null
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
