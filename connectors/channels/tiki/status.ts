/** Tiki's order words in ours. Source: "Order Status" of Tiki Theory V2; the words after shipping are partly our reading. */
import type { OrderStatus } from '../../../model/order-status.ts'
import type { TikiItem, TikiOrder } from './wire.ts'

const statuses: Record<string, OrderStatus> = {
  waiting_payment: 'unpaid',
  // Not taken on by Tiki yet; the list leaves them out.
  processing: 'unpaid',
  payment_review: 'unpaid',
  paid: 'pending',
  holded: 'pending',
  queueing: 'pending',
  picking: 'confirmed',
  packaging: 'ready_to_ship',
  finished_packing: 'ready_to_ship',
  ready_to_ship: 'ready_to_ship',
  handover_to_partner: 'shipped',
  shipping: 'shipped',
  successful_delivery: 'delivered',
  delivered: 'delivered',
  complete: 'delivered',
  canceled: 'canceled',
  returned: 'returned',
  failed: 'failed',
  failed_delivery: 'failed',
}

export function isCanceled(order: TikiOrder): boolean {
  return order.status === 'canceled'
}

/** Answers whether the seller reported the item as missing. */
export function isRefused(item: TikiItem): boolean {
  return item.confirmation?.status === 'seller_canceled'
}

export function statusOf(order: TikiOrder): OrderStatus {
  const status = statuses[order.status]
  if (status === undefined) return reachedBy(order)
  return order.status === 'queueing' && isConfirmed(order) ? 'confirmed' : status
}

/** The order stays in the queue after the seller has confirmed it: its items tell. */
function isConfirmed({ items }: TikiOrder): boolean {
  const told = items.flatMap(({ confirmation }) => confirmation?.status || [])
  return told.some((one) => /^(seller_)?confirmed$/.test(one)) && !told.includes('waiting')
}

/** A word that is new to us says nothing, so the parcel tells. */
function reachedBy({ delivery, shipping }: TikiOrder): OrderStatus {
  if (delivery?.delivery_confirmed) return 'delivered'
  return shipping?.tracking_code ? 'ready_to_ship' : 'pending'
}
