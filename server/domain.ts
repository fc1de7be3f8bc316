/** A domain's share in the two roles of the server: its routes to the web role, its jobs to the worker role. */
import type { FastifyInstance } from 'fastify'
import type { TaskList } from 'graphile-worker'
import type { ChannelCatalog } from './catalog/channel-catalog.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { Serve, ServerContext } from './http/serve-endpoint.ts'
import type { Log } from './log.ts'
import type { OutboxTools } from './outbox/run-due-work.ts'
import type { ChannelSessions } from './syncs/channel-session.ts'
import type { CourierSessions } from './syncs/courier-session.ts'

type Outside = { channels: ChannelSessions; couriers: CourierSessions; log: Log }

export type WebContext = ServerContext & Outside & { app: FastifyInstance; catalog: ChannelCatalog }
export type JobContext = Outside & {
  db: Database
  config: Config
  outbox: OutboxTools
  catalog: ChannelCatalog
}

export type Domain = {
  routes?: (serve: Serve, context: WebContext) => void | Promise<void>
  jobs?: (context: JobContext) => TaskList
}
