/** Local times of the account's time zone as cells have them: YYYY-MM-DD HH:mm. */
import { plainMoment } from '../../../../model/plain-moment.ts'
import { instantOf, minuteOf } from '../../../parts/dates.ts'

export function localTime(instant: string | null, timeZone: string): string {
  return instant === null ? '' : minuteOf(new Date(instant), timeZone).replace('T', ' ')
}

/** @returns the instant of a day, or of a day and a time; undefined for what is none */
export function instantAt(text: string, timeZone: string): string | undefined {
  const [day, time] = plainMoment(text)?.split(' ') ?? []
  const at = day === undefined ? undefined : instantOf(`${day}T${time}`, timeZone)
  // February 30th has the form of a day, and would be read as March.
  return at && localTime(at.toISOString(), timeZone).startsWith(day ?? '') ? at.toISOString() : undefined
}
