/** Times as people and spreadsheets write them, by the clocks of the account. */
import { plainMoment } from '../../../model/plain-moment.ts'
import { momentOf } from '../../../model/written-moment.ts'

const minuteMs = 60_000

/** Undefined: no time. */
export function readMoment(cell: string | number, timezone: string): Date | undefined {
  const written = plainMoment(String(cell))
  return written === undefined ? undefined : momentOf(written, timezone)
}

/** Files say minutes alone. */
export function isSameMinute(a: Date | null, b: Date | null): boolean {
  return a && b ? Math.floor(+a / minuteMs) === Math.floor(+b / minuteMs) : a === b
}
