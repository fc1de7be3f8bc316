import { skipUnlessForSale } from '../../kit/catalog.ts'
import { startLive, type Habit, type Live } from '../../kit/live-selling.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { createRandom } from '../../kit/random.ts'
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
export function makeBasket(tiktok: Tiktok, shop: Shop, seed: string): OrderRecord {
  const random = createRandom(`basket:${seed}`)
  const sold = tiktok.catalog.goods(shop.id).map((one) => ({ ...one, price: one.price / shop.scale }))
  const dong = shop.scale === 1 ? 6_000 : 1
  const goods = sold.length > 0 ? sold : STARTER.map((one) => ({ ...one, stock: 3, price: one.price * dong }))
  const chosen = new Set(Array.from({ length: random.int(1, 3) }, () => random.pick(goods)))
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

/** A new order, made now and told to the subscriber; throws NotForSale when there is too little, unless it is forced. */
export function createOrder(tiktok: Tiktok, shop: Shop, record?: OrderRecord, isForced = false): Order {
  const isFirst = !record && tiktok.catalog.isEmpty(shop.id)
  const made = record ?? makeBasket(tiktok, shop, `new:${tiktok.clock.nowMs()}:${tiktok.random.next()}`)
  const order = tiktok.maker.make(shop, made, tiktok.clock.now())
  if (isFirst) tiktok.catalog.stockUp(shop.id, piecesOf(order))
  tiktok.catalog.take(shop.id, piecesOf(order), isForced)
  tiktok.lifecycle.create(order, made)
  return order
}

export function startTiktokLive(tiktok: Tiktok): Live {
  const advance = (shop: Shop): void => {
    const now = tiktok.clock.now()
    for (const { status, after, action, chance } of HABITS) {
      const due = tiktok.book
        .all(shop.id)
        .findLast((order) => order.status === status && order.updateTime <= now - after)
      if (due && tiktok.random.chance(chance)) tiktok.lifecycle.move(due, action)
    }
  }

  return startLive(tiktok, () => {
    const shops = [...tiktok.shops.values()]
    skipUnlessForSale(() => createOrder(tiktok, tiktok.random.pick(shops)))
    for (const shop of shops) advance(shop)
  })
}
