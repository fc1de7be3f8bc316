/**
 * Maps an order's three statuses to one of ours. Source: "Orders" of the Admin API reference.
 *
 * The delivery status is computed from the pieces of each line and not from the order's word: an order counts as shipped when its
 * last piece is, and never before.
 */
import type { OrderStatus } from '../../../model/order-status.ts'
import { methodName } from './selling-wire.ts'
import type { ShopLine, ShopOrder } from './wire.ts'

/** Nobody has promised the money yet. A part of it is no promise of the rest. */
const unpaid = new Set(['not_paid', 'awaiting', 'requires_action', 'partially_authorized', 'canceled'])

/** Metadata key of the step that the shop has no word for: see own-couriers in the README. */
export const markName = 'seller_console_step'

export function markIn(metadata: ShopOrder['metadata']): string {
  const mark = metadata?.[markName]
  return typeof mark === 'string' ? mark : ''
}

export function statusOf(order: ShopOrder): OrderStatus {
  if (order.status === 'canceled') return 'canceled'
  const mark = markIn(order.metadata)
  const lines = order.items.filter(({ quantity }) => quantity > 0)
  const every = (done: (line: ShopLine) => number) =>
    lines.length > 0 && lines.every((line) => done(line) >= line.quantity)
  if (every(returned)) return 'returned'
  const hasLeft = lines.some((line) => shipped(line) > 0)
  // All of the money went back: with goods that had left it is a return, without it was called off.
  if (order.payment_status === 'refunded') return hasLeft ? 'returned' : 'canceled'
  if (mark === 'returned') return 'returned'
  if (every(delivered)) return 'delivered'
  if (mark === 'failed') return 'failed'
  if (every(shipped)) return 'shipped'
  if (every(fulfilled)) return 'ready_to_ship'
  if (lines.some((line) => fulfilled(line) > 0)) return 'confirmed'
  if (unpaid.has(order.payment_status) && !isPaidAtTheDoor(order)) return 'unpaid'
  return mark === 'confirmed' ? 'confirmed' : 'pending'
}

/** An order of the console's own making: the shop has no such way of payment before a plugin brings one. */
function isPaidAtTheDoor({ payment_status: word, metadata }: ShopOrder): boolean {
  return word === 'not_paid' && metadata?.[methodName] === 'cod'
}

/** All three words, as each of them moves alone. */
export function channelStatusOf(order: ShopOrder): string {
  return `${order.status}/${order.payment_status}/${order.fulfillment_status}`
}

function returned({ detail }: ShopLine): number {
  return (detail.return_received_quantity ?? 0) + (detail.written_off_quantity ?? 0)
}

function fulfilled({ detail }: ShopLine): number {
  return Math.max(detail.fulfilled_quantity, detail.shipped_quantity, detail.delivered_quantity)
}

/** A voucher or a file has no way to go: what was fulfilled has arrived. */
function shipped(line: ShopLine): number {
  const { detail } = line
  if (line.requires_shipping === false) return fulfilled(line)
  return Math.max(detail.shipped_quantity, detail.delivered_quantity)
}

function delivered(line: ShopLine): number {
  return line.requires_shipping === false ? fulfilled(line) : line.detail.delivered_quantity
}
