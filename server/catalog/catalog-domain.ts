import type { Domain } from '../domain.ts'
import { categoriesRoutes } from './categories-routes.ts'
import { categoryNeedsRoutes } from './category-needs-routes.ts'
import { createReadBrands, createRefreshCatalog } from './refresh-catalog.ts'

export const catalog: Domain = {
  routes(serve, context) {
    categoriesRoutes(serve, context)
    categoryNeedsRoutes(serve, context)
  },
  jobs: ({ db, channels, log }) => ({
    'refresh-catalog': createRefreshCatalog({ db, channels, log }),
    'read-brands': createReadBrands({ db, channels, log }),
  }),
}
