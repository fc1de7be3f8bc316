/** Figures of couriers over the orders that left on some days, read from what is kept. */
import { orderStatuses } from '../../model/order-status.ts'
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { countRanges } from '../orders/list/order-count-ranges.ts'
import { converted, dayOfRate, foreignMoney, withFactor, type ForeignMoney } from './convert-money-store.ts'
import { shippedSpans } from './courier-days-store.ts'
import { ofSegment } from './segment-days-store.ts'
import type { TableQuery } from './sales-tables-store.ts'

export type CourierFigures = {
  courier: number
  orders: number
  delivered: number
  failed: number
  returned: number
  /** One decimal. Null: of no delivered order is it known how long it took. */
  averageHours: number | null
  hours: {
    tenth: number
    quarter: number
    median: number
    three_quarters: number
    nine_tenths: number
  } | null
  /** Minor units of the reporting currency. */
  fee: number
}

/** Most orders first. */
export async function listCouriers(
  db: Database,
  query: TableQuery,
): Promise<{ rows: CourierFigures[]; money: ForeignMoney }> {
  const statement = new Statement(query.ownerId)
  for (const part of courierParts(statement, query)) statement.with(part)
  const money = foreignMoney(statement, { amounts: ['revenue'], into: query.currency, days: query })
  const [found] = await db.hotRead<{ rows: CourierFigures[]; money: ForeignMoney }>(
    query.ownerId,
    statement.finish(`select ${money} as money, (
      select coalesce(json_agg(json_build_object('courier', f.courier, 'orders', f.orders, 'delivered', f.delivered,
          'failed', f.failed, 'returned', f.returned, 'averageHours', f.average_hours, 'fee', f.fee,
          'hours', case when f.median is not null then json_build_object('tenth', f.tenth, 'quarter', f.quarter,
            'median', f.median, 'three_quarters', f.three_quarters, 'nine_tenths', f.nine_tenths) end)
        order by f.orders desc, f.courier), '[]') from by_courier f) as rows`),
  )
  if (!found) throw new Error('no figures of couriers')
  return found
}

const all = orderStatuses.map((status) => `c.${status}`).join(' + ')

/**
 * Parts of a WITH: `valued`, shipping fees (as revenue) and times by courier, day of rate and currency; and `by_courier`. Of its
 * hours each is the fewest that this part of the orders did not exceed.
 */
export function courierParts(statement: Statement, query: TableQuery): string[] {
  const { from, to, currency } = query
  const sums = `select 0 as period, d.courier, ${dayOfRate(statement, 'd', query)} as day, d.currency,
      sum(d.shipping_fee) as revenue, sum(d.timed) as timed, sum(d.milliseconds) as milliseconds
    from courier_days d
    where d.owner_id = $1 and d.day between ${statement.value(from)}::date and ${statement.value(to)}::date${ofShops(statement, 'd', query)}
    group by 2, 3, 4`
  const carried = ofSegment(
    statement,
    query,
    ['order_counts'],
    `select c.courier, sum(${all})::int as orders, sum(c.delivered)::int as delivered, sum(c.failed)::int as failed,
      sum(c.returned)::int as returned
    from (${inSpans(statement, 'order_counts', query)}) c group by 1 having sum(${all}) > 0`,
  )
  const arrived = ofSegment(
    statement,
    query,
    ['courier_hours'],
    `select h.courier, h.hours, sum(sum(h.orders)) over (partition by h.courier order by h.hours) as arrived,
      sum(sum(h.orders)) over (partition by h.courier) as delivered
    from (${inSpans(statement, 'courier_hours', query)}) h group by 1, 2 having sum(h.orders) > 0`,
  )
  const within = ([name, part, of]: (typeof quantiles)[number]) =>
    `min(a.hours) filter (where a.arrived * ${of} >= a.delivered * ${part}) as ${name}`
  return [
    `valued as materialized (${ofSegment(statement, query, ['courier_days'], withFactor(statement, sums, currency))})`,
    `by_courier as (
      select c.*, coalesce(v.fee, 0) as fee, v.average_hours, ${quantiles.map(([name]) => `q.${name}`).join(', ')}
      from (${carried}) c
      left join (
        select courier, ${converted('revenue')} as fee, round(sum(milliseconds) / nullif(sum(timed) * 3600000, 0), 1) as average_hours
        from valued group by 1) v on v.courier = c.courier
      left join (
        select a.courier, ${quantiles.map(within).join(', ')} from (${arrived}) a group by 1) q on q.courier = c.courier)`,
  ]
}

const quantiles = [
  ['tenth', 1, 10],
  ['quarter', 1, 4],
  ['median', 1, 2],
  ['three_quarters', 3, 4],
  ['nine_tenths', 9, 10],
] as const

/**
 * Whole months where they fit, days at the edges. A range each: asked for in one condition with "or", all days of the account
 * would be read.
 */
function inSpans(statement: Statement, table: 'order_counts' | 'courier_hours', query: TableQuery): string {
  return countRanges(query.from, query.to)
    .map(
      ({ span, from, to }) => `select r.* from ${table} r
        where r.owner_id = $1 and r.span = ${span === 'month' ? shippedSpans.month : shippedSpans.day}
          and r.since between ${statement.value(from)}::date and ${statement.value(to)}::date${ofShops(statement, 'r', query)}`,
    )
    .join(' union all ')
}

function ofShops(statement: Statement, table: 'd' | 'r', { shops }: TableQuery): string {
  return shops ? ` and ${table}.shop_id = any(${statement.value(shops)}::bigint[])` : ''
}
