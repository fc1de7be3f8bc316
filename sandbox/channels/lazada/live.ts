import { skipUnlessForSale } from '../../kit/catalog.ts'
import { chooseShop } from '../../kit/channel-control.ts'
import { pickSeller, startLive, type Habit, type Live } from '../../kit/live-selling.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { createRandom } from '../../kit/random.ts'
import { piecesOf, type Action } from './lifecycle.ts'
import type { Lazada } from './lazada.ts'
import type { Order, PieceStatus, Product } from './types.ts'

const MINUTE = 60
const HOUR = 3_600

/** Actions that buyers and couriers take by themselves. */
const HABITS: readonly Habit<PieceStatus, Action>[] = [
  { status: 'unpaid', after: 2 * MINUTE, action: 'pay', chance: 0.8 },
  { status: 'pending', after: 10 * MINUTE, action: 'request_cancel', chance: 0.03 },
  { status: 'ready_to_ship', after: 10 * MINUTE, action: 'ship', chance: 0.6 },
  { status: 'shipped', after: 20 * HOUR, action: 'deliver', chance: 0.6 },
  { status: 'shipped', after: 72 * HOUR, action: 'fail', chance: 0.02 },
  { status: 'failed_delivery', after: 12 * HOUR, action: 'ship_back', chance: 0.5 },
  { status: 'shipped_back', after: 48 * HOUR, action: 'take_back', chance: 0.5 },
]

/** Goods for shops that were started empty. */
const STARTER: [string, string, number][] = [
  ['90001', 'Ceramic Tea Cup Set', 8.5],
  ['90002', 'Bamboo Chopsticks', 2.25],
  ['90003A', 'Indigo Furoshiki Cloth', 5.95],
]

/** Nobody asks for more than there is. */
const atMost = (quantity: number, { stock }: Product): number => Math.min(quantity, Math.max(stock, 1))

/** A basket of one to four of the shop's goods. */
function makeBasket(lazada: Lazada, shopId: number): OrderRecord {
  const ref = `new:${shopId}:${lazada.clock.now()}:${lazada.random.next()}`
  const random = createRandom(ref)
  const products = lazada.catalog.goods(shopId)
  const scale = lazada.shops.get(shopId)?.scale ?? 1
  const line = (): [string, string, number, number] => {
    const quantity = random.pick([1, 1, 1, 2, 3])
    if (products.length === 0) {
      const [sku, name, price] = random.pick(STARTER)
      return [sku, name, quantity, price]
    }
    const product = random.pick(products)
    return [product.sku, product.name, atMost(quantity, product), product.price / scale]
  }
  const lines = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, line)
  return { ref, age: 0, ...(products.length === 0 && { currency: 'GBP' as const }), lines }
}

/** A new order, made now and told to the subscriber; throws NotForSale when there is too little, unless it is forced. */
export function createOrder(lazada: Lazada, shopId: number, record?: OrderRecord, isForced = false): Order {
  const shop = chooseShop(lazada.shops, shopId)
  const isFirst = !record && lazada.catalog.isEmpty(shop.id)
  const made = record ?? makeBasket(lazada, shopId)
  const order = lazada.maker.make(shop, made, lazada.clock.now())
  if (isFirst) lazada.catalog.stockUp(shop.id, piecesOf(order.pieces))
  lazada.catalog.take(shop.id, piecesOf(order.pieces), isForced)
  lazada.lifecycle.create(order, made)
  return order
}

export function startLazadaLive(lazada: Lazada): Live {
  const sell = (): void => {
    const shopId = pickSeller(lazada.random, [...lazada.shops.keys()], (id) => lazada.tokens.isLinked(id))
    createOrder(lazada, shopId)
  }

  const advance = (): void => {
    const now = lazada.clock.now()
    for (const shopId of lazada.shops.keys())
      for (const { status, after, action, chance } of HABITS) {
        // Orders that still wait have changed in the last week; older orders have come to their end.
        const due = lazada.book
          .between(shopId, 'updateTime', now - 7 * 24 * HOUR, now - after)
          .find((order) => order.pieces.some((piece) => piece.status === status))
        if (due && lazada.random.chance(chance)) lazada.lifecycle.move(due, action)
      }
  }

  return startLive(lazada, () => {
    skipUnlessForSale(sell)
    advance()
  })
}
