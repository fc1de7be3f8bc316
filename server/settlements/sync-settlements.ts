/** Brings in what a shop's channel paid out: of the last thirty days first, then what comes. How, is told in sync-channel.ts. */
import { mostTold } from '../../model/realtime-channels.ts'
import type { Settlements } from '../../connectors/settlements.ts'
import type { OrderChange, SettlementChange } from '../../contract/realtime.ts'
import type { Settlement } from '../../model/settlement.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { saveNotifications } from '../notifications/notifications-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { createSync } from '../syncs/sync-channel.ts'
import type { Reader, SavedShop } from '../syncs/synced-kind.ts'
import { importFrom, type Sync } from '../syncs/sync-store.ts'
import { saveSettlements } from './settlement-store.ts'

const dayMs = 86_400_000

export function createSyncSettlements(db: Database, sessions: ChannelSessions, log: Log) {
  return createSync<Settlement>(db, sessions, log, {
    kind: 'settlement',
    reader: ({ settlements }) => settlements && readerOf(settlements),
    isWanted: (shop) => shop.isOrderSync,
    idOf: ({ channelOrderId }) => channelOrderId,
    importFrom: (now) => importFrom('settlement', now),
    // Statements are of days, those days the country's own, and some of their lines come late.
    overlapMs: 2 * dayMs,
    isBackground: true,
    // Each look reads every order of those days anew.
    restMs: dayMs / 4,
    save,
  })
}

function readerOf(settlements: Settlements): Reader<Settlement> {
  return {
    list: (session, { periodFrom, periodTo }, cursor) =>
      settlements.list(session, { from: periodFrom ?? new Date(0), to: periodTo }, cursor),
    // Nobody points at one.
    get: async () => ({ items: [], failures: [] }),
  }
}

async function save(
  tx: Tx,
  { ownerId, shopId }: SavedShop,
  settlements: Settlement[],
  during: Sync['phase'],
): Promise<number> {
  const { created, changed, orderIds, differing } = await saveSettlements(
    tx,
    { ownerId, shopId },
    settlements,
  )
  if (changed > 0) {
    const value: SettlementChange = { shop_id: shopId, changed }
    saveEvent(tx, { ownerId, channel: 'settlement.change', shopId, value })
  }
  if (orderIds.length > 0) {
    const ids = orderIds.slice(0, mostTold)
    const value: OrderChange = { shop_id: shopId, created: 0, updated: orderIds.length, ids }
    saveEvent(tx, { ownerId, channel: 'order.change', shopId, value })
  }
  // Payouts from before the shop was linked cause no notification.
  const [first] = during === 'follow' ? differing : []
  if (first !== undefined)
    await saveNotifications(tx, ownerId, [
      {
        ownerId,
        shopId,
        type: 'settlement_difference',
        count: differing.length,
        url: `/orders/${first}`,
        urlOfMany: `/orders/settlements?shop_id=${shopId}&has_difference=1`,
      },
    ])
  return created
}
