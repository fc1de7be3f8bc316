/** Tables of analytics as files: what the page shows for the same days and shops, all rows of it. Each is one slice, as a page is one statement. */
import { daysLeftOf } from '../analytics/days-left-store.ts'
import {
  namedProducts,
  rankedProducts,
  rankingParts,
  type RankingQuery,
} from '../analytics/product-ranking-store.ts'
import { placeFacts, placeRows, shopParts, type TableQuery } from '../analytics/sales-tables-store.ts'
import { forecastDays } from '../../model/restock.ts'
import { addDays } from '../i18n/calendar.ts'
import type { Statement } from '../db/statement.ts'
import { translate } from '../i18n/translate.ts'
import { channelIn } from './channel-names.ts'
import type { ExportColumn, ExportFilters, ExportKind, ExportRequest } from './export-kind.ts'

export type FiguresFilters = ExportFilters & Omit<TableQuery, 'ownerId'>
export type RankingFilters = ExportFilters &
  Omit<RankingQuery, 'ownerId'> & {
    /** Last of the thirty days of each SKU's sales; files that were asked for before they had them are without. */
    today?: string | undefined
  }

type Request<F extends FiguresFilters> = ExportRequest<F>

/** `rows`: a whole select of the table's rows, each with its `rank`, from 1. `sharedBy`: the column that the shares are of. */
export function tableOf<F extends FiguresFilters>(
  columns: (statement: Statement, request: Request<F>) => ExportColumn[],
  rows: (statement: Statement, request: Request<F>) => string,
  sharedBy: (request: Request<F>) => string,
): ExportKind<F> {
  return {
    rowsPerPart: 200_000,
    recordsPerSlice: 50_000,
    columns: (statement, request) => [...columns(statement, request), share(sharedBy(request))],
    // The highest place comes first.
    place: ['-t.rank'],
    records(statement, request, after, limit) {
      const later = after === null ? '' : ` where -t.rank < ${statement.value(after[0])}::bigint`
      const all = `select r.*, sum(r.${sharedBy(request)}) over () as whole from (${rows(statement, request)}) r`
      return `(${all}) t${later} order by t.rank limit ${limit}`
    },
    total: (statement, request) => `select count(*) from (${rows(statement, request)}) t`,
  }
}

export const queryOf = <F extends FiguresFilters>({ ownerId, filters }: Request<F>) => ({
  ...filters,
  ownerId,
})

export const productRankingExport: ExportKind<RankingFilters> = tableOf(
  (statement, { filters: { currency, today, timezone }, needs, language }) => [
    whole('rank', 't.rank'),
    text('name', 't.name', 40),
    text('code', 't.code', 22),
    text('platform', channelIn(statement, language, 't.platform_id'), 14),
    text('shop', 't.shop_name', 22),
    whole('quantity', 't.quantity'),
    whole('orders', 't.orders'),
    ...inMoney(statement, currency, ['revenue']),
    ...(today && needs.includes('sku.view')
      ? [
          text('last30', soldByDay(statement, today), 40),
          whole(
            'days_left',
            `case when t.sku_id is not null then ${daysLeftOf(statement, { today, timezone }, 't.sku_id')} end`,
          ),
        ]
      : []),
    text(
      'listing',
      `case when t.product_id is null then ${statement.value(translate(language, 'export.unlisted'))}::text end`,
      16,
    ),
  ],
  (statement, request) =>
    `with ${rankingParts(statement, queryOf(request)).join(', ')} ${namedProducts(rankedProducts(request.filters.sort))}`,
  ({ filters: { sort } }) => sort.replace('-', ''),
)

/** Units of the SKU on each of the thirty days up to one, in all shops, as the page draws them; nothing for a listing without a SKU. */
function soldByDay(statement: Statement, today: string): string {
  const [first, last] = [statement.value(addDays(today, 1 - forecastDays)), statement.value(today)]
  return `case when t.sku_id is not null then (
    select string_agg(coalesce(s.pieces, 0)::text, ' ' order by d.day)
    from generate_series(${first}::date, ${last}::date, interval '1 day') as d(day)
    left join (
      select p.day, sum(p.pieces) as pieces
      from (select distinct k.shop_id, k.shop_sku from product_skus k where k.owner_id = $1 and k.sku_id = t.sku_id) l
      join sold_products p on p.owner_id = $1 and p.shop_id = l.shop_id and p.shop_sku = l.shop_sku
        and p.day between ${first}::date and ${last}::date
      group by 1) s on s.day = d.day::date) end`
}

export const shopDetailExport: ExportKind<FiguresFilters> = tableOf(
  (statement, { filters: { currency }, language }) => [
    text('platform', channelIn(statement, language, 't.platform_id'), 14),
    text('shop', 't.system_name', 24),
    whole('orders', 't.orders'),
    ...inMoney(
      statement,
      currency,
      ['revenue', 'net_revenue', 'average_order_value'],
      't.orders = 0 or t.average_order_value is not null',
    ),
    whole('placed', 't.placed'),
    whole('canceled', 't.canceled'),
    whole('returned', 't.returned'),
  ],
  (statement, request) => `with ${shopParts(statement, queryOf(request)).join(', ')}
    select *, row_number() over (order by revenue desc, orders desc, shop_id) as rank from by_shop`,
  () => 'revenue',
)

export const locationExport: ExportKind<FiguresFilters> = tableOf(
  (statement, { filters: { currency }, language }) => [
    text('country', `case when t.region <> 'unknown' then split_part(t.region, '/', 1) end`, 10),
    text(
      'province',
      `case when t.region = 'unknown' then ${statement.value(translate(language, 'export.orders.location.unknown'))}
        else initcap(nullif(substr(t.region, 4), '')) end`,
      28,
    ),
    whole('orders', 't.orders'),
    ...inMoney(statement, currency, ['revenue'], 't.is_known'),
  ],
  (statement, request) => `with valued as (${placeFacts(statement, queryOf(request))})
    select *, row_number() over (order by orders desc, region) as rank from (${placeRows}) p`,
  () => 'orders',
)

export const text = (key: string, sql: string, width: number): ExportColumn => ({
  key,
  form: 'text',
  sql,
  width,
})
export const whole = (key: string, sql: string): ExportColumn => ({ key, form: 'whole', sql, width: 11 })

/** The amounts, and behind them their currency. `isKnown`: whether any sale of the row could be converted; the others' cells are empty. */
export function inMoney(
  statement: Statement,
  currency: string,
  keys: string[],
  isKnown = 'true',
): ExportColumn[] {
  const code = `${statement.value(currency)}::text`
  return [
    ...keys.map((key): ExportColumn => {
      const amount = `case when ${isKnown} then t.${key} end`
      return { key, form: 'money', sql: amount, currency: code, width: 15 }
    }),
    text('currency', code, 9),
  ]
}

/** Per cent of all rows with one decimal, in the form of an amount of a currency with decimals. */
function share(of: string): ExportColumn {
  return {
    key: 'share',
    form: 'money',
    sql: `round(1000.0 * t.${of} / nullif(t.whole, 0)) * 10`,
    width: 9,
  }
}
