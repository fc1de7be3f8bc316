import { skipUnlessForSale } from '../../kit/catalog.ts'
import { startLive, type Habit, type Live } from '../../kit/live-selling.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { createRandom } from '../../kit/random.ts'
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
export function makeBasket(tiki: Tiki, shop: Shop, seed: string): OrderRecord {
  const random = createRandom(`basket:${seed}`)
  const sold = tiki.catalog.goods(shop.id)
  const goods = sold.length > 0 ? sold : STARTER
  const chosen = new Set(
    Array.from({ length: random.int(1, 3) }, () => random.pick<(typeof STARTER)[number]>(goods)),
  )
  return {
    ref: seed,
    age: 0,
    lines: [...chosen].map(({ sku, name, price, stock }): [string, string, number, number] => [
      sku,
      name,
      Math.min(random.pick([1, 1, 1, 2, 3]), Math.max(stock, 1)),
      price,
    ]),
  }
}

/** A new order; throws NotForSale when there is too little, unless it is forced. */
export function createOrder(tiki: Tiki, shop: Shop, record?: OrderRecord, isForced = false): Order {
  const isFirst = !record && tiki.catalog.isEmpty(shop.id)
  const made = record ?? makeBasket(tiki, shop, `new:${tiki.clock.nowMs()}:${tiki.random.next()}`)
  const order = tiki.maker.make(shop, made, tiki.clock.now())
  if (isFirst) tiki.catalog.stockUp(shop.id, piecesOf(order))
  tiki.catalog.take(shop.id, piecesOf(order), isForced)
  tiki.lifecycle.create(order, made)
  return order
}

export function startTikiLive(tiki: Tiki): Live {
  const advance = (shop: Shop): void => {
    const now = tiki.clock.now()
    for (const { status, after, action, chance } of HABITS) {
      const isDue = (order: Order): boolean => order.status === status && order.updateTime <= now - after
      const due = tiki.book.all(shop.id).findLast(isDue)
      if (due && tiki.random.chance(chance)) tiki.lifecycle.move(due, action)
    }
  }

  return startLive(tiki, () => {
    const shops = [...tiki.shops.values()]
    skipUnlessForSale(() => createOrder(tiki, tiki.random.pick(shops)))
    for (const shop of shops) advance(shop)
  })
}
