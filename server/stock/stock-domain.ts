import type { Domain } from '../domain.ts'
import { stockMovementsRoutes } from './movements/stock-movements-routes.ts'
import { createCheckStock } from './push/check-stock.ts'
import { createPushStock } from './push/push-stock.ts'
import { lowStockRoutes } from './settings/low-stock-routes.ts'
import { timelineRoutes } from './timeline/timeline-routes.ts'
import { stockSettingRoutes } from './settings/stock-setting-routes.ts'
import { stockTakesRoutes } from './takes/stock-takes-routes.ts'

export const stock: Domain = {
  routes(serve, context) {
    lowStockRoutes(serve, context)
    stockMovementsRoutes(serve, context)
    stockSettingRoutes(serve, context)
    timelineRoutes(serve, context)
    stockTakesRoutes(serve, context)
  },
  jobs: ({ db, channels, log, outbox }) => ({
    'check-stock': createCheckStock(db, channels, log),
    'push-stock': createPushStock(outbox),
  }),
}
