import { expect, it } from 'vitest'
import { measuresOf } from './parcel-measures.ts'

const usual = { weight: 500, length: 30, width: 20, height: 10 }
const goods = (quantity: number, weight: number | null, size: number | null = null) => ({
  quantity,
  package: { weight, length: size, width: size, height: size },
})

it.each([
  ['one piece of known size', [goods(1, 0.2, 12)], [200, 12, 12, 12, 'products']],
  ['one piece of unknown size', [goods(1, 0.2)], [200, 30, 20, 10, 'products']],
  [
    'several pieces, whose box nobody knows',
    [goods(3, 0.2, 12), goods(1, 1.05, 5)],
    [1650, 30, 20, 10, 'products'],
  ],
  [
    'a line that no channel has weighed',
    [goods(3, 0.2), { quantity: 1, package: null }],
    [500, 30, 20, 10, 'default'],
  ],
  ['a line of no weight', [goods(3, 0.2), goods(1, 0)], [500, 30, 20, 10, 'default']],
  ['next to nothing', [goods(1, 0.001)], [10, 30, 20, 10, 'products']],
  ['grams that somebody took for kilograms', [goods(2, 800)], [500, 30, 20, 10, 'default']],
  ['thirds, which add up without dust', [goods(3, 0.1)], [300, 30, 20, 10, 'products']],
  ['nothing at all', [], [500, 30, 20, 10, 'default']],
] as const)('%s', (_what, lines, [weight, length, width, height, weightFrom]) => {
  expect(measuresOf([...lines], usual)).toEqual({ weight, length, width, height, weightFrom })
})

it('leaves open what neither the goods nor the owner tell', () => {
  const open = { length: null, width: null, height: null }
  expect(measuresOf([goods(2, 0.3, 5)], null)).toEqual({ ...open, weight: 600, weightFrom: 'products' })
  expect(measuresOf([goods(2, null)], null)).toEqual({ ...open, weight: null, weightFrom: null })
})
