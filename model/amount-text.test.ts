import { expect, it } from 'vitest'
import { readAmount, readWhole, wholeWithin } from './amount-text.ts'

it.each([
  ['12,90', 12.9],
  ['12.90', 12.9],
  ['12.9', 12.9],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1.234.567', 1_234_567],
  ['1 234,5', 1234.5],
  ['1234', 1234],
  [12.900_000_000_000_000_4, 12.9],
  ['0,5', 0.5],
  ['１２３', 123],
  ['１，２３４．５', 1234.5],
  ['RM 12.90', 12.9],
  ['12,90myr', 12.9],
])('reads %s', (text, amount) => {
  expect(readAmount(text, 'MYR')).toEqual({ amount })
})

it.each([
  ['¥1,200', 'JPY'],
  ['￥１，２００', 'JPY'],
  ['1.200円', 'JPY'],
  ['1200 JPY', 'JPY'],
  ['1.200 ₫', 'VND'],
  ['1,200đ', 'VND'],
  ['1200 VNĐ', 'VND'],
] as const)('reads %s, which has no decimals', (text, currency) => {
  expect(readAmount(text, currency)).toEqual({ amount: 1200 })
})

it('takes what a formula leaves of 0 for 0', () => {
  const left = 0.3 - 0.2 - 0.1
  for (const value of [left, -left])
    expect(readAmount(value, 'MYR')).toEqual({ problem: 'not_above_zero', remedies: [] })
  expect(readAmount(left, 'MYR', { mayBeZero: true })).toEqual({ amount: 0 })
})

it('never guesses what could be two amounts', () => {
  expect(readAmount('1.234', 'MYR')).toEqual({ problem: 'ambiguous', remedies: ['1234', '1,23'] })
  expect(readAmount('1.234', 3)).toEqual({ problem: 'ambiguous', remedies: ['1234', '1,234'] })
})

it.each([
  ['n/a', 'not_amount', []],
  ['4,2O', 'not_amount', ['4,20']],
  ['12.34.5', 'not_amount', []],
  ['1.23,456.7', 'not_amount', []],
  ['-3', 'not_above_zero', []],
  ['−1.234,50', 'not_above_zero', []],
  ['0', 'not_above_zero', []],
  [0, 'not_above_zero', []],
  [1.234, 'too_fine', ['1.23']],
  ['0.123', 'too_fine', ['0.12']],
  ['9'.repeat(20), 'not_amount', []],
  ['$5', 'not_amount', []],
  ['5 VND', 'not_amount', []],
])('refuses %s', (text, problem, remedies) => {
  expect(readAmount(text, 'MYR')).toEqual({ problem, remedies })
})

it('reads whole numbers, with marks between thousands alone', () => {
  expect(['４', '12', '1.234', '1,234,567', ' 7 ', '-3', '\u22123', 5].map(readWhole)).toEqual([
    4, 12, 1234, 1_234_567, 7, -3, -3, 5,
  ])
  expect(['12 pcs', '1,5', '1.2.3', '', 'x', 1.5].map(readWhole)).toEqual(Array(6).fill(undefined))
  expect([wholeWithin('12 pcs'), wholeWithin('x')]).toEqual([['12'], []])
})
