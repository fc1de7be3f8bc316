import type { OrderRecord } from './order-record.ts'
import { createRandom } from './random.ts'

/** Makes an order of each record, under numbers that are new to each other, and takes all of them in at once. */
export async function takeOrders<Record, Order, Id>(
  records: Iterable<Record> | AsyncIterable<Record>,
  {
    make,
    idOf,
    add,
    limit = Infinity,
  }: {
    /** `taken` holds the numbers of the orders so far; undefined for a record that becomes no order. */
    make: (record: Record, taken: ReadonlySet<Id>) => Order | undefined
    idOf: (order: Order) => Id
    add: (orders: Order[]) => void
    limit?: number | undefined
  },
): Promise<Order[]> {
  const orders: Order[] = []
  const taken = new Set<Id>()
  for await (const record of records) {
    if (orders.length >= limit) break
    const order = make(record, taken)
    if (!order) continue
    taken.add(idOf(order))
    orders.push(order)
  }
  // All at once, so that the lists are sorted once.
  add(orders)
  return orders
}

export interface Invention {
  orders: number
  linesPerOrder: number
  days: number
  products: number
  customers: number
  seed: string
}

/** Orders in numbers, quickly, all with the shop's own goods. `scale` is how many minor units its currency has. */
export function* inventOrders(input: Invention, scale: number, name: string): Generator<OrderRecord> {
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
