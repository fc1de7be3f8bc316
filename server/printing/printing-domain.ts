import type { Domain } from '../domain.ts'
import { personalDataRoutes } from './personal-data-routes.ts'
import { printAgentRoutes } from './agents/print-agent-routes.ts'
import { createPreparePrint, createRemovePrints } from './prepare-print.ts'
import { printingRoutes } from './printing-routes.ts'

export const printing: Domain = {
  routes(serve, context) {
    printingRoutes(serve, context, context)
    personalDataRoutes(serve, context)
    printAgentRoutes(serve, context)
  },
  jobs: ({ db, channels, couriers, log }) => ({
    'prepare-print': createPreparePrint(db, channels, couriers, log),
    'remove-prints': createRemovePrints(db),
  }),
}
