/** Moments as people and spreadsheets write them. */
import { halfWidth } from './half-width.ts'

const clockTime = String.raw`(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?`
const yearFirst = new RegExp(
  String.raw`^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日)(?:[T ]*${clockTime})?$`,
)
const dayFirst = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,? ${clockTime})?$`)
const clockFirst = /^(\d{1,2}):(\d\d) (\d{1,2})\/(\d{1,2})\/(\d{4})$/
const serial = /^[3-7]\d{4}(?:\.\d+)?$/
/** Day 0 of spreadsheets, 1899-12-30. */
const serialStart = Date.UTC(1899, 11, 30)

/**
 * `YYYY-MM-DD HH:mm` of a moment as people and spreadsheets write it: year first as in Japan, day first as in Vietnam and Malaysia, the
 * clock first as in exports in English, or the number of days that a cell without a format shows. Undefined: none of them.
 */
export function plainMoment(typed: string): string | undefined {
  const text = halfWidth(typed).trim()
  if (serial.test(text)) {
    const at = new Date(serialStart + Math.round(Number(text) * 86_400) * 1000)
    return at.toISOString().slice(0, 16).replace('T', ' ')
  }
  const [found, y, , m1, d1, m2, d2, h, min] = yearFirst.exec(text) ?? []
  if (found !== undefined) return plainForm([y, m1 ?? m2, d1 ?? d2], h, min)
  const [isDayFirst, day, , month, year, hours, minutes] = dayFirst.exec(text) ?? []
  if (isDayFirst !== undefined) return plainForm([year, month, day], hours, minutes)
  const clock = clockFirst.exec(text)
  return clock ? plainForm([clock[5], clock[4], clock[3]], clock[1], clock[2]) : undefined
}

/**
 * Both readings, day first and month first, of a moment that may be either. Undefined: its day is beyond 12, it has the year or the
 * clock first, or it is the same both ways.
 */
export function bothReadings(typed: string): [string, string] | undefined {
  const [found, first, , second, year, hours, minutes] = dayFirst.exec(halfWidth(typed).trim()) ?? []
  if (found === undefined || Number(first) > 12 || Number(second) > 12 || Number(first) === Number(second))
    return undefined
  return [plainForm([year, second, first], hours, minutes), plainForm([year, first, second], hours, minutes)]
}

function plainForm(day: (string | undefined)[], hours = '0', minutes = '00'): string {
  return `${day.map((part) => part?.padStart(2, '0')).join('-')} ${hours.padStart(2, '0')}:${minutes}`
}
