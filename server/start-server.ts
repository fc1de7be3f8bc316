/** A running console in this process: web, worker or both. main.ts starts it for people, tests and the bench for themselves. */
import type { FastifyInstance } from 'fastify'
import { couriers } from '../connectors/couriers/registry.ts'
import { connectors } from '../connectors/registry.ts'
import { announceFirstRun } from './auth/first-run/first-run-routes.ts'
import { createChainSeal } from './audit/audit-chain.ts'
import { createPruneAudit } from './audit/prune-audit.ts'
import { createEnqueueDueBackup } from './backup/scheduled/enqueue-due-backup.ts'
import { createMatchOldCustomers } from './customers/persons/match-customers.ts'
import { createEraseOldBuyers } from './customers/privacy/erase-old-buyers.ts'
import { createDeleteAccounts } from './settings/deletion/delete-accounts.ts'
import { createPruneOldRows } from './retention/prune-old-rows.ts'
import { createApp } from './app.ts'
import type { Config } from './config/config.ts'
import { jobLimits, openDatabase, webLimits, type Database } from './db/database.ts'
import { openLeases } from './db/leases.ts'
import { openListener } from './db/listener.ts'
import { migrate } from './db/migrate.ts'
import { createCourierSessions } from './syncs/courier-session.ts'
import { createHealthApp } from './http/health-routes.ts'
import { prepareJobs, startWorker } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import { createChannelSessions, type ChannelSessions } from './syncs/channel-session.ts'
import { createSealer } from './secrets/seal.ts'
import { createTasks, startClock } from './tasks.ts'

export type Role = 'web' | 'worker' | 'all'

export type Console = {
  db: Database
  channels: ChannelSessions
  /** Address at which this process listens; undefined for a worker without WORKER_PORT. */
  url: string | undefined
  app: FastifyInstance | undefined
  stop(): Promise<void>
}

export async function startServer(
  config: Config & { databaseUrl: string },
  role: Role,
  log: Log,
): Promise<Console> {
  await migrate(config.databaseUrl, undefined, undefined, (message) => log.warn(message))
  const open = (kind: Exclude<Role, 'all'>) =>
    openDatabase(config.databaseUrl, {
      connections: config.dbPool,
      name: `seller-console-${kind}`,
      limits: kind === 'web' ? webLimits : jobLimits,
    })
  const db = open(role === 'worker' ? 'worker' : 'web')
  // Jobs may take longer than requests, and must not take their connections.
  const jobsDb = role === 'all' ? open('worker') : db
  const stops: (() => Promise<void> | void)[] = [() => db.close()]
  if (jobsDb !== db) stops.push(() => jobsDb.close())
  try {
    await prepareJobs(jobsDb.pool)
    const sealer = createSealer([config.secretKey, ...config.oldSecretKeys])
    const courierSessions = createCourierSessions(jobsDb, {
      couriers,
      settings: ({ code }) => {
        const given = config.couriers[code]
        return given && given.missing.length === 0 ? given.settings : undefined
      },
      sealer,
      callsPerSecond: config.callsPerSecond,
      allowsPrivateAddresses: config.mode !== 'production',
    })
    const channels = createChannelSessions(jobsDb, {
      connectors,
      app: (connector) => {
        const channel = config.channels[connector.code]
        return channel && channel.missing.length === 0 ? channel.app : undefined
      },
      pushUrl: (connector) => config.channels[connector.code]?.pushUrl,
      allowsPrivateAddresses: config.mode !== 'production',
      sealer,
      callsPerSecond: config.callsPerSecond,
    })

    let app: FastifyInstance | undefined
    let url: string | undefined
    if (role !== 'worker') {
      const listener = await openListener(config.databaseUrl)
      stops.unshift(() => listener.close())
      const locks = await openLeases(config.databaseUrl)
      stops.unshift(() => locks.close())
      app = await createApp({ db, config, listener, locks, channels, courierSessions, log })
      const web = app
      url = await web.listen({ host: config.host, port: config.port })
      stops.unshift(() => web.close())
      await announceFirstRun(db, config, log)
    }
    if (role !== 'web') {
      const worker = await startWorker(jobsDb, {
        url: config.databaseUrl,
        concurrency: config.workerConcurrency,
        tasks: createTasks({ db: jobsDb, config, channels, couriers: courierSessions, log }),
        log,
      })
      stops.unshift(() => worker.stop())
      const seal = createChainSeal([config.secretKey, ...config.oldSecretKeys])
      const clock = startClock(jobsDb, channels, log, createEnqueueDueBackup(jobsDb, config.backup), [
        createPruneAudit(jobsDb, seal),
        createPruneOldRows(jobsDb),
        createEraseOldBuyers(jobsDb, seal),
        createDeleteAccounts(jobsDb, log),
        createMatchOldCustomers(jobsDb),
      ])
      stops.unshift(() => clock.stop())
    }
    const healthPort = role === 'worker' ? config.workerPort : config.metricsPort
    if (healthPort !== undefined) {
      const health = createHealthApp(db)
      const healthUrl = await health.listen({ host: config.host, port: healthPort })
      url ??= healthUrl
      stops.unshift(() => health.close())
    }
    return { db, channels, url, app, stop: () => stopAll(stops) }
  } catch (error) {
    await stopAll(stops)
    throw error
  }
}

/** In order, and each one even when another fails. */
async function stopAll(stops: (() => Promise<void> | void)[]): Promise<void> {
  for (const stop of stops) {
    try {
      await stop()
    } catch {
      // Stopping anyway.
    }
  }
}
