/** Tasks of the worker role: the jobs, and the clock that enqueues them. */
import type { TaskList } from 'graphile-worker'
import { createChainSeal } from './audit/audit-chain.ts'
import type { PruneAudit } from './audit/prune-audit.ts'
import { createAnswerForgottenPassword } from './auth/passwords/answer-forgotten-password.ts'
import { createNoteFailedSignIn } from './auth/sessions/note-failed-sign-in.ts'
import { removeExpiredSessions } from './auth/sessions/sessions-store.ts'
import { createNotifyPlanEnd } from './billing/notify-plan-end.ts'
import { createGatherCustomers, createPushCustomers } from './customers/push-customers.ts'
import { createRankCustomers } from './customers/rank-customers.ts'
import { createSyncCustomers } from './customers/sync-customers.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { ExportLinks } from './exports/export-link.ts'
import { createOwnCourierKinds } from './deliveries/booking/booking.ts'
import type { CourierSessions } from './syncs/courier-session.ts'
import { createSendDeliveryStatus } from './deliveries/tracking/send-delivery-status.ts'
import { createTrackShipments } from './deliveries/tracking/tracking.ts'
import { createExpireExport, createWriteExport } from './exports/write-export.ts'
import { removeOldReplies } from './http/idempotency-store.ts'
import type { Log } from './log.ts'
import { createSendMail } from './mails/send-mail.ts'
import { removeOldEvents } from './notifications/events-store.ts'
import { createWriteDigest, enqueueDueDigests } from './notifications/write-digest.ts'
import { createRunOrderActions } from './orders/actions/run-order-actions.ts'
import { createCreateOrders } from './orders/drafts/create-orders.ts'
import { createSyncOrders } from './orders/intake/sync-orders.ts'
import { createSyncProducts } from './listings/sync-products.ts'
import type { PruneOldRows } from './retention/prune-old-rows.ts'
import { createPreparePrint, createRemovePrints } from './printing/prepare-print.ts'
import { createSyncReturns } from './returns/sync-returns.ts'
import { createSyncSettlements } from './settlements/sync-settlements.ts'
import type { ChannelSessions } from './syncs/channel-session.ts'
import { createCheckSignIn } from './shops/check-sign-in.ts'
import { createKeepSignIn, enqueueDueSignIns } from './shops/keep-sign-in.ts'
import { takeDueShops } from './shops/shops-store.ts'
import { createCheckStock } from './stock/push/check-stock.ts'
import { createPushStock } from './stock/push/push-stock.ts'
import { createSyncWarehouses } from './warehouses/sync-warehouses.ts'
import { enqueueSync, isOfOrders, kindsOf } from './syncs/sync-store.ts'

/** A lost push is made good within this time, about an order or a product. */
const pollMs = 30_000

export function createTasks(
  db: Database,
  config: Config,
  channels: ChannelSessions,
  couriers: CourierSessions,
  links: ExportLinks,
  log: Log,
): TaskList {
  const outbox = { db, sessions: channels, log }
  return {
    'sync-orders': createSyncOrders(db, channels, log),
    'run-order-actions': createRunOrderActions(outbox, createOwnCourierKinds(db, channels, couriers)),
    'send-delivery-status': createSendDeliveryStatus(outbox, couriers),
    'track-shipments': createTrackShipments(db, couriers, log),
    'create-orders': createCreateOrders(outbox),
    'sync-products': createSyncProducts(db, channels, log),
    'sync-customers': createSyncCustomers(db, channels, log),
    'sync-returns': createSyncReturns(db, channels, log),
    'sync-settlements': createSyncSettlements(db, channels, log),
    'sync-warehouses': createSyncWarehouses(db, channels, log),
    'push-customers': createPushCustomers(outbox),
    'gather-customers': createGatherCustomers(db),
    'rank-customers': createRankCustomers(db),
    'check-stock': createCheckStock(db, channels, log),
    'push-stock': createPushStock(outbox),
    'write-export': createWriteExport(db, links, log),
    'expire-export': createExpireExport(db),
    'keep-sign-in': createKeepSignIn(db, channels, log),
    'check-sign-in': createCheckSignIn(db, channels, log),
    'prepare-print': createPreparePrint(db, channels, couriers, log),
    'remove-prints': createRemovePrints(db),
    'answer-forgotten-password': createAnswerForgottenPassword(db, config),
    'note-failed-sign-in': createNoteFailedSignIn(
      db,
      createChainSeal([config.secretKey, ...config.oldSecretKeys]),
    ),
    'send-mail': createSendMail(db, config, log),
    'write-digest': createWriteDigest(db, config),
    'notify-plan-end': createNotifyPlanEnd(db),
  }
}

/** Enqueues each shop's next look, and cleans up. Any number of processes may run it. */
export function startClock(
  db: Database,
  channels: ChannelSessions,
  log: Log,
  prunings: [PruneAudit, PruneOldRows],
): { stop(): void } {
  let isBusy = false
  async function pollDueShops(): Promise<void> {
    const now = new Date()
    await enqueueDueSignIns(db, now)
    await enqueueDueDigests(db, now)
    const next = new Date(now.getTime() + pollMs)
    const due = await db.local((tx) => takeDueShops(tx, now, next))
    for (const { ownerId, shopId, isOrderSync, platformId } of due) {
      const kinds = kindsOf(channels.connectorOf(platformId) ?? {})
      await db.local(async (tx) => {
        for (const kind of kinds)
          if (!isOfOrders(kind) || isOrderSync) await enqueueSync(tx, { ownerId, shopId, kind })
      })
    }
  }
  const poll = setInterval(() => {
    if (isBusy) return
    isBusy = true
    pollDueShops()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'could not look for shops that are due'))
      .finally(() => (isBusy = false))
  }, 2000)
  const cleaning = setInterval(() => {
    const removals = [removeOldEvents(db), removeExpiredSessions(db), removeOldReplies(db)]
    Promise.all([...removals, ...prunings.map((prune) => prune())]).catch((error: unknown) =>
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
