import fastify, { type FastifyInstance } from 'fastify'
import { register } from 'prom-client'
import type { Database } from '../db/database.ts'
import { countDeadJobs } from '../jobs/jobs.ts'
import { metrics } from './metrics.ts'

/** /healthz: this process runs. /readyz: it can serve. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await db.pool.query('select 1')
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database away' })
    }
  })
}

/** The same and /metrics, for Prometheus: on a port of their own, since metrics are nothing for the public. */
export function createHealthApp(db: Database): FastifyInstance {
  const app = fastify({ forceCloseConnections: true })
  healthRoutes(app, db)
  app.get('/metrics', async (_request, reply) => {
    metrics.deadJobs.reset()
    // While the database is away everything else is told all the same.
    for (const { task, jobs } of await countDeadJobs(db.pool).catch(() => []))
      metrics.deadJobs.labels(task).set(jobs)
    return reply.type(register.contentType).send(await register.metrics())
  })
  return app
}
