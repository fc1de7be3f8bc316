/** When reports by mail are due, and which days they tell of. */
import type { ReportChoice } from '../../model/mail-report.ts'
import { addDays, dayIn, hoursOf, startOfDay } from './calendar.ts'

/** The next time after `now`. An hour that the clocks leave out is due at the one behind it; one that comes twice, at its first. */
export function nextReportAt(timezone: string, choice: ReportChoice, now: Date): Date {
  const today = dayIn(timezone, now)
  for (let ahead = 0; ; ahead++) {
    const day = addDays(today, ahead)
    const at = isOn(choice, day) && dueOn(timezone, choice, day)
    if (at && at > now) return at
  }
}

/** When a report that was due by the clocks of one time zone comes by those of another: at once where they have passed its hour. */
export function movedReportAt(
  { from, to }: { from: string; to: string },
  choice: ReportChoice,
  dueAt: Date,
  now: Date,
): Date {
  const next = nextReportAt(to, choice, now)
  return dayIn(to, next) > dayIn(from, dueAt) ? now : next
}

function dueOn(timezone: string, { hour }: ReportChoice, day: string): Date {
  const found = hoursOf(timezone, day).find((one) => Number(one.hour) >= hour)
  return found?.at ?? startOfDay(timezone, addDays(day, 1))
}

function isOn({ rhythm, weekday }: ReportChoice, day: string): boolean {
  return rhythm === 'daily' || weekdayOf(day) === weekday
}

/** 1 is Monday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** The day whose report is written on `today`: a weekly one that comes late is still of its weekday. */
export function reportDayOf({ rhythm, weekday }: ReportChoice, today: string): string {
  return rhythm === 'daily' ? today : addDays(today, -((weekdayOf(today) - weekday + 7) % 7))
}

/** The whole days before `day` that its report tells of. */
export function reportedDays(rhythm: ReportChoice['rhythm'], day: string): { from: string; to: string } {
  return { from: addDays(day, rhythm === 'daily' ? -1 : -7), to: addDays(day, -1) }
}
