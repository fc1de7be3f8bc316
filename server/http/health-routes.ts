import fastify, { type FastifyInstance } from 'fastify'
import { register } from 'prom-client'
import { findLastBackups, type LastBackups } from '../backup/scheduled/backup-runs-store.ts'
import type { Database } from '../db/database.ts'
import { countDeadJobs } from '../jobs/jobs.ts'
import { metrics } from './metrics.ts'

/** /healthz: this process runs. /readyz: it can serve. */
export function healthRoutes(
  app: FastifyInstance,
  db: Database,
  tellMore: () => Promise<object> = async () => ({}),
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await db.pool.query('select 1')
      return { status: 'ready', ...(await tellMore()) }
    } catch {
      return reply.code(503).send({ status: 'database away' })
    }
  })
}

/** The same and /metrics, for Prometheus: on a port of their own, since metrics are nothing for the public. */
export function createHealthApp(db: Database): FastifyInstance {
  const app = fastify({ forceCloseConnections: true })
  healthRoutes(app, db, () => tellBackups(db))
  app.get('/metrics', async (_request, reply) => {
    metrics.deadJobs.reset()
    // While the database is away everything else is told all the same.
    for (const { task, jobs } of await countDeadJobs(db.pool).catch(() => []))
      metrics.deadJobs.labels(task).set(jobs)
    const { last, succeeded } = await db.local(findLastBackups).catch(() => noBackups)
    metrics.lastBackup.set((succeeded?.endedAt?.getTime() ?? 0) / 1000)
    metrics.failedBackup.set(last && last.failure !== null ? 1 : 0)
    return reply.type(register.contentType).send(await register.metrics())
  })
  return app
}

const noBackups: LastBackups = {}

/** The newest scheduled backup, for whoever runs the console. */
async function tellBackups(db: Database): Promise<object> {
  const { last, succeeded } = await db.local(findLastBackups)
  if (!last) return { backup: null }
  return {
    backup: {
      last_success: succeeded?.endedAt?.toISOString() ?? null,
      accounts: succeeded?.accounts ?? null,
      bytes: succeeded?.bytes ?? null,
      failure: last.failure,
    },
  }
}
