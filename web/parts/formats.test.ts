/** Figures, amounts, percents and dates as section 9 of the specification has them, language by language. */
import { describe, expect, it } from 'vitest'
import { languages, type Language } from '../../model/language.ts'
import { type Clock, fullTime, shortDay, shortTime } from './dates.ts'
import { amount, compact, count, percent } from './figures.ts'

const at = new Date('2026-11-20T01:41:05Z')
const now = new Date('2026-11-22T09:00:00Z')
const clockOf = (language: Language): Clock => ({
  language,
  locale: languages[language].locale,
  timeZone: 'Asia/Kuala_Lumpur',
})

describe.each([
  { language: 'jp', full: '2026-11-20 09:41:05', short: '11/20 09:41', day: '2026/11/20' },
  { language: 'en', full: '09:41 20/11/2026', short: '20/11 09:41', day: '20/11/2026' },
  { language: 'vn', full: '2026-11-20 09:41:05', short: '20/11 09:41', day: '20/11/2026' },
  { language: 'my', full: '2026-11-20 09:41:05', short: '20/11 09:41', day: '20/11/2026' },
] as const)('moments in $language', ({ language, full, short, day }) => {
  it('are written as there', () => {
    const clock = clockOf(language)
    expect([fullTime(at, clock), shortTime(at, now, clock), shortDay('2026-11-20', clock)]).toEqual([
      full,
      short,
      day,
    ])
  })
})

describe('figures in every language', () => {
  it.each([
    [999, '999', '999'],
    [1000, '1.000', '1.000'],
    [1_234_567, '1.234.567', '1.234.567'],
    [99_999_999, '99.999.999', '99.999.999'],
    [100_000_000, '100.000.000', '100M'],
    [1_500_000_000, '1.500.000.000', '1,5B'],
    [3_000_000_000_000, '3.000.000.000.000', '3T'],
    [0, '0', '0'],
  ])('%d is %s, and %s where room is short', (value, whole, short) => {
    expect([count(value), compact(value)]).toEqual([whole, short])
  })

  it.each([
    [0, '0 %'],
    [12.5, '12,5 %'],
    [100, '100 %'],
  ])('%d of a hundred is %s', (value, text) => {
    expect(percent(value)).toBe(text)
  })

  it.each([
    ['JPY', 1_234_567, '1.234.567', '¥'],
    ['VND', 1_234_567, '1.234.567', '₫'],
    ['MYR', 1234.5, '1.234,50', 'RM'],
    ['USD', 1234.5, '1.234,50', '$'],
  ])('an amount in %s has its sign behind it', (currency, value, figure, sign) => {
    expect(amount(value, currency)).toEqual({ figure, sign, isSignFirst: false })
  })
})
