import type { WebStore } from './web-store.ts'
import { piecesOf } from './create-order.ts'
import type { Order } from './types.ts'

/** The events of the shop's bus, and what their data names. */
const EVENTS: Record<string, (order: Order, part: string) => [event: string, data: object]> = {
  authorize: ({ id }) => ['order.updated', { id }],
  capture: ({ payment: { id } }) => ['payment.captured', { id }],
  fulfil: ({ id, fulfillments }) => [
    'order.fulfillment_created',
    { order_id: id, fulfillment_id: fulfillments.at(-1)?.id },
  ],
  ship: ({ fulfillments }) => ['shipment.created', { id: fulfillments.at(-1)?.id }],
  deliver: ({ fulfillments }) => ['delivery.created', { id: fulfillments.at(-1)?.id }],
  complete: ({ id }) => ['order.completed', { id }],
  archive: ({ id }) => ['order.archived', { id }],
  cancel: ({ id }) => ['order.canceled', { id }],
  request_return: ({ id }, part) => ['order.return_requested', { order_id: id, return_id: part }],
  receive_return: ({ id }, part) => ['order.return_received', { order_id: id, return_id: part }],
  refund: ({ payment: { id } }) => ['payment.refunded', { id }],
}

/** Restocks after a cancellation, and reports every change of an order to the state file and the subscriber. `part`: the return that it is about. */
export function announce(shop: WebStore, order: Order, action: string, part = ''): void {
  if (action === 'cancel') shop.catalog.giveBack(order.store.slug, piecesOf(order))
  shop.emit({ type: 'changed', order })
  const name = action.replace(/_part$/, '')
  const event = Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined
  shop.subscriber.send(order.store, ...(event?.(order, part) ?? ['order.updated', { id: order.id }]))
}
