import { expect, it } from 'vitest'
import { currenciesFor, newPriceBy } from './price-rule.ts'

it('makes prices with the decimals of their currency', () => {
  expect(newPriceBy({ kind: 'percent', value: -10 }, 12.99, 'MYR')).toBe(11.69)
  expect(newPriceBy({ kind: 'percent', value: 8 }, 1980, 'JPY')).toBe(2138)
  expect(newPriceBy({ kind: 'add', value: 1.5 }, 12.9, 'MYR')).toBe(14.4)
  expect(newPriceBy({ kind: 'set', value: 9.9 }, 12.9, 'MYR')).toBe(9.9)
})

it('makes no price of nothing or less', () => {
  expect(newPriceBy({ kind: 'add', value: -13 }, 12.9, 'MYR')).toBeUndefined()
  expect(newPriceBy({ kind: 'percent', value: -100 }, 12.9, 'MYR')).toBeUndefined()
  expect(newPriceBy({ kind: 'percent', value: -99.99 }, 10, 'JPY')).toBeUndefined()
})

it('is of one currency for an amount, and of all for per cent', () => {
  const rows = ['VND', 'MYR', 'VND'].map((currency) => ({ currency }))
  expect([currenciesFor('set', rows), currenciesFor('add', rows)]).toEqual([
    ['MYR', 'VND'],
    ['MYR', 'VND'],
  ])
  expect([currenciesFor('percent', rows), currenciesFor('set', rows.slice(1, 2))]).toEqual([[], ['MYR']])
})
