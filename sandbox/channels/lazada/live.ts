import type { OrderRecord } from '../../order-record.ts'
import { createRandom } from '../../random.ts'
import type { Action } from './lifecycle.ts'
import { chooseShop } from './load.ts'
import type { Lazada, Order, PieceStatus } from './types.ts'

export interface Live {
  /** Orders per minute over all shops; 0 ends the selling. */
  setPace(perMinute: number): void
  pace(): number
  stop(): void
}

const MINUTE = 60
const HOUR = 3_600

/** What buyers and couriers do by themselves, how long after the last change, and how likely when looked at. */
const HABITS: readonly { status: PieceStatus; after: number; action: Action; chance: number }[] = [
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
function makeBasket(lazada: Lazada, shopId: number): OrderRecord {
  const ref = `new:${shopId}:${lazada.clock.now()}:${lazada.random.next()}`
  const random = createRandom(ref)
  const products = lazada.catalogue.all(shopId)
  const scale = lazada.shops.get(shopId)?.scale ?? 1
  const line = (): [string, string, number, number] => {
    const quantity = random.pick([1, 1, 1, 2, 3])
    if (products.length === 0) {
      const [sku, name, price] = random.pick(STARTER)
      return [sku, name, quantity, price]
    }
    const { sku, name, price } = random.pick(products)
    return [sku, name, quantity, price / scale]
  }
  const lines = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, line)
  return { ref, age: 0, ...(products.length === 0 && { currency: 'GBP' as const }), lines }
}

/** A new order, made now and told to the subscriber. */
export function createOrder(lazada: Lazada, shopId: number, record?: OrderRecord): Order {
  const shop = chooseShop(lazada, shopId)
  const made = record ?? makeBasket(lazada, shopId)
  const order = lazada.maker.make(shop, made, lazada.clock.now())
  lazada.lifecycle.create(order, made)
  return order
}

export function startLive(lazada: Lazada): Live {
  let pace = 0
  let cancel = (): void => {}

  const sell = (): void => {
    const all = [...lazada.shops.keys()]
    const linked = all.filter((id) => lazada.auth.isLinked(id))
    // Unlinked shops sell too, or linking one would find nothing new; linked ones are where somebody looks.
    createOrder(lazada, lazada.random.pick(linked.length > 0 && lazada.random.chance(0.9) ? linked : all))
  }

  const advance = (): void => {
    const now = lazada.clock.now()
    for (const shopId of lazada.shops.keys())
      for (const { status, after, action, chance } of HABITS) {
        // Whatever waits has changed in the last week; older orders have come to their end.
        const due = lazada.book
          .between(shopId, 'updateTime', now - 7 * 24 * HOUR, now - after)
          .find((order) => order.pieces.some((piece) => piece.status === status))
        if (due && lazada.random.chance(chance)) lazada.lifecycle.move(due, action)
      }
  }

  // Each sale plans the next, so a shift of the clock by days makes one sale and not thousands.
  const schedule = (): void => {
    cancel()
    if (pace === 0) return
    const wait = (60_000 / pace) * (0.5 + lazada.random.next())
    cancel = lazada.clock.at(lazada.clock.nowMs() + wait, () => {
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
