/** Times as people and spreadsheets write them, by the clocks of the account. */
import { startOfDay } from '../../i18n/calendar.ts'

const minuteMs = 60_000

/** Undefined: no time. "09:05 21/03/2026" as an export in English has it, "2026-03-21 09:05:00", "21/03/2026 09:05", or a day. */
export function readMoment(cell: string | number, timezone: string): Date | undefined {
  const text = String(cell).trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/.exec(text)
  if (iso) return at(timezone, [iso[1], iso[2], iso[3]], iso[4], iso[5])
  const clockFirst = /^(\d{1,2}):(\d{2}) (\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (clockFirst)
    return at(timezone, [clockFirst[5], clockFirst[4], clockFirst[3]], clockFirst[1], clockFirst[2])
  const dayFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? (\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(text)
  if (dayFirst) return at(timezone, [dayFirst[3], dayFirst[2], dayFirst[1]], dayFirst[4], dayFirst[5])
  return undefined
}

/** Files say minutes alone. */
export function isSameMinute(a: Date | null, b: Date | null): boolean {
  return a && b ? Math.floor(+a / minuteMs) === Math.floor(+b / minuteMs) : a === b
}

function at(
  timezone: string,
  [year = '', month = '', date = '']: (string | undefined)[],
  hours = '0',
  minutes = '0',
): Date | undefined {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const known = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(+known) || known.toISOString().slice(0, 10) !== day) return undefined
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  return new Date(+startOfDay(timezone, day) + (Number(hours) * 60 + Number(minutes)) * minuteMs)
}
