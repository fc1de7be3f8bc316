import { expect, it } from 'vitest'
import { findAnomaly } from './sales-anomaly.ts'

const flat = (orders: number) => Array.from({ length: 24 }, () => orders)
const from = (hour: number, before: number, after: number) =>
  Array.from({ length: 24 }, (_, at) => (at < hour ? before : after))

it('names the hour since which today is below its weekday, with the sums behind it', () => {
  expect(findAnomaly(from(10, 5, 1), [flat(5), flat(4), flat(6), flat(5)], 16)).toEqual({
    since: 10,
    orders: 6,
    usual: 30,
    percent: -80,
    before: [30, 24, 36, 30],
  })
})

it('tells more than usual, too', () => {
  expect(findAnomaly(flat(12), [flat(4), flat(4)], 8)).toMatchObject({ since: 0, orders: 96, percent: 200 })
})

it('is silent where little is known, where little is expected, and where chance explains it', () => {
  expect(findAnomaly(flat(0), [flat(9)], 12)).toBeNull()
  expect(findAnomaly(flat(0), [from(6, 0, 1), from(6, 0, 1)], 10)).toBeNull()
  expect(findAnomaly(flat(3), [flat(5), flat(4)], 12)).toBeNull()
  expect(findAnomaly(flat(0), [flat(9), flat(9)], 0)).toBeNull()
})
