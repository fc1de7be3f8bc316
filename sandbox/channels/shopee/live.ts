import { createRandom } from '../../random.ts'
import { chooseShop } from './load.ts'
import type { Action } from './lifecycle.ts'
import type { OrderRecord } from '../../order-record.ts'
import type { Order, OrderStatus, Product, Shop, Shopee } from './types.ts'

export interface Live {
  /** Orders per minute over all shops; 0 ends the selling. */
  setPace(perMinute: number): void
  pace(): number
  stop(): void
}

const MINUTE = 60
const HOUR = 3_600

/** What buyers and couriers do by themselves, how long after the last change, and how likely when looked at. */
const HABITS: readonly { status: OrderStatus; after: number; action: Action; chance: number }[] = [
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
export function makeBasket(
  shopee: Shopee,
  shop: Shop,
  seed: string,
  products: readonly Product[] = shopee.catalogue.all(shop.id),
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
    return [product.sku, product.name, quantity(), product.price / shop.scale]
  })
  return { ref, age: 0, lines }
}

/** A new order, made now and told to the subscriber. */
export function createOrder(shopee: Shopee, shopId: number, record?: OrderRecord): Order {
  const shop = chooseShop(shopee, shopId)
  const now = shopee.clock.now()
  const made = record ?? makeBasket(shopee, shop, `new:${shopId}:${now}`)
  const order = shopee.maker.make(shop, made, now)
  shopee.lifecycle.create(order, made)
  return order
}

export function startLive(shopee: Shopee): Live {
  let pace = 0
  let cancel = (): void => {}

  const sell = (): void => {
    const linked = [...shopee.shops.keys()].filter((id) => shopee.auth.isLinked(id))
    // Unlinked shops sell too, or linking one would find nothing new; linked ones are where somebody looks.
    const shopId = shopee.random.pick(
      linked.length > 0 && shopee.random.chance(0.9) ? linked : [...shopee.shops.keys()],
    )
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
        if (due && shopee.random.chance(chance))
          shopee.lifecycle.move(
            due,
            action,
            action === 'cancel' ? { by: 'buyer', reason: 'Change of Mind' } : {},
          )
      }
  }

  // Each sale plans the next, so a shift of the clock by days makes one sale and not thousands.
  const schedule = (): void => {
    cancel()
    if (pace === 0) return
    const wait = (60_000 / pace) * (0.5 + shopee.random.next())
    cancel = shopee.clock.at(shopee.clock.nowMs() + wait, () => {
      sell()
      advance()
      schedule()
    })
  }

  const setPace = (next: number): void => {
    pace = next
    schedule()
  }
  return { setPace, pace: () => pace, stop: () => setPace(0) }
}
