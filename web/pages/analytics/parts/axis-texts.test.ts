import { describe, expect, it } from 'vitest'
import { languages, type Language } from '../../../../model/language.ts'
import type { Clock } from '../../../parts/dates.ts'
import { axisText, earlierTitle, hourText, stepTitle, weekdayName } from './axis-texts.ts'

const clockOf = (language: Language): Clock => ({
  language,
  locale: languages[language].locale,
  timeZone: 'America/Los_Angeles',
})
const hours = (count: number) => ({ group: 'hour' as const, chart: Array.from({ length: count }) })
const chart = [1, 2, 3]

describe.each([
  ['en', 'Nov', 'November 2026', 'Wed 25/11/2026', '25/11', 'Wednesday'],
  ['jp', '11月', '2026年11月', '水 2026/11/25', '11/25', '水曜日'],
  ['vn', 'Tháng 11', 'tháng 11 năm 2026', 'Thứ 4 25/11/2026', '25/11', 'Thứ Tư'],
  ['my', 'Nov', 'November 2026', 'Rab 25/11/2026', '25/11', 'Rabu'],
] as const)('steps of a chart in %s', (language, month, wholeMonth, day, short, weekday) => {
  const clock = clockOf(language)

  it('are short under the axis', () => {
    expect(axisText('2026-11-01', { group: 'month', chart }, clock)).toBe(month)
    expect(axisText('2026-11-25', { group: 'day', chart }, clock)).toBe(short)
    expect(axisText('2026-11-25', { group: 'week', chart }, clock)).toBe(short)
  })

  it('are whole where they are pointed at, whatever the reader’s own zone is', () => {
    expect(stepTitle('2026-11-01', 'month', '', clock)).toBe(wholeMonth)
    expect(stepTitle('2026-11-25', 'day', '', clock)).toBe(day)
    expect(weekdayName(3, clock, 'long')).toBe(weekday)
  })
})

describe('hours', () => {
  const clock = clockOf('en')

  it.each([
    ['2026-11-25T00', '00:00'],
    ['2026-11-25T09', '09:00'],
    ['2026-11-25T23', '23:00'],
  ])('of one day stand alone under the axis: %s', (step, text) => {
    expect(axisText(step, hours(24), clock)).toBe(text)
  })

  it('of several days give way to the days', () => {
    expect(axisText('2026-11-25T09', hours(48), clock)).toBe('25/11')
    expect(stepTitle('2026-11-25T09', 'hour', '', clock)).toBe('25/11/2026 09:00')
  })

  it('end at the last one of the day', () => {
    expect([0, 9, 24].map(hourText)).toEqual(['00:00', '09:00', '24:00'])
  })
})

describe('weeks', () => {
  const clock = clockOf('vn')

  it('name their first and last day, across the turn of a year too', () => {
    expect(stepTitle('2026-12-28', 'week', '2027-01-03', clock)).toBe('28/12/2026 – 03/01/2027')
  })

  it('of before name the first day, as nothing else is known of them', () => {
    expect(earlierTitle('2025-12-29', 'week', clock)).toBe('Thứ 2 29/12/2025')
    expect(earlierTitle('2025-12-01', 'month', clock)).toBe('tháng 12 năm 2025')
    expect(earlierTitle(null, 'week', clock)).toBeNull()
  })
})

it('names the days of a week from Monday on, as the figures count them', () => {
  const clock = clockOf('en')
  const names = [1, 2, 3, 4, 5, 6, 7].map((day) => weekdayName(day, clock))
  expect(names).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  // A Sunday, which is the first day to JavaScript.
  expect(stepTitle('2026-11-29', 'day', '', clock)).toBe('Sun 29/11/2026')
  expect(stepTitle('2028-02-29', 'day', '', clock)).toBe('Tue 29/02/2028')
})
