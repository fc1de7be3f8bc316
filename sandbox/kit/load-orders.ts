import type { Clock } from './clock.ts'
import type { OrderFactory } from './order-factory.ts'
import type { OrderRecord } from './order-record.ts'
import { createRandom } from './random.ts'

/** Records, each with the shop that sells it. */
export type ShopRecords<Shop> =
  | Iterable<readonly [Shop, OrderRecord]>
  | AsyncIterable<readonly [Shop, OrderRecord]>

/** Takes orders in under ids that are new to each other, all at once; `now` is the moment that their ages count from. */
export async function loadOrders<Shop, Order, Id>(
  {
    clock,
    factory,
    book,
  }: {
    clock: Clock
    factory: OrderFactory<Shop, Order, Id>
    book: { idOf(this: void, order: Order): Id; add(orders: readonly Order[]): void }
  },
  records: ShopRecords<Shop>,
  { now = clock.now(), limit = Infinity }: { now?: number | undefined; limit?: number | undefined } = {},
): Promise<Order[]> {
  const orders: Order[] = []
  const taken = new Set<Id>()
  for await (const [shop, record] of records) {
    if (orders.length >= limit) break
    const order = factory.create(shop, record, now, taken)
    taken.add(book.idOf(order))
    orders.push(order)
  }
  // All at once, so that the lists are sorted once.
  book.add(orders)
  return orders
}

/** Gives each record to the shop that `shopOf` names; leaves those out that no shop of this channel sells. */
export async function* assignShops<Shop>(
  records: Iterable<OrderRecord> | AsyncIterable<OrderRecord>,
  shopOf: (record: OrderRecord) => Shop | undefined,
): AsyncGenerator<readonly [Shop, OrderRecord]> {
  for await (const record of records) {
    const shop = shopOf(record)
    if (shop) yield [shop, record]
  }
}

interface Bulk {
  orders: number
  days: number
  seed: string
}

/** Baskets in numbers, spread over days. */
export function* generateBaskets(
  { orders, days, seed }: Bulk,
  basketOf: (seed: string) => OrderRecord,
): Generator<OrderRecord> {
  const random = createRandom(`generate:${seed}`)
  for (let at = 0; at < orders; at++)
    yield {
      ...basketOf(`${seed}:${at}`),
      age: Math.floor(random.next() * days * 86_400),
      customer: `${seed}:${random.int(1, Math.ceil(orders / 4))}`,
    }
}

interface LineBulk extends Bulk {
  linesPerOrder: number
  products: number
  customers: number
}

/** Orders in numbers, quickly, all with the shop's own goods. `scale` is how many minor units its currency has. */
export function* generateRecords(input: LineBulk, scale: number, name: string): Generator<OrderRecord> {
  const random = createRandom(`${name}:${input.seed}`)
  const price = (product: number): number =>
    scale === 1 ? 10_000 + ((product * 7_919) % 490) * 1_000 : 5 + ((product * 7_919) % 19_500) / 100
  const whole = Math.floor(input.linesPerOrder)
  for (let i = 0; i < input.orders; i++) {
    const count = whole + (random.chance(input.linesPerOrder - whole) ? 1 : 0)
    const lines = Array.from({ length: count }, (): OrderRecord['lines'][number] => {
      const product = random.int(1, input.products)
      return [
        `GEN-${String(product).padStart(5, '0')}`,
        `Sample Product ${product}`,
        random.pick([1, 1, 1, 2, 3]),
        price(product),
      ]
    })
    yield {
      ref: `${input.seed}:${i}`,
      age: Math.floor(random.next() * input.days * 86_400),
      customer: `${input.seed}:${random.int(1, input.customers)}`,
      lines,
    }
  }
}
