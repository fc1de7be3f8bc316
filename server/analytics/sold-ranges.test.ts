import { expect, it } from 'vitest'
import { addDays } from '../i18n/calendar.ts'
import { soldRanges, type SoldRange } from './sold-ranges.ts'

const today = '2026-11-26'

/** Counts each day of the ranges, by the days of the months and years that they take. */
function counted(ranges: SoldRange[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { span, from, to, sign } of ranges)
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const length = span === 'day' ? 10 : span === 'month' ? 7 : 4
      // A month or year counts whole when it begins within the range, which is when its first day lies in it.
      const start = day.slice(0, length).padEnd(10, '-01')
      if (start < from) throw new Error(`${day} belongs to what began before the range`)
      times.set(day, (times.get(day) ?? 0) + sign)
    }
  return times
}

it('covers each day of the range once and no other, whatever the range', () => {
  for (let start = '2025-01-01'; start < '2026-12-20'; start = addDays(start, 29))
    for (const length of [1, 17, 31, 59, 200, 366]) {
      const to = addDays(start, length - 1)
      const times = counted(soldRanges({ from: start, to }, today))
      const wrong = [...times].filter(([day, sum]) => sum !== Number(day >= start && day <= to))
      const covered = [...times.values()].filter((sum) => sum === 1).length
      expect([start, to, wrong, covered]).toEqual([start, to, [], length])
    }
})

it('reads a week by its days, the last thirty and a year up to today by few sums', () => {
  expect(soldRanges({ from: '2026-11-20', to: today }, today)).toEqual([
    { span: 'day', from: '2026-11-20', to: today, sign: 1 },
  ])
  expect(soldRanges({ from: '2026-10-28', to: today }, today)).toEqual([
    { span: 'day', from: '2026-10-28', to: '2026-10-31', sign: 1 },
    { span: 'month', from: '2026-11-01', to: '2026-11-30', sign: 1 },
    { span: 'day', from: '2026-11-27', to: '2026-11-30', sign: -1 },
  ])
  const year = soldRanges({ from: '2025-11-27', to: today }, today)
  expect(year).toContainEqual({ span: 'year', from: '2026-01-01', to: '2026-12-31', sign: 1 })
  expect(year.filter(({ span, sign }) => span === 'day' && sign === 1)).toEqual([
    { span: 'day', from: '2025-11-27', to: '2025-11-30', sign: 1 },
  ])
  expect(year.length).toBeLessThan(7)
})
