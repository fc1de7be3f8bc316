import { afterEach, describe, expect, it } from 'vitest'
import { rangeText } from '../pages/customers/list/range-filter.tsx'
import { countsText } from '../pages/listings/list/stock-hint.ts'
import {
  amount,
  amountIn,
  amountRange,
  amountText,
  change,
  compact,
  count,
  decimal,
  measureIn,
  percent,
  piecesIn,
  plainAmount,
  signedAmountIn,
  writeNumbersAs,
} from './figures.ts'
import { priceText } from './product-labels.ts'

describe('figures', () => {
  it('have dot thousands', () => {
    expect(count(18_204)).toBe('18.204')
  })

  it.each([
    [99_999_999, '99.999.999'],
    [100_000_000, '100M'],
    [1_250_000_000, '1,3B'],
    [2e12, '2T'],
    [-150_000_000, '−150M'],
    [-30, '−30'],
    [0, '0'],
    [-0.2, '0'],
    [-0, '0'],
    [99_999_999.4, '99.999.999'],
    // Rounded, each of them is one of the next unit.
    [999_949_999, '999,9M'],
    [999_950_000, '1B'],
    [999_960_000_000, '1T'],
    [-999_999_999, '−1B'],
    [1_234_567_890_123_456, '1.234,6T'],
  ])('%d is short as %s', (value, text) => {
    expect(compact(value)).toBe(text)
  })

  it.each([
    ['5000', 5000],
    [' 5.000 ', 5000],
    ['1.000.000,5', 1_000_000.5],
    ['1,000,000.50', 1_000_000.5],
    ['12,000', 12_000],
    ['１２，０００', 12_000],
    ['12,5', 12.5],
    ['12.50', 12.5],
    ['１２．５', 12.5],
    ['0.250', 0.25],
    ['0,250', 0.25],
    ['', undefined],
    ['-1', undefined],
    ['1.00.000', undefined],
    ['1,2345', 1.2345],
    ['1.2345', 1.2345],
    ['five', undefined],
    ['1 000', undefined],
    ['.5', undefined],
    ['5.', undefined],
    ['1,234.567', undefined],
    ['1.234.56', undefined],
    ['0.000', 0],
    ['000', 0],
    ['00012', 12],
    ['１．２３４．５６７，８９', 1_234_567.89],
    ['1e5', undefined],
    ['0x10', undefined],
    ['∞', undefined],
    ['١٢', undefined],
    ['\u3000１２\u3000', 12],
    ['12円', undefined],
  ])('are read as they are typed: %j', (text, value) => {
    expect(amountIn(text)).toBe(value)
  })

  it.each([
    ['１２', 12],
    [' 1,200 ', 1200],
    ['999.999', 999_999],
    ['1000000', undefined],
    ['1,5', undefined],
    ['', undefined],
  ])('of pieces are whole: %j', (text, value) => {
    expect(piecesIn(text)).toBe(value)
  })

  it.each([
    ['1.250', 1.25],
    ['1,250', 1.25],
    ['20', 20],
    ['1.250.000', undefined],
    ['', undefined],
  ])('of a measure have no marks between thousands: %j', (text, value) => {
    expect(measureIn(text)).toBe(value)
  })

  it.each([
    ['-10', -10],
    ['−10', -10],
    ['ー１０', -10],
    ['－１０', -10],
    ['‐10', -10],
    ['+ 2,50', 2.5],
    ['＋１０', 10],
    ['- 1.000', -1000],
    ['12', 12],
    ['-0', 0],
    ['', undefined],
    ['-', undefined],
    ['--5', undefined],
    ['+-5', undefined],
    ['5-', undefined],
    ['minus 5', undefined],
  ])('with a sign are read as they are typed on each keyboard: %j', (text, value) => {
    expect(signedAmountIn(text)).toBe(value)
  })

  it.each([0, 999, 1000, 1234.5, 0.01, 1_000_000_000])('come back from a field: %d', (value) => {
    expect(amountIn(plainAmount(value))).toBe(value)
  })

  it('write percents with at most one decimal', () => {
    expect(percent(33.333)).toBe('33,3 %')
  })

  it.each([
    [12.5, '+12,5 %'],
    [0, '+0 %'],
    [-33.333, '−33,3 %'],
    [999, '+999 %'],
    [999.1, '> 999 %'],
    [5845, '> 999 %'],
  ])('say a change of %d as %s', (value, text) => {
    expect(change(value, (most) => `> ${most}`)).toBe(text)
  })

  it('say it exactly where it is asked for', () => {
    expect(change(5845)).toBe('+5.845 %')
  })
})

describe('amounts', () => {
  it('have the decimals of their currency', () => {
    expect(amount(184.5, 'MYR')).toEqual({ figure: '184,50', sign: 'RM', isSignFirst: false })
    expect(amount(1_245_000, 'VND')).toEqual({ figure: '1.245.000', sign: '₫', isSignFirst: false })
  })

  it.each([
    [-8, 'MYR', '−8,00'],
    [-0.005, 'MYR', '−0,01'],
    [-0.004, 'MYR', '0,00'],
    [-0.4, 'JPY', '0'],
    [-0, 'VND', '0'],
    [-1, 'VND', '−1'],
  ])('below zero have a true minus sign: %d %s', (value, currency, figure) => {
    expect(amount(value, currency).figure).toBe(figure)
  })

  it('in a currency that we do not know keep its code', () => {
    expect(amount(5, 'XXX')).toEqual({ figure: '5,00', sign: 'XXX', isSignFirst: false })
  })
})

describe('figures in the custom of a language', () => {
  afterEach(() => writeNumbersAs(undefined))

  it.each([undefined, 'en-GB', 'ja-JP'])('have the minus sign of amounts in each custom: %s', (custom) => {
    writeNumbersAs(custom)
    expect([count(-3), decimal(-3), count(-0.2), count(3)]).toEqual(['−3', '−3', '0', '3'])
    expect(percent(-3)).toMatch(/^−3/)
    expect(amountText(-3, 'JPY')).toMatch(/^−/)
  })

  it.each([
    ['ja-JP', '1,246', '12.5%', '1.5億', 'RM1,246.50', '−¥8'],
    ['en-US', '1,246', '12.5%', '150M', 'RM1,246.50', '−¥8'],
    ['vi-VN', '1.246', '12,5%', '150 Tr', '1.246,50 RM', '−8 ¥'],
    ['ms-MY', '1,246', '12.5%', '150J', 'RM1,246.50', '−¥8'],
  ])('are written as in %s', (locale, whole, share, short, money, debt) => {
    writeNumbersAs(locale)
    expect([
      count(1246),
      percent(12.5),
      compact(150_000_000).replace(/\s/, ' '),
      amountText(1246.5, 'MYR'),
      amountText(-8, 'JPY'),
    ]).toEqual([whole, share, short, money, debt])
  })

  it.each([
    [undefined, '9,90 – 14,90 RM', '1.980 – 2.480 ¥'],
    ['vi-VN', '9,90 – 14,90 RM', '1.980 – 2.480 ¥'],
    ['en-US', 'RM9.90 – RM14.90', '¥1,980 – ¥2,480'],
    ['ja-JP', 'RM9.90 – RM14.90', '¥1,980 – ¥2,480'],
    ['ms-MY', 'RM9.90 – RM14.90', '¥1,980 – ¥2,480'],
  ])('span from one amount to another as in %s', (custom, ringgit, yen) => {
    writeNumbersAs(custom)
    expect([amountRange(9.9, 14.9, 'MYR'), amountRange(1980, 2480, 'JPY')]).toEqual([ringgit, yen])
    expect(priceText({ min: 9.9, max: 14.9 }, 'MYR')).toBe(ringgit)
    expect(priceText({ min: 1980, max: 1980 }, 'JPY')).toBe(amountText(1980, 'JPY'))
    expect(rangeText('Spent', { from: 9.9, to: 14.9 }, 'MYR')).toBe(`Spent: ${ringgit}`)
  })

  it('span with an end that is open', () => {
    expect(rangeText('Orders', { from: undefined, to: undefined })).toBeNull()
    expect(rangeText('Orders', { from: 0, to: undefined })).toBe('Orders: ≥ 0')
    expect(rangeText('Orders', { from: undefined, to: 5000 })).toBe('Orders: ≤ 5.000')
    expect(rangeText('Orders', { from: 2, to: 5000 })).toBe('Orders: 2 – 5.000')
    expect(rangeText('Spent', { from: 0, to: undefined }, 'VND')).toBe('Spent: ≥ 0 ₫')
    expect(countsText({ min: 5, max: 5 })).toBe('5')
    expect(countsText({ min: 5, max: 1200 })).toBe('5–1.200')
  })

  it.each(['ja-JP', 'en-US', 'vi-VN', 'ms-MY'])('are read as they are written in %s', (locale) => {
    writeNumbersAs(locale)
    const written = amount(1_234_567.5, 'MYR').figure
    expect([amountIn(written), amountIn('12,5'), amountIn('12.5')]).toEqual([1_234_567.5, 12.5, 12.5])
    expect([amountIn('12,000'), amountIn('12.000')]).toEqual([12_000, 12_000])
    expect(amountIn(plainAmount(1234.5))).toBe(1234.5)
  })
})
