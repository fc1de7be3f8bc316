import { weeksBefore } from '../../model/sales-anomaly.ts'
import { addDays, dayIn, hoursOf } from '../i18n/calendar.ts'

/** Today, its present hour, and the same weekday of the weeks before, the latest first. */
export function sameWeekdays(timezone: string, now: Date) {
  const today = dayIn(timezone, now)
  return {
    today,
    /** 1 Monday to 7 Sunday. */
    weekday: new Date(`${today}T00:00:00Z`).getUTCDay() || 7,
    hour: Number(hoursOf(timezone, today).findLast(({ at }) => at <= now)?.hour ?? 0),
    before: Array.from({ length: weeksBefore }, (_, at) => addDays(today, -7 * (at + 1))),
  }
}
