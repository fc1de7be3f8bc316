import type { Domain } from '../domain.ts'
import { createSyncWarehouses } from './sync-warehouses.ts'
import { warehousesRoutes } from './warehouses-routes.ts'

export const warehouses: Domain = {
  routes: warehousesRoutes,
  jobs: ({ db, channels, log }) => ({ 'sync-warehouses': createSyncWarehouses(db, channels, log) }),
}
