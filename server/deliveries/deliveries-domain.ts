import type { Domain } from '../domain.ts'
import { createConnecting } from './accounts/connect-courier.ts'
import { deliveriesRoutes } from './accounts/deliveries-routes.ts'
import { deliverySettingsRoutes } from './accounts/delivery-settings-routes.ts'
import { orderParcelsRoutes } from './booking/order-parcels-routes.ts'
import { pickupRoutes } from './booking/pickup-routes.ts'
import { shipmentsRoutes } from './booking/shipments-routes.ts'
import { countUnderWay } from './booking/shipments-store.ts'
import { courierPlacesRoutes } from './places/courier-places-routes.ts'
import { courierStoresRoutes } from './places/courier-stores-routes.ts'
import { selfDeliveryRoutes } from './self-delivery/self-delivery-routes.ts'
import { courierHooksRoutes } from './tracking/courier-hooks-routes.ts'
import { createSendDeliveryStatus } from './tracking/send-delivery-status.ts'
import { createTrackShipments } from './tracking/tracking.ts'

export const deliveries: Domain = {
  routes(serve, context) {
    const { app, db, channels, couriers } = context
    const connecting = createConnecting(db, couriers)
    orderParcelsRoutes(serve, context, channels)
    shipmentsRoutes(serve, context, couriers)
    pickupRoutes(serve, context, channels, couriers)
    selfDeliveryRoutes(serve, context, couriers)
    deliveriesRoutes(serve, context, {
      sessions: couriers,
      connecting,
      channels,
      isInUse: async (tx, key) => (await countUnderWay(tx, key)) > 0,
    })
    courierStoresRoutes(serve, context, couriers, connecting)
    courierPlacesRoutes(serve, context, couriers)
    deliverySettingsRoutes(serve, context, couriers, channels)
    courierHooksRoutes(app, context, couriers)
  },
  jobs: ({ db, couriers, log, outbox }) => ({
    'send-delivery-status': createSendDeliveryStatus(outbox, couriers),
    'track-shipments': createTrackShipments(db, couriers, log),
  }),
}
