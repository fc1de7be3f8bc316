/** Brings a shop's returns in: of the last thirty days first, then what changes. How, is told in sync-channel.ts. */
import type { Returns } from '../../connectors/returns.ts'
import type { ReturnCase } from '../../model/return-case.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import { notifyOrderChanges } from '../orders/intake/order-notifications-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { createSync } from '../syncs/sync-channel.ts'
import type { Reader, SavedShop } from '../syncs/synced-kind.ts'
import { enqueueSync, importFrom, markStale, type Sync } from '../syncs/sync-store.ts'
import { saveReturns } from './return-intake-store.ts'

export function createSyncReturns(db: Database, sessions: ChannelSessions, log: Log) {
  return createSync<ReturnCase>(db, sessions, log, {
    kind: 'return',
    reader: ({ returns }) => returns && readerOf(returns),
    isWanted: (shop) => shop.isOrderSync,
    idOf: ({ channelReturnId }) => channelReturnId,
    importFrom: (now) => importFrom('return', now),
    overlapMs: 10 * 60_000,
    isBackground: true,
    save,
  })
}

function readerOf(returns: Returns): Reader<ReturnCase> {
  return {
    list: (session, { periodFrom, periodTo }, cursor) =>
      returns.list(session, { from: periodFrom ?? new Date(0), to: periodTo }, cursor),
    get: (session, ids) => returns.get(session, ids),
  }
}

async function save(
  tx: Tx,
  { ownerId, shopId }: SavedShop,
  cases: ReturnCase[],
  during: Sync['phase'],
): Promise<number> {
  const { created, orderIds, notifications, missingOrders } = await saveReturns(
    tx,
    { ownerId, shopId },
    cases,
  )
  // Returns of an import are old: no notifications for them.
  await notifyOrderChanges(
    tx,
    { ownerId, shopId },
    { notifications: during === 'follow' ? notifications : [], updated: orderIds },
  )
  // Orders from before the first import come when somebody gives them back.
  const orders = { ownerId, shopId, kind: 'order' as const }
  await markStale(tx, orders, missingOrders)
  if (missingOrders.length > 0) await enqueueSync(tx, orders, { keepsTurn: true })
  return created
}
