/** SQL of what was sold of each listing in a range of days, from as few rows of sold_products and sold_product_sums as add up to it. */
import type { Statement } from '../db/statement.ts'
import { dayIn } from '../i18n/calendar.ts'
import { countRanges } from '../orders/list/order-count-ranges.ts'
import type { ChosenSegment } from '../customers/segments/segment-filter-store.ts'
import { dayOfRate } from './convert-money-store.ts'
import type { DayRange } from './figure-query.ts'
import { ofSegment } from './segment-days-store.ts'
import { sumSpans } from './sold-products-store.ts'
import { soldRanges, type SoldRange } from './sold-ranges.ts'

/** `shops` undefined: all. */
export type SoldQuery = DayRange & {
  timezone: string
  shops?: number[] | undefined
  segment?: ChosenSegment | undefined
}

/** Selects shop_id, shop_sku, currency, pieces, revenue, orders and order_id: rows that add up to the range. Some are negative. */
export function soldRows(statement: Statement, query: SoldQuery): string {
  const { from, to, timezone, segment } = query
  const ranges: SoldRange[] = segment
    ? [{ span: 'day', from, to, sign: 1 }]
    : soldRanges({ from, to }, dayIn(timezone, new Date()))
  return ranges.map((range) => rowsOf(statement, query, range)).join(' union all ')
}

/** A range each: asked for in one condition with "or", all days of the account would be read. */
function rowsOf(statement: Statement, { shops }: SoldQuery, { span, from, to, sign }: SoldRange): string {
  const figures =
    sign === 1
      ? 'p.pieces, p.revenue, p.orders, p.order_id'
      : '-p.pieces as pieces, -p.revenue as revenue, -p.orders as orders, null::bigint as order_id'
  const table = span === 'day' ? 'sold_products' : 'sold_product_sums'
  const since = span === 'day' ? 'p.day' : `p.span = ${sumSpans[span]} and p.since`
  return `select p.shop_id, p.shop_sku, p.currency, ${figures} from ${table} p
    where p.owner_id = $1 and ${since} between ${statement.value(from)}::date and ${statement.value(to)}::date${ofShops(statement, shops)}`
}

type MoneyQuery = SoldQuery & { currency: string }

/**
 * Sums by listing, currency and the day of its rate. A currency whose rate changes within the range is read by the months without a
 * change, and by days.
 */
export function soldByRate(statement: Statement, query: MoneyQuery): string {
  if (query.segment) return ofSegment(statement, query, ['sold_products'], soldByDay(statement, query))
  const from = `${statement.value(query.from)}::date`
  return `with moved as materialized (
      select currency, day from exchange_rates where owner_id = $1 and into_currency = ${statement.value(query.currency)}::text
        and currency <> into_currency and day > ${from} and day <= ${statement.value(query.to)}::date)
    select 0 as period, ${from} as day, p.currency, p.shop_id, p.shop_sku, sum(p.pieces) as pieces, sum(p.revenue) as revenue,
      sum(p.orders) as orders, max(p.order_id) as order_id
    from (${soldRows(statement, query)}) p where p.currency <> all(array(select currency from moved)) group by 3, 4, 5
    union all
    select 0, p.day, p.currency, p.shop_id, p.shop_sku, sum(p.pieces), sum(p.revenue), sum(p.orders), max(p.order_id)
    from (${movedRows(statement, query)}) p group by 2, 3, 4, 5`
}

/** Nothing is read where no rate changes. */
function movedRows(statement: Statement, { from, to, shops }: MoneyQuery): string {
  const figures = 'p.currency, p.shop_id, p.shop_sku, p.pieces, p.revenue, p.orders, p.order_id'
  const isMoved = 'exists (select from moved) and p.currency = any(array(select currency from moved))'
  const end = (month: string) => `(${month} + interval '1 month')::date`
  return countRanges(from, to)
    .flatMap((range) => {
      const [first, last] = [range.from ?? from, range.to ?? to]
      const within = (of: string) =>
        `${of} between ${statement.value(first)}::date and ${statement.value(last)}::date`
      if (first > last) return []
      if (range.span === 'day')
        return [
          `select p.day, ${figures} from sold_products p
            where p.owner_id = $1 and ${within('p.day')} and ${isMoved}${ofShops(statement, shops)}`,
        ]
      return [
        `select p.since as day, ${figures} from sold_product_sums p
          where p.owner_id = $1 and p.span = ${sumSpans.month} and ${within('p.since')} and ${isMoved}${ofShops(statement, shops)}
            and not exists (select from moved m where m.currency = p.currency and m.day > p.since and m.day < ${end('p.since')})`,
        `select p.day, ${figures}
          from (select distinct currency, date_trunc('month', day::timestamp)::date as since from moved
            where day > date_trunc('month', day::timestamp)::date) m
          join sold_products p on p.owner_id = $1 and p.day >= m.since and p.day < ${end('m.since')} and p.currency = m.currency
          where ${within('m.since')}${ofShops(statement, shops)}`,
      ]
    })
    .join(' union all ')
}

function soldByDay(statement: Statement, query: MoneyQuery): string {
  return `select 0 as period, ${dayOfRate(statement, 'p', query)} as day, p.currency, p.shop_id, p.shop_sku, sum(p.pieces) as pieces,
      sum(p.revenue) as revenue, sum(p.orders) as orders, max(p.order_id) as order_id
    from sold_products p
    where p.owner_id = $1 and p.day between ${statement.value(query.from)}::date and ${statement.value(query.to)}::date${ofShops(statement, query.shops)}
    group by 2, 3, 4, 5`
}

function ofShops(statement: Statement, shops: number[] | undefined): string {
  return shops ? ` and p.shop_id = any(${statement.value(shops)}::bigint[])` : ''
}
