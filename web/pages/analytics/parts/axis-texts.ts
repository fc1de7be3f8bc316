import type { ChartGroup } from '../../../../model/chart-figures.ts'
import { type Clock, monthDay, shortDay } from '../../../parts/dates.ts'

type Charted = { group: ChartGroup; chart: readonly unknown[] }

const formats = new Map<string, Intl.DateTimeFormat>()

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  formats.set(key, known)
  return known
}

const midnight = (step: string) => new Date(`${step.slice(0, 10)}T00:00:00Z`)
const hourOf = (step: string) => hourText(Number(step.slice(11, 13)))
// English writes the day first here, as everywhere in the console.
const localeOf = ({ locale }: Clock) => (locale === 'en-US' ? 'en-GB' : locale)

const hoursOfDay = 24

/** Under the axis: "25/11", "13:00" where there is one day, "Nov". */
export function axisText(step: string, { group, chart }: Charted, clock: Clock): string {
  if (group === 'hour' && chart.length <= hoursOfDay) return hourOf(step)
  if (group === 'month') return format(localeOf(clock), { month: 'short' }).format(midnight(step))
  return monthDay(step.slice(0, 10), clock)
}

/** In whole: "Wed 25/11/2026", "25/11/2026 13:00", "23/11/2026 – 29/11/2026", "November 2026". */
export function stepTitle(step: string, group: ChartGroup, end: string, clock: Clock): string {
  if (group === 'hour') return `${shortDay(step.slice(0, 10), clock)} ${hourOf(step)}`
  if (group === 'month')
    return format(localeOf(clock), { month: 'long', year: 'numeric' }).format(midnight(step))
  if (group === 'week') return `${shortDay(step, clock)} – ${shortDay(end, clock)}`
  return `${weekdayName(midnight(step).getUTCDay() || 7, clock)} ${shortDay(step, clock)}`
}

/** 1 Monday to 7 Sunday. */
export function weekdayName(weekday: number, clock: Clock, style: 'short' | 'long' = 'short'): string {
  // The first of January 2024 was a Monday.
  return format(localeOf(clock), { weekday: style }).format(Date.UTC(2024, 0, weekday))
}

/** The same for an earlier step, whose end is not known. */
export function earlierTitle(step: string | null, group: ChartGroup, clock: Clock): string | null {
  return step && stepTitle(step, group === 'week' ? 'day' : group, '', clock)
}

/** "09:00". */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
