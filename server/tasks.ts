/** Tasks of the worker role: the jobs, and the clock that enqueues them. */
import type { TaskList } from 'graphile-worker'
import type { PruneAudit } from './audit/prune-audit.ts'
import { createChannelCatalog } from './catalog/channel-catalog.ts'
import type { EnqueueDueBackup } from './backup/scheduled/enqueue-due-backup.ts'
import type { MatchOldCustomers } from './customers/persons/match-customers.ts'
import type { EraseOldBuyers } from './customers/privacy/erase-old-buyers.ts'
import { removeExpiredSessions } from './auth/sessions/sessions-store.ts'
import type { Database } from './db/database.ts'
import type { JobContext } from './domain.ts'
import { domains } from './domains.ts'
import { removeOldReplies } from './http/idempotency-store.ts'
import type { Log } from './log.ts'
import { removeOldEvents } from './notifications/events-store.ts'
import { enqueueDueReports } from './analytics/reports/write-mail-report.ts'
import { enqueueDueDigests } from './notifications/write-digest.ts'
import type { DeleteAccounts } from './settings/deletion/delete-accounts.ts'
import type { PruneOldRows } from './retention/prune-old-rows.ts'
import { enqueueDueSignIns } from './shops/keep-sign-in.ts'
import { takeDueShops } from './shops/shops-store.ts'
import type { ChannelSessions } from './syncs/channel-session.ts'
import { enqueueSync, isOfOrders, kindsOf } from './syncs/sync-store.ts'

/** A lost push is made good within this time, about an order or a product. */
const pollMs = 30_000

export function createTasks(context: Omit<JobContext, 'outbox' | 'catalog'>): TaskList {
  const { db, channels, log } = context
  const outbox = { db, sessions: channels, log }
  const catalog = createChannelCatalog(db, channels, log)
  return Object.assign({}, ...domains.map(({ jobs }) => jobs?.({ ...context, outbox, catalog }))) as TaskList
}

/** Enqueues each shop's next look, and cleans up. Any number of processes may run it. */
export function startClock(
  db: Database,
  channels: ChannelSessions,
  log: Log,
  enqueueDueBackup: EnqueueDueBackup,
  prunings: [PruneAudit, PruneOldRows, EraseOldBuyers, DeleteAccounts, MatchOldCustomers],
): { stop(): void } {
  let isBusy = false
  async function pollDueShops(): Promise<void> {
    const now = new Date()
    await enqueueDueSignIns(db, now)
    await enqueueDueDigests(db, now)
    await enqueueDueReports(db, now)
    const next = new Date(now.getTime() + pollMs)
    const due = await db.local((tx) => takeDueShops(tx, now, next))
    for (const { ownerId, shopId, isOrderSync, platformId } of due) {
      const kinds = kindsOf(channels.connectorOf(platformId) ?? {})
      await db.local(async (tx) => {
        for (const kind of kinds)
          if (!isOfOrders(kind) || isOrderSync) await enqueueSync(tx, { ownerId, shopId, kind })
      })
    }
    await enqueueDueBackup(now)
  }
  const poll = setInterval(() => {
    if (isBusy) return
    isBusy = true
    pollDueShops()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'could not look for shops that are due'))
      .finally(() => (isBusy = false))
  }, 2000)
  const alone = prunings.map(oneAtATime)
  const cleaning = setInterval(() => {
    const removals = [removeOldEvents(db), removeExpiredSessions(db), removeOldReplies(db)]
    Promise.all([...removals, ...alone.map((prune) => prune())]).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'could not clean up'),
    )
  }, 600_000)
  return {
    stop() {
      clearInterval(poll)
      clearInterval(cleaning)
    },
  }
}

/** Begins no second one while the first is at it: erasing the buyers of years takes longer than the pause. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work().finally(() => (running = undefined)))
}
