import type { Domain } from '../domain.ts'
import { listingChangeRoutes } from './changes/listing-change-routes.ts'
import { createRunListingChanges } from './changes/run-listing-changes.ts'
import { importRoutes } from './imports/import-routes.ts'
import { createRunImport } from './imports/run-import.ts'
import { listingsRoutes } from './listings-routes.ts'
import { createRefreshProducts } from './refresh-products.ts'
import { createSyncProducts } from './sync-products.ts'

export const listings: Domain = {
  async routes(serve, context) {
    listingsRoutes(serve, context)
    listingChangeRoutes(serve, context)
    await importRoutes(serve, context)
  },
  jobs: ({ db, channels, log, outbox }) => ({
    'sync-products': createSyncProducts(db, channels, log),
    'run-listing-changes': createRunListingChanges(outbox),
    'run-import': createRunImport({ db, channels, log }),
    'refresh-products': createRefreshProducts(db),
  }),
}
