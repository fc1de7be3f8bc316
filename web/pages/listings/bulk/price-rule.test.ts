import { expect, it } from 'vitest'
import { changeIn, currenciesFor, newPriceBy } from './price-rule.ts'

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

it.each([
  // Each of them is a hair below the half in the figures that a machine has.
  [1.15, 10, 'MYR', 1.27],
  [8.05, 10, 'MYR', 8.86],
  [10.1, 5, 'MYR', 10.61],
  [4.35, 10, 'SGD', 4.79],
  [1.45, -30, 'USD', 1.02],
  [1005, -0.5, 'JPY', 1000],
  [15_050, 5, 'VND', 15_803],
  [999_999_999, 0.05, 'VND', 1_000_499_999],
  [0.01, 50, 'MYR', 0.02],
  [0.01, -60, 'MYR', undefined],
  [1, -50, 'JPY', 1],
  [1, -51, 'JPY', undefined],
])('rounds the half up as people do: %d and %d %% in %s', (price, value, currency, next) => {
  expect(newPriceBy({ kind: 'percent', value }, price, currency)).toBe(next)
})

it.each([
  [0.1, 0.2, 'MYR', 0.3],
  [12.99, -12.98, 'MYR', 0.01],
  [12.99, -12.99, 'MYR', undefined],
  [1980, 0.5, 'JPY', 1981],
  [5, 0.004, 'XXX', 5],
])('adds an amount without a rest: %d and %d in %s', (price, value, currency, next) => {
  expect(newPriceBy({ kind: 'add', value }, price, currency)).toBe(next)
})

it.each([
  ['percent', '-10', -10],
  ['percent', '-10 %', -10],
  ['percent', 'ー１０％', -10],
  ['percent', '12,5%', 12.5],
  ['percent', '%', undefined],
  ['percent', '10 % %', undefined],
  ['add', '-10 %', undefined],
  ['add', '－１．２００', -1200],
  ['set', '9,90', 9.9],
] as const)('reads the value of a rule for %s: %j', (kind, typed, value) => {
  expect(changeIn(kind, typed)).toBe(value)
})
