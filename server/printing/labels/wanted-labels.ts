import { linesIn } from '../../../model/order.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import type { Shop } from '../../shops/shops-store.ts'
import type { LabelMakers, WantedLabel } from './fetch-labels.ts'
import type { StoredLabel } from '../printing-store.ts'

/** The labels of an order that are not in the store: one of each package, or of the order while it has none. */
export function wantedLabels(
  { channels, couriers }: LabelMakers,
  order: OrderDetail,
  shop: Shop,
  stored: StoredLabel[],
): WantedLabel[] {
  const known = new Set(
    stored.filter(({ orderId }) => orderId === order.id).map((label) => label.channelPackageId),
  )
  const { channelOrderId } = order
  if (order.shipments.length > 0)
    return order.shipments.flatMap(({ courierId, reference, trackingNumber }) => {
      const channelPackageId = labelIdOf(reference)
      if (!makesLabel(couriers, courierId) || !trackingNumber || known.has(channelPackageId)) return []
      const parcel = { channelOrderId, channelPackageId }
      return [
        { orderId: order.id, shop, parcel, courier: { courierId, shipment: { trackingNumber, reference } } },
      ]
    })
  if (!channels.connectorOf(order.platformId)?.shipping) return []
  const packageIds = order.packages.map((one) => one.channelPackageId)
  return (packageIds.length > 0 ? packageIds : [null])
    .filter((id) => !known.has(id ?? ''))
    .map((channelPackageId) => ({ orderId: order.id, shop, parcel: { channelOrderId, channelPackageId } }))
}

/** A label that the channel or the owner's own courier makes, or the order as our own waybill shows it. */
export type Waybill = StoredLabel | OrderDetail

/** Lists the waybills of the order's current parcels: of each parcel its own. Labels of canceled parcels are none. */
export function waybillsOf(
  { channels, couriers }: LabelMakers,
  order: OrderDetail,
  stored: StoredLabel[],
): Waybill[] {
  const labels = stored.filter((label) => label.orderId === order.id)
  if (order.shipments.length > 0)
    return order.shipments.flatMap((shipment): Waybill[] => {
      const { courierId, reference, trackingNumber } = shipment
      if (makesLabel(couriers, courierId) && trackingNumber)
        return labels.filter((label) => label.channelPackageId === labelIdOf(reference))
      return [order.parcels > 1 ? parcelOf(order, shipment) : order]
    })
  if (!channels.connectorOf(order.platformId)?.shipping) return [order]
  const ids = order.packages.map((one) => one.channelPackageId)
  return labels
    .filter(({ channelPackageId: id }) => ids.length === 0 || ids.includes(id))
    .toSorted((a, b) => (a.channelPackageId < b.channelPackageId ? -1 : 1))
}

const makesLabel = (couriers: CourierSessions, courierId: number): boolean =>
  couriers.courierOf(courierId)?.label !== undefined

/** A parcel that is booked anew has a new label. */
const labelIdOf = (reference: string): string => `courier:${reference}`

/** The order as if it had only what lies in the parcel, and only what is to be collected for that. */
function parcelOf(
  order: OrderDetail,
  { courierId, trackingNumber, lines: packed, cod }: OrderDetail['shipments'][number],
): OrderDetail {
  const lines = packed ? linesIn(packed, order.lines) : order.lines
  return { ...order, lines, provider: null, courier: courierId, trackingNumber, total: cod }
}
