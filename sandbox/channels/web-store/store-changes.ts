/** Changes that come from outside of the API: buyers order, and merchants work in the store's own pages. */
import type { OrderRecord } from '../../kit/order-record.ts'
import { announce } from './announce.ts'
import { createOrder, piecesOf } from './create-order.ts'
import { act } from './lifecycle.ts'
import { keyOf } from './stores.ts'
import type { Order, Store } from './types.ts'
import type { WebStore } from './web-store.ts'

/** Throws NotForSale when there is too little of something, unless it is forced. */
export function placeWebOrder(shop: WebStore, store: Store, record: OrderRecord, isForced?: boolean): Order {
  const order = createOrder(shop.catalog, store, record, shop.nextNumber(), shop.world.clock.nowMs())
  shop.catalog.take(store.slug, piecesOf(order), isForced)
  shop.add(order)
  shop.emit({ type: 'created', order, record })
  shop.subscriber.send(store, 'order.placed', { id: order.id })
  return order
}

/** Moves an order on; throws NotAllowed. */
export function changeWebOrder(shop: WebStore, order: Order, action: string, amount?: number): void {
  act(order, action, shop.world.clock.nowMs(), amount)
  announce(shop, order, action)
}

/** A new key, beside the others or in their place. */
export const addStoreKey = (shop: WebStore, store: Store, isOnly: boolean): string =>
  shop.addKey(store, (known) => keyOf(`${shop.world.clock.nowMs()}:${store.slug}:${known}`), isOnly)
