import { describe, expect, it, onTestFinished } from 'vitest'
import {
  dayOf,
  duration,
  fullTime,
  minuteTime,
  instantOf,
  isJustNow,
  minuteOf,
  presetDays,
  relativeTime,
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

  it('that is none is no instant', () => {
    expect(instantOf('', kualaLumpur)).toBeUndefined()
  })
})
