import type { Domain } from '../domain.ts'
import { bulkChangeRoutes } from './bulk/bulk-change-routes.ts'
import { listingChangeRoutes } from './changes/listing-change-routes.ts'
import { createRunListingChanges } from './changes/run-listing-changes.ts'
import { listingsRoutes } from './listings-routes.ts'
import { createRefreshProducts } from './refresh-products.ts'
import { createSyncProducts } from './sync-products.ts'

export const listings: Domain = {
  routes(serve, context) {
    listingsRoutes(serve, context)
    listingChangeRoutes(serve, context)
    bulkChangeRoutes(serve, context)
  },
  jobs: ({ db, channels, log, outbox }) => ({
    'sync-products': createSyncProducts(db, channels, log),
    'run-listing-changes': createRunListingChanges(outbox),
    'refresh-products': createRefreshProducts(db),
  }),
}
