/** Return of first-time buyers by month. */
import { percentOf } from '../../model/chart-figures.ts'
import { findChosenSegment } from '../customers/segments/segment-filter-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { shopsOfQuery } from '../http/shops-to-list.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'
import { countCohorts } from './cohorts-store.ts'
import { firstKnownDay, listKnownDays } from './known-days-store.ts'

const monthCount = 12

export function cohortsRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /analytics/customers/cohorts', async ({ query, session }) => {
    const { ownerId, timezone } = session
    const months = monthsUpTo(query.to ?? dayIn(timezone, new Date()))
    const shops = await shopsOfQuery(db, query, session)
    const segment = await findChosenSegment(db, session, query.segment_id)
    const [cells, known] = await Promise.all([
      countCohorts(db, { ownerId, timezone, shops, segment }, months),
      listKnownDays(db, { ownerId, timezone, shops }),
    ])
    const first = firstKnownDay(known) ?? ''
    const customersOf = (cohort: number, month: number) =>
      daysOf(cohort).to < first
        ? null
        : (cells.find((cell) => cell.cohort === cohort && cell.month === month)?.customers ?? 0)
    const daysOf = (month: number) => ({
      from: months[month - 1] ?? '',
      to: addDays(months[month] ?? '', -1),
    })
    const data = Array.from({ length: monthCount }, (_, at) => {
      const cohort = at + 1
      const all = customersOf(cohort, cohort)
      return {
        month: daysOf(cohort).from.slice(0, 7),
        ...daysOf(cohort),
        customers: all,
        returned: Array.from({ length: monthCount - cohort }, (_, index) => {
          const later = index + 1
          const customers = customersOf(cohort, cohort + later)
          return { later, ...daysOf(cohort + later), customers, percent: percentOf(customers ?? 0, all ?? 0) }
        }),
      }
    })
    const { from } = daysOf(1)
    const since = known.filter((one) => one.since > from)
    return { data, meta: { from, to: daysOf(monthCount).to, data_since: since } }
  })
}

/** First days of the twelve months up to that of a day, and of the one behind. */
function monthsUpTo(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: monthCount + 1 }, (_, at) =>
    new Date(Date.UTC(year, month - monthCount + at, 1)).toISOString().slice(0, 10),
  )
}
