import type { Domain } from '../domain.ts'
import { customerRanksRoutes } from './customer-ranks-routes.ts'
import { createGatherCustomers, createPushCustomers } from './push-customers.ts'
import { createRankCustomers } from './rank-customers.ts'
import { createSyncCustomers } from './sync-customers.ts'

export const customers: Domain = {
  routes: customerRanksRoutes,
  jobs: ({ db, channels, log, outbox }) => ({
    'sync-customers': createSyncCustomers(db, channels, log),
    'push-customers': createPushCustomers(outbox),
    'gather-customers': createGatherCustomers(db),
    'rank-customers': createRankCustomers(db),
  }),
}
