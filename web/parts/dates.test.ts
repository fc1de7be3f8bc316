import { describe, expect, it, onTestFinished } from 'vitest'
import {
  dayOf,
  duration,
  fullTime,
  minuteTime,
  instantOf,
  isJustNow,
  minuteOf,
  monthDay,
  presetDays,
  presetOf,
  relativeTime,
  shortDay,
  shortTime,
} from './dates.ts'

const kualaLumpur = 'Asia/Kuala_Lumpur'
// Already the 21st in Kuala Lumpur.
const now = new Date('2026-11-20T16:30:00Z')
const english = { language: 'en', locale: 'en-US', timeZone: kualaLumpur } as const

describe('ranges of days', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['last_7_days', '2026-11-15', '2026-11-21'],
    ['this_month', '2026-11-01', '2026-11-21'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['this_year', '2026-01-01', '2026-11-21'],
    ['last_1_year', '2025-11-22', '2026-11-21'],
  ] as const)('%s is from %s to %s in the time zone of the account', (preset, from, to) => {
    expect(presetDays(preset, now, kualaLumpur)).toEqual({ from, to })
  })

  it('last month of January is December of the year before', () => {
    expect(presetDays('last_month', new Date('2026-01-15T00:00:00Z'), 'UTC')).toEqual({
      from: '2025-12-01',
      to: '2025-12-31',
    })
  })

  it.each([
    ['UTC', '2028-03-01T00:00:00Z', 'last_month', '2028-02-01', '2028-02-29'],
    ['UTC', '2027-03-01T00:00:00Z', 'last_month', '2027-02-01', '2027-02-28'],
    ['UTC', '2028-03-01T00:00:00Z', 'yesterday', '2028-02-29', '2028-02-29'],
    ['UTC', '2028-03-03T00:00:00Z', 'last_7_days', '2028-02-26', '2028-03-03'],
    ['UTC', '2028-12-31T23:59:59Z', 'last_1_year', '2028-01-02', '2028-12-31'],
    ['UTC', '2026-01-01T00:00:00Z', 'yesterday', '2025-12-31', '2025-12-31'],
    ['UTC', '2026-01-01T00:00:00Z', 'this_year', '2026-01-01', '2026-01-01'],
    // A day further east and a day further west than the clock of the server.
    ['Pacific/Kiritimati', '2025-12-31T10:00:00Z', 'this_year', '2026-01-01', '2026-01-01'],
    ['Pacific/Pago_Pago', '2026-01-01T10:59:59Z', 'this_year', '2025-01-01', '2025-12-31'],
    // The day has 23 hours, and its midnight does not exist.
    ['Africa/Cairo', '2026-04-24T12:00:00Z', 'yesterday', '2026-04-23', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00Z', 'today', '2026-04-24', '2026-04-24'],
    // The day has 25 hours; its last is not the day after.
    ['America/New_York', '2026-11-02T04:30:00Z', 'today', '2026-11-01', '2026-11-01'],
    ['America/New_York', '2026-11-02T04:30:00Z', 'last_7_days', '2026-10-26', '2026-11-01'],
  ] as const)('in %s at %s: %s', (timeZone, at, preset, from, to) => {
    expect(presetDays(preset, new Date(at), timeZone)).toEqual({ from, to })
  })

  it('are a week and a year of days, whatever the day is', () => {
    const days = ({ from, to }: { from: string; to: string }) =>
      (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2029, 0, 1); at += 5 * 86_400_000) {
      const of = (preset: 'last_7_days' | 'last_1_year') =>
        days(presetDays(preset, new Date(at), 'Asia/Tokyo'))
      expect([of('last_7_days'), of('last_1_year')]).toEqual([7, 365])
    }
  })

  it('that somebody chose are named as a preset where they are one', () => {
    const named = (from?: string, to?: string) => presetOf({ from, to }, kualaLumpur, now)
    expect(named('2026-11-15', '2026-11-21')).toBe('last_7_days')
    expect(named('2026-10-01', '2026-10-31')).toBe('last_month')
    expect(named('2026-11-14', '2026-11-21')).toBeUndefined()
    expect(named('2026-11-15', undefined)).toBeUndefined()
    expect(named()).toBeUndefined()
    // On the first of a month several presets are the same day, which has the shortest name.
    const first = new Date('2026-01-01T00:00:00Z')
    expect(presetOf({ from: '2026-01-01', to: '2026-01-01' }, 'UTC', first)).toBe('today')
  })

  it('and minutes are the same in a browser that writes dates of all languages in another way', () => {
    const { prototype } = Intl.DateTimeFormat
    const own = Object.getOwnPropertyDescriptor(prototype, 'format')
    onTestFinished(() => void Object.defineProperty(prototype, 'format', own ?? {}))
    Object.defineProperty(prototype, 'format', { ...own, get: () => () => '11/21/2026, 12:30 AM' })
    expect(presetDays('last_7_days', now, kualaLumpur)).toEqual({ from: '2026-11-15', to: '2026-11-21' })
    expect(minuteOf(now, kualaLumpur)).toBe('2026-11-21T00:30')
  })

  it('days begin at midnight of the account', () => {
    expect(dayOf(now, kualaLumpur)).toBe('2026-11-21')
    expect(dayOf(now, 'UTC')).toBe('2026-11-20')
  })
})

describe('moments', () => {
  it('are written in full as each language does', () => {
    expect(fullTime(now, english)).toBe('00:30 21/11/2026')
    expect(fullTime(now, { ...english, language: 'jp', locale: 'ja-JP' })).toBe('2026-11-21 00:30:00')
    expect(minuteTime(now, english)).toBe('00:30 21/11/2026')
    for (const [language, locale] of [
      ['jp', 'ja-JP'],
      ['vn', 'vi-VN'],
      ['my', 'ms-MY'],
    ] as const)
      expect(minuteTime(now, { ...english, language, locale })).toBe('2026-11-21 00:30')
  })

  it('of today show only the time, of another year the year too', () => {
    expect(shortTime(new Date('2026-11-20T16:05:00Z'), now, english)).toBe('00:05')
    expect(shortTime(new Date('2026-11-19T16:05:00Z'), now, english)).toBe('20/11 00:05')
    expect(shortTime(new Date('2025-03-01T00:00:00Z'), now, english)).toBe('01/03/2025 08:00')
    const vietnamese = { ...english, language: 'vn', locale: 'vi-VN' } as const
    expect(shortTime(new Date('2026-11-19T16:05:00Z'), now, vietnamese)).toBe('20/11 00:05')
  })

  it.each([
    [-12, '12s ago'],
    [-59 * 60, '59m ago'],
    [3 * 3600 + 100, 'in 3h'],
    [-47 * 3600, '47h ago'],
    [-49 * 3600, '2d ago'],
  ])('%d s from now are %s', (seconds, text) => {
    expect(relativeTime(new Date(now.getTime() + seconds * 1000), now, 'en-US')).toBe(text)
  })

  it.each([
    ['ja-JP', '7秒前', '47時間後'],
    ['vi-VN', '7 giây trước', '47 giờ nữa'],
    ['ms-MY', '7 saat lalu', 'dalam 47 jam'],
  ])('read as people write them in %s', (locale, before, after) => {
    const written = (seconds: number) => relativeTime(new Date(now.getTime() + seconds * 1000), now, locale)
    expect([written(-7), written(47 * 3600)]).toEqual([before, after])
  })

  it('of less than five seconds ago, or by a clock that is ahead, are now', () => {
    const isNow = (seconds: number) => isJustNow(new Date(now.getTime() + seconds * 1000), now)
    expect([-6, -5, -4, 0, 59, 60].map(isNow)).toEqual([false, false, true, true, true, false])
  })
})

it.each([
  ['en-US', '25/12/2026', '25/12'],
  ['ja-JP', '2026/12/25', '12/25'],
  ['vi-VN', '25/12/2026', '25/12'],
  ['ms-MY', '25/12/2026', '25/12'],
])('writes a day in %s as %s, and %s without its year', (locale, whole, short) => {
  const clock = { ...english, locale }
  expect([shortDay('2026-12-25', clock), monthDay('2026-12-25', clock)]).toEqual([whole, short])
})

it.each([
  [0, '0s'],
  [999, '0s'],
  [59_999, '59s'],
  [60_000, '1m'],
  [3_599_999, '59m'],
  [3_600_000, '1h'],
  [172_799_999, '47h'],
  [172_800_000, '2d'],
  [30 * 86_400_000 - 1, '29d'],
  [365 * 86_400_000, '1y'],
])('rounds %d ms down to %s', (ms, text) => {
  expect(duration(ms, 'en-US')).toBe(text)
})

it.each([
  ['en-US', '47h'],
  ['ja-JP', '47時間'],
  ['vi-VN', '47 giờ'],
])('says in %s how long is left', (locale, text) => {
  expect(duration(47.9 * 3_600_000, locale)).toBe(text)
})

describe('a minute in a field', () => {
  it.each([
    ['2026-11-25T09:00', kualaLumpur, '2026-11-25T01:00:00.000Z'],
    ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T12:00', 'Europe/Berlin', '2026-10-25T11:00:00.000Z'],
  ])('%s in %s is %s, and back', (minute, timeZone, instant) => {
    expect(instantOf(minute, timeZone)?.toISOString()).toBe(instant)
    expect(minuteOf(new Date(instant), timeZone)).toBe(minute)
  })

  it.each(['', 'T09:00', '2026-11-25T25:00', '2026-13-01T09:00', '12026-11-25T09:00'])(
    'that is none is no instant: %j',
    (minute) => {
      expect(instantOf(minute, kualaLumpur)).toBeUndefined()
    },
  )

  it.each(['0002-11-25T09:00', '0020-11-25T09:00', '0202-11-25T09:00', '0000-01-01T00:00'])(
    'whose year is still being typed is none: %s',
    (minute) => {
      expect(instantOf(minute, kualaLumpur)).toBeUndefined()
    },
  )

  it.each([
    // Clocks go from 02:00 to 03:00.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29T03:30'],
    // Clocks go from 02:00 to 02:30.
    ['2026-10-04T02:10', 'Australia/Lord_Howe', '2026-10-03T15:40:00.000Z', '2026-10-04T02:40'],
    // Midnight itself is skipped.
    ['2026-04-24T00:30', 'Africa/Cairo', '2026-04-23T22:30:00.000Z', '2026-04-24T01:30'],
  ])('that clocks skip counts from before: %s in %s', (minute, timeZone, instant, shown) => {
    expect(instantOf(minute, timeZone)?.toISOString()).toBe(instant)
    expect(minuteOf(new Date(instant), timeZone)).toBe(shown)
  })

  it.each([
    ['Europe/Berlin', '2026-10-25T02:30'],
    ['Australia/Lord_Howe', '2026-04-05T01:45'],
    ['America/New_York', '2026-11-01T01:30'],
  ])('that comes twice is one of the two: in %s %s', (timeZone, minute) => {
    const at = instantOf(minute, timeZone)
    expect(at && minuteOf(at, timeZone)).toBe(minute)
  })

  it.each([
    'UTC',
    'Asia/Tokyo',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Australia/Lord_Howe',
    'Europe/Berlin',
  ])('comes back all year round in %s', (timeZone) => {
    for (let at = Date.UTC(2028, 0, 1); at < Date.UTC(2029, 0, 1); at += 61.5 * 3_600_000) {
      const minute = minuteOf(new Date(at), timeZone)
      const read = instantOf(minute, timeZone)
      expect(read && minuteOf(read, timeZone)).toBe(minute)
    }
  })
})
