import type { Domain } from '../domain.ts'
import { customerRanksRoutes } from './customer-ranks-routes.ts'
import { customersRoutes } from './customers-routes.ts'
import { createMatchCustomers } from './persons/match-customers.ts'
import { personsRoutes } from './persons/persons-routes.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { segmentEditingRoutes } from './segments/segment-editing-routes.ts'
import { segmentPushRoutes } from './segments/segment-push-routes.ts'
import { createSendSegment } from './segments/send-segment.ts'
import { segmentsRoutes } from './segments/segments-routes.ts'
import { createGatherCustomers, createPushCustomers } from './push-customers.ts'
import { createRankCustomers } from './rank-customers.ts'
import { createSyncCustomers } from './sync-customers.ts'

export const customers: Domain = {
  async routes(serve, context) {
    customerRanksRoutes(serve, context)
    customersRoutes(serve, context)
    await segmentEditingRoutes(serve, context)
    segmentPushRoutes(serve, context)
    segmentsRoutes(serve, context)
    personsRoutes(serve, context)
    privacyRoutes(serve, context)
  },
  jobs: ({ db, channels, log, outbox }) => ({
    'sync-customers': createSyncCustomers(db, channels, log),
    'push-customers': createPushCustomers(outbox),
    'gather-customers': createGatherCustomers(db),
    'match-customers': createMatchCustomers(db),
    'send-segment': createSendSegment(db),
    'rank-customers': createRankCustomers(db),
  }),
}
