import type { Domain } from '../domain.ts'
import { bulkChangeRoutes } from './bulk/bulk-change-routes.ts'
import { listingChangeRoutes } from './changes/listing-change-routes.ts'
import { createRunListingChanges } from './changes/run-listing-changes.ts'
import { productEditRoutes } from './changes/product-edit-routes.ts'
import { imageUploadRoutes, listingImageRoutes } from './listing-image-routes.ts'
import { importRoutes } from './imports/import-routes.ts'
import { createRunImport } from './imports/run-import.ts'
import { listingsRoutes } from './listings-routes.ts'
import { createServe } from '../http/serve-endpoint.ts'
import { takeUploads } from '../http/uploads.ts'
import { publicFetchOf } from '../syncs/public-fetch.ts'
import { createReadPictures } from './pictures/read-pictures.ts'
import { productRemovalRoutes } from './removal/product-removal-routes.ts'
import { createRefreshProducts } from './refresh-products.ts'
import { createSyncProducts } from './sync-products.ts'

export const listings: Domain = {
  async routes(serve, context) {
    listingsRoutes(serve, context)
    listingChangeRoutes(serve, context)
    bulkChangeRoutes(serve, context)
    productEditRoutes(serve, context)
    productRemovalRoutes(serve, context)
    listingImageRoutes(serve, context)
    await context.app.register(async (scope) => {
      // As large as the photo of a telephone.
      takeUploads(scope, 12 * 1024 * 1024)
      imageUploadRoutes(createServe(scope, context), context)
    })
    await importRoutes(serve, context)
  },
  jobs: ({ db, channels, log, outbox, config }) => ({
    'read-pictures': createReadPictures(db, publicFetchOf(channels)),
    'sync-products': createSyncProducts(db, channels, log),
    'run-listing-changes': createRunListingChanges(outbox, config),
    'run-import': createRunImport({ db, channels, log }),
    'refresh-products': createRefreshProducts(db),
  }),
}
