import { createRoute, redirect } from '@tanstack/react-router'
import { loadChunk } from '../chunk-reload.ts'
import { pageAccess } from '../page-access.ts'
import { pageFiles } from '../page-files.ts'
import { analyticsSearch } from '../pages/analytics/analytics-search.ts'
import type { AnalyticsPage } from '../paths.ts'
import { page, signedIn } from './page-route.tsx'

const components = {
  dashboard: page(pageFiles.analyticsDashboard, 'DashboardPage'),
  sales: page(pageFiles.analyticsSales, 'SalesPage'),
  products: page(pageFiles.analyticsProducts, 'ProductsPage'),
  orders: page(pageFiles.analyticsOrders, 'OrdersPage'),
  customers: page(pageFiles.analyticsCustomers, 'CustomersPage'),
}

export const analyticsRoutes = [
  pageOf('dashboard'),
  pageOf('sales'),
  pageOf('products'),
  pageOf('orders'),
  pageOf('customers'),
] as const

function pageOf<const Name extends AnalyticsPage>(name: Name) {
  return createRoute({
    getParentRoute: () => signedIn,
    path: `/analytics/${name}` as const,
    component: components[name],
    staticData: { title: 'analytics', allows: pageAccess.analytics },
    // The days and the shops stay the same from page to page.
    beforeLoad: ({ cause, location, search }) => {
      if (cause === 'stay' || Object.keys(search).length > 0) return
      const kept = analyticsSearch.stored()
      if (Object.keys(kept).length > 0) throw redirect({ to: location.pathname, search: kept, replace: true })
    },
    loader: async ({ context, location }) => {
      const { prepareFigures } = await loadChunk(() => import('../pages/analytics/prepare-figures.ts'))
      await prepareFigures(context.queries, name, location.search)
    },
  })
}
