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
import type { Language } from '../../model/language.ts'
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

/** A table of figures; all but its columns and rows is as for the others. */
type Table<F extends FiguresFilters> = {
  columns: (statement: Statement, request: Request<F>) => ExportColumn[]
  /**
   * A whole select of the table's rows, each with its `rank`, from 1, its amounts in the reporting currency by their keys, and as `unrated` those
   * of `unratedAmounts`.
   */
  rows: (statement: Statement, request: Request<F>) => string
  amounts: string[]
  /** SQL of whether any sale of the row could be converted; the others' amounts are empty. */
  isKnown?: string
  /** The column that the shares are of. */
  sharedBy: (request: Request<F>) => string
}

/** A row of the table, and below it one for each currency of which it has amounts without an exchange rate. */
export function tableOf<F extends FiguresFilters>(table: Table<F>): ExportKind<F> {
  const { rows, amounts, isKnown = 'true', sharedBy } = table
  return {
    rowsPerPart: 200_000,
    recordsPerSlice: 50_000,
    columns: (statement, request) => [...table.columns(statement, request), share(sharedBy(request))],
    // The highest place comes first.
    place: ['-t.rank'],
    records(statement, request, after, limit) {
      const later = after === null ? '' : ` where -t.rank < ${statement.value(after[0])}::bigint`
      const own = amounts.map((key) => `'${key}', case when ${isKnown} then r.${key} end`).join(', ')
      const currency = `'currency', ${statement.value(request.filters.currency)}::text`
      const all = `select r.*, sum(r.${sharedBy(request)}) over () as whole,
        jsonb_build_array(jsonb_build_object(${currency}, ${own})) || coalesce(r.unrated, '[]') as amounts
        from (${rows(statement, request)}) r`
      return `(${all}) t${later} order by t.rank limit ${limit}`
    },
    rows: {
      carried: { amounts: 't.amounts' },
      isFirst: 'a.at = 1',
      join: 'cross join lateral jsonb_array_elements(r.amounts) with ordinality as a(one, at)',
      order: 'a.at',
    },
    total: (statement, request) =>
      `select count(*) + coalesce(sum(jsonb_array_length(t.unrated)), 0) from (${rows(statement, request)}) t`,
  }
}

/**
 * A part of a WITH: `unrated`, amounts without an exchange rate by `id`, as a JSON list of an object for each currency. `facts`: rows with a factor.
 * `amounts`: SQL of the sums. `id`: SQL of what is grouped.
 */
export function unratedAmounts(id: string, amounts: Record<string, string>, facts = 'valued'): string {
  const keys = Object.keys(amounts)
  const sums = Object.entries(amounts).map(([key, sum]) => `${sum} as ${key}`)
  return `unrated as materialized (
    select u.id, jsonb_agg(to_jsonb(u) - 'id' order by u.currency) as unrated
    from (select ${id} as id, currency, ${sums.join(', ')} from ${facts} where factor is null group by 1, 2) u
    where ${keys.map((key) => `u.${key} <> 0`).join(' or ')} group by 1)`
}

export const queryOf = <F extends FiguresFilters>({ ownerId, filters }: Request<F>) => ({
  ...filters,
  ownerId,
})

export const productRankingExport: ExportKind<RankingFilters> = tableOf({
  columns: (statement, { filters: { today, timezone }, needs, language }) => [
    { key: 'rank', form: 'whole', sql: 't.rank', width: 11 },
    text('name', 't.name', 40),
    text('code', 't.code', 22),
    text('platform', channelIn(statement, language, 't.platform_id'), 14),
    text('shop', 't.shop_name', 22),
    whole('quantity', 't.quantity'),
    whole('orders', 't.orders'),
    ...inMoney(statement, language, ['revenue']),
    ...(today && needs.includes('sku.view')
      ? [
          once(text('last30', soldByDay(statement, today), 40)),
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
  rows: (
    statement,
    request,
  ) => `with ${rankingParts(statement, queryOf(request)).join(', ')}, ${unratedAmounts(
    productOf('k'),
    { revenue: 'sum(v.revenue)' },
    'valued v join known k using (shop_id, shop_sku)',
  )}
    select n.*, u.unrated from (${namedProducts(rankedProducts(request.filters.sort))}) n
    left join unrated u on u.id = ${productOf('n')}`,
  amounts: ['revenue'],
  sharedBy: ({ filters: { sort } }) => sort.replace('-', ''),
})

/** SQL of what the listings of one product have in common. */
const productOf = (of: string) => `coalesce(${of}.sku_id::text, ${of}.shop_id || '/' || ${of}.shop_sku)`

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

export const shopDetailExport: ExportKind<FiguresFilters> = tableOf({
  columns: (statement, { language }) => [
    text('platform', channelIn(statement, language, 't.platform_id'), 14),
    text('shop', 't.system_name', 24),
    whole('orders', 't.orders'),
    ...inMoney(statement, language, ['revenue', 'net_revenue', 'average_order_value']),
    whole('placed', 't.placed'),
    whole('canceled', 't.canceled'),
    whole('returned', 't.returned'),
  ],
  rows: (statement, request) => `with ${shopParts(statement, queryOf(request)).join(', ')}, ${unratedAmounts(
    'shop_id',
    {
      revenue: 'sum(revenue)',
      net_revenue: 'sum(revenue - refunds)',
      average_order_value: 'round(sum(revenue) / nullif(sum(orders), 0))',
    },
  )}
    select s.*, u.unrated, row_number() over (order by revenue desc, orders desc, shop_id) as rank
    from by_shop s left join unrated u on u.id = s.shop_id`,
  amounts: ['revenue', 'net_revenue', 'average_order_value'],
  isKnown: 'r.orders = 0 or r.average_order_value is not null',
  sharedBy: () => 'revenue',
})

export const locationExport: ExportKind<FiguresFilters> = tableOf({
  columns: (statement, { language }) => [
    text('country', `case when t.region <> 'unknown' then split_part(t.region, '/', 1) end`, 10),
    text(
      'province',
      `case when t.region = 'unknown' then ${statement.value(translate(language, 'export.orders.location.unknown'))}
        else initcap(nullif(substr(t.region, 4), '')) end`,
      28,
    ),
    whole('orders', 't.orders'),
    ...inMoney(statement, language, ['revenue']),
  ],
  rows: (statement, request) => `with valued as materialized (${placeFacts(statement, queryOf(request))}),
      ${unratedAmounts('region', { revenue: 'sum(revenue)' })}
    select p.*, u.unrated, row_number() over (order by orders desc, region) as rank
    from (${placeRows}) p left join unrated u on u.id = p.region`,
  amounts: ['revenue'],
  isKnown: 'r.is_known',
  sharedBy: () => 'orders',
})

export const text = (key: string, sql: string, width: number): ExportColumn => ({
  key,
  form: 'text',
  sql,
  width,
})
/** On the first row of a record alone, as those below it are of the same sales. */
const once = (column: ExportColumn): ExportColumn => ({ ...column, isOnce: true })
export const whole = (key: string, sql: string): ExportColumn => once({ key, form: 'whole', sql, width: 11 })

/** The amounts, and behind them their currency, and whether that has no exchange rate. */
export function inMoney(statement: Statement, language: Language, keys: string[]): ExportColumn[] {
  const currency = `a.one ->> 'currency'`
  const note = `${statement.value(translate(language, 'export.unrated'))}::text`
  return [
    ...keys.map((key): ExportColumn => ({
      key,
      form: 'money',
      sql: `(a.one ->> '${key}')::bigint`,
      currency,
      isOfRow: true,
      width: 15,
    })),
    { ...text('currency', currency, 9), isOfRow: true },
    { ...text('note', `case when a.at > 1 then ${note} end`, 16), isOfRow: true },
  ]
}

/** Per cent of all rows with one decimal, in the form of an amount of a currency with decimals. */
function share(of: string): ExportColumn {
  return tenths('share', `100.0 * t.${of} / nullif(t.whole, 0)`, 9)
}

/** With one decimal, in the form of an amount of a currency with decimals. */
export function tenths(key: string, sql: string, width = 11): ExportColumn {
  return once({ key, form: 'money', sql: `round(10 * (${sql})) * 10`, width })
}
