import { z } from 'zod'
import { pay, piecesOf, settle } from './create-order.ts'
import { resourceOf } from './resource.ts'
import type { Sites } from './sites.ts'
import { readInput } from './read-input.ts'
import type { Order, Row } from './types.ts'
import { ApiError } from './wire.ts'

/** Its pieces would be on the shelf again if it were called off: not sent yet, or sold at the till and voided. */
function isReturnable({ status, tracking, maker }: Order): boolean {
  if (status === 'completed') return maker === 'pos-rest-api'
  return tracking === '' && (status === 'pending' || status === 'on-hold' || status === 'processing')
}

/** Changes an order, with all that follows from it. */
export function changeOrder(
  sites: Sites,
  order: Order,
  change: () => void,
  topic: 'order.updated' | 'order.deleted' | 'order.restored' = 'order.updated',
): void {
  const wasReturnable = isReturnable(order)
  const wasCalledOff = order.status === 'cancelled'
  change()
  // Paid after all: its pieces are off the shelf again, whether or not there are any left.
  if (wasCalledOff && isReturnable(order)) sites.catalog.take(order.outlet.id, piecesOf(order), true)
  if (wasReturnable && order.status === 'cancelled') sites.catalog.giveBack(order.outlet.id, piecesOf(order))
  order.modified = Math.max(sites.world.clock.now(), order.modified)
  sites.emit({ type: 'changed', order })
  sites.hooks.send(order.store, topic, topic === 'order.deleted' ? { id: order.id } : resourceOf(order))
}

/** Words of the core; others are a plugin's, which these sites have not. */
const STATUSES = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'] as const

const changeSchema = z.object({
  status: z.enum(STATUSES).optional(),
  set_paid: z.boolean().default(false),
  meta_data: z.array(z.object({ key: z.string(), value: z.string().nullable() })).default([]),
})

/** PUT /orders/<id>: fields that the sandbox does not know are taken and forgotten. */
export function updateOrder(sites: Sites, order: Order | undefined, given: unknown): Row {
  if (!order) throw new ApiError(400, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  const { status, set_paid: isPaid, meta_data: meta } = readInput(changeSchema, given)
  const now = sites.world.clock.now()
  // In one go: webhooks are told of an order as it is after the call.
  changeOrder(sites, order, () => {
    for (const { key, value } of meta) {
      if (key === '_tracking_number') order.tracking = value ?? ''
      else if (value === null) delete order.meta[key]
      else order.meta[key] = value
    }
    if (status && status !== order.status) settle(order, status, now)
    if (isPaid) pay(order, now)
  })
  return resourceOf(order)
}

/** Into the bin, from where it can be taken back. */
export function binOrder(order: Order): void {
  order.before = order.status
  order.status = 'trash'
}

export function forgetOrder(sites: Sites, order: Order): void {
  sites.orders.get(order.store)?.delete(order.id)
  sites.emit({ type: 'removed', order })
  sites.hooks.send(order.store, 'order.deleted', { id: order.id })
}

/** DELETE /orders/<id>: into the bin, or for good. Answers what the order was. */
export function removeOrder(sites: Sites, order: Order | undefined, isForGood: boolean): Row {
  if (!order) throw new ApiError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  if (!isForGood && order.status === 'trash')
    throw new ApiError(410, 'woocommerce_rest_already_trashed', 'The order has already been deleted.')
  const body = resourceOf(order)
  if (isForGood) forgetOrder(sites, order)
  else changeOrder(sites, order, () => binOrder(order), 'order.deleted')
  return body
}
