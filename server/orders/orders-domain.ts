import { createOwnCourierKinds } from '../deliveries/booking/booking.ts'
import { createBookings } from '../deliveries/booking/booking-action.ts'
import type { Domain } from '../domain.ts'
import { orderActionRoutes } from './actions/order-action-routes.ts'
import { createRunOrderActions } from './actions/run-order-actions.ts'
import { orderDetailRoutes } from './detail/order-detail-routes.ts'
import { orderEditRoutes } from './detail/order-edit-routes.ts'
import { createCreateOrders } from './drafts/create-orders.ts'
import { manualOrderRoutes } from './drafts/manual-order-routes.ts'
import { createSyncOrders } from './intake/sync-orders.ts'
import { customerOrdersRoutes } from './list/customer-orders-routes.ts'
import { orderListRoutes } from './list/order-list-routes.ts'
import { orderQueueRoutes } from './queue/order-queue-routes.ts'
import { orderScanRoutes } from './scan/order-scan-routes.ts'
import { waitingWorkRoutes } from './queue/waiting-work-routes.ts'
import { pickWaveRoutes } from './waves/pick-wave-routes.ts'

export const orders: Domain = {
  routes(serve, context) {
    const { db, channels, couriers } = context
    const bookings = createBookings(db, channels, couriers)
    orderListRoutes(serve, context)
    customerOrdersRoutes(serve, context)
    orderDetailRoutes(serve, context, channels)
    orderEditRoutes(serve, context, channels)
    orderActionRoutes(serve, context, channels, bookings)
    manualOrderRoutes(serve, context, channels)
    orderScanRoutes(serve, context, channels)
    orderQueueRoutes(serve, context, channels, { bookings, couriers })
    waitingWorkRoutes(serve, context, channels)
    pickWaveRoutes(serve, context)
  },
  jobs: ({ db, channels, couriers, log, outbox }) => ({
    'sync-orders': createSyncOrders(db, channels, log),
    'run-order-actions': createRunOrderActions(outbox, createOwnCourierKinds(db, channels, couriers)),
    'create-orders': createCreateOrders(outbox),
  }),
}
