import type { Domain } from '../domain.ts'
import { listingsRoutes } from './listings-routes.ts'
import { createRefreshProducts } from './refresh-products.ts'
import { createSyncProducts } from './sync-products.ts'

export const listings: Domain = {
  routes: listingsRoutes,
  jobs: ({ db, channels, log }) => ({
    'sync-products': createSyncProducts(db, channels, log),
    'refresh-products': createRefreshProducts(db),
  }),
}
