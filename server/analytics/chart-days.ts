import { AppError } from '../../model/errors.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'

const chartDays = 30
/** A chart of more days than a year has shows nothing. */
const mostDays = 366

/** The days of a chart; the last thirty unless given. @throws AppError validation_failed for none and for more than a year */
export function daysOf(timezone: string, asked: { from?: string; to?: string }): string[] {
  const to = asked.to ?? dayIn(timezone, new Date())
  const days = daysBetween(asked.from ?? addDays(to, 1 - chartDays), to)
  if (days.length === 0 || days.length > mostDays)
    throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
  return days
}

/** Both ends included; none where they are the wrong way round. Ends one day after the most that anybody may ask for. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length <= mostDays; day = addDays(day, 1)) days.push(day)
  return days
}
