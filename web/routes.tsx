import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
  type RouteComponent,
  type StaticDataRouteOption,
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
export type PageTitle =
  'home' | 'products' | 'templates' | 'orders' | 'skus' | 'customers' | 'setting' | 'faq'

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

const order = pageRoute(() => orders, '$orderId', page(pageFiles.order, 'OrderDrawer'))

const orderExports = pageRoute(() => orders, 'exports', page(pageFiles.exports, 'ExportsDrawer'))

const scanOrders = pageRoute(() => orders, 'scan', page(pageFiles.scan, 'ScanDrawer'), {
  allows: pageAccess.scanOrders,
})

const newOrder = pageRoute(() => orders, 'new', page(pageFiles.newOrder, 'ManualOrderDrawer'), {
  allows: pageAccess.newOrder,
})

const orderReturns = pageRoute(() => orders, 'returns', page(pageFiles.returns, 'ReturnsDrawer'))

const settlements = pageRoute(() => orders, 'settlements', page(pageFiles.settlements, 'SettlementsDrawer'), {
  allows: pageAccess.settlements,
})

const settlementsOfShop = pageRoute(
  () => orders,
  'settlements/$shopId',
  page(pageFiles.settlements, 'SettlementsDrawer'),
  { allows: pageAccess.settlements },
)

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

const listing = pageRoute(() => listings, 'detail/$productId', page(pageFiles.listing, 'ListingDrawer'))

const listingGrid = pageRoute(() => signedIn, '/products/grid', page(pageFiles.listingGrid, 'GridPage'), {
  title: 'products',
  allows: pageAccess.products,
})

const imports = pageRoute(() => signedIn, '/products/imports', page(pageFiles.imports, 'ImportsPage'), {
  title: 'products',
  allows: pageAccess.imports,
})

const oneImport = pageRoute(
  () => signedIn,
  '/products/imports/$importId',
  page(pageFiles.import, 'ImportPage'),
  { title: 'products', allows: pageAccess.imports },
)

const templates = pageRoute(
  () => signedIn,
  '/products/template',
  page(pageFiles.templates, 'TemplatesPage'),
  { title: 'templates', allows: pageAccess.templates },
)

const newTemplate = pageRoute(
  () => signedIn,
  '/products/template/create',
  page(pageFiles.newTemplate, 'StartPage'),
  { title: 'templates', allows: pageAccess.templateForm },
)

const template = pageRoute(
  () => signedIn,
  '/products/template/$templateId',
  page(pageFiles.template, 'TemplatePage'),
  { title: 'templates', allows: pageAccess.templates },
)

/** Both addresses lead to the same pages: a template that was never published is still being created. */
const templateForms = (['create', 'edit'] as const).map((mode) => {
  const frame = pageRoute(
    () => signedIn,
    `/products/template/${mode}/$templateId`,
    page(pageFiles.templateFrame, 'TemplateFrame'),
    { title: 'templates', allows: pageAccess.templateForm },
  )
  return frame.addChildren([
    pageRoute(() => frame, '/', page(pageFiles.templateForm, 'ProductForm')),
    pageRoute(() => frame, 'detail/$platformId', page(pageFiles.templateStep, 'ChannelStep')),
    pageRoute(() => frame, 'checkout', page(pageFiles.templateCheckout, 'CheckoutPage')),
  ])
})

const skus = pageRoute(() => signedIn, '/skus', page(pageFiles.skus, 'SkusPage'), {
  title: 'skus',
  allows: pageAccess.skus,
})

const newSku = pageRoute(() => signedIn, '/skus/create', page(pageFiles.newSku, 'NewSkuPage'), {
  title: 'skus',
  allows: pageAccess.newSku,
})

const sku = pageRoute(() => signedIn, '/skus/detail/$skuId', page(pageFiles.sku, 'SkuDetailPage'), {
  title: 'skus',
  allows: pageAccess.skus,
})

const stockTakes = pageRoute(
  () => signedIn,
  '/skus/stock-takes',
  page(pageFiles.stockTakes, 'StockTakesPage'),
  { title: 'skus', allows: pageAccess.stockTakes },
)

const stockTake = pageRoute(
  () => signedIn,
  '/skus/stock-takes/$takeId',
  page(pageFiles.stockTake, 'StockTakePage'),
  { title: 'skus', allows: pageAccess.stockTakes },
)

const customerList = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers/all-customers',
  component: page(pageFiles.customerList, 'CustomerListPage'),
  staticData: { title: 'customers', allows: pageAccess.customerList },
})

const customer = pageRoute(() => customerList, '$customerId', page(pageFiles.customer, 'CustomerDrawer'))

const segments = pageRoute(
  () => signedIn,
  '/customers/group-customer',
  page(pageFiles.segments, 'SegmentsPage'),
  { title: 'customers', allows: pageAccess.customerList },
)

const segment = pageRoute(
  () => signedIn,
  '/customers/group-customer/$segmentId',
  page(pageFiles.segments, 'SegmentsPage'),
  { title: 'customers', allows: pageAccess.customerList },
)

const setting = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting',
  staticData: { title: 'setting', allows: pageAccess.setting },
  loader: async ({ context }) => {
    const to = firstSettingPage(await context.queries.ensureQueryData(meQuery))
    if (to) throw redirect({ to, replace: true })
  },
})

const channels = pageRoute(() => signedIn, '/setting/channels', page(pageFiles.channels, 'ChannelsPage'), {
  title: 'setting',
  allows: pageAccess.channels,
})

const channel = pageRoute(() => channels, '$shopId', page(pageFiles.channel, 'ChannelDrawer'))

const stock = pageRoute(() => signedIn, '/setting/stock', page(pageFiles.stock, 'StockPage'), {
  title: 'setting',
  allows: pageAccess.stock,
})

const newWarehouse = pageRoute(() => stock, 'new', page(pageFiles.warehouse, 'WarehouseDrawer'))

const warehouse = pageRoute(() => stock, '$warehouseId', page(pageFiles.warehouse, 'WarehouseDrawer'))

const newSalesArea = pageRoute(() => stock, 'areas/new', page(pageFiles.salesArea, 'SalesAreaDrawer'))

const salesArea = pageRoute(() => stock, 'areas/$areaId', page(pageFiles.salesArea, 'SalesAreaDrawer'))

const shipment = pageRoute(() => signedIn, '/setting/shipment', page(pageFiles.shipment, 'ShipmentPage'), {
  title: 'setting',
  allows: pageAccess.shipment,
})

const courier = pageRoute(() => shipment, '$courier', page(pageFiles.courier, 'CourierDrawer'), {
  title: 'setting',
  allows: pageAccess.courier,
})

const staff = pageRoute(() => signedIn, '/setting/staff', page(pageFiles.staff, 'StaffPage'), {
  title: 'setting',
  allows: pageAccess.staff,
})

const newPerson = pageRoute(() => staff, 'new', page(pageFiles.person, 'PersonDrawer'))

const person = pageRoute(() => staff, '$personId', page(pageFiles.person, 'PersonDrawer'))

const customers = pageRoute(
  () => signedIn,
  '/setting/customers',
  page(pageFiles.customers, 'CustomersPage'),
  { title: 'setting', allows: pageAccess.customers },
)

const mails = pageRoute(() => signedIn, '/setting/mails', page(pageFiles.mails, 'MailsPage'), {
  title: 'setting',
  allows: pageAccess.mails,
})

const mail = pageRoute(() => mails, '$mailId', page(pageFiles.mail, 'MailDrawer'))

const audit = pageRoute(() => signedIn, '/setting/audit', page(pageFiles.audit, 'AuditPage'), {
  title: 'setting',
  allows: pageAccess.audit,
})

const auditEntry = pageRoute(() => audit, '$entryId', page(pageFiles.auditEntry, 'AuditDrawer'))

const bill = pageRoute(() => signedIn, '/setting/bill', page(pageFiles.bill, 'BillPage'), {
  title: 'setting',
  allows: pageAccess.bill,
})

const account = pageRoute(() => signedIn, '/setting/account', page(pageFiles.account, 'AccountPage'), {
  title: 'setting',
})

const faq = pageRoute(() => signedIn, '/faq', page(pageFiles.faq, 'FaqPage'), { title: 'faq' })

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
    templates,
    newTemplate,
    template,
    ...templateForms,
    skus,
    newSku,
    sku,
    stockTakes,
    stockTake,
    customerList.addChildren([customer]),
    segments,
    segment,
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

/** A page of a path; a part of it that is an id has digits alone. */
function pageRoute<Parent extends AnyRoute, const Path extends string>(
  parent: () => Parent,
  path: Path,
  component: RouteComponent,
  staticData: StaticDataRouteOption = {},
) {
  const [, id] = /\$(\w+Id)$/.exec(path) ?? []
  return createRoute({
    getParentRoute: parent,
    path,
    component,
    staticData,
    beforeLoad: ({ params }) => {
      if (id !== undefined) digitsOnly((params as Record<string, string>)[id] ?? '')
    },
  })
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
