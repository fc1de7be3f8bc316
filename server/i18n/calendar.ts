/** Days of an account's time zone. */

// Making a format takes a hundred times as long as using it.
const dayFormats = new Map<string, Intl.DateTimeFormat>()
const timeFormats = new Map<string, Intl.DateTimeFormat>()
const clockFormats = new Map<string, Intl.DateTimeFormat>()

/** "2026-11-20", the calendar day of an instant. */
export function dayIn(timezone: string, instant: Date): string {
  const format = formatOf(dayFormats, 'en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return format.format(instant)
}

/** "09:05", what the clocks say at an instant. */
export function timeIn(timezone: string, instant: Date): string {
  const format = formatOf(timeFormats, 'en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  return format.format(instant)
}

/** "09", the hour of the day. */
export function hourIn(timezone: string, instant: Date): string {
  return timeIn(timezone, instant).slice(0, 2)
}

/** When each hour of a day begins, as clocks say it. One that they leave out is missing; one that they go through twice is longer. */
export function hoursOf(timezone: string, day: string): { at: Date; hour: string }[] {
  const start = startOfDay(timezone, day).getTime()
  const end = startOfDay(timezone, addDays(day, 1)).getTime()
  // Clocks change on few days, and then at any minute.
  const step = end - start === 24 * hourMs ? hourMs : minuteMs
  const hours: { at: Date; hour: string }[] = []
  for (let time = start; time < end; time += step) {
    const hour = hourIn(timezone, new Date(time))
    if (hours.at(-1)?.hour !== hour) hours.push({ at: new Date(time), hour })
  }
  return hours
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Days of any time zone that share a moment with days of UTC, in their order. Not those between: orders may lie centuries apart. */
export function daysAround(utcDays: string[]): string[] {
  return [...new Set(utcDays.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]))].toSorted()
}

/** The instant at which a day begins, which is one o'clock where clocks are put on at midnight. */
export function startOfDay(timezone: string, day: string): Date {
  // Offsets change rarely and by hours, so the offset found at the guess is right after at most one correction.
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const first = midnight - offsetAt(timezone, new Date(midnight))
  const second = new Date(midnight - offsetAt(timezone, new Date(first)))
  return dayIn(timezone, second) < day ? new Date(first) : second
}

function offsetAt(timezone: string, instant: Date): number {
  const format = formatOf(clockFormats, 'en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = format.formatToParts(instant)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return local - Math.floor(instant.getTime() / 1000) * 1000
}

function formatOf(
  made: Map<string, Intl.DateTimeFormat>,
  locale: string,
  options: Intl.DateTimeFormatOptions & { timeZone: string },
): Intl.DateTimeFormat {
  const known = made.get(options.timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, options)
  made.set(options.timeZone, format)
  return format
}
