import type { Domain } from '../domain.ts'
import { channelWarehousesRoutes } from './channel-warehouses-routes.ts'
import { createCheckSignIn } from './check-sign-in.ts'
import { createKeepSignIn } from './keep-sign-in.ts'
import { createLinking } from './link-shop.ts'
import { shopSyncRoutes } from './shop-sync-routes.ts'
import { shopsRoutes } from './shops-routes.ts'

export const shops: Domain = {
  routes(serve, context) {
    const { db, config, channels, couriers } = context
    const linking = createLinking(db, channels, config)
    shopsRoutes(serve, context, channels, linking, (id) => couriers.courierOf(id) !== undefined)
    shopSyncRoutes(serve, context, channels)
    channelWarehousesRoutes(serve, context, channels)
  },
  jobs: ({ db, channels, log }) => ({
    'keep-sign-in': createKeepSignIn(db, channels, log),
    'check-sign-in': createCheckSignIn(db, channels, log),
  }),
}
