import type { OrderDetail } from '../orders/order-store.ts'
import type { Shop } from '../shops/shops-store.ts'
import type { LabelMakers, WantedLabel } from './fetch-labels.ts'
import type { StoredLabel } from './printing-store.ts'

/** The labels of an order that are not in the store: one of each package, or of the order while it has none. */
export function wantedLabels(order: OrderDetail, shop: Shop, stored: StoredLabel[]): WantedLabel[] {
  if (order.shipment) return wantedOfCourier(order, shop, stored)
  const channelOrderId = order.channel_order_id
  const packageIds = order.packages.map((one) => one.channel_package_id)
  const known = new Set(
    stored.filter(({ orderId }) => orderId === order.id).map((label) => label.channelPackageId),
  )
  return (packageIds.length > 0 ? packageIds : [null])
    .filter((id) => !known.has(id ?? ''))
    .map((channelPackageId) => ({ orderId: order.id, shop, parcel: { channelOrderId, channelPackageId } }))
}

/** Whoever carries the parcel makes its label: the channel, or the owner's own courier. False: the console makes it. */
export function isLabelTheirs({ channels, couriers }: LabelMakers, order: OrderDetail): boolean {
  const { shipment } = order
  if (!shipment) return channels.connectorOf(order.platform_id)?.shipping !== undefined
  return couriers.courierOf(shipment.courierId)?.label !== undefined && shipment.trackingNumber !== null
}

/** Of this order as it goes now: labels of parcels that were taken back are left out. */
export function isLabelOf(order: OrderDetail, label: StoredLabel): boolean {
  if (label.orderId !== order.id) return false
  if (order.shipment) return label.channelPackageId === labelIdOf(order.shipment.reference)
  const ids = order.packages.map((one) => one.channel_package_id)
  return ids.length === 0 || ids.includes(label.channelPackageId)
}

/** A parcel that is booked anew has a new label. */
const labelIdOf = (reference: string): string => `courier:${reference}`

function wantedOfCourier(order: OrderDetail, shop: Shop, stored: StoredLabel[]): WantedLabel[] {
  const { courierId, reference, trackingNumber } = order.shipment ?? {}
  if (courierId === undefined || !reference || !trackingNumber) return []
  const channelPackageId = labelIdOf(reference)
  if (stored.some((label) => label.orderId === order.id && label.channelPackageId === channelPackageId))
    return []
  const parcel = { channelOrderId: order.channel_order_id, channelPackageId }
  return [
    { orderId: order.id, shop, parcel, courier: { courierId, shipment: { trackingNumber, reference } } },
  ]
}
