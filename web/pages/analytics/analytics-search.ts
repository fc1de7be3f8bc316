import type { EndpointName, QueryInput } from '../../../contract/endpoints.ts'
import { chartGroups } from '../../../model/chart-figures.ts'
import type { AnalyticsPage } from '../../paths.ts'
import { presetDays, presets } from '../../parts/dates.ts'
import { createListSearch, read, type SearchOf } from '../../parts/list/list-search.ts'

const defaultRange = 'last_7_days'
const mostDays = 366
const mostDaysOfHours = 31
const dayMs = 86_400_000

const filters = {
  range: read.oneOf(presets),
  from: read.day,
  to: read.day,
  /** Left out: as many days right before. */
  compare: read.oneOf(['0', '2']),
  shop_id: read.ids,
  platform_id: read.channels,
  segment_id: read.id,
  /** Left out: what suits the range. */
  group: read.oneOf(chartGroups),
  /** The figure that is drawn; each page knows its own. */
  figure: read.text,
  /** Narrows the ranking alone; 0: to products that no shop lists any more. */
  is_listed: read.yesOrNo,
}
const sortFields = ['quantity', 'revenue'] as const

/** Search parameters of the pages of analytics. */
export type AnalyticsSearch = SearchOf<typeof filters, (typeof sortFields)[number]>

const search = createListSearch({
  name: 'analytics',
  filters,
  sortFields,
  defaultSort: '-revenue',
  settle: ({ range, from, to, ...rest }) => {
    if (range) return range === defaultRange ? rest : { ...rest, range }
    return { ...rest, ...settledDays(from, to) }
  },
})

export const analyticsSearch = {
  ...search,
  /** The drawn figure, the sorting and the page number belong to one page. */
  store: ({ figure: _figure, sort: _sort, limit: _limit, is_listed: _listed, ...kept }: AnalyticsSearch) =>
    search.store(kept),
}

/** The earlier day first, and a year at most, which is what the API answers. */
function settledDays(one: string | undefined, other: string | undefined) {
  if (!one || !other) return { ...(one && { from: one }), ...(other && { to: other }) }
  const [from = one, to = other] = [one, other].toSorted()
  const earliest = new Date(Date.parse(to) - (mostDays - 1) * dayMs).toISOString().slice(0, 10)
  return { from: from < earliest ? earliest : from, to }
}

export function rangeOf(asked: AnalyticsSearch) {
  return asked.range ?? (asked.from || asked.to ? undefined : defaultRange)
}

/** Days and shops in the API's words. The usual range is left to the API, which needs no time zone for it. */
export function toPlainQuery(asked: AnalyticsSearch, timeZone: string) {
  const { range, from, to, shop_id: shops, platform_id: platforms, segment_id: segment } = asked
  const days = range ? presetDays(range, new Date(), timeZone) : { ...(from && { from }), ...(to && { to }) }
  return {
    ...days,
    ...(shops && { shop_id: shops }),
    ...(platforms && { platform_id: platforms }),
    ...(segment && { segment_id: segment }),
  }
}

export type PlainQuery = ReturnType<typeof toPlainQuery>
export type ChartQuery = QueryInput<'GET /analytics/revenue-metrics'>

export function toChartQuery(asked: AnalyticsSearch, timeZone: string): ChartQuery {
  const { compare, group } = asked
  const days = toPlainQuery(asked, timeZone)
  const isDrawable = group !== 'hour' || mayDrawHours(days)
  return { ...days, ...(compare && { compare }), ...(group && isDrawable && { group }) }
}

/** Hours of more days are refused; the chart falls back to what suits the range. */
export function mayDrawHours({ from, to }: Pick<PlainQuery, 'from' | 'to'>): boolean {
  return !from || !to || (Date.parse(to) - Date.parse(from)) / dayMs < mostDaysOfHours
}

export function toRankingQuery(asked: AnalyticsSearch, timeZone: string, limit: number) {
  const { sort = '-revenue', page = 1, compare = '1' as const, is_listed: isListed } = asked
  const listed = isListed === undefined ? {} : { is_listed: isListed }
  return { ...toPlainQuery(asked, timeZone), compare, sort, page, limit, ...listed }
}

/** Calls behind the first chart of each page. */
export const chartCalls = {
  dashboard: 'GET /analytics/revenue-metrics',
  sales: 'GET /analytics/sales/revenue-metrics',
  products: 'GET /analytics/products/products-sold',
  orders: 'GET /analytics/revenue-metrics',
  customers: 'GET /analytics/customers/customers-metrics',
} as const satisfies Record<AnalyticsPage, EndpointName>
