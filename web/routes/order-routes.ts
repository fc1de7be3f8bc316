import { createRoute, redirect } from '@tanstack/react-router'
import { pageAccess } from '../page-access.ts'
import { pageFiles } from '../page-files.ts'
import { ordersSearch } from '../pages/orders/list/orders-search.ts'
import { prepareOrders } from '../pages/orders/list/prepare-orders.ts'
import { paths } from '../paths.ts'
import { page, pageRoute, signedIn } from './page-route.tsx'

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

/** Notices of earlier releases lead here. */
const orderExports = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/exports',
  beforeLoad: () => {
    throw redirect({ to: paths.exports(), replace: true })
  },
})

const scanOrders = pageRoute(() => signedIn, '/orders/scan', page(pageFiles.scan, 'ScanPage'), {
  title: 'orders',
  allows: pageAccess.scanOrders,
  isBare: true,
})

const pickWaves = pageRoute(() => signedIn, '/orders/waves', page(pageFiles.pickWaves, 'PickWavesPage'), {
  title: 'orders',
  allows: pageAccess.pickWaves,
})

const pickWave = pageRoute(
  () => signedIn,
  '/orders/waves/$waveId',
  page(pageFiles.pickWave, 'PickWavePage'),
  { title: 'orders', allows: pageAccess.pickWaves },
)

const newOrder = pageRoute(() => orders, 'new', page(pageFiles.newOrder, 'ManualOrderDrawer'), {
  allows: pageAccess.newOrder,
})

const orderReturns = pageRoute(() => orders, 'returns', page(pageFiles.returns, 'ReturnsDrawer'))

const settlements = pageRoute(
  () => signedIn,
  '/orders/settlements',
  page(pageFiles.settlements, 'SettlementsPage'),
  { title: 'settlements', allows: pageAccess.settlements },
)

/** An order leads here, and so do notices of earlier releases. */
const settlementsOfShop = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/settlements/$shopId',
  staticData: { allows: pageAccess.settlements },
  beforeLoad: ({ params: { shopId } }) => {
    throw redirect({ to: paths.settlements(), search: { shop_id: shopId }, replace: true })
  },
})

export const orderRoutes = [
  orders.addChildren([orderReturns, newOrder, order]),
  orderExports,
  scanOrders,
  pickWaves,
  pickWave,
  settlements,
  settlementsOfShop,
] as const
