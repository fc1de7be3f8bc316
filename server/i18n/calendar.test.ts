import { describe, expect, it } from 'vitest'
import { addDays, dayIn, startOfDay, daysAround } from './calendar.ts'

it.each([
  'UTC',
  'Asia/Kuala_Lumpur',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'America/New_York',
  // Clocks are put on or back at midnight.
  'America/Santiago',
  'America/Asuncion',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Atlantic/Azores',
])('a day of %s begins where the day before ends', (timezone) => {
  for (let day = '2023-01-01'; day < '2025-01-01'; day = addDays(day, 1)) {
    const start = startOfDay(timezone, day)
    expect([day, dayIn(timezone, start)]).toEqual([day, day])
    expect([day, dayIn(timezone, new Date(start.getTime() - 1))]).toEqual([day, addDays(day, -1)])
  }
})

it('a day that a country left out has no time at all', () => {
  expect(startOfDay('Pacific/Apia', '2011-12-30')).toEqual(startOfDay('Pacific/Apia', '2011-12-31'))
})

describe('daysAround', () => {
  it('has the neighbours of each day once, and no day between', () => {
    expect(daysAround([])).toEqual([])
    expect(daysAround(['9998-12-31', '1000-01-01', '1000-01-02'])).toEqual([
      '0999-12-31',
      '1000-01-01',
      '1000-01-02',
      '1000-01-03',
      '9998-12-30',
      '9998-12-31',
      '9999-01-01',
    ])
  })
})
