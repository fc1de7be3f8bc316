import { expect, it } from 'vitest'
import { NotForSale } from './catalog.ts'
import { createClock } from './clock.ts'
import { pickSeller, smallBasket, startLive } from './live-selling.ts'
import { createRandom } from './random.ts'

const goods = [
  { sku: 'A', name: 'Cup', price: 5, stock: 1 },
  { sku: 'B', name: 'Pot', price: 9, stock: 0 },
]

it('a basket has no more of a thing than there is, and is the same for the same seed', () => {
  for (const seed of ['a', 'b', 'c', 'd']) {
    const { lines } = smallBasket(goods, seed)
    expect(smallBasket(goods, seed).lines).toEqual(lines)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every(([, , quantity]) => quantity === 1)).toBe(true)
  }
})

it('sells at its pace, moves on what is due in each shop, and goes on when nothing is left to sell', () => {
  const clock = createClock(() => 0)
  const shops = new Map([
    ['x', { id: 'x' }],
    ['y', { id: 'y' }],
  ])
  const asked: unknown[] = []
  const moved: unknown[] = []
  let sold = 0
  const live = startLive(
    { clock, random: createRandom(1), shops },
    {
      sell() {
        sold++
        throw new NotForSale('empty')
      },
      habits: [
        { status: 'new', after: 60, action: 'pack', chance: 1 },
        { status: 'packed', after: 5, action: 'ship', chance: 0 },
      ],
      findDue(shop, status, before) {
        asked.push([shop.id, status, clock.now() - before])
        return shop.id === 'x' ? `order-${status}` : undefined
      },
      act: (order, action) => moved.push([order, action]),
    },
  )
  live.setPace(60)
  clock.shift(2)
  expect(sold).toBeGreaterThan(0)
  expect(asked.slice(0, 4)).toEqual([
    ['x', 'new', 60],
    ['x', 'packed', 5],
    ['y', 'new', 60],
    ['y', 'packed', 5],
  ])
  expect(moved[0]).toEqual(['order-new', 'pack'])
  expect(moved).not.toContainEqual(['order-packed', 'ship'])
  const before = sold
  live.stop()
  clock.shift(60)
  expect([sold, live.pace()]).toEqual([before, 0])
})

it('sells mostly in linked shops, and anywhere when none is', () => {
  const random = createRandom(3)
  const shops = new Map([1, 2, 3].map((id) => [id, { id }]))
  const drawn = (isLinked: (id: number) => boolean) =>
    new Set(Array.from({ length: 60 }, () => pickSeller(random, shops, isLinked).id))
  expect(drawn(() => false)).toEqual(new Set([1, 2, 3]))
  const counts = Array.from({ length: 200 }, () => pickSeller(random, shops, (id) => id === 2).id)
  expect(counts.filter((id) => id === 2).length).toBeGreaterThan(150)
  expect(new Set(counts).size).toBe(3)
})
