import type { Domain } from '../domain.ts'
import { parcelBackRoutes } from './parcel-back-routes.ts'
import { returnsRoutes } from './returns-routes.ts'
import { createSyncReturns } from './sync-returns.ts'

export const returns: Domain = {
  routes(serve, context) {
    returnsRoutes(serve, context, context.channels)
    parcelBackRoutes(serve, context)
  },
  jobs: ({ db, channels, log }) => ({ 'sync-returns': createSyncReturns(db, channels, log) }),
}
