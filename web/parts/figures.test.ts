import { afterEach, describe, expect, it } from 'vitest'
import {
  amount,
  amountIn,
  amountText,
  change,
  compact,
  count,
  decimal,
  measureIn,
  percent,
  piecesIn,
  plainAmount,
  writeNumbersAs,
} from './figures.ts'

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
    ['1,2345', undefined],
    ['1.2345', undefined],
    ['five', undefined],
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

  it('below zero have a true minus sign', () => {
    expect(amount(-8, 'MYR').figure).toBe('−8,00')
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

  it.each(['ja-JP', 'en-US', 'vi-VN', 'ms-MY'])('are read as they are written in %s', (locale) => {
    writeNumbersAs(locale)
    const written = amount(1_234_567.5, 'MYR').figure
    expect([amountIn(written), amountIn('12,5'), amountIn('12.5')]).toEqual([1_234_567.5, 12.5, 12.5])
    expect([amountIn('12,000'), amountIn('12.000')]).toEqual([12_000, 12_000])
    expect(amountIn(plainAmount(1234.5))).toBe(1234.5)
  })
})
