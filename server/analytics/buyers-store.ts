/**
 * Customers who bought on some days, a person of several shops once. How many different ones did is no sum of days, so it is counted over the sales of these days,
 * whose index orders_sold has all that is asked for here. Who is new is read from customers.first_sold_at.
 */
import { isInSegment, type ChosenSegment } from '../customers/segments/segment-filter-store.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { addDays, hoursOf, startOfDay } from '../i18n/calendar.ts'
import { personParts } from '../customers/persons/person-parts-store.ts'
import {
  converted,
  foreignMoney,
  movedCurrencies,
  withFactor,
  type ForeignMoney,
} from './convert-money-store.ts'
import { daysBetween, type DayRange, type FigureQuery } from './figure-query.ts'

export type Sold = DayRange & {
  ownerId: string
  timezone: string
  shops?: number[] | undefined
  segment?: ChosenSegment | undefined
}

export type BuyersBySteps = {
  total: number
  new: number
  /** Minor units of the reporting currency; null: no sale has an amount in that. */
  averageSpend: number | null
  /** Minor units of the reporting currency. */
  spent: number
  /** Customers with a sale that has an amount in that. */
  spenders: number
  foreign: ForeignMoney
  /** By the number of the step, from 1. Steps without a sale are left out. */
  steps: { step: number; buyers: number }[]
  newSteps: { step: number; buyers: number }[]
}

/** @param starts beginnings of the steps, as those of a FigureQuery */
export async function countBuyers(
  db: Database,
  query: Sold & Pick<FigureQuery, 'group'>,
  starts: string[],
  currency: string,
): Promise<BuyersBySteps> {
  const statement = new Statement(query.ownerId)
  const runs = runsOf(query, starts)
  const stepOf = (at: string) =>
    runs.length === 1
      ? '1'
      : `(${statement.value(runs.map(({ step }) => step))}::int[])[width_bucket(${at}, ${statement.value(runs.map(({ at: start }) => start))}::timestamptz[])]`
  statement.with(`sold as materialized (
    select ${person} as person, ${stepOf('o.sold_at')} as step, ${rateDay(statement, query, currency)} as day, o.currency,
      sum(o.total) as revenue
    from orders o ${joinPerson} where o.owner_id = $1 and ${soldWithin(statement, query)} group by 1, 2, 3, 4)`)
  statement.with(`fresh as materialized (
    select ${stepOf('f.at')} as step, count(*)::int as buyers from (
      select c.first_sold_at as at from customers c where c.owner_id = $1 and c.person_id is null
        and ${within(statement, query, 'c.first_sold_at')}${ofShops(statement, query, 'c')}${inSegment(statement, query, 'c.id')}
      union all
      select min(c.first_sold_at) from customers c where c.owner_id = $1 and c.person_id is not null${ofShops(statement, query, 'c')}${inSegment(statement, query, 'c.id')}
      group by c.person_id having ${within(statement, query, 'min(c.first_sold_at)')}) f group by 1)`)
  const sums = 'select 0 as period, s.day, s.currency, sum(s.revenue) as revenue from sold s group by 2, 3'
  statement.with(`valued as materialized (${withFactor(statement, sums, currency)})`)
  statement.with('buyers as materialized (select from sold s group by s.person)')
  statement.with(`spending as materialized (select round(sum(v.revenue * v.factor)) as whole, sum(v.revenue * v.factor) as exact,
    case when bool_and(v.factor is not null) then (select count(*) from buyers)
      else (select count(*) from (
        select from sold s where (s.day, s.currency) in (select v.day, v.currency from valued v where v.factor is not null)
        group by s.person) b) end as spenders from valued v)`)
  const list = (rows: string) =>
    `(select coalesce(json_agg(json_build_object('step', l.step, 'buyers', l.buyers)), '[]') from (${rows}) l)`
  const [found] = await db.hotRead<BuyersBySteps>(
    query.ownerId,
    statement.finish(`select
      (select count(*)::int from buyers) as total,
      (select coalesce(sum(f.buyers), 0)::int from fresh f) as new,
      (select round(exact / nullif(spenders, 0))::bigint from spending) as "averageSpend",
      (select coalesce(whole, 0)::bigint from spending) as spent,
      (select coalesce(spenders, 0)::int from spending) as spenders,
      ${foreignMoney(statement, { amounts: ['revenue'], into: currency, days: query })} as "foreign",
      ${list('select s.step, count(*) as buyers from (select step from sold group by step, person) s group by 1')} as steps,
      ${list('select f.step, f.buyers from fresh f')} as "newSteps"`),
  )
  if (!found) throw new Error('no figures of buyers')
  return found
}

export type BuyerRow = {
  id: number
  name: string
  isMasked: boolean
  level: number
  shopId: number
  systemName: string
  platformId: number
  orders: number
  /** Pieces, gifts aside. */
  quantity: number
  /** Minor units of the reporting currency. */
  revenue: number
  latestOrderAt: string
}

export type BuyerList = { total: number; foreign: ForeignMoney; rows: BuyerRow[] }

/** A page of the customers by revenue. */
export async function listBuyers(
  db: Database,
  query: Sold,
  currency: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<BuyerList> {
  const statement = new Statement(query.ownerId)
  for (const part of buyerParts(statement, query, currency)) statement.with(part)
  const [found] = await db.hotRead<BuyerList>(
    query.ownerId,
    statement.finish(`select (select count(*)::int from buyers) as total,
      ${foreignMoney(statement, { amounts: ['revenue'], into: currency, days: query })} as "foreign",
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'isMasked', c.is_masked, 'level', c.level,
          'shopId', c.shop_id, 'systemName', h.system_name, 'platformId', h.platform_id, 'orders', b.orders, 'revenue', b.revenue,
          'quantity', l.quantity, 'latestOrderAt', l.latest) order by b.revenue desc, b.customer_id desc), '[]')
        from (
          select * from buyers order by revenue desc, customer_id desc
          limit ${statement.value(limit)}::bigint offset ${statement.value(offset)}::bigint) b
        ${namesAndLines(statement, query)}) as rows`),
  )
  if (!found) throw new Error('no list of buyers')
  return found
}

/** The person of an order; few customers share theirs with others. */
const person = 'coalesce(p.person_id, o.customer_id)'
const joinPerson =
  'left join customers p on p.owner_id = $1 and p.id = o.customer_id and p.person_id is not null'

/** Parts of a WITH: `valued`, sales by person, day of rate and currency; and `buyers`: person, customer_id (one of the person's), orders and revenue. */
export function buyerParts(statement: Statement, query: Sold, currency: string): string[] {
  const sums = `select 0 as period, ${person} as person, max(o.customer_id) as customer_id, ${rateDay(statement, query, currency)} as day,
      o.currency, count(*) as orders, sum(o.total) as revenue
    from orders o ${joinPerson} where o.owner_id = $1 and ${soldWithin(statement, query)} group by 2, 4, 5`
  return [
    `valued as materialized (${withFactor(statement, sums, currency)})`,
    `buyers as materialized (
      select person, max(customer_id) as customer_id, sum(orders)::int as orders, ${converted('revenue')} as revenue from valued group by person)`,
  ]
}

/** Joins customers `c`, their shops `h` and the person's lines of these days `l` to some of the buyers `b`. */
export function namesAndLines(statement: Statement, query: Sold): string {
  return `cross join lateral (
      select i.id, i.name, i.is_masked, i.shop_id, ${personParts(statement, query.shops).level()} as level
      from customers c join customers i on i.owner_id = $1 and (i.id = c.id or i.person_id = c.person_id)
      where c.owner_id = $1 and c.id = b.customer_id${ofShops(statement, query, 'i')}
      order by i.is_masked, i.latest_order_at desc nulls last, i.id desc limit 1) c
    join shops h on h.owner_id = $1 and h.id = c.shop_id
    cross join lateral (
      select max(o.placed_at) as latest, coalesce(sum(i.quantity), 0)::int as quantity
      from orders o
      left join order_items i on i.owner_id = $1 and i.order_id = o.id and not i.is_gift
      where o.owner_id = $1 and o.customer_id = any(array(
          select i.id from customers i where i.owner_id = $1 and (i.id = b.customer_id
            or i.person_id = (select k.person_id from customers k where k.owner_id = $1 and k.id = b.customer_id))))
        and ${within(statement, query, 'o.sold_at')}${ofShops(statement, query, 'o')}) l`
}

function soldWithin(statement: Statement, query: Sold): string {
  return `${within(statement, query, 'o.sold_at')} and o.customer_id is not null${ofShops(statement, query, 'o')}${inSegment(statement, query, 'o.customer_id')}`
}

function within(statement: Statement, { timezone, from, to }: Sold, at: string): string {
  const start = statement.value(startOfDay(timezone, from))
  const end = statement.value(startOfDay(timezone, addDays(to, 1)))
  return `${at} >= ${start}::timestamptz and ${at} < ${end}::timestamptz`
}

function ofShops(statement: Statement, { shops }: Sold, table: 'o' | 'c' | 'i'): string {
  return shops ? ` and ${table}.shop_id = any(${statement.value(shops)}::bigint[])` : ''
}

function inSegment(statement: Statement, { segment }: Sold, customerId: string): string {
  return segment ? ` and ${isInSegment(statement, segment, customerId)}` : ''
}

/** The day of a sale, for its exchange rate. Where the rate stays the same there is one, and sales are added up by customer. */
function rateDay(statement: Statement, { timezone, from, to }: Sold, currency: string): string {
  const days = daysBetween(from, to)
  const starts = days.map((day) => startOfDay(timezone, day))
  return `case when o.currency <> all(${movedCurrencies(statement, { currency, from, to })}) then ${statement.value(from)}::date
    else (${statement.value(days)}::date[])[width_bucket(o.sold_at, ${statement.value(starts)}::timestamptz[])] end`
}

/** When each step begins; more than once for an hour that clocks go through twice. */
function runsOf({ timezone, group }: Sold & Pick<FigureQuery, 'group'>, starts: string[]) {
  if (group !== 'hour') return starts.map((start, at) => ({ at: startOfDay(timezone, start), step: at + 1 }))
  const stepOf = new Map(starts.map((start, at) => [start, at + 1]))
  const days = [...new Set(starts.map((start) => start.slice(0, 10)))]
  return days.flatMap((day) =>
    hoursOf(timezone, day).map(({ at, hour }) => ({ at, step: stepOf.get(`${day}T${hour}`) ?? 0 })),
  )
}
