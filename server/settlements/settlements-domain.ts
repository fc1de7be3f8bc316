import type { Domain } from '../domain.ts'
import { settlementsRoutes } from './settlements-routes.ts'
import { createSyncSettlements } from './sync-settlements.ts'

export const settlements: Domain = {
  routes: settlementsRoutes,
  jobs: ({ db, channels, log }) => ({ 'sync-settlements': createSyncSettlements(db, channels, log) }),
}
