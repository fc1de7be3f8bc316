import { atMost, pickSeller, sellOrder, startLive, type Habit, type Live } from '../../kit/live-selling.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { createRandom } from '../../kit/random.ts'
import type { ReturnFile } from '../../kit/return-simulation.ts'
import { piecesOf, type Action } from './lifecycle.ts'
import { openReturn } from './returns.ts'
import type { Shopee } from './shopee.ts'
import type { Order, OrderStatus, Product, Shop } from './types.ts'

const MINUTE = 60
const HOUR = 3_600

/** Actions that buyers and couriers take by themselves. */
const HABITS: readonly Habit<OrderStatus, Action>[] = [
  { status: 'UNPAID', after: 2 * MINUTE, action: 'pay', chance: 0.9 },
  { status: 'UNPAID', after: 2 * MINUTE, action: 'cancel', chance: 0.3 },
  { status: 'PENDING', after: 5 * MINUTE, action: 'clear', chance: 1 },
  { status: 'READY_TO_SHIP', after: 5 * MINUTE, action: 'request_cancel', chance: 0.03 },
  { status: 'PROCESSED', after: 10 * MINUTE, action: 'retry', chance: 0.03 },
  { status: 'PROCESSED', after: 10 * MINUTE, action: 'pickup', chance: 0.6 },
  { status: 'SHIPPED', after: 20 * HOUR, action: 'deliver', chance: 0.6 },
  { status: 'SHIPPED', after: 96 * HOUR, action: 'lost', chance: 0.01 },
  { status: 'TO_CONFIRM_RECEIVE', after: 24 * HOUR, action: 'complete', chance: 0.5 },
  { status: 'TO_CONFIRM_RECEIVE', after: 24 * HOUR, action: 'return', chance: 0.02 },
  { status: 'TO_RETURN', after: 36 * HOUR, action: 'refund', chance: 0.5 },
  { status: 'TO_RETURN', after: 36 * HOUR, action: 'complete', chance: 0.3 },
]

/** Goods for shops that were started empty. */
const STARTER: [string, string, number][] = [
  ['90001', 'Ceramic Tea Cup Set', 8.5],
  ['90002', 'Bamboo Chopsticks', 2.25],
  ['90003A', 'Indigo Furoshiki Cloth', 5.95],
  ['90004', 'Cherry Blossom Notebook', 3.4],
]

/** A basket of one to four of the shop's goods. */
export function createBasket(
  shopee: Shopee,
  shop: Shop,
  seed: string,
  products: readonly Product[] = shopee.catalog.goods(shop.id),
): OrderRecord {
  const random = createRandom(`basket:${seed}`)
  const chosen = new Set(Array.from({ length: random.pick([1, 1, 1, 2, 2, 3, 4]) }, () => random.next()))
  const quantity = (): number => random.pick([1, 1, 1, 1, 2, 2, 3])
  const ref = `${seed}:${shopee.random.next()}`
  if (products.length === 0) {
    const lines = STARTER.slice(0, chosen.size).map(
      ([sku, name, price]): [string, string, number, number] => [sku, name, quantity(), price],
    )
    return { ref, age: 0, currency: 'GBP', lines }
  }
  const lines = [...chosen].map((drawn): [string, string, number, number] => {
    const product = products[Math.floor(drawn * products.length)]!
    return [product.sku, product.name, atMost(quantity(), product), product.price / shop.scale]
  })
  return { ref, age: 0, lines }
}

export const createOrder = (shopee: Shopee, shop: Shop, record?: OrderRecord, isForced?: boolean): Order =>
  sellOrder(shopee, {
    shop,
    record,
    isForced,
    basketOf: () => createBasket(shopee, shop, `new:${shop.id}:${shopee.clock.now()}`),
    piecesOf,
  })

/** Buyers send what they may send, and are paid once it is on its way and nobody answers. */
function advanceReturn({ returns }: Shopee, file: ReturnFile): void {
  if (file.stage === 'accepted' && file.kind === 'return') {
    file.tracking = `RN${file.id}`
    returns.move(file, 'send')
  } else returns.move(file, 'refund')
}

export const startShopeeLive = (shopee: Shopee): Live =>
  startLive(shopee, {
    sell: () => createOrder(shopee, pickSeller(shopee.random, shopee.shops, shopee.tokens.isLinked)),
    habits: HABITS,
    findDue: (shop, status, before) =>
      shopee.book
        .inStatus(shop.id, status)
        .values()
        .find((order) => order.updateTime <= before),
    act(order, action) {
      const [file] = shopee.returns.ofOrder(order.sn)
      if (order.status === 'TO_RETURN' && file) advanceReturn(shopee, file)
      else if (action === 'return')
        openReturn(shopee, order, { kind: 'return', reason: 'PHYSICAL_DMG', note: 'Broken on arrival' })
      else
        shopee.lifecycle.move(
          order,
          action,
          action === 'cancel' ? { by: 'buyer', reason: 'Change of Mind' } : {},
        )
    },
  })
