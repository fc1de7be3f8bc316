import { atMost, pickSeller, sellOrder, startLive, type Habit, type Live } from '../../kit/live-selling.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { createRandom } from '../../kit/random.ts'
import type { Lazada } from './lazada.ts'
import { piecesOf, type Action } from './lifecycle.ts'
import type { Order, PieceStatus, Shop } from './types.ts'

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

/** A basket of one to four of the shop's goods. */
function createBasket(lazada: Lazada, { id: shopId, scale }: Shop): OrderRecord {
  const ref = `new:${shopId}:${lazada.clock.now()}:${lazada.random.next()}`
  const random = createRandom(ref)
  const products = lazada.catalog.goods(shopId)
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

export const createOrder = (lazada: Lazada, shop: Shop, record?: OrderRecord, isForced?: boolean): Order =>
  sellOrder(lazada, {
    shop,
    record,
    isForced,
    basketOf: () => createBasket(lazada, shop),
    piecesOf: ({ pieces }) => piecesOf(pieces),
  })

export const startLazadaLive = (lazada: Lazada): Live =>
  startLive(lazada, {
    sell: () => createOrder(lazada, pickSeller(lazada.random, lazada.shops, lazada.tokens.isLinked)),
    habits: HABITS,
    // Orders that still wait have changed in the last week; older orders have come to their end.
    findDue: (shop, status, before) =>
      lazada.book
        .between(shop.id, 'updateTime', lazada.clock.now() - 7 * 24 * HOUR, before)
        .find((order) => order.pieces.some((piece) => piece.status === status)),
    act: (order, action) => lazada.lifecycle.move(order, action),
  })
