import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter } from '@tanstack/react-router'
import { loadChunk } from './chunk-reload.ts'
import { pageAccess } from './page-access.ts'
import { pageFiles } from './page-files.ts'
import { joinPath, language, splitPath } from './page-language.ts'
import { ErrorPage } from './parts/error-page.tsx'
import { analyticsRoutes } from './routes/analytics-routes.ts'
import { orderRoutes } from './routes/order-routes.ts'
import { page, pageRoute, root, signedIn } from './routes/page-route.tsx'
import { productRoutes } from './routes/product-routes.ts'
import { settingRoutes } from './routes/setting-routes.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

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

const firstRun = createRoute({
  getParentRoute: () => root,
  path: '/auth/first-run',
  component: page(pageFiles.firstRun, 'FirstRunPage'),
})

/** Open to whoever is signed in as well: the central home may send somebody else. */
const ssoLanding = createRoute({
  getParentRoute: () => root,
  path: '/sso/authorization',
  component: page(pageFiles.ssoLanding, 'SsoPage'),
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

const customerList = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers/all-customers',
  component: page(pageFiles.customerList, 'CustomerListPage'),
  staticData: { title: 'customers', allows: pageAccess.customerList },
})

const customer = pageRoute(() => customerList, '$customerId', page(pageFiles.customer, 'CustomerDrawer'))

const duplicates = pageRoute(
  () => signedIn,
  '/customers/duplicates',
  page(pageFiles.duplicates, 'DuplicatesPage'),
  { title: 'customers', allows: pageAccess.customerList },
)

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

const exports = pageRoute(() => signedIn, '/exports', page(pageFiles.exports, 'ExportsPage'), {
  allows: pageAccess.exports,
})

const faq = pageRoute(() => signedIn, '/faq', page(pageFiles.faq, 'FaqPage'), { title: 'faq' })

export const routeTree = root.addChildren([
  signIn,
  forgotPassword,
  resetPassword,
  activate,
  firstRun,
  ssoLanding,
  signedIn.addChildren([
    home,
    ...analyticsRoutes,
    ...orderRoutes,
    ...productRoutes,
    customerList.addChildren([customer]),
    duplicates,
    segments,
    segment,
    ...settingRoutes,
    exports,
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
