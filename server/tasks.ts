/** What the worker role does: the jobs, and the clock that enqueues them. */
import type { TaskList } from 'graphile-worker'
import { removeExpiredSessions } from './auth/sessions-store.ts'
import type { Database } from './db/database.ts'
import { removeOldReplies } from './kept-replies-store.ts'
import type { Log } from './log.ts'
import { removeOldEvents } from './notifications/events-store.ts'
import { createSyncOrders, enqueueSync } from './orders/sync-orders.ts'
import { enqueueProductSync, takeDueCatalogues } from './products/product-sync-store.ts'
import { createSyncProducts } from './products/sync-products.ts'
import type { ChannelSessions } from './shops/channel-session.ts'
import { createKeepSignIn, enqueueDueSignIns } from './shops/keep-sign-in.ts'
import { takeDueShops } from './shops/shops-store.ts'
import { createCheckStock } from './stock/check-stock.ts'
import { createPushStock } from './stock/push-stock.ts'

/** A lost push is made good within this time, about an order or a product. */
const pollMs = 30_000

export function createTasks(db: Database, channels: ChannelSessions, log: Log): TaskList {
  return {
    'sync-orders': createSyncOrders(db, channels, log),
    'sync-products': createSyncProducts(db, channels, log),
    'check-stock': createCheckStock(db, channels, log),
    'push-stock': createPushStock(db, channels, log),
    'keep-sign-in': createKeepSignIn(db, channels, log),
  }
}

/** Enqueues each shop's next look, and cleans up. Any number of processes may run it. */
export function startClock(db: Database, log: Log): { stop(): void } {
  let isBusy = false
  async function pollDueShops(): Promise<void> {
    const now = new Date()
    await enqueueDueSignIns(db, now)
    const next = new Date(now.getTime() + pollMs)
    const due = await db.local((tx) => takeDueShops(tx, now, next))
    for (const { isOrderSync, ...shop } of due) if (isOrderSync) await db.local((tx) => enqueueSync(tx, shop))
    const catalogues = await db.local((tx) => takeDueCatalogues(tx, now, next))
    for (const shop of catalogues) await db.local((tx) => enqueueProductSync(tx, shop))
  }
  const poll = setInterval(() => {
    if (isBusy) return
    isBusy = true
    pollDueShops()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'could not look for shops that are due'))
      .finally(() => (isBusy = false))
  }, 2000)
  const cleaning = setInterval(() => {
    Promise.all([removeOldEvents(db), removeExpiredSessions(db), removeOldReplies(db)]).catch(
      (error: unknown) => log.warn({ error: String(error) }, 'could not clean up'),
    )
  }, 600_000)
  return {
    stop() {
      clearInterval(poll)
      clearInterval(cleaning)
    },
  }
}
