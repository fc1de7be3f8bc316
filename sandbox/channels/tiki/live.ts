import { sellOrder, smallBasket, startLive, type Habit, type Live } from '../../kit/live-selling.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { piecesOf, type Action } from './lifecycle.ts'
import type { Tiki } from './tiki.ts'
import type { Order, OrderStatus, Shop } from './types.ts'

const MINUTE = 60
const HOUR = 3_600

/** Actions that buyers, Tiki and its couriers take by themselves. */
const HABITS: readonly Habit<OrderStatus, Action>[] = [
  { status: 'processing', after: MINUTE, action: 'accept', chance: 1 },
  { status: 'waiting_payment', after: 2 * MINUTE, action: 'pay', chance: 0.9 },
  { status: 'queueing', after: 10 * MINUTE, action: 'pick', chance: 0.5 },
  { status: 'picking', after: 10 * MINUTE, action: 'pack', chance: 0.5 },
  { status: 'packaging', after: HOUR, action: 'hand_over', chance: 0.5 },
  { status: 'handover_to_partner', after: HOUR, action: 'ship', chance: 0.5 },
  { status: 'shipping', after: 24 * HOUR, action: 'deliver', chance: 0.5 },
  { status: 'successful_delivery', after: 48 * HOUR, action: 'complete', chance: 0.4 },
]

/** Goods for shops that were started empty. */
const STARTER = [
  { sku: '92001', name: 'Bamboo Lantern', price: 180_000, stock: 3 },
  { sku: '92002A', name: 'Ceramic Bowl', price: 95_000, stock: 3 },
  { sku: '92003', name: 'Cotton Apron', price: 240_000, stock: 3 },
]

/** A basket of one to three of the shop's goods. */
export function createBasket(tiki: Tiki, shop: Shop, seed: string): OrderRecord {
  const goods = tiki.catalog.goods(shop.id)
  return smallBasket(goods.length > 0 ? goods : STARTER, seed)
}

export const createOrder = (tiki: Tiki, shop: Shop, record?: OrderRecord, isForced?: boolean): Order =>
  sellOrder(tiki, {
    shop,
    record,
    isForced,
    basketOf: () => createBasket(tiki, shop, `new:${tiki.clock.nowMs()}:${tiki.random.next()}`),
    piecesOf,
  })

export const startTikiLive = (tiki: Tiki): Live =>
  startLive(tiki, {
    sell: () => createOrder(tiki, tiki.random.pick([...tiki.shops.values()])),
    habits: HABITS,
    findDue: (shop, status, before) =>
      tiki.book.all(shop.id).findLast((order) => order.status === status && order.updateTime <= before),
    act: (order, action) => tiki.lifecycle.move(order, action),
  })
