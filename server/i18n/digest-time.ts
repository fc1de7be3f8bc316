import { addDays, dayIn, startOfDay } from './calendar.ts'

const hourMs = 3_600_000
const morning = 8

/** The next eight o'clock of the account. On the two days a year on which clocks are put on or back it is an hour off. */
export function nextDigestAt(timezone: string, now: Date): Date {
  const today = dayIn(timezone, now)
  const at = new Date(startOfDay(timezone, today).getTime() + morning * hourMs)
  return at > now ? at : new Date(startOfDay(timezone, addDays(today, 1)).getTime() + morning * hourMs)
}
