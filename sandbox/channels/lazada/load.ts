import { createRandom, hash } from '../../random.ts'
import { readOrderRecords, SAMPLE_PATH } from '../../retail/sample.ts'
import type { OrderRecord } from '../../order-record.ts'
import { SHOPS } from './shops.ts'
import type { Lazada, Order, Shop } from './types.ts'

const [MALAYSIA, VIETNAM, SINGAPORE] = SHOPS as [Shop, Shop, Shop]

/** The answer to a control call that names a shop which doesn't exist. */
export class UnknownShop extends Error {}

export function chooseShop(lazada: Lazada, shopId: number): Shop {
  const shop = lazada.shops.get(shopId)
  if (!shop)
    throw new UnknownShop(`there is no shop ${shopId}; there are ${[...lazada.shops.keys()].join(', ')}`)
  return shop
}

/** Takes orders in; `now` is the moment that their ages count from. No pushes: they were there before. */
export async function loadRecords(
  lazada: Lazada,
  records: Iterable<[Shop, OrderRecord]> | AsyncIterable<[Shop, OrderRecord]>,
  now = lazada.clock.now(),
): Promise<number> {
  const orders: Order[] = []
  const names = new Set<number>()
  for await (const [shop, record] of records) {
    const order = lazada.maker.make(shop, record, now, names)
    names.add(order.id)
    orders.push(order)
  }
  // All at once, so that the shelves are sorted once.
  lazada.book.add(orders)
  return orders.length
}

/** A third of the sample's customers buy here too, other things at other times: their orders of the other half of the day. */
async function* sample(): AsyncGenerator<[Shop, OrderRecord]> {
  for await (const record of readOrderRecords(SAMPLE_PATH)) {
    const drawn = hash(`lazada:${record.customer ?? record.ref}`) % 90
    if (drawn >= 30) continue
    const shop = drawn < 1 ? SINGAPORE : drawn < 19 ? MALAYSIA : VIETNAM
    const shifted = (record.age ?? 0) + (hash(`lazada-time:${record.ref}`) % 43_200)
    yield [shop, { ...record, ref: `lazada:${record.ref}`, age: shifted }]
  }
}

export const loadSample = (lazada: Lazada, now?: number): Promise<number> =>
  loadRecords(lazada, sample(), now)

export interface Wish {
  orders: number
  linesPerOrder: number
  days: number
  seed: string
}

/** Orders in numbers, quickly, all with the shop's own goods. */
export function* invent(shop: Shop, wish: Wish): Generator<[Shop, OrderRecord]> {
  const random = createRandom(`lazada-generate:${wish.seed}`)
  const price = (product: number): number =>
    shop.scale === 1 ? 10_000 + ((product * 7_919) % 490) * 1_000 : 5 + ((product * 7_919) % 19_500) / 100
  for (let i = 0; i < wish.orders; i++) {
    const whole = Math.floor(wish.linesPerOrder)
    const count = whole + (random.chance(wish.linesPerOrder - whole) ? 1 : 0)
    const lines = Array.from({ length: count }, (): [string, string, number, number] => {
      const product = random.int(1, 500)
      const quantity = random.pick([1, 1, 1, 2, 3])
      return [
        `GEN-${String(product).padStart(5, '0')}`,
        `Sample Product ${product}`,
        quantity,
        price(product),
      ]
    })
    const age = Math.floor(random.next() * wish.days * 86_400)
    yield [
      shop,
      { ref: `${wish.seed}:${i}`, age, customer: `${wish.seed}:${random.int(1, wish.orders)}`, lines },
    ]
  }
}
