/** Brings a shop's products in: the whole catalogue first, then what changes. How, is told in sync-channel.ts. */
import { mostTold } from '../../model/realtime-channels.ts'
import type { Products } from '../../connectors/products.ts'
import type { ChannelProduct } from '../../model/product.ts'
import type { Database, Tx } from '../db/database.ts'
import { analyzeFreshTables } from '../db/fresh-table-stats.ts'
import type { Log } from '../log.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { saveNotifications } from '../notifications/notifications-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { enqueueStockCheck } from '../stock/push/stock-push-store.ts'
import { enqueueMatching } from '../skus/matching/suggestions-store.ts'
import { createSync } from '../syncs/sync-channel.ts'
import type { Reader, SavedShop } from '../syncs/synced-kind.ts'
import { importFrom, type Sync } from '../syncs/sync-store.ts'
import { saveProducts } from './product-intake-store.ts'

export function createSyncProducts(db: Database, sessions: ChannelSessions, log: Log) {
  return createSync<ChannelProduct>(db, sessions, log, {
    kind: 'product',
    reader: ({ products }) => products && readerOf(products),
    isWanted: () => true,
    idOf: ({ channelProductId }) => channelProductId,
    importFrom: (now) => importFrom('product', now),
    overlapMs: 10 * 60_000,
    // A catalogue takes thousands of calls; an order must not wait behind them.
    isBackground: true,
    save,
    async afterSlice({ phase }) {
      if (phase === 'import') await analyzeFreshTables(db, 'products')
    },
  })
}

function readerOf(products: Products): Reader<ChannelProduct> {
  return {
    list: (session, { periodFrom }, cursor) => products.list(session, periodFrom, cursor),
    get: (session, ids) => products.get(session, ids),
  }
}

async function save(
  tx: Tx,
  { ownerId, shopId }: SavedShop,
  products: ChannelProduct[],
  during: Sync['phase'],
  readAt: Date,
): Promise<number> {
  const { created, updated } = await saveProducts(tx, { ownerId, shopId }, products, { during, readAt })
  // New listings are to be counted, or told.
  if (created.length + updated.length > 0) {
    await enqueueStockCheck(tx, { ownerId, shopId })
    await enqueueMatching(tx, ownerId)
  }
  if (created.length + updated.length > 0) {
    const value = { ids: [...created, ...updated].slice(0, mostTold) }
    saveEvent(tx, { ownerId, shopId, channel: 'product.change', value })
  }
  if (created.length > 0 && during === 'follow') {
    const [first] = products
    const only = created.length === 1 && products.length === 1 ? first?.name : undefined
    await saveNotifications(tx, ownerId, [
      {
        ownerId,
        shopId,
        type: 'product_added',
        count: created.length,
        url: `/setting/channels/${shopId}`,
        ...(only === undefined ? {} : { productName: only }),
      },
    ])
    const value = { shop_id: shopId, created: created.length, ids: created.slice(0, mostTold) }
    saveEvent(tx, { ownerId, shopId, channel: 'product.add', value })
  }
  return created.length
}
