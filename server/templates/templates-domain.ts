import type { Domain } from '../domain.ts'
import { createServe } from '../http/serve-endpoint.ts'
import { takeUploads } from '../http/uploads.ts'
import { publicFetchOf } from '../syncs/public-fetch.ts'
import { bulkPublishRoutes } from './bulk/bulk-publish-routes.ts'
import { createRunBulkPublish } from './bulk/run-bulk-publish.ts'
import { createCheckTemplates } from './check-templates.ts'
import { copyListingsRoutes } from './copy-listings-routes.ts'
import { forbiddenWordsRoutes } from './forbidden-words/forbidden-words-routes.ts'
import { importedTemplatesRoutes } from './imported-templates-routes.ts'
import { mappingRoutes } from './mapping/mapping-routes.ts'
import { missingFieldsRoutes } from './missing/missing-fields-routes.ts'
import { shopTemplatesRoutes } from './shop-templates-routes.ts'
import { templateImageRoutes } from './template-image-routes.ts'
import { templatesRoutes } from './templates-routes.ts'
import { createChannelImages } from './uploads/channel-images.ts'
import { createRunUploads } from './uploads/run-uploads.ts'
import { writingRoutes } from './writing/writing-routes.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'

export const templates: Domain = {
  async routes(serve, context) {
    templatesRoutes(serve, context)
    shopTemplatesRoutes(serve, context)
    uploadRoutes(serve, context)
    bulkPublishRoutes(serve, context)
    copyListingsRoutes(serve, context)
    missingFieldsRoutes(serve, context)
    importedTemplatesRoutes(serve, context)
    writingRoutes(serve, context)
    mappingRoutes(serve, context)
    forbiddenWordsRoutes(serve, context)
    await context.app.register(async (scope) => {
      // As large as the photo of a telephone.
      takeUploads(scope, 12 * 1024 * 1024)
      templateImageRoutes(createServe(scope, context), context)
    })
  },
  jobs: ({ db, config, outbox, channels, catalog, log }) => {
    const channelImages = createChannelImages(db, config, publicFetchOf(channels))
    return {
      'run-template-uploads': createRunUploads(outbox, channelImages),
      'check-templates': createCheckTemplates(db),
      'run-bulk-publish': createRunBulkPublish({ db, catalog, channels, log }),
    }
  },
}
