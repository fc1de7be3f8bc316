/** Sales by place, by weekday and hour, and by shop: from sales_parts, sales_days and order_counts; from orders for a segment alone. */
import type { Database } from '../db/database.ts'
import { Statement } from '../db/statement.ts'
import { countRanges } from '../orders/list/order-count-ranges.ts'
import { spans } from '../orders/list/order-counts-store.ts'
import { orderStatuses } from '../../model/order-status.ts'
import {
  averageOrderValue,
  converted,
  dayOfRate,
  foreignMoney,
  withFactor,
  type ForeignMoney,
} from './convert-money-store.ts'
import type { ChosenSegment } from '../customers/segments/segment-filter-store.ts'
import type { DayRange } from './figure-query.ts'
import { ofSegment } from './segment-days-store.ts'

/** `shops` undefined: all. `currency`: the account's. */
export type TableQuery = DayRange & {
  ownerId: string
  timezone: string
  shops?: number[] | undefined
  segment?: ChosenSegment | undefined
  currency: string
}

export type Table<Row> = { rows: Row[]; money: ForeignMoney }

/** Amounts in minor units of the reporting currency. */
export type PlaceSales = { region: string; orders: number; revenue: number }
export type HourSales = { weekday: number; hour: number; orders: number; revenue: number }
export type ShopSales = {
  shop: { id: number; system_name: string; platform_id: number }
  orders: number
  revenue: number
  netRevenue: number
  averageOrderValue: number | null
  placed: number
  canceled: number
  returned: number
}

/** Most orders first. */
export function listSalesByPlace(db: Database, query: TableQuery): Promise<Table<PlaceSales>> {
  const statement = new Statement(query.ownerId)
  statement.with(`valued as (${placeFacts(statement, query)})`)
  return readTable(db, query, statement, `${placeRows} order by orders desc, region`)
}

/** Over a part of a WITH: `valued`. `is_known`: some of the sales could be converted. */
export const placeRows = `select region, sum(orders)::int as orders, ${converted('revenue')} as revenue, bool_or(factor is not null) as is_known from valued
  group by region having sum(orders) <> 0`

export function placeFacts(statement: Statement, query: TableQuery): string {
  return partFacts(statement, query, { kind: 'place', columns: 'p.part as region' })
}

/** Monday first. */
export function listSalesByHour(db: Database, query: TableQuery): Promise<Table<HourSales>> {
  const statement = new Statement(query.ownerId)
  const columns = 'extract(isodow from p.day)::int as weekday, p.part::int as hour'
  statement.with(`valued as (${partFacts(statement, query, { kind: 'hour', columns })})`)
  return readTable(
    db,
    query,
    statement,
    `select weekday, hour, sum(orders)::int as orders, ${converted('revenue')} as revenue from valued
      group by weekday, hour having sum(orders) <> 0 order by weekday, hour`,
  )
}

function partFacts(
  statement: Statement,
  query: TableQuery,
  { kind, columns }: { kind: string; columns: string },
): string {
  const facts = `select 0 as period, ${dayOfRate(statement, 'p', query)} as day, p.currency, ${columns},
      sum(p.orders) as orders, sum(p.revenue) as revenue
    from sales_parts p where p.owner_id = $1 and p.kind = '${kind}' and p.day ${daysOf(statement, query)}${ofShops(statement, 'p', query)}
    group by 2, 3, ${kind === 'hour' ? '4, 5' : '4'}`
  return ofSegment(statement, query, ['sales_parts'], withFactor(statement, facts, query.currency))
}

/** Highest revenue first. Shops without a sale and without an order are left out. */
export function listSalesByShop(db: Database, query: TableQuery): Promise<Table<ShopSales>> {
  const statement = new Statement(query.ownerId)
  for (const part of shopParts(statement, query)) statement.with(part)
  return readTable(
    db,
    query,
    statement,
    `select json_build_object('id', shop_id, 'system_name', system_name, 'platform_id', platform_id) as shop, orders, revenue,
        net_revenue as "netRevenue", average_order_value as "averageOrderValue", placed, canceled, returned
      from by_shop order by revenue desc, orders desc, shop_id`,
  )
}

const allStatuses = orderStatuses.map((status) => `c.${status}`).join(' + ')

/** Parts of a WITH: `valued`, and `by_shop`. */
export function shopParts(statement: Statement, query: TableQuery): string[] {
  // Whole months where they fit. A segment's orders are counted by days alone.
  const ranges = query.segment ? [{ span: 'day' as const, ...query }] : countRanges(query.from, query.to)
  const counts = (span: { month: number; day: number }, sum: string) =>
    ofSegment(
      statement,
      query,
      ['order_counts'],
      `select c.shop_id, sum(c.orders) as orders, sum(c.canceled) as canceled
    from (${ranges
      .map(
        (
          range,
        ) => `select c.shop_id, ${sum} as orders, c.canceled from order_counts c where c.owner_id = $1 and c.span = ${span[range.span]}
          and c.since between ${statement.value(range.from)}::date and ${statement.value(range.to)}::date${ofShops(statement, 'c', query)}`,
      )
      .join(' union all ')}) c
    group by 1 having sum(c.orders) <> 0`,
    )
  const facts = `select 0 as period, ${dayOfRate(statement, 'd', query)} as day, d.currency, d.shop_id, sum(d.orders) as orders,
      sum(d.revenue) as revenue, sum(d.refunds) as refunds
    from sales_days d where d.owner_id = $1 and d.day ${daysOf(statement, query)}${ofShops(statement, 'd', query)} group by 2, 3, 4`
  return [
    `valued as (${ofSegment(statement, query, ['sales_days'], withFactor(statement, facts, query.currency))})`,
    `placed as (${counts({ month: spans.month, day: spans.day }, allStatuses)})`,
    `returned as (${counts({ month: spans.soldMonth, day: spans.soldDay }, 'c.returned')})`,
    `by_shop as (
      select s.id as shop_id, s.system_name, s.platform_id, coalesce(v.orders, 0)::int as orders, coalesce(v.revenue, 0) as revenue,
        coalesce(v.net_revenue, 0) as net_revenue, v.average_order_value, coalesce(p.orders, 0)::int as placed,
        coalesce(p.canceled, 0)::int as canceled, coalesce(r.orders, 0)::int as returned
      from shops s
      left join (
        select shop_id, sum(orders) as orders, ${converted('revenue')} as revenue, ${converted('revenue - refunds')} as net_revenue,
          ${averageOrderValue} as average_order_value, sum(refunds) as refunds
        from valued group by shop_id) v on v.shop_id = s.id
      left join placed p on p.shop_id = s.id
      left join returned r on r.shop_id = s.id
      where s.owner_id = $1 and (v.orders <> 0 or v.refunds <> 0 or p.orders <> 0))`,
  ]
}

async function readTable<Row>(
  db: Database,
  query: TableQuery,
  statement: Statement,
  rows: string,
): Promise<Table<Row>> {
  const money = foreignMoney(statement, {
    amounts: ['revenue'],
    into: query.currency,
    days: query,
  })
  const [found] = await db.hotRead<Table<Row>>(
    query.ownerId,
    statement.finish(
      `select (select coalesce(json_agg(t), '[]') from (${rows}) t) as rows, ${money} as money`,
    ),
  )
  if (!found) throw new Error('the table gave nothing')
  return found
}

function daysOf(statement: Statement, { from, to }: DayRange): string {
  return `between ${statement.value(from)}::date and ${statement.value(to)}::date`
}

function ofShops(statement: Statement, of: string, { shops }: TableQuery): string {
  return shops ? ` and ${of}.shop_id = any(${statement.value(shops)}::bigint[])` : ''
}
