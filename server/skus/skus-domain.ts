import type { Domain } from '../domain.ts'
import { costsRoutes } from './costs/costs-routes.ts'
import { matchingRoutes } from './matching/matching-routes.ts'
import { createSuggestSkus } from './matching/suggest-skus.ts'
import { mergesRoutes } from './merges/merges-routes.ts'
import { stockRulesRoutes } from './rules/stock-rules-routes.ts'
import { skusRoutes } from './skus-routes.ts'

export const skus: Domain = {
  routes(serve, context) {
    skusRoutes(serve, context)
    matchingRoutes(serve, context)
    stockRulesRoutes(serve, context)
    costsRoutes(serve, context)
    mergesRoutes(serve, context)
  },
  jobs: ({ db }) => ({ 'suggest-skus': createSuggestSkus(db) }),
}
