import { expect, it } from 'vitest'
import { averageCost, fromCost, hasTooManyDecimals, toCost } from './sku-cost.ts'

it('keeps an amount whole', () => {
  for (const [amount, currency] of [
    [4.2, 'MYR'],
    [0, 'MYR'],
    [0.01, 'USD'],
    [125_000, 'VND'],
    [1_000_000_000, 'MYR'],
  ] as const)
    expect(fromCost(toCost(amount, currency), currency)).toBe(amount)
  expect([hasTooManyDecimals(4.205, 'MYR'), hasTooManyDecimals(4.2, 'MYR')]).toEqual([true, false])
  expect(hasTooManyDecimals(1.5, 'VND')).toBe(true)
})

it('is the mean of what was there and what came in, by their pieces', () => {
  const of = (onHand: number, cost: number | null, quantity: number, unitCost: number) =>
    fromCost(
      averageCost(
        { onHand, cost: cost === null ? null : toCost(cost, 'MYR') },
        { quantity, unitCost: toCost(unitCost, 'MYR') },
      ),
      'MYR',
    )
  expect(of(10, 4, 10, 5)).toBe(4.5)
  expect(of(1, 4, 3, 5)).toBe(4.75)
  expect(of(0, 4, 3, 5)).toBe(5)
  expect(of(-2, 4, 3, 5)).toBe(5)
  expect(of(7, null, 3, 5)).toBe(5)
})

it('does not drift when thirds come in again and again', () => {
  let [onHand, cost] = [3, toCost(10, 'MYR')]
  for (let at = 0; at < 1000; at++) {
    cost = averageCost({ onHand, cost }, { quantity: 7, unitCost: toCost(10.01, 'MYR') })
    onHand += 7
  }
  const exact = (3 * 10 + 7000 * 10.01) / 7003
  expect(Math.abs(cost / 1_000_000 - exact)).toBeLessThan(0.0001)
})
