import type { Domain } from '../domain.ts'
import { createExportLinks } from './export-link.ts'
import { exportsRoutes } from './exports-routes.ts'
import { createExpireExport, createWriteExport } from './write-export.ts'

export const exports: Domain = {
  routes: (serve, context) => exportsRoutes(context.app, serve, context),
  jobs: ({ db, config, log }) => ({
    'write-export': createWriteExport(
      db,
      createExportLinks([config.secretKey, ...config.oldSecretKeys]),
      log,
    ),
    'expire-export': createExpireExport(db),
  }),
}
