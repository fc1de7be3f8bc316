/** The store's order words in ours. Source: "Order properties" of the REST API v3 documentation. */
import type { OrderStatus } from '../../../model/order-status.ts'
import type { DeliveryStep } from '../../../model/delivery-status.ts'
import type { ParcelUpdate } from '../../woocommerce/profile.ts'
import type { StoreOrder } from '../../woocommerce/wire.ts'

const statuses: Record<string, OrderStatus> = {
  pending: 'unpaid',
  'on-hold': 'unpaid',
  processing: 'pending',
  completed: 'delivered',
  cancelled: 'canceled',
  trash: 'canceled',
  refunded: 'returned',
  failed: 'failed',
  // Words of the stores and plugins that tell more of the way of a parcel.
  accepted: 'confirmed',
  packed: 'ready_to_ship',
  'ready-to-ship': 'ready_to_ship',
  shipped: 'shipped',
  delivered: 'delivered',
  returned: 'returned',
}

/** Steps between what the store has words for: they count only as long as its own word allows them. */
const steps: Partial<Record<OrderStatus, readonly DeliveryStep[]>> = {
  pending: ['confirmed', 'ready_to_ship', 'shipped'],
  delivered: ['returned'],
  failed: ['returned'],
}

/** Noted by the console about the parcel of an order that its own courier carries. */
const hasLeft: ReadonlySet<DeliveryStep | null> = new Set(['shipped', 'delivered', 'failed', 'returned'])

export function statusOf(order: StoreOrder, { isTracked, step }: ParcelUpdate): OrderStatus {
  const { status } = order
  // All of the money went back: with goods that had left it is a return, without it was called off. A number that the
  // console noted with its step may be of a parcel that waits for its courier.
  const isSent = Boolean(order.date_completed_gmt) || (step === null ? isTracked : hasLeft.has(step))
  if (status === 'refunded' && !isSent) return 'canceled'
  // Cash on delivery is not paid while it waits, and is to be sent all the same.
  const known = status === 'on-hold' && order.payment_method === 'cod' ? 'pending' : statuses[status]
  // The store means the payment, we mean the parcel. Canceled rather than unpaid: nothing ends such an order, so it would
  // reserve its stock for ever; a late payment reopens it.
  if (known === 'failed' && !order.date_paid_gmt && !isTracked && !hasLeft.has(step)) return 'canceled'
  if (known && step && steps[known]?.includes(step)) return step
  if (known === 'pending' && isTracked && status !== 'on-hold') return 'shipped'
  if (known) return known
  if (order.date_completed_gmt) return 'delivered'
  if (isTracked) return 'shipped'
  return order.date_paid_gmt || order.payment_method === 'cod' ? 'pending' : 'unpaid'
}
