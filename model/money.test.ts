import { describe, expect, it } from 'vitest'
import { currencies, fromMinor, isCurrency, toMinor, type Currency } from './money.ts'

describe('toMinor', () => {
  it.each([
    ['12.30', 'MYR', 1230],
    ['12.3', 'MYR', 1230],
    ['12', 'MYR', 1200],
    [12.3, 'MYR', 1230],
    [0.1 + 0.2, 'MYR', 30],
    [1.005, 'MYR', 101],
    ['1.005', 'MYR', 101],
    ['1.004999', 'MYR', 100],
    ['0.995', 'MYR', 100],
    ['007.50', 'MYR', 750],
    [' 7.50 ', 'MYR', 750],
    ['9999999999999.99', 'MYR', 999_999_999_999_999],
    ['150000', 'VND', 150_000],
    ['150000.00', 'VND', 150_000],
    ['1999.5', 'JPY', 2000],
    ['1999.49', 'JPY', 1999],
    [1e-7, 'MYR', 0],
    [1e6, 'IDR', 1_000_000],
  ] as const)('reads %s %s as %i', (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toBe(minor)
  })

  it('rounds a negative half away from zero, as it does a positive one', () => {
    expect(toMinor('-1.005', 'MYR')).toBe(-101)
    expect(toMinor(-12.5, 'JPY')).toBe(-13)
    expect(toMinor('-12.49', 'JPY')).toBe(-12)
  })

  it('never gives minus zero', () => {
    expect(Object.is(toMinor('-0.00', 'MYR'), 0)).toBe(true)
    expect(Object.is(toMinor(-0, 'MYR'), 0)).toBe(true)
    expect(Object.is(toMinor('-0.001', 'MYR'), 0)).toBe(true)
  })

  it.each([
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '1,000.00',
    '1.000,00',
    '1e3',
    '+5',
    '--5',
    '5-',
    'RM5',
    '0x10',
    '12.3.4',
    'NaN',
    '１２',
    '12345678901234',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
  ])('refuses %j instead of taking it for nothing', (amount) => {
    expect(() => toMinor(amount, 'MYR')).toThrow(RangeError)
  })
})

describe('fromMinor', () => {
  it('gives back what came in, for every currency', () => {
    for (const currency of Object.keys(currencies) as Currency[]) {
      for (const minor of [0, 1, 5, 99, 100, 101, 12_345, 99_999_999, -4050]) {
        expect(toMinor(fromMinor(minor, currency), currency)).toBe(minor)
      }
    }
  })

  it('has at most the decimals of the currency', () => {
    expect(fromMinor(18_450, 'MYR')).toBe(184.5)
    expect(fromMinor(18_450, 'VND')).toBe(18_450)
    expect(JSON.stringify(fromMinor(10, 'MYR') + 0)).toBe('0.1')
  })
})

describe('isCurrency', () => {
  it('knows codes, and no property of an object', () => {
    expect(isCurrency('MYR')).toBe(true)
    expect(isCurrency('myr')).toBe(false)
    expect(isCurrency('toString')).toBe(false)
    expect(isCurrency('__proto__')).toBe(false)
  })
})
