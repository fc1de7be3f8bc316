import { describe, expect, it } from 'vitest'
import { forecastDays, forecastOf, type DayOfSales } from './restock.ts'

/** Thirty days that sold these pieces, one order each piece, and nothing on the rest. */
const month = (sold: number[], outOn: number[] = []): DayOfSales[] =>
  Array.from({ length: forecastDays }, (_, at) => ({
    pieces: sold[at] ?? 0,
    orders: sold[at] ?? 0,
    hadStock: !outOn.includes(at),
  }))
const every = (pieces: number) => Array.from({ length: forecastDays }, () => pieces)

describe('the forecast', () => {
  it('divides what is left by the mean sales of a day', () => {
    const sold = every(2).map((pieces, at) => (at < 3 ? pieces + 1 : pieces))
    expect(forecastOf(8, month(sold))).toEqual({
      pieces: 63,
      days: 30,
      perDay: 2.1,
      daysLeft: 4,
      missing: 55,
    })
  })

  it('leaves out days without stock, but not those on which something was sold', () => {
    const sold = every(1).map((pieces, at) => (at < 10 ? 0 : pieces))
    const out = Array.from({ length: 10 }, (_, at) => at)
    expect(forecastOf(10, month(sold, out))).toMatchObject({ days: 20, perDay: 1, daysLeft: 10, missing: 20 })
    expect(forecastOf(10, month(sold, [...out, 15]))).toMatchObject({ days: 20, perDay: 1 })
  })

  it('says nothing of fewer than five orders, however many pieces they had', () => {
    const few = month([1, 1, 1, 1])
    expect(forecastOf(3, few)).toEqual({ pieces: 4, days: 30, perDay: null, daysLeft: null, missing: null })
    expect(forecastOf(3, [{ pieces: 100, orders: 4, hadStock: true }])).toMatchObject({ daysLeft: null })
    expect(forecastOf(3, month([1, 1, 1, 1, 1]))).toMatchObject({ daysLeft: 18, missing: 2 })
    expect(forecastOf(3, [])).toMatchObject({ days: 0, daysLeft: null })
  })

  it('is 0 when nothing is left, misses what buyers wait for besides, and nothing when there is enough', () => {
    expect(forecastOf(0, month(every(1)))).toMatchObject({ daysLeft: 0, missing: 30 })
    expect(forecastOf(-3, month(every(1)))).toMatchObject({ daysLeft: 0, missing: 33 })
    expect(forecastOf(60, month(every(1)))).toMatchObject({ daysLeft: 60, missing: 0 })
  })
})
