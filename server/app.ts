/** The web role: the API, the webhooks, the realtime stream and the built front end, on one Fastify. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { authorizationRoutes } from './auth/authorization-routes.ts'
import { createSessionCache } from './auth/session-cache.ts'
import { usersRoutes } from './auth/users-routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { HeldLocks } from './db/held-locks.ts'
import type { Listener } from './db/listener.ts'
import { answerError, handleErrors } from './errors.ts'
import type { Log } from './log.ts'
import { healthRoutes } from './health-routes.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'
import { measureRequests } from './metrics.ts'
import { realtimeRoutes } from './notifications/realtime-routes.ts'
import { openapiRoutes } from './openapi-routes.ts'
import { ordersRoutes } from './orders/orders-routes.ts'
import { webhookRoutes } from './orders/webhook-routes.ts'
import { readQuery } from './read-query.ts'
import { createServe, type ServerContext } from './serve-endpoint.ts'
import { configRoutes } from './settings/config-routes.ts'
import type { ChannelSessions } from './shops/channel-session.ts'
import { createLinking } from './shops/link-shop.ts'
import { shopsRoutes } from './shops/shops-routes.ts'
import { syncPercentRoutes } from './shops/sync-percent-routes.ts'
import { webRoutes } from './web-routes.ts'

const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url))

export type AppParts = {
  db: Database
  config: Config
  listener: Listener
  locks: HeldLocks
  channels: ChannelSessions
  log: Log
}

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, config, listener, locks, channels, log } = parts
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // As long as node takes an address at all: a long id names nothing, and is told so like any other.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true, querystringParser: readQuery },
    // Open streams would hold the process for ever.
    forceCloseConnections: true,
    // Addresses that cannot be decoded reach no hook and no handler.
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id).headers(securityHeaders)
      answerError(error, request, reply)
    },
  }) as unknown as FastifyInstance
  await app.register(cookie)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).headers(securityHeaders)
  })
  measureRequests(app)
  // Before the routes: they keep the handlers that they found.
  handleErrors(app)

  const sessions = createSessionCache(db, listener)
  const idempotencyKeys = createIdempotencyKeys(db, locks)
  const context: ServerContext = { db, config, listener, sessions, idempotencyKeys }
  const serve = createServe(app, context)
  authorizationRoutes(serve, context)
  usersRoutes(serve)
  configRoutes(serve)
  shopsRoutes(serve, context, channels, createLinking(db, channels, config))
  syncPercentRoutes(serve, context)
  ordersRoutes(serve, context)
  webhookRoutes(app, context, channels)
  const realtime = realtimeRoutes(app, context)
  app.addHook('preClose', async () => realtime.close())
  healthRoutes(app, db)
  openapiRoutes(app)
  if (existsSync(webFolder)) await webRoutes(app, webFolder)
  return app
}

const securityHeaders = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data: https: http:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}
