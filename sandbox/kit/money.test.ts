import { expect, it } from 'vitest'
import { minorPrice } from './money.ts'

const malaysia = { currency: 'MYR', scale: 100 } as const
const vietnam = { currency: 'VND', scale: 1 } as const

it('leaves what is given away at 0, and lets nothing that costs something become free', () => {
  for (const shop of [malaysia, vietnam]) {
    expect(minorPrice(shop, 'GBP', 0)).toBe(0)
    expect(minorPrice(shop, undefined, 0)).toBe(0)
    expect(minorPrice(shop, 'GBP', 0.0001)).toBeGreaterThan(0)
  }
  expect(minorPrice(malaysia, undefined, 0.01)).toBe(1)
})
