import { skipUnlessForSale } from '../../kit/catalog.ts'
import { chooseShop } from '../../kit/channel-control.ts'
import { pickSeller, startLive, type Habit, type Live } from '../../kit/live-selling.ts'
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

/** Nobody asks for more than there is. */
const atMost = (quantity: number, { stock }: Product): number => Math.min(quantity, Math.max(stock, 1))

/** A basket of one to four of the shop's goods. */
export function makeBasket(
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

/** A new order, made now and told to the subscriber; throws NotForSale when there is too little, unless it is forced. */
export function createOrder(shopee: Shopee, shopId: number, record?: OrderRecord, isForced = false): Order {
  const shop = chooseShop(shopee.shops, shopId)
  const now = shopee.clock.now()
  const isFirst = !record && shopee.catalog.isEmpty(shop.id)
  const made = record ?? makeBasket(shopee, shop, `new:${shopId}:${now}`)
  const order = shopee.maker.make(shop, made, now)
  if (isFirst) shopee.catalog.stockUp(shop.id, piecesOf(order))
  shopee.catalog.take(shop.id, piecesOf(order), isForced)
  shopee.lifecycle.create(order, made)
  return order
}

export function startShopeeLive(shopee: Shopee): Live {
  const sell = (): void => {
    const shopId = pickSeller(shopee.random, [...shopee.shops.keys()], (id) => shopee.tokens.isLinked(id))
    createOrder(shopee, shopId)
  }

  const advance = (): void => {
    const now = shopee.clock.now()
    for (const shopId of shopee.shops.keys())
      for (const { status, after, action, chance } of HABITS) {
        const due = shopee.book
          .inStatus(shopId, status)
          .values()
          .filter((order) => order.updateTime <= now - after)
          .next().value
        if (!due || !shopee.random.chance(chance)) continue
        const [asked] = shopee.returns.ofOrder(due.sn)
        if (status === 'TO_RETURN' && asked) {
          goOn(asked)
          continue
        }
        if (action === 'return')
          openReturn(shopee, due, { kind: 'return', reason: 'PHYSICAL_DMG', note: 'Broken on arrival' })
        else
          shopee.lifecycle.move(
            due,
            action,
            action === 'cancel' ? { by: 'buyer', reason: 'Change of Mind' } : {},
          )
      }
  }

  /** Buyers send what they may send, and are paid once it is on its way and nobody answers. */
  const goOn = (asked: ReturnFile): void => {
    if (asked.stage === 'accepted' && asked.kind === 'return') {
      asked.tracking = `RN${asked.id}`
      shopee.returns.move(asked, 'send')
    } else shopee.returns.move(asked, 'refund')
  }

  return startLive(shopee, () => {
    skipUnlessForSale(sell)
    advance()
  })
}
