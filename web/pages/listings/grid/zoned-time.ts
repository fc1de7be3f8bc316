/** Local times of the account's time zone as cells have them: YYYY-MM-DD HH:mm. */
import { instantOf, minuteOf } from '../../../parts/dates.ts'

export function localTime(instant: string | null, timeZone: string): string {
  return instant === null ? '' : minuteOf(new Date(instant), timeZone).replace('T', ' ')
}

/** @returns the instant of a day, or of a day and a time; undefined for what is none */
export function instantAt(text: string, timeZone: string): string | undefined {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d?:\d\d))?(?::\d\d)?$/.exec(text.trim()) ?? []
  const at = day === undefined ? undefined : instantOf(`${day}T${time.padStart(5, '0')}`, timeZone)
  // February 30th has the form of a day, and would be read as March.
  return at && localTime(at.toISOString(), timeZone).startsWith(day ?? '') ? at.toISOString() : undefined
}
