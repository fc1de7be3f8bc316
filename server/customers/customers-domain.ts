import type { Domain } from '../domain.ts'
import { customerRanksRoutes } from './customer-ranks-routes.ts'
import { customersRoutes } from './customers-routes.ts'
import { createMatchCustomers } from './persons/match-customers.ts'
import { personsRoutes } from './persons/persons-routes.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { segmentsRoutes } from './segments/segments-routes.ts'
import { createGatherCustomers, createPushCustomers } from './push-customers.ts'
import { createRankCustomers } from './rank-customers.ts'
import { createSyncCustomers } from './sync-customers.ts'

export const customers: Domain = {
  routes(serve, context) {
    customerRanksRoutes(serve, context)
    customersRoutes(serve, context)
    segmentsRoutes(serve, context)
    personsRoutes(serve, context)
    privacyRoutes(serve, context)
  },
  jobs: ({ db, channels, log, outbox }) => ({
    'sync-customers': createSyncCustomers(db, channels, log),
    'push-customers': createPushCustomers(outbox),
    'gather-customers': createGatherCustomers(db),
    'match-customers': createMatchCustomers(db),
    'rank-customers': createRankCustomers(db),
  }),
}
