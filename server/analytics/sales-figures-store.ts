/** Figures of sales by the steps of a chart, from sales_days, its hours and order_counts; from orders for a segment alone. */
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { countRanges, type CountRange } from '../orders/list/order-count-ranges.ts'
import { spans } from '../orders/list/order-counts-store.ts'
import {
  averageOrderValue,
  converted,
  foreignMoney,
  withFactor,
  type ForeignMoney,
} from './convert-money-store.ts'
import type { FigureQuery } from './figure-query.ts'
import { ofSegment } from './segment-days-store.ts'

/** Amounts in minor units of the reporting currency. */
export type SalesFigures = {
  orders: number
  pieces: number
  canceled: number
  revenue: number
  netRevenue: number
  refunds: number
  /** Null: no sale has an amount in that currency. */
  averageOrderValue: number | null
}

type Found = SalesFigures & {
  period: 0 | 1
  /** Place of the step, from 1; null: all of the period. */
  step: number | null
  money: ForeignMoney | null
}

export type SalesBySteps = {
  total: SalesFigures
  /** The same of the earlier days; zeros where none are compared. */
  previous: SalesFigures
  /** By the beginning of the step. */
  steps: Map<string, SalesFigures>
  previousSteps: Map<string, SalesFigures>
  money: ForeignMoney
}

export async function listSalesBySteps(
  db: Database,
  query: FigureQuery,
  currency: string,
): Promise<SalesBySteps> {
  const statement = new Statement(query.ownerId)
  const { previous } = query
  const earlier = query.previousSteps.flatMap((start, at) => (start === null ? [] : [{ start, at }]))
  const facts = [
    factsOf(statement, query, { period: 0, ...query, starts: query.steps, currency }),
    ...(previous
      ? [
          factsOf(statement, query, {
            period: 1,
            ...previous,
            starts: earlier.map(({ start }) => start),
            currency,
          }),
        ]
      : []),
  ].join(' union all ')
  const valued = withFactor(statement, facts, currency)
  const tables =
    query.group === 'hour' ? (['sales_parts'] as const) : (['sales_days', 'order_counts'] as const)
  statement.with(`valued as (${ofSegment(statement, query, tables, valued)})`)
  const days = { from: previous?.from ?? query.from, to: query.to }
  const money = foreignMoney(statement, { amounts: ['revenue', 'refunds'], into: currency, days })
  const rows = await db.hotRead<Found>(
    query.ownerId,
    statement.finish(`
      select period, step, coalesce(sum(orders), 0)::int as orders, coalesce(sum(pieces), 0)::int as pieces,
        coalesce(sum(canceled), 0)::int as canceled, ${converted('revenue')} as revenue,
        ${converted('revenue - refunds')} as "netRevenue", ${converted('refunds')} as refunds,
        ${averageOrderValue} as "averageOrderValue",
        case when step is null then ${money} end as money
      from valued group by grouping sets ((period, step), (period))`),
  )
  const placed = (period: 0 | 1, startOf: (place: number) => string | undefined) =>
    new Map(
      rows.flatMap((row) => {
        const start = row.period === period && row.step !== null ? startOf(row.step - 1) : undefined
        return start === undefined ? [] : [[start, row] as const]
      }),
    )
  const totalOf = (period: 0 | 1) => rows.find((row) => row.period === period && row.step === null)
  return {
    total: totalOf(0) ?? none,
    previous: totalOf(1) ?? none,
    steps: placed(0, (place) => query.steps[place]),
    previousSteps: placed(1, (place) => query.steps[earlier[place]?.at ?? -1]),
    money: (totalOf(0) ?? totalOf(1))?.money ?? noMoney,
  }
}

const noMoney: ForeignMoney = { isConverted: false, others: [], rates: [], foreign: [] }
export const none: SalesFigures = {
  orders: 0,
  pieces: 0,
  canceled: 0,
  revenue: 0,
  netRevenue: 0,
  refunds: 0,
  averageOrderValue: null,
}

type Facts = { period: 0 | 1; from: string; to: string; starts: string[]; currency: string }

/** Sums by step, day and currency. Canceled orders have no amounts, and count in the reporting currency. */
function factsOf(
  statement: Statement,
  { group, shops, segment }: FigureQuery,
  { period, from, to, starts, currency }: Facts,
): string {
  const days = `between ${statement.value(from)}::date and ${statement.value(to)}::date`
  const ofShops = (of: string) =>
    shops ? ` and ${of}.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  const step = (at: string) =>
    `width_bucket(${at}, ${statement.value(starts.map(momentOf))}::timestamp[]) as step`
  if (group === 'hour')
    return `select ${period} as period, ${step('p.day + make_interval(hours => p.part::int)')}, p.day, p.currency,
        sum(p.orders) as orders, sum(p.pieces) as pieces, sum(p.canceled) as canceled, sum(p.revenue) as revenue, sum(p.refunds) as refunds
      from sales_parts p where p.owner_id = $1 and p.kind = 'hour' and p.day ${days}${ofShops('p')} group by 1, 2, 3, 4`
  return `select ${period} as period, ${step('d.day::timestamp')}, d.day, d.currency, sum(d.orders) as orders, sum(d.pieces) as pieces,
      0 as canceled, sum(d.revenue) as revenue, sum(d.refunds) as refunds
    from sales_days d where d.owner_id = $1 and d.day ${days}${ofShops('d')} group by 1, 2, 3, 4
    union all
    ${canceledRanges({ from, to, starts }, segment !== undefined)
      .map(
        (
          range,
        ) => `select ${period}, ${step('c.since::timestamp')}, c.since, ${statement.value(currency)}::text, 0, 0, sum(c.canceled), 0, 0
          from order_counts c where c.owner_id = $1 and c.span = ${spans[range.span]}
            and c.since between ${statement.value(range.from)}::date and ${statement.value(range.to)}::date${ofShops('c')} group by 1, 2, 3, 4
          having sum(c.canceled) <> 0`,
      )
      .join(' union all ')}`
}

/** Whole months where each lies in one step. A segment's orders are counted by days alone. */
function canceledRanges(
  { from, to, starts }: Pick<Facts, 'from' | 'to' | 'starts'>,
  isOfSegment: boolean,
): CountRange[] {
  const isByMonths = starts.every((start) => start === from || start.endsWith('-01'))
  return isByMonths && !isOfSegment ? countRanges(from, to) : [{ span: 'day', from, to }]
}

/** A day, or "YYYY-MM-DDTHH", as the database reads it. */
function momentOf(start: string): string {
  return start.length > 10 ? `${start}:00` : start
}
