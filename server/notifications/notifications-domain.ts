import type { Domain } from '../domain.ts'
import { notificationsRoutes } from './notifications-routes.ts'
import { realtimeRoutes } from './realtime-routes.ts'
import { createWriteDigest } from './write-digest.ts'

export const notifications: Domain = {
  routes(serve, context) {
    notificationsRoutes(serve, context)
    const realtime = realtimeRoutes(context.app, context)
    context.app.addHook('preClose', async () => realtime.close())
  },
  jobs: ({ db, config }) => ({ 'write-digest': createWriteDigest(db, config) }),
}
