import type { OrderDetail } from '../../orders/detail/order-store.ts'
import type { Shop } from '../../shops/shops-store.ts'
import type { LabelMakers, WantedLabel } from './fetch-labels.ts'
import type { StoredLabel } from '../printing-store.ts'

/** The labels of an order that are not in the store: one of each package, or of the order while it has none. */
export function wantedLabels(order: OrderDetail, shop: Shop, stored: StoredLabel[]): WantedLabel[] {
  if (order.shipments.length > 0) return wantedOfCouriers(order, shop, stored)
  const channelOrderId = order.channelOrderId
  const packageIds = order.packages.map((one) => one.channelPackageId)
  const known = new Set(
    stored.filter(({ orderId }) => orderId === order.id).map((label) => label.channelPackageId),
  )
  return (packageIds.length > 0 ? packageIds : [null])
    .filter((id) => !known.has(id ?? ''))
    .map((channelPackageId) => ({ orderId: order.id, shop, parcel: { channelOrderId, channelPackageId } }))
}

/**
 * Answers whether the carrier makes the label: the channel, or the owner's own courier. False: the console makes it.
 */
export function isLabelTheirs({ channels, couriers }: LabelMakers, order: OrderDetail): boolean {
  if (order.shipments.length === 0) return channels.connectorOf(order.platformId)?.shipping !== undefined
  return order.shipments.every(
    ({ courierId, trackingNumber }) =>
      couriers.courierOf(courierId)?.label !== undefined && trackingNumber !== null,
  )
}

/** Answers whether the label belongs to the order's current parcels; labels of canceled parcels do not. */
export function isLabelOf(order: OrderDetail, label: StoredLabel): boolean {
  if (label.orderId !== order.id) return false
  if (order.shipments.length > 0)
    return order.shipments.some(({ reference }) => label.channelPackageId === labelIdOf(reference))
  const ids = order.packages.map((one) => one.channelPackageId)
  return ids.length === 0 || ids.includes(label.channelPackageId)
}

/** A parcel that is booked anew has a new label. */
const labelIdOf = (reference: string): string => `courier:${reference}`

function wantedOfCouriers(order: OrderDetail, shop: Shop, stored: StoredLabel[]): WantedLabel[] {
  const known = new Set(
    stored.filter(({ orderId }) => orderId === order.id).map((one) => one.channelPackageId),
  )
  return order.shipments.flatMap(({ courierId, reference, trackingNumber }) => {
    const channelPackageId = labelIdOf(reference)
    if (!trackingNumber || known.has(channelPackageId)) return []
    const parcel = { channelOrderId: order.channelOrderId, channelPackageId }
    return [
      { orderId: order.id, shop, parcel, courier: { courierId, shipment: { trackingNumber, reference } } },
    ]
  })
}
