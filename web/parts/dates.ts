import type { Language } from '../../model/language.ts'

export const presets = [
  'today',
  'yesterday',
  'last_7_days',
  'this_month',
  'last_month',
  'this_year',
  'last_1_year',
] as const
export type Preset = (typeof presets)[number]

/** Making a formatter takes a hundred times as long as using it, and a page of rows needs the same few. */
function kept<Key extends string, Format>(make: (key: Key) => Format): (key: Key) => Format {
  const made = new Map<Key, Format>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

/** A calendar day as YYYY-MM-DD in a time zone. By its parts: browsers disagree about which language writes dates like that. */
export function dayOf(at: Date, timeZone: string): string {
  const { year, month, day: date } = parts(at, timeZone)
  return `${year}-${month}-${date}`
}

/** First and last day of a preset, both included. */
export function presetDays(preset: Preset, now: Date, timeZone: string): { from: string; to: string } {
  const today = dayOf(now, timeZone)
  const [year = 0, month = 1] = today.split('-').map(Number)
  const ranges: Record<Preset, { from: string; to: string }> = {
    today: { from: today, to: today },
    yesterday: { from: shift(today, -1), to: shift(today, -1) },
    last_7_days: { from: shift(today, -6), to: today },
    this_month: { from: day(year, month, 1), to: today },
    last_month: { from: day(year, month - 1, 1), to: day(year, month, 0) },
    this_year: { from: day(year, 1, 1), to: today },
    last_1_year: { from: shift(today, -364), to: today },
  }
  return ranges[preset]
}

/** Finds the preset with these days, because an address may have the days alone; the filter then shows the preset's name. */
export function presetOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
  now = new Date(),
): Preset | undefined {
  return presets.find((preset) => {
    const days = presetDays(preset, now, timeZone)
    return days.from === from && days.to === to
  })
}

function shift(from: string, days: number): string {
  const [year = 0, month = 1, date = 1] = from.split('-').map(Number)
  return day(year, month, date + days)
}

/** Months and dates beyond their range roll over, as in the calendar's own arithmetic. */
function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
}

export type Clock = { language: Language; locale: string; timeZone: string }

/** "09:41 20/11/2026" in English, "2026-11-20 09:41:05" elsewhere. */
export function fullTime(at: Date, { language, timeZone }: Clock): string {
  const part = parts(at, timeZone)
  const date = `${part['year']}-${part['month']}-${part['day']}`
  if (language !== 'en') return `${date} ${part['hour']}:${part['minute']}:${part['second']}`
  return `${part['hour']}:${part['minute']} ${part['day']}/${part['month']}/${part['year']}`
}

/** To the minute in every language, for deadlines: nothing ends at a second. */
export function minuteTime(at: Date, clock: Clock): string {
  const whole = fullTime(at, clock)
  return clock.language === 'en' ? whole : whole.slice(0, -':00'.length)
}

/** "14:02:11", where seconds matter. */
export function clockTime(at: Date, { timeZone }: Clock): string {
  const part = parts(at, timeZone)
  return `${part['hour']}:${part['minute']}:${part['second']}`
}

const dayAndMonth = kept((key: `${string} ${string}`) => dateFormat(key, {}))
const wholeDay = kept((key: `${string} ${string}`) => dateFormat(key, { year: 'numeric' }))

function dateFormat(localeAndZone: string, more: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const [locale, timeZone = 'UTC'] = localeAndZone.split(' ')
  return new Intl.DateTimeFormat(locale, { timeZone, day: '2-digit', month: '2-digit', ...more })
}

/** The time, and the day unless it is today. */
export function timeAndDay(
  at: Date,
  now: Date,
  { locale, timeZone }: Clock,
): { time: string; day: string | null } {
  const part = parts(at, timeZone)
  const time = `${part['hour']}:${part['minute']}`
  if (dayOf(at, timeZone) === dayOf(now, timeZone)) return { time, day: null }
  const sameYear = part['year'] === parts(now, timeZone)['year']
  const format = (sameYear ? dayAndMonth : wholeDay)(`${dayFirst(locale)} ${timeZone}`)
  return { time, day: format.format(at) }
}

/** The time for today, the day and time otherwise. */
export function shortTime(at: Date, now: Date, clock: Clock): string {
  const { time, day } = timeAndDay(at, now, clock)
  return day ? `${day} ${time}` : time
}

/** A calendar day in words, for example a chosen date range. */
export function shortDay(day: string, { locale }: Clock): string {
  return wholeDay(`${dayFirst(locale)} UTC`).format(new Date(`${day}T00:00:00Z`))
}

/** A calendar day without its year, where there is little room. */
export function monthDay(day: string, { locale }: Clock): string {
  return dayAndMonth(`${dayFirst(locale)} UTC`).format(new Date(`${day}T00:00:00Z`))
}

// The trade writes day before month in English too, and Vietnam a stroke between them where the data has a dash.
function dayFirst(locale: string): string {
  return locale === 'en-US' || locale === 'vi-VN' ? 'en-GB' : locale
}

const partsFormat = kept(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
)

function parts(at: Date, timeZone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(
    partsFormat(timeZone)
      .formatToParts(at)
      .map((one) => [one.type, one.value]),
  )
}

// Up to two days, hours say more.
const units = [
  { unit: 'year', size: 365 * 86_400, least: 365 * 86_400 },
  { unit: 'month', size: 30 * 86_400, least: 30 * 86_400 },
  { unit: 'day', size: 86_400, least: 2 * 86_400 },
  { unit: 'hour', size: 3600, least: 3600 },
  { unit: 'minute', size: 60, least: 60 },
] as const
const smallest = { unit: 'second', size: 1 } as const

const relativeFormat = kept(
  (locale: string) =>
    new Intl.RelativeTimeFormat(locale, {
      // Short Malay is that of text messages ("dlm").
      style: locale === 'en-US' ? 'narrow' : 'long',
      numeric: 'always',
    }),
)

/** Less than five seconds ago. A moment up to a minute ahead counts too: the server's clock may be ahead of the reader's. */
export function isJustNow(at: Date, now: Date): boolean {
  const ago = now.getTime() - at.getTime()
  return ago < 5000 && ago > -60_000
}

/** "12 s ago", "in 3 h": one unit, rounded down. */
export function relativeTime(at: Date, now: Date, locale: string): string {
  const seconds = Math.trunc((at.getTime() - now.getTime()) / 1000)
  const { unit, size } = units.find(({ least }) => Math.abs(seconds) >= least) ?? smallest
  const text = relativeFormat(locale).format(Math.trunc(seconds / size), unit)
  // Japanese sets no space behind a figure. Behind a verb, Vietnamese "sau" would say "after 47 hours" of what is due in 47.
  return text.replace(/^sau (?=\d)|(?<=\d)\s(?=[秒分時日])/g, '')
}

const durationFormat = kept((key: string) => {
  const [locale, unit] = key.split(' ')
  const unitDisplay = locale === 'en-US' ? 'narrow' : 'short'
  return new Intl.NumberFormat(locale, { style: 'unit', unit: unit ?? 'second', unitDisplay })
})

/** "3 h", "2 d": one unit, rounded down; for what has room for no more. */
export function duration(ms: number, locale: string): string {
  const seconds = Math.trunc(ms / 1000)
  const { unit, size } = units.find(({ least }) => seconds >= least) ?? smallest
  const text = durationFormat(`${locale} ${unit}`).format(Math.trunc(seconds / size))
  // Japanese writes no space before a unit.
  return locale === 'ja-JP' ? text.replace(/\s/, '') : text
}

/** An instant as a field for date and time has it: "2026-11-25T09:00", in a time zone. */
export function minuteOf(at: Date, timeZone: string): string {
  const { hour, minute } = parts(at, timeZone)
  return `${dayOf(at, timeZone)}T${hour}:${minute}`
}

/** The instant of such a text; undefined for none. */
export function instantOf(minute: string, timeZone: string): Date | undefined {
  const asUtc = Date.parse(`${minute}Z`)
  // A year that is being typed begins as 0002.
  if (Number.isNaN(asUtc) || minute < '1900') return undefined
  const aheadAt = (at: number) => Date.parse(`${minuteOf(new Date(at), timeZone)}Z`) - at
  // Once more from there: the first guess may lie on the other side of a change of the clocks.
  return new Date(asUtc - aheadAt(asUtc - aheadAt(asUtc)))
}
