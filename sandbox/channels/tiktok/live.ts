import { sellOrder, smallBasket, startLive, type Habit, type Live } from '../../kit/live-selling.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { piecesOf, type Action } from './lifecycle.ts'
import type { Tiktok } from './tiktok.ts'
import type { Order, OrderStatus, Shop } from './types.ts'

const MINUTE = 60
const HOUR = 3_600

/** Actions that buyers and couriers take by themselves. */
const HABITS: readonly Habit<OrderStatus, Action>[] = [
  { status: 'UNPAID', after: 2 * MINUTE, action: 'pay', chance: 0.9 },
  { status: 'AWAITING_SHIPMENT', after: 10 * MINUTE, action: 'request_cancel', chance: 0.02 },
  { status: 'AWAITING_COLLECTION', after: 10 * MINUTE, action: 'collect', chance: 0.5 },
  { status: 'IN_TRANSIT', after: 24 * HOUR, action: 'deliver', chance: 0.5 },
  { status: 'DELIVERED', after: 48 * HOUR, action: 'complete', chance: 0.4 },
]

/** Goods for shops that were started empty. */
const STARTER = [
  { sku: '91001', name: 'Glass Storage Jar', price: 22 },
  { sku: '91002A', name: 'Linen Cushion Cover', price: 35 },
  { sku: '91003', name: 'Rattan Basket', price: 48 },
]

/** A basket of one to three of the shop's goods. */
export function createBasket(tiktok: Tiktok, shop: Shop, seed: string): OrderRecord {
  const sold = tiktok.catalog.goods(shop.id).map((one) => ({ ...one, price: one.price / shop.scale }))
  const dong = shop.scale === 1 ? 6_000 : 1
  const starter = STARTER.map((one) => ({ ...one, stock: 3, price: one.price * dong }))
  return smallBasket(sold.length > 0 ? sold : starter, seed)
}

export const createOrder = (tiktok: Tiktok, shop: Shop, record?: OrderRecord, isForced?: boolean): Order =>
  sellOrder(tiktok, {
    shop,
    record,
    isForced,
    basketOf: () => createBasket(tiktok, shop, `new:${tiktok.clock.nowMs()}:${tiktok.random.next()}`),
    piecesOf,
  })

export const startTiktokLive = (tiktok: Tiktok): Live =>
  startLive(tiktok, {
    sell: () => createOrder(tiktok, tiktok.random.pick([...tiktok.shops.values()])),
    habits: HABITS,
    findDue: (shop, status, before) =>
      tiktok.book.all(shop.id).findLast((order) => order.status === status && order.updateTime <= before),
    act: (order, action) => tiktok.lifecycle.move(order, action),
  })
