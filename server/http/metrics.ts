import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client'

/** Made once per process, also when a test starts several consoles. */
export const metrics = (() => {
  collectDefaultMetrics()
  return {
    requests: new Histogram({
      name: 'http_request_seconds',
      help: 'Time to answer, by route and status.',
      labelNames: ['route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    }),
    orders: new Counter({
      name: 'orders_taken_in_total',
      help: 'Orders saved by the sync.',
      labelNames: ['kind'],
    }),
    syncFailures: new Counter({
      name: 'sync_failures_total',
      help: 'Sync tries that failed, by who has to act.',
      labelNames: ['kind'],
    }),
    deadJobs: new Gauge({
      name: 'dead_jobs',
      help: 'Jobs that failed so often that nobody tries them any more, by task.',
      labelNames: ['task'],
    }),
    lastBackup: new Gauge({
      name: 'backup_last_success_timestamp_seconds',
      help: 'When a scheduled backup was last written; 0: never.',
    }),
    failedBackup: new Gauge({
      name: 'backup_failed',
      help: '1 while the newest scheduled backup has failed and is tried again.',
    }),
    registry: register,
  }
})()

export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.requests
      .labels(request.routeOptions.url ?? 'unknown', String(reply.statusCode))
      .observe(reply.elapsedTime / 1000)
  })
}
