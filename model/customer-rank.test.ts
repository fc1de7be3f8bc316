import { expect, it } from 'vitest'
import { customerLevels, levelOf, standardRankLimits } from './customer-rank.ts'
import { currencies, type Currency } from './money.ts'

it('gives the level whose limit is just reached, and never less than the first', () => {
  const limits = [0, 100, 200, 300]
  expect([-1, 0, 99, 100, 199, 200, 299, 300, 1e12].map((spent) => levelOf(limits, spent))).toEqual([
    1, 1, 1, 2, 2, 3, 3, 4, 4,
  ])
})

it('has a limit for each level in every currency, from 0 upwards', () => {
  for (const currency of Object.keys(currencies) as Currency[]) {
    const limits = standardRankLimits(currency)
    expect([currency, limits.length, limits[0]]).toEqual([currency, customerLevels.length, 0])
    expect(limits).toEqual([...new Set(limits)].toSorted((a, b) => a - b))
  }
  expect(standardRankLimits('MYR')[1]).toBe(100_000)
  expect(standardRankLimits('VND')[1]).toBe(1_000_000)
})
