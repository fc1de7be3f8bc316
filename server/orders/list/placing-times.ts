/**
 * Times of placing as numbers of whole hours, days and 32 days, as order_search.placed_within has them: a word's hits within such a time
 * are found in the index of terms without the others.
 */
import type { OrderPaging } from './order-filter.ts'

/** Where hits are looked for, from one end of the orders: `hours` of them at least. */
export type PlacingTime = { hours: number; numbers: number[] }

const hourMs = 3_600_000
const hour = { hours: 1, number: (at: number) => at }
const day = { hours: 24, number: (at: number) => -1 - at }
const days32 = { hours: 768, number: (at: number) => -1_000_000 - at }

/** Each some five times as long as the one before, so that looking again in a longer one costs little more than the last look. */
const lengths = [
  { unit: hour, count: 2 },
  { unit: hour, count: 10 },
  { unit: day, count: 2 },
  { unit: day, count: 10 },
  { unit: days32, count: 2 },
  { unit: days32, count: 10 },
]

/**
 * Ever longer times, all from the order on with which the sorted list begins. The unit in which it lies counts for nothing, as hardly any
 * of it may be within, and the one beyond comes along, as somebody may order meanwhile.
 */
export function placingTimes(first: Date, { descending }: Pick<OrderPaging, 'descending'>): PlacingTime[] {
  return lengths.map(({ unit, count }) => {
    const at = Math.floor(first.getTime() / hourMs / unit.hours)
    const numbers = Array.from({ length: count + 2 }, (_, step) =>
      unit.number(descending ? at + 1 - step : at - 1 + step),
    )
    return { hours: count * unit.hours, numbers }
  })
}
