/**
 * Parts of a range of days whose sums are kept: years, months and days, some of them taken off again. From 28 October to 26 November are four
 * days and November, less what was sold after the 26th; a year is a year, so that what is read of it hardly grows with its days.
 */
import { addDays } from '../i18n/calendar.ts'

/** Rows whose day, month or year begins between `from` and `to`, both included. `sign` -1: they are taken off. */
export type SoldRange = { span: 'day' | 'month' | 'year'; from: string; to: string; sign: 1 | -1 }

type Cover = { cost: number; ranges: SoldRange[] }
type Days = { from: string; to: string }

/** A month has about the rows of so many days: most listings are sold several times in it. A year has hardly more. */
const costs = { month: 6, year: 9 }
const none: Cover = { cost: 0, ranges: [] }

/** @param today behind it next to nothing was sold, so that taking these days off costs nothing */
export function soldRanges({ from, to }: Days, today: string): SoldRange[] {
  const merged: SoldRange[] = []
  for (const range of joined(pieces(from, to, 'year').map((part) => ofYear(part, today))).ranges) {
    const last = merged.at(-1)
    if (last?.span === range.span && last.sign === range.sign && addDays(last.to, 1) === range.from)
      last.to = range.to
    else merged.push({ ...range })
  }
  return merged
}

function ofYear({ from, to }: Days, today: string): Cover {
  const months = (part: Days) => joined(pieces(part.from, part.to, 'month').map((one) => ofMonth(one, today)))
  return cheaper(months({ from, to }), lessTheRest('year', { from, to }, months))
}

function ofMonth(part: Days, today: string): Cover {
  const days = ({ from, to }: Days): Cover => ({
    cost: countDays(from, to < today ? to : today),
    ranges: [{ span: 'day', from, to, sign: 1 }],
  })
  return cheaper(days(part), lessTheRest('month', part, days))
}

/** All of the month or year, less its days before and behind. */
function lessTheRest(span: 'month' | 'year', { from, to }: Days, cover: (part: Days) => Cover): Cover {
  const whole = { from: startOf(span, from), to: endOf(span, to) }
  const rest = [
    from > whole.from ? cover({ from: whole.from, to: addDays(from, -1) }) : none,
    to < whole.to ? cover({ from: addDays(to, 1), to: whole.to }) : none,
  ]
  const off = joined(rest)
  return {
    cost: costs[span] + off.cost,
    ranges: [
      { span, ...whole, sign: 1 },
      ...off.ranges.map((range) => ({ ...range, sign: range.sign === 1 ? (-1 as const) : (1 as const) })),
    ],
  }
}

function joined(covers: Cover[]): Cover {
  return {
    cost: covers.reduce((sum, { cost }) => sum + cost, 0),
    ranges: covers.flatMap(({ ranges }) => ranges),
  }
}

function cheaper(one: Cover, other: Cover): Cover {
  return other.cost < one.cost ? other : one
}

/** The range, cut where a month or year begins. */
function pieces(from: string, to: string, span: 'month' | 'year'): Days[] {
  const found: Days[] = []
  for (let start = from; start <= to;) {
    const end = endOf(span, start)
    found.push({ from: start, to: end < to ? end : to })
    start = addDays(end, 1)
  }
  return found
}

function startOf(span: 'month' | 'year', day: string): string {
  return span === 'year' ? `${day.slice(0, 4)}-01-01` : `${day.slice(0, 7)}-01`
}

function endOf(span: 'month' | 'year', day: string): string {
  if (span === 'year') return `${day.slice(0, 4)}-12-31`
  return addDays(startOf('month', addDays(startOf('month', day), 31)), -1)
}

function countDays(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1)
}
