/** The store's order words in ours. Source: "Order properties" of the REST API v3 documentation. */
import type { OrderStatus } from '../../../model/order-status.ts'
import type { StoreOrder } from './wire.ts'

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

/** Baskets that are not orders yet. */
const drafts = new Set(['checkout-draft', 'auto-draft', 'draft'])

export function isDraft(status: string | undefined): boolean {
  return drafts.has(status ?? '')
}

/** `isTracked`: a tracking number was noted, so the parcel is with a courier. */
export function statusOf(order: StoreOrder, isTracked: boolean): OrderStatus {
  const { status } = order
  // Cash on delivery is not paid while it waits, and is to be sent all the same.
  if (status === 'on-hold' && order.payment_method === 'cod') return 'pending'
  const known = statuses[status]
  if (known === 'pending' && isTracked) return 'shipped'
  if (known) return known
  if (order.date_completed_gmt) return 'delivered'
  if (isTracked) return 'shipped'
  return order.date_paid_gmt || order.payment_method === 'cod' ? 'pending' : 'unpaid'
}
