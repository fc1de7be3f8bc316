/** The web role: the API, the webhooks, the realtime stream and the built front end, on one Fastify. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { createChainSeal } from './audit/audit-chain.ts'
import { createChannelCatalog } from './catalog/channel-catalog.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { Leases } from './db/leases.ts'
import type { Listener } from './db/listener.ts'
import type { WebContext } from './domain.ts'
import { domains } from './domains.ts'
import { createClientErrorHandler } from './http/client-errors.ts'
import { answerError, handleErrors } from './http/handle-errors.ts'
import { healthRoutes } from './http/health-routes.ts'
import { createIdempotencyKeys } from './http/idempotency-keys.ts'
import { measureRequests } from './http/metrics.ts'
import { openapiRoutes } from './http/openapi-routes.ts'
import { readQuery } from './http/read-query.ts'
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts'
import { createServe } from './http/serve-endpoint.ts'
import { createSessionCache } from './http/session-cache.ts'
import { webRoutes } from './http/web-routes.ts'
import type { Log } from './log.ts'
import type { ChannelSessions } from './syncs/channel-session.ts'
import type { CourierSessions } from './syncs/courier-session.ts'

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
  const context: WebContext = {
    app,
    db,
    config,
    listener,
    sessions,
    idempotencyKeys,
    trail,
    channels,
    couriers: courierSessions,
    catalog: createChannelCatalog(db, channels, log),
    log,
  }
  const serve = createServe(app, context)
  for (const { routes } of domains) await routes?.(serve, context)
  healthRoutes(app, db)
  openapiRoutes(app)
  if (existsSync(webFolder)) await webRoutes(app, webFolder)
  return app
}
