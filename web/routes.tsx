import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
  type RouteComponent,
} from '@tanstack/react-router'
import { ApiError } from './api.ts'
import { loadChunk } from './chunk-reload.ts'
import { joinPath, language, splitPath } from './page-language.ts'
import { ErrorPage } from './parts/error-page.tsx'
import { NotFoundPage } from './parts/not-found-page.tsx'
import { firstSettingPage, pageAccess } from './page-access.ts'
import { pageFiles } from './page-files.ts'
import { listingsSearch } from './pages/listings/list/listings-search.ts'
import { ordersSearch } from './pages/orders/list/orders-search.ts'
import { prepareOrders } from './pages/orders/list/prepare-orders.ts'
import { paths } from './paths.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { type Me, meQuery, wanted } from './session.ts'

type Context = { queries: QueryClient }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Answers whether the user may open the page; if left out, every signed-in user may. */
    allows?: (me: Me) => boolean
    title?: PageTitle
  }
}

/** Pages whose title the narrow header shows. */
export type PageTitle = 'home' | 'products' | 'orders' | 'skus' | 'setting' | 'faq'

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFoundPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  component: page(pageFiles.signIn, 'LoginPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/forgot-password',
  component: page(pageFiles.forgotPassword, 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  component: page(pageFiles.setPassword, 'ResetPasswordPage'),
})

const activate = createRoute({
  getParentRoute: () => root,
  path: '/auth/activate',
  component: page(pageFiles.setPassword, 'ActivatePage'),
})

/** Open to whoever is signed in as well: the central home may send somebody else. */
const ssoLanding = createRoute({
  getParentRoute: () => root,
  path: '/sso/authorization',
  component: page(pageFiles.ssoLanding, 'SsoPage'),
})

/** Everything behind the sign-in. Its data and its pages load side by side. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'console',
  component: page(pageFiles.shell, 'Shell'),
  loader: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(meQuery)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      wanted.remember(location.pathname + location.searchStr)
      throw redirect({ to: paths.signIn(), replace: true })
    }
  },
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: page(pageFiles.home, 'HomePage'),
  staticData: { title: 'home' },
  loader: async ({ context }) => {
    const { prepareSteps } = await loadChunk(() => import('./parts/first-steps.ts'))
    await prepareSteps(context.queries)
  },
})

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  component: page(pageFiles.orders, 'OrdersPage'),
  staticData: { title: 'orders', allows: pageAccess.orders },
  // Coming back to the bare address finds the filters as they were left.
  beforeLoad: ({ cause, location, search }) => {
    if (cause === 'stay' || location.pathname !== paths.orders() || Object.keys(search).length > 0) return
    const kept = ordersSearch.stored()
    if (Object.keys(kept).length > 0) throw redirect({ to: paths.orders(), search: kept, replace: true })
  },
  loader: ({ context, location }) => prepareOrders(context.queries, location.search),
})

const order = createRoute({
  getParentRoute: () => orders,
  path: '$orderId',
  component: page(pageFiles.order, 'OrderDrawer'),
  beforeLoad: ({ params }) => digitsOnly(params.orderId),
})

const orderExports = createRoute({
  getParentRoute: () => orders,
  path: 'exports',
  component: page(pageFiles.exports, 'ExportsDrawer'),
})

const scanOrders = createRoute({
  getParentRoute: () => orders,
  path: 'scan',
  component: page(pageFiles.scan, 'ScanDrawer'),
  staticData: { allows: pageAccess.scanOrders },
})

const newOrder = createRoute({
  getParentRoute: () => orders,
  path: 'new',
  component: page(pageFiles.newOrder, 'ManualOrderDrawer'),
  staticData: { allows: pageAccess.newOrder },
})

const orderReturns = createRoute({
  getParentRoute: () => orders,
  path: 'returns',
  component: page(pageFiles.returns, 'ReturnsDrawer'),
})

const settlements = createRoute({
  getParentRoute: () => orders,
  path: 'settlements',
  component: page(pageFiles.settlements, 'SettlementsDrawer'),
  staticData: { allows: pageAccess.settlements },
})

const settlementsOfShop = createRoute({
  getParentRoute: () => orders,
  path: 'settlements/$shopId',
  component: page(pageFiles.settlements, 'SettlementsDrawer'),
  staticData: { allows: pageAccess.settlements },
  beforeLoad: ({ params }) => digitsOnly(params.shopId),
})

const listings = createRoute({
  getParentRoute: () => signedIn,
  path: '/products',
  component: page(pageFiles.listings, 'ListingsPage'),
  staticData: { title: 'products', allows: pageAccess.products },
  // Coming back to the bare address finds the filters as they were left.
  beforeLoad: ({ cause, location, search }) => {
    if (cause === 'stay' || location.pathname !== paths.products() || Object.keys(search).length > 0) return
    const kept = listingsSearch.stored()
    if (Object.keys(kept).length > 0) throw redirect({ to: paths.products(), search: kept, replace: true })
  },
})

const listing = createRoute({
  getParentRoute: () => listings,
  path: 'detail/$productId',
  component: page(pageFiles.listing, 'ListingDrawer'),
  beforeLoad: ({ params }) => digitsOnly(params.productId),
})

const listingGrid = createRoute({
  getParentRoute: () => signedIn,
  path: '/products/grid',
  component: page(pageFiles.listingGrid, 'GridPage'),
  staticData: { title: 'products', allows: pageAccess.products },
})

const imports = createRoute({
  getParentRoute: () => signedIn,
  path: '/products/imports',
  component: page(pageFiles.imports, 'ImportsPage'),
  staticData: { title: 'products', allows: pageAccess.imports },
})

const oneImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/products/imports/$importId',
  component: page(pageFiles.import, 'ImportPage'),
  staticData: { title: 'products', allows: pageAccess.imports },
  beforeLoad: ({ params }) => digitsOnly(params.importId),
})

const skus = createRoute({
  getParentRoute: () => signedIn,
  path: '/skus',
  component: page(pageFiles.skus, 'SkusPage'),
  staticData: { title: 'skus', allows: pageAccess.skus },
})

const newSku = createRoute({
  getParentRoute: () => signedIn,
  path: '/skus/create',
  component: page(pageFiles.newSku, 'NewSkuPage'),
  staticData: { title: 'skus', allows: pageAccess.newSku },
})

const sku = createRoute({
  getParentRoute: () => signedIn,
  path: '/skus/detail/$skuId',
  component: page(pageFiles.sku, 'SkuDetailPage'),
  staticData: { title: 'skus', allows: pageAccess.skus },
  beforeLoad: ({ params }) => digitsOnly(params.skuId),
})

const stockTakes = createRoute({
  getParentRoute: () => signedIn,
  path: '/skus/stock-takes',
  component: page(pageFiles.stockTakes, 'StockTakesPage'),
  staticData: { title: 'skus', allows: pageAccess.stockTakes },
})

const stockTake = createRoute({
  getParentRoute: () => signedIn,
  path: '/skus/stock-takes/$takeId',
  component: page(pageFiles.stockTake, 'StockTakePage'),
  staticData: { title: 'skus', allows: pageAccess.stockTakes },
  beforeLoad: ({ params }) => digitsOnly(params.takeId),
})

const setting = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting',
  staticData: { title: 'setting', allows: pageAccess.setting },
  loader: async ({ context }) => {
    const to = firstSettingPage(await context.queries.ensureQueryData(meQuery))
    if (to) throw redirect({ to, replace: true })
  },
})

const channels = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/channels',
  component: page(pageFiles.channels, 'ChannelsPage'),
  staticData: { title: 'setting', allows: pageAccess.channels },
})

const channel = createRoute({
  getParentRoute: () => channels,
  path: '$shopId',
  component: page(pageFiles.channel, 'ChannelDrawer'),
  beforeLoad: ({ params }) => digitsOnly(params.shopId),
})

const stock = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/stock',
  component: page(pageFiles.stock, 'StockPage'),
  staticData: { title: 'setting', allows: pageAccess.stock },
})

const newWarehouse = createRoute({
  getParentRoute: () => stock,
  path: 'new',
  component: page(pageFiles.warehouse, 'WarehouseDrawer'),
})

const warehouse = createRoute({
  getParentRoute: () => stock,
  path: '$warehouseId',
  component: page(pageFiles.warehouse, 'WarehouseDrawer'),
  beforeLoad: ({ params }) => digitsOnly(params.warehouseId),
})

const newSalesArea = createRoute({
  getParentRoute: () => stock,
  path: 'areas/new',
  component: page(pageFiles.salesArea, 'SalesAreaDrawer'),
})

const salesArea = createRoute({
  getParentRoute: () => stock,
  path: 'areas/$areaId',
  component: page(pageFiles.salesArea, 'SalesAreaDrawer'),
  beforeLoad: ({ params }) => digitsOnly(params.areaId),
})

const shipment = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/shipment',
  component: page(pageFiles.shipment, 'ShipmentPage'),
  staticData: { title: 'setting', allows: pageAccess.shipment },
})

const courier = createRoute({
  getParentRoute: () => shipment,
  path: '$courier',
  component: page(pageFiles.courier, 'CourierDrawer'),
  staticData: { title: 'setting', allows: pageAccess.courier },
})

const staff = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/staff',
  component: page(pageFiles.staff, 'StaffPage'),
  staticData: { title: 'setting', allows: pageAccess.staff },
})

const newPerson = createRoute({
  getParentRoute: () => staff,
  path: 'new',
  component: page(pageFiles.person, 'PersonDrawer'),
})

const person = createRoute({
  getParentRoute: () => staff,
  path: '$personId',
  component: page(pageFiles.person, 'PersonDrawer'),
  beforeLoad: ({ params }) => digitsOnly(params.personId),
})

const customers = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/customers',
  component: page(pageFiles.customers, 'CustomersPage'),
  staticData: { title: 'setting', allows: pageAccess.customers },
})

const mails = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/mails',
  component: page(pageFiles.mails, 'MailsPage'),
  staticData: { title: 'setting', allows: pageAccess.mails },
})

const mail = createRoute({
  getParentRoute: () => mails,
  path: '$mailId',
  component: page(pageFiles.mail, 'MailDrawer'),
  beforeLoad: ({ params }) => digitsOnly(params.mailId),
})

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/audit',
  component: page(pageFiles.audit, 'AuditPage'),
  staticData: { title: 'setting', allows: pageAccess.audit },
})

const auditEntry = createRoute({
  getParentRoute: () => audit,
  path: '$entryId',
  component: page(pageFiles.auditEntry, 'AuditDrawer'),
  beforeLoad: ({ params }) => digitsOnly(params.entryId),
})

const bill = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/bill',
  component: page(pageFiles.bill, 'BillPage'),
  staticData: { title: 'setting', allows: pageAccess.bill },
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/account',
  component: page(pageFiles.account, 'AccountPage'),
  staticData: { title: 'setting' },
})

const faq = createRoute({
  getParentRoute: () => signedIn,
  path: '/faq',
  component: page(pageFiles.faq, 'FaqPage'),
  staticData: { title: 'faq' },
})

export const routeTree = root.addChildren([
  signIn,
  forgotPassword,
  resetPassword,
  activate,
  ssoLanding,
  signedIn.addChildren([
    home,
    orders.addChildren([
      orderExports,
      orderReturns,
      settlements,
      settlementsOfShop,
      scanOrders,
      newOrder,
      order,
    ]),
    listings.addChildren([listing]),
    listingGrid,
    imports,
    oneImport,
    skus,
    newSku,
    sku,
    stockTakes,
    stockTake,
    setting,
    channels.addChildren([channel]),
    stock.addChildren([newWarehouse, warehouse, newSalesArea, salesArea]),
    shipment.addChildren([courier]),
    staff.addChildren([newPerson, person]),
    customers,
    mails.addChildren([mail]),
    audit.addChildren([auditEntry]),
    bill,
    account,
    faq,
  ]),
])

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    parseSearch,
    stringifySearch,
    rewrite: {
      input: ({ url }) => withPath(url, splitPath(url.pathname).path),
      output: ({ url }) => withPath(url, joinPath(language, url.pathname)),
    },
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
  })
}

function withPath(url: URL, pathname: string): URL {
  const changed = new URL(url)
  changed.pathname = pathname
  return changed
}

function digitsOnly(id: string): void {
  if (!/^\d{1,16}$/.test(id)) throw notFound({ routeId: rootRouteId })
}

function page<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(() => loadChunk(load), name)
}
