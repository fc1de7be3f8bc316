/** Brings a shop's orders in: those of the last thirty days first, then what changes. How, is told in sync-channel.ts. */
import type { Orders } from '../../../connectors/orders.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import type { Database, Tx } from '../../db/database.ts'
import { analyzeFreshTables } from '../../db/fresh-table-stats.ts'
import type { Log } from '../../log.ts'
import { metrics } from '../../http/metrics.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { createSync } from '../../syncs/sync-channel.ts'
import type { Reader, SavedShop } from '../../syncs/synced-kind.ts'
import { importFrom, type Sync } from '../../syncs/sync-store.ts'
import { saveOrders } from './order-intake-store.ts'

export function createSyncOrders(db: Database, sessions: ChannelSessions, log: Log) {
  return createSync<ChannelOrder>(db, sessions, log, {
    kind: 'order',
    reader: ({ orders }) => orders && readerOf(orders),
    isWanted: (shop) => shop.isOrderSync,
    idOf: ({ channelOrderId }) => channelOrderId,
    importFrom: (now) => importFrom('order', now),
    overlapMs: 5 * 60_000,
    isBackground: false,
    save,
    async afterSlice({ phase }) {
      if (phase === 'import') await analyzeFreshTables(db, 'orders')
    },
  })
}

function readerOf(orders: Orders): Reader<ChannelOrder> {
  return {
    list(session, { phase, periodFrom, periodTo }, cursor) {
      const by = phase === 'import' ? 'placed' : 'changed'
      return orders.list(session, { by, from: periodFrom ?? new Date(0), to: periodTo }, cursor)
    },
    get: (session, ids) => orders.get(session, ids),
  }
}

async function save(
  tx: Tx,
  { ownerId, shopId, platformId, owner, supportsReturns, reopens }: SavedShop,
  orders: ChannelOrder[],
  during: Sync['phase'],
): Promise<number> {
  const { number: ownerNumber, hasCrm } = owner
  const shop = { ownerId, ownerNumber, shopId, platformId, hasCrm, supportsReturns, reopens }
  const { created, updated } = await saveOrders(tx, shop, orders, during)
  metrics.orders.labels('new').inc(created.length)
  metrics.orders.labels('changed').inc(updated.length)
  return created.length
}
