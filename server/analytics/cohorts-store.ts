/**
 * First-time buyers by month, and in which months they bought again. Who bought in a month is no sum of days, so the sales of these
 * twelve months are read, from orders_sold alone; who is new comes from customers.first_sold_at.
 */
import { isInSegment } from '../customers/segments/segment-filter-store.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { startOfDay } from '../i18n/calendar.ts'
import type { FigureQuery } from './figure-query.ts'

/** `cohort` and `month` by their place, from 1. `month` equal to `cohort`: all who are new in it. */
export type CohortCell = { cohort: number; month: number; customers: number }

/** @param months first day of each month, and of the one behind the last */
export async function countCohorts(
  db: Database,
  { ownerId, timezone, shops, segment }: Pick<FigureQuery, 'ownerId' | 'timezone' | 'shops' | 'segment'>,
  months: string[],
): Promise<CohortCell[]> {
  const statement = new Statement(ownerId)
  const starts = statement.value(months.map((day) => startOfDay(timezone, day)))
  const monthOf = (at: string) => `width_bucket(${at}, ${starts}::timestamptz[])`
  const isWithin = (at: string) => `${monthOf(at)} between 1 and ${months.length - 1}`
  const first = statement.value(startOfDay(timezone, months[0] ?? ''))
  const end = statement.value(startOfDay(timezone, months.at(-1) ?? ''))
  const of = (table: 'c' | 'o', id: string) =>
    `${shops ? ` and ${table}.shop_id = any(${statement.value(shops)}::bigint[])` : ''}${
      segment ? ` and ${isInSegment(statement, segment, id)}` : ''
    }`
  statement.with(`fresh as materialized (
    select c.id as person, ${monthOf('c.first_sold_at')} as cohort from customers c
    where c.owner_id = $1 and c.person_id is null and c.first_sold_at >= ${first}::timestamptz
      and c.first_sold_at < ${end}::timestamptz${of('c', 'c.id')}
    union all
    select c.person_id, ${monthOf('min(c.first_sold_at)')} from customers c
    where c.owner_id = $1 and c.person_id is not null${of('c', 'c.id')}
    group by c.person_id having ${isWithin('min(c.first_sold_at)')})`)
  // Most sales are of the month in which their buyer was new, or of older buyers: they are left out before months are told apart.
  statement.with(`again as (
    select f.person, f.cohort, ${monthOf('o.sold_at')} as month
    from orders o
    left join customers p on p.owner_id = $1 and p.id = o.customer_id and p.person_id is not null
    join fresh f on f.person = coalesce(p.person_id, o.customer_id) and o.sold_at >= (${starts}::timestamptz[])[f.cohort + 1]
    where o.owner_id = $1 and o.sold_at >= ${first}::timestamptz and o.sold_at < ${end}::timestamptz
      and o.customer_id is not null${of('o', 'o.customer_id')} group by 1, 2, 3)`)
  return db.hotRead<CohortCell>(
    ownerId,
    statement.finish(`select f.cohort, f.cohort as month, count(*)::int as customers from fresh f group by 1
      union all
      select a.cohort, a.month, count(*)::int from again a group by 1, 2`),
  )
}
