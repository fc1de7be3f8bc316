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
import { joinPath, language, splitPath } from './language.ts'
import { ErrorPage } from './parts/error-page.tsx'
import { NotFoundPage } from './parts/not-found-page.tsx'
import { pageFiles } from './page-files.ts'
import { keptOrdersSearch } from './pages/orders/orders-search.ts'
import { prepareOrders } from './pages/orders/prepare-orders.ts'
import { paths } from './paths.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { allows, allowsArea, type Me, meQuery, wanted } from './session.ts'

type Context = { queries: QueryClient }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who may open the page; everybody who is signed in unless said. */
    allows?: (me: Me) => boolean
    title?: PageTitle
  }
}

/** Pages whose title the narrow header shows. */
export type PageTitle = 'home' | 'orders' | 'setting'

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFoundPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  component: page(pageFiles.signIn, 'LoginPage'),
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
})

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  component: page(pageFiles.orders, 'OrdersPage'),
  staticData: { title: 'orders', allows: (me) => allows(me, 'orders.view') },
  // Coming back to the bare address finds the filters as they were left.
  beforeLoad: ({ cause, location, search }) => {
    if (cause === 'stay' || location.pathname !== paths.orders() || Object.keys(search).length > 0) return
    const kept = keptOrdersSearch()
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

const setting = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting',
  beforeLoad: () => {
    throw redirect({ to: paths.channels(), replace: true })
  },
})

const channels = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/channels',
  component: page(pageFiles.channels, 'ChannelsPage'),
  staticData: { title: 'setting', allows: (me) => allowsArea(me, 'settings') },
})

const channel = createRoute({
  getParentRoute: () => channels,
  path: '$shopId',
  component: page(pageFiles.channel, 'ChannelDrawer'),
  beforeLoad: ({ params }) => digitsOnly(params.shopId),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting/account',
  component: page(pageFiles.account, 'AccountPage'),
  staticData: { title: 'setting' },
})

export const routeTree = root.addChildren([
  signIn,
  signedIn.addChildren([
    home,
    orders.addChildren([order]),
    setting,
    channels.addChildren([channel]),
    account,
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
