import { describe, expect, it } from 'vitest'
import { addDays, dayIn, hoursOf, startOfDay, daysAround } from './calendar.ts'

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

describe('the hours of a day', () => {
  const hoursIn = (timezone: string, day: string) =>
    hoursOf(timezone, day).map(({ at, hour }) => `${hour} ${at.toISOString().slice(11, 16)}`)

  it('are 24, whatever minute they begin at in UTC', () => {
    expect(hoursIn('Asia/Kuala_Lumpur', '2026-03-29').slice(0, 2)).toEqual(['00 16:00', '01 17:00'])
    expect(hoursIn('Asia/Kathmandu', '2026-03-29')).toHaveLength(24)
    expect(hoursIn('Asia/Kathmandu', '2026-03-29')[1]).toBe('01 19:15')
  })

  it('are fewer or more where clocks change, by an hour or by half of one', () => {
    expect(hoursIn('Europe/London', '2026-03-29').slice(0, 3)).toEqual(['00 00:00', '02 01:00', '03 02:00'])
    // The hour that comes twice begins once: its second time is the same hour of the day.
    expect(hoursIn('Europe/London', '2026-10-25').slice(0, 3)).toEqual(['00 23:00', '01 00:00', '02 02:00'])
    // From two o'clock back to half past one, and in October on from two to half past two.
    expect(hoursIn('Australia/Lord_Howe', '2026-04-05').slice(0, 4)).toEqual([
      '00 13:00',
      '01 14:00',
      '02 15:30',
      '03 16:30',
    ])
    expect(hoursIn('Australia/Lord_Howe', '2026-10-04').slice(1, 4)).toEqual([
      '01 14:30',
      '02 15:30',
      '03 16:00',
    ])
  })
})
