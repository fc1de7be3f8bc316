import type { Domain } from '../domain.ts'
import { billsRoutes } from './bills-routes.ts'
import { createNotifyPlanEnd } from './notify-plan-end.ts'

export const billing: Domain = {
  routes: billsRoutes,
  jobs: ({ db }) => ({ 'notify-plan-end': createNotifyPlanEnd(db) }),
}
