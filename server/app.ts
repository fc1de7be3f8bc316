/** The web role: the API, the webhooks, the realtime stream and the built front end, on one Fastify. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { createChainSeal } from './audit/audit-chain.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { authorizationRoutes } from './auth/sessions/authorization-routes.ts'
import { avatarRoutes, avatarUploadRoutes } from './auth/users/avatar-routes.ts'
import { passwordRoutes } from './auth/passwords/password-routes.ts'
import { secondFactorRoutes } from './auth/second-factor/second-factor-routes.ts'
import { createSessionCache } from './http/session-cache.ts'
import { sessionsRoutes } from './auth/sessions/sessions-routes.ts'
import { createSsoProvider } from './auth/sso/sso-provider.ts'
import { ssoRoutes } from './auth/sso/sso-routes.ts'
import { usersRoutes } from './auth/users/users-routes.ts'
import { billsRoutes } from './billing/bills-routes.ts'
import { createClientErrorHandler } from './http/client-errors.ts'
import type { Config } from './config/config.ts'
import { customerRanksRoutes } from './customers/customer-ranks-routes.ts'
import type { Database, Tx } from './db/database.ts'
import type { Leases } from './db/leases.ts'
import type { Listener } from './db/listener.ts'
import type { AccountKey } from './deliveries/accounts/courier-accounts-store.ts'
import { countUnderWay } from './deliveries/booking/shipments-store.ts'
import { createBookings } from './deliveries/booking/booking-action.ts'
import { createConnecting } from './deliveries/accounts/connect-courier.ts'
import { courierHooksRoutes } from './deliveries/tracking/courier-hooks-routes.ts'
import { courierPlacesRoutes } from './deliveries/places/courier-places-routes.ts'
import type { CourierSessions } from './syncs/courier-session.ts'
import { deliveriesRoutes } from './deliveries/accounts/deliveries-routes.ts'
import { deliverySettingsRoutes } from './deliveries/accounts/delivery-settings-routes.ts'
import { courierStoresRoutes } from './deliveries/places/courier-stores-routes.ts'
import { selfDeliveryRoutes } from './deliveries/self-delivery/self-delivery-routes.ts'
import { orderParcelsRoutes } from './deliveries/booking/order-parcels-routes.ts'
import { pickupRoutes } from './deliveries/booking/pickup-routes.ts'
import { shipmentsRoutes } from './deliveries/booking/shipments-routes.ts'
import { answerError, handleErrors } from './http/handle-errors.ts'
import { exportsRoutes } from './exports/exports-routes.ts'
import { faqRoutes } from './faq/faq-routes.ts'
import type { Log } from './log.ts'
import { healthRoutes } from './http/health-routes.ts'
import { createIdempotencyKeys } from './http/idempotency-keys.ts'
import { mailsRoutes } from './mails/mails-routes.ts'
import { measureRequests } from './http/metrics.ts'
import { realtimeRoutes } from './notifications/realtime-routes.ts'
import { notificationsRoutes } from './notifications/notifications-routes.ts'
import { openapiRoutes } from './http/openapi-routes.ts'
import { dashboardRoutes } from './analytics/dashboard-routes.ts'
import { manualOrderRoutes } from './orders/drafts/manual-order-routes.ts'
import { orderEditRoutes } from './orders/detail/order-edit-routes.ts'
import { orderScanRoutes } from './orders/scan/order-scan-routes.ts'
import { orderActionRoutes } from './orders/actions/order-action-routes.ts'
import { ordersRoutes } from './orders/list/orders-routes.ts'
import { webhookRoutes } from './syncs/webhook-routes.ts'
import { printingRoutes } from './printing/printing-routes.ts'
import { readQuery } from './http/read-query.ts'
import { parcelBackRoutes } from './returns/parcel-back-routes.ts'
import { returnsRoutes } from './returns/returns-routes.ts'
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts'
import { salesAreasRoutes } from './sales-areas/sales-areas-routes.ts'
import { savedFiltersRoutes } from './saved-filters/saved-filters-routes.ts'
import { createServe, type ServerContext } from './http/serve-endpoint.ts'
import { accountRoutes } from './settings/account-routes.ts'
import { configRoutes } from './settings/config-routes.ts'
import { settlementsRoutes } from './settlements/settlements-routes.ts'
import type { ChannelSessions } from './syncs/channel-session.ts'
import { channelWarehousesRoutes } from './shops/channel-warehouses-routes.ts'
import { createLinking } from './shops/link-shop.ts'
import { shopsRoutes } from './shops/shops-routes.ts'
import { syncPercentRoutes } from './syncs/sync-percent-routes.ts'
import { staffRoutes } from './auth/staff/staff-routes.ts'
import { lowStockRoutes } from './stock/settings/low-stock-routes.ts'
import { stockSettingRoutes } from './stock/settings/stock-setting-routes.ts'
import { takeUploads } from './http/uploads.ts'
import { warehousesRoutes } from './warehouses/warehouses-routes.ts'
import { webRoutes } from './http/web-routes.ts'

const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url))

export type AppParts = {
  db: Database
  config: Config
  listener: Listener
  locks: Leases
  channels: ChannelSessions
  courierSessions: CourierSessions
  log: Log
}

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, config, listener, locks, channels, courierSessions, log } = parts
  const headers = securityHeaders(config)
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // The longest address that node accepts: an id that is too long is answered like an unknown one.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true, querystringParser: readQuery },
    // Open streams would hold the process for ever.
    forceCloseConnections: true,
    // Ends a body that never comes; a picture over a slow telephone needs less.
    requestTimeout: 60_000,
    http: { connectionsCheckingInterval: 5_000 },
    clientErrorHandler: createClientErrorHandler(headers),
    // Addresses that cannot be decoded reach no hook and no handler.
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id).headers(headers)
      answerError(error, request, reply)
    },
  }) as unknown as FastifyInstance
  await app.register(cookie)
  sendSecurityHeaders(app, headers)
  measureRequests(app)
  // Before the routes: they keep the handlers that they found.
  handleErrors(app)

  const sessions = createSessionCache(db, listener)
  const idempotencyKeys = createIdempotencyKeys(db, locks)
  const seal = createChainSeal([config.secretKey, ...config.oldSecretKeys])
  const trail = { db, seal }
  const context: ServerContext = { db, config, listener, sessions, idempotencyKeys, trail }
  const serve = createServe(app, context)
  const provider = config.sso && createSsoProvider(config.sso, config.publicUrl, log)
  authorizationRoutes(serve, context, provider)
  ssoRoutes(serve, context, provider)
  passwordRoutes(serve, context)
  usersRoutes(serve, context)
  sessionsRoutes(serve, context)
  secondFactorRoutes(serve, context)
  await app.register(async (scope) => {
    takeUploads(scope)
    avatarUploadRoutes(createServe(scope, context), context)
  })
  avatarRoutes(serve, context)
  staffRoutes(serve, context)
  auditRoutes(serve, context)
  mailsRoutes(serve, context)
  notificationsRoutes(serve, context)
  configRoutes(serve)
  faqRoutes(serve)
  shopsRoutes(
    serve,
    context,
    channels,
    createLinking(db, channels, config),
    (courierId) => courierSessions.courierOf(courierId) !== undefined,
  )
  syncPercentRoutes(serve, context)
  channelWarehousesRoutes(serve, context, channels)
  ordersRoutes(serve, context, channels)
  dashboardRoutes(serve, context)
  manualOrderRoutes(serve, context, channels)
  orderEditRoutes(serve, context, channels)
  savedFiltersRoutes(serve, context)
  orderScanRoutes(serve, context, channels)
  const bookings = createBookings(db, channels, courierSessions)
  orderActionRoutes(serve, context, channels, bookings)
  orderParcelsRoutes(serve, context, channels, bookings)
  returnsRoutes(serve, context, channels)
  parcelBackRoutes(serve, context)
  settlementsRoutes(serve, context)
  shipmentsRoutes(serve, context, courierSessions)
  pickupRoutes(serve, context, channels, courierSessions)
  selfDeliveryRoutes(serve, context, courierSessions)
  exportsRoutes(app, serve, context)
  printingRoutes(serve, context, { channels, couriers: courierSessions })
  warehousesRoutes(serve, context)
  salesAreasRoutes(serve, context)
  lowStockRoutes(serve, context)
  stockSettingRoutes(serve, context)
  accountRoutes(serve, context)
  billsRoutes(serve, context)
  customerRanksRoutes(serve, context)
  const connecting = createConnecting(db, courierSessions)
  const isInUse = async (tx: Tx, key: AccountKey) => (await countUnderWay(tx, key)) > 0
  deliveriesRoutes(serve, context, { sessions: courierSessions, connecting, channels, isInUse })
  courierStoresRoutes(serve, context, courierSessions, connecting)
  courierPlacesRoutes(serve, context, courierSessions)
  deliverySettingsRoutes(serve, context, courierSessions, channels)
  webhookRoutes(app, context, channels)
  courierHooksRoutes(app, context, courierSessions)
  const realtime = realtimeRoutes(app, context)
  app.addHook('preClose', async () => realtime.close())
  healthRoutes(app, db)
  openapiRoutes(app)
  if (existsSync(webFolder)) await webRoutes(app, webFolder)
  return app
}
