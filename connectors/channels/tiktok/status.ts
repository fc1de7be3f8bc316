/** TikTok Shop's order words in ours. Source: "Get Order Detail", status and package_status. */
import type { OrderStatus } from '../../../model/order-status.ts'
import type { TiktokOrder } from './wire.ts'

const statuses: Record<string, OrderStatus> = {
  UNPAID: 'unpaid',
  // Paid; for an hour the buyer may call it off without asking, and the address is not told.
  ON_HOLD: 'pending',
  AWAITING_SHIPMENT: 'pending',
  PARTIALLY_SHIPPING: 'ready_to_ship',
  AWAITING_COLLECTION: 'ready_to_ship',
  IN_TRANSIT: 'shipped',
  DELIVERED: 'delivered',
  COMPLETED: 'delivered',
  CANCELLED: 'canceled',
  // The webhook guide's spelling.
  CANCEL: 'canceled',
}

const parcelSteps: Record<string, OrderStatus> = {
  TO_FULFILL: 'pending',
  PROCESSING: 'ready_to_ship',
  FULFILLING: 'shipped',
  COMPLETED: 'delivered',
}

const steps: OrderStatus[] = ['pending', 'ready_to_ship', 'shipped', 'delivered']

export function isCanceled(order: TiktokOrder): boolean {
  return statuses[order.status] === 'canceled'
}

export function statusOf(order: TiktokOrder): OrderStatus {
  const status = statuses[order.status]
  // A word that is new to us says nothing, so the parcels tell: an order is as far as its slowest one.
  if (!status) {
    const reached = order.line_items.flatMap((unit) => parcelSteps[unit.package_status ?? ''] ?? [])
    return steps.find((step) => reached.includes(step)) ?? 'pending'
  }
  return status === 'canceled' && isLost(order.cancel_reason) ? 'failed' : status
}

/** Ends that come of the courier. The reason is a code in some places and words in others. */
function isLost(reason: string | null | undefined): boolean {
  return /package[_ ](was[_ ])?(lost|damaged)|returned?[_ ]to[_ ]shipper/i.test(reason ?? '')
}
