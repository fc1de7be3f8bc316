import type { DueLimits } from '../../model/queue-groups.ts'
import { addDays, dayIn, startOfDay } from './calendar.ts'

/** Moments at which the groups of the work queue begin and end, in the account's time zone. */
export function limitsIn(timezone: string, now: Date): DueLimits {
  const today = dayIn(timezone, now)
  return {
    now,
    tomorrow: startOfDay(timezone, addDays(today, 1)),
    dayAfter: startOfDay(timezone, addDays(today, 2)),
  }
}
