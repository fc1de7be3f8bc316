/** Reads what a call of analytics asks for: its days and those before them, the steps of its chart, and the shops that it may count. */
import { AppError } from '../../model/errors.ts'
import { chartGroupOf, type ChartGroup } from '../../model/chart-figures.ts'
import type { AccessRights } from '../../model/permissions.ts'
import { findChosenSegment, type ChosenSegment } from '../customers/segments/segment-filter-store.ts'
import type { Database } from '../db/database.ts'
import { shopsOfQuery } from '../http/shops-to-list.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'
import { firstKnownDay, listKnownDays, type KnownShop } from './known-days-store.ts'

const usualDays = 7
const mostDays = 366
/** Further apart, hours are more than a chart can show. */
const mostDaysOfHours = 31

type Asked = {
  from?: string | undefined
  to?: string | undefined
  shop_id?: number[] | undefined
  platform_id?: number[] | undefined
  segment_id?: number | undefined
  compare?: '0' | '1' | '2' | undefined
  group?: ChartGroup | undefined
}

/** The reader of the figures; a session is one. */
export type FigureReader = AccessRights & { ownerId: string; timezone: string; shopIds: number[] }

/** Days of the account, both ends included. */
export type DayRange = { from: string; to: string }

export type FigureQuery = DayRange & {
  ownerId: string
  timezone: string
  /** Undefined: all shops. An empty list: none. */
  shops: number[] | undefined
  /** Only its customers are counted; undefined: all. */
  segment: ChosenSegment | undefined
  /** The earlier days that are compared; null: none are, or nothing is known of them. */
  previous: DayRange | null
  /** Shops of which not all orders of these and the earlier days are known. */
  partlyKnown: KnownShop[]
  /** All orders of the earlier days are known. */
  isComparable: boolean
  group: ChartGroup
  /** First day of each step of the chart, or "YYYY-MM-DDTHH" of each hour; in their order, without gaps. */
  steps: string[]
  /** The step that a day lies in; for a chart of hours, a day and its hour. */
  stepOf(at: string): string
  /** For each step, the beginning of the earlier one beside it; null where there is none, as for 29 February a year before. */
  previousSteps: (string | null)[]
  /** The step beside which an earlier day is drawn; for a chart of hours, a day and its hour. */
  previousStepOf(at: string): string
}

/** @throws AppError validation_failed for no days, too many, or hours of too many */
export async function figureQueryOf(db: Database, asked: Asked, reader: FigureReader): Promise<FigureQuery> {
  const range = rangeOf(reader.timezone, asked)
  const days = daysBetween(range.from, range.to)
  const group = asked.group ?? chartGroupOf(days.length)
  if (group === 'hour' && days.length > mostDaysOfHours)
    throw new AppError('validation_failed', { invalidFields: { group: 'field.hours_of_days' } })
  const back = backOf(asked.compare ?? '0', days.length)
  const shops = await shopsOfQuery(db, asked, reader)
  const known = await listKnownDays(db, { ...reader, shops })
  const earlier = back ? { from: back(range.from), to: back(range.to) } : null
  const first = firstKnownDay(known) ?? ''
  const steps = stepsOf(days, group)
  const starts = steps.map((step) => {
    const start = back ? back(step.slice(0, 10)) + step.slice(10) : ''
    return start && start >= first ? start : null
  })
  // 29 February has no day of its own a year before: 28 February stands beside 28 February.
  const previousSteps = starts.map((start, at) => (starts.indexOf(start) < at ? null : start))
  return {
    ...range,
    ownerId: reader.ownerId,
    timezone: reader.timezone,
    shops,
    segment: await findChosenSegment(db, reader, asked.segment_id),
    previous: earlier && earlier.to >= first ? earlier : null,
    partlyKnown: known.filter(({ since }) => since > (earlier ?? range).from),
    isComparable: earlier !== null && known.every(({ since }) => since <= earlier.from),
    group,
    steps,
    stepOf: (at) => stepAt(steps, steps, at),
    previousSteps,
    previousStepOf: (at) => stepAt(steps, previousSteps, at),
  }
}

function rangeOf(timezone: string, asked: Asked): DayRange {
  const to = asked.to ?? dayIn(timezone, new Date())
  const from = asked.from ?? addDays(to, 1 - usualDays)
  if (from > to) throw new AppError('validation_failed', { invalidFields: { from: 'field.dates' } })
  if (addDays(from, mostDays) <= to)
    throw new AppError('validation_failed', { invalidFields: { from: 'field.days_of_year' } })
  return { from, to }
}

/** Both ends included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Leads from a day to the earlier one that it is compared with. */
function backOf(compare: '0' | '1' | '2', days: number): ((day: string) => string) | null {
  if (compare === '1') return (day) => addDays(day, -days)
  return compare === '2' ? yearBefore : null
}

function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return before.endsWith('-02-29') ? before.replace(/29$/, '28') : before
}

/** A step of a week or a month begins with the range where the range begins within it. */
function stepsOf(days: string[], group: ChartGroup): string[] {
  if (group === 'hour')
    return days.flatMap((day) =>
      Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`),
    )
  return days.filter((day, at) => at === 0 || beginsStep(day, group))
}

function beginsStep(day: string, group: ChartGroup): boolean {
  if (group === 'week') return new Date(`${day}T00:00:00Z`).getUTCDay() === 1
  return group === 'day' || day.endsWith('-01')
}

/** The step whose start is the last that is not behind `at`. */
function stepAt(steps: string[], starts: (string | null)[], at: string): string {
  const place = starts.findLastIndex((start) => start !== null && start <= at)
  return steps[Math.max(place, 0)] ?? ''
}
