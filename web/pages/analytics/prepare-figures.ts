import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../../session.ts'
import type { AnalyticsPage } from '../../paths.ts'
import { type FigureCall, figuresQuery } from './analytics-queries.ts'
import { analyticsSearch, chartCalls, toChartQuery, toPlainQuery } from './analytics-search.ts'

/** Longest wait for the figures: the page itself shows no skeleton until then. */
const patienceMs = 200

const tables = {
  dashboard: [],
  sales: ['GET /analytics/sales/shop-detail-statistic', 'GET /analytics/sales/hours'],
  products: [],
  orders: ['GET /analytics/orders/shipping-statistic', 'GET /analytics/orders/cancel-reason'],
  customers: [],
} as const satisfies Record<AnalyticsPage, readonly FigureCall[]>

/** Asks for the page's figures before it is drawn, and waits a moment for the first. A failure is the page's to show. */
export async function prepareFigures(
  queries: QueryClient,
  page: AnalyticsPage,
  raw: Record<string, unknown>,
): Promise<void> {
  const me = await queries.ensureQueryData(meQuery).catch(() => null)
  if (me === null) return
  const search = analyticsSearch.read(raw)
  for (const table of tables[page])
    void queries.prefetchQuery(figuresQuery(table, toPlainQuery(search, me.timezone)))
  const chart = queries.prefetchQuery(figuresQuery(chartCalls[page], toChartQuery(search, me.timezone)))
  await Promise.race([chart, new Promise((late) => setTimeout(late, patienceMs))])
}
