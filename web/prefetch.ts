/**
 * The head start: an entry of its own, small enough to be here long before the framework, which asks for what the address
 * needs. Everything that it asks for is asked for again by the page, and found.
 */
import { prefetch } from './api.ts'
import { splitPath } from './page-language.ts'
import { meCall } from './me-call.ts'
import { analyticsFiles, pageFiles } from './page-files.ts'
import { listingsSearch } from './pages/listings/list/listings-search.ts'
import { ordersSearch, toOrderQuery } from './pages/orders/list/orders-search.ts'
import { analyticsSearch, chartCalls, toChartQuery } from './pages/analytics/analytics-search.ts'
import { type AnalyticsPage, analyticsPages, paths } from './paths.ts'
import { parseSearch } from './search-params.ts'
import { loadTexts } from './texts.ts'

const { path } = splitPath(location.pathname)
const is = (page: string) => path === page || path.startsWith(`${page}/`)

start(() => loadTexts('start'))
if (path === paths.signIn()) start(pageFiles.signIn)
else if (path === paths.forgotPassword()) start(pageFiles.forgotPassword)
else if (path === paths.resetPassword() || path === paths.activate()) start(pageFiles.setPassword)
else if (path === paths.ssoLanding()) start(pageFiles.ssoLanding)
else {
  prefetch('GET /users/me', meCall)
  start(pageFiles.shell)
  if (path === paths.home()) start(pageFiles.home)
  const figures = analyticsPages.find((page) => path === paths.analytics(page))
  if (figures) startAnalytics(figures)
  // Pages below the orders that show no order list: one asked for in vain would stay open.
  if (is(paths.scanOrders())) start(pageFiles.scan)
  else if (is(paths.pickWaves())) start(pageFiles.pickWaves)
  else if (is(paths.settlements())) start(pageFiles.settlements)
  else if (is(paths.orders())) startOrders()
  if (is(paths.templates())) start(pageFiles.templates)
  else if (is(paths.products())) startProducts()
  if (is(paths.channels())) start(pageFiles.channels)
  if (is(paths.stock())) start(pageFiles.stock)
  if (is(paths.staff())) start(pageFiles.staff)
  if (is(paths.audit())) start(pageFiles.audit)
  if (is(paths.account())) start(pageFiles.account)
  if (path === paths.faq()) {
    start(pageFiles.faq)
    prefetch('GET /faq')
  }
}

function startOrders(): void {
  start(pageFiles.orders)
  const asked = ordersSearch.read(parseSearch(location.search))
  const search = path === paths.orders() && location.search === '' ? ordersSearch.stored() : asked
  // A range depends on the account's time zone, which nobody knows yet.
  if (!search.range) prefetch('GET /orders/filter', { query: toOrderQuery(search, 'UTC') })
}

/** The page and its chart. A range depends on the account's time zone, which nobody knows yet. */
function startAnalytics(page: AnalyticsPage): void {
  start(analyticsFiles[page])
  const asked = analyticsSearch.read(parseSearch(location.search))
  const search = location.search === '' ? analyticsSearch.stored() : asked
  if (!search.range) prefetch(chartCalls[page], { query: toChartQuery(search, 'UTC') })
}

function startProducts(): void {
  start(pageFiles.listings)
  const asked = listingsSearch.read(parseSearch(location.search))
  const search = path === paths.products() && location.search === '' ? listingsSearch.stored() : asked
  prefetch('GET /products/filter', { query: listingsSearch.toQuery(search) })
}

function start(load: () => Promise<unknown>): void {
  // The page asks again and says so if it fails for good.
  load().catch(() => undefined)
}
