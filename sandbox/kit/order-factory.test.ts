import { expect, it } from 'vitest'
import { createClock } from './clock.ts'
import { assignShops, generateBaskets, loadOrders } from './load-orders.ts'
import { createOrderFactory } from './order-factory.ts'
import { createOrderIndex } from './order-index.ts'
import type { OrderRecord } from './order-record.ts'

const shop = { id: 1, region: 'MY' } as const
const clock = createClock(() => 5_000_000)
const record = (ref: string, more: Partial<OrderRecord> = {}): OrderRecord => ({
  ref,
  lines: [['S', 'Cup', 1, 2]],
  ...more,
})

function create(taken: ReadonlySet<string> = new Set()) {
  const factory = createOrderFactory({
    seed: 'test',
    isTaken: (id: string) => taken.has(id),
    // All ids begin alike, so that they meet.
    idOf: (_shop: typeof shop, ref) => `id${'+'.repeat(ref.length - 1)}`,
    buyer: { seed: '', idOf: (key) => key },
    build: ({ id, createTime, buyer, random }) => ({
      id,
      shop,
      createTime,
      updateTime: createTime,
      buyer,
      drawn: random.next(),
    }),
  })
  return { factory, book: createOrderIndex((order: ReturnType<typeof factory.create>) => order.id) }
}

it('the same record becomes the same order, of the same buyer, at its own time', () => {
  const [one, two] = [create().factory, create().factory]
  const known = record('a', { customer: 'Ann', age: 60 })
  expect(one.create(shop, known, 1_000)).toEqual(two.create(shop, known, 1_000))
  expect(one.create(shop, known, 1_000)).toMatchObject({ createTime: 940, buyer: { id: 'Ann' } })
  expect(one.create(shop, record('b', { created: 7 }), 1_000).createTime).toBe(7)
  const [first, again] = [one.create(shop, known, 1), one.create(shop, known, 1)]
  expect(first.buyer).toBe(again.buyer)
  one.reset()
  expect(one.create(shop, known, 1).buyer).not.toBe(first.buyer)
})

it('an id that is taken is given to nobody else', () => {
  const { factory } = create(new Set(['id']))
  expect(factory.create(shop, record('a'), 1).id).toBe('id+')
  expect(factory.create(shop, record('a'), 1, new Set(['id+'])).id).toBe('id++')
})

it('records are loaded for their shops, under ids of their own, up to the limit', async () => {
  const { factory, book } = create()
  const records = assignShops(
    ['a', 'b', 'c', 'd'].map((ref) => record(ref)),
    ({ ref }) => (ref === 'b' ? undefined : shop),
  )
  const orders = await loadOrders({ clock, factory, book }, records, { now: 10, limit: 2 })
  expect(orders.map(({ id }) => id)).toEqual(['id', 'id+'])
  expect(book.all(1)).toHaveLength(2)
  expect(orders[0]?.createTime).toBe(10)
})

it('baskets in numbers are spread over the days, the same ones each time', () => {
  const generate = () => [...generateBaskets({ orders: 40, days: 2, seed: 's' }, (seed) => record(seed))]
  const baskets = generate()
  expect(generate()).toEqual(baskets)
  expect(new Set(baskets.map(({ ref }) => ref)).size).toBe(40)
  expect(Math.max(...baskets.map(({ age = 0 }) => age))).toBeLessThan(2 * 86_400)
  expect(new Set(baskets.map(({ customer }) => customer)).size).toBeLessThanOrEqual(10)
})
