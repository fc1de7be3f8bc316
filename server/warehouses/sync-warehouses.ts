/** Brings in the places that goods leave from, where a channel tells them: they become physical warehouses (decision 0046). */
import type { Session } from '../../connectors/session.ts'
import type { Warehouses } from '../../connectors/warehouses.ts'
import type { Warehouse } from '../../model/warehouse.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { findShop } from '../shops/shops-store.ts'
import { bindFreeShop } from '../stock/ledger/shop-warehouse-store.ts'
import { createSync } from '../syncs/sync-channel.ts'
import type { Reader, SavedShop } from '../syncs/synced-kind.ts'
import { savePhysicalWarehouses } from './physical-warehouses-store.ts'

/** One item, as a place is known to be gone only by the whole list. */
type WarehouseList = { warehouses: Warehouse[]; isShop: boolean }

const restMs = 3_600_000

export function createSyncWarehouses(db: Database, sessions: ChannelSessions, log: Log) {
  return createSync<WarehouseList>(db, sessions, log, {
    kind: 'warehouse',
    reader: ({ warehouses }) => warehouses && readerOf(warehouses),
    isWanted: () => true,
    idOf: () => 'warehouses',
    importFrom: () => null,
    overlapMs: 0,
    isBackground: true,
    restMs,
    save,
  })
}

function readerOf(warehouses: Warehouses): Reader<WarehouseList> {
  const list = async (session: Session) => ({
    warehouses: await warehouses.list(session),
    isShop: warehouses.isShop === true,
  })
  return {
    list: async (session) => ({ items: [await list(session)], failures: [], nextCursor: null, progress: 1 }),
    get: async (session) => ({ items: [await list(session)], failures: [] }),
  }
}

async function save(tx: Tx, { ownerId, shopId }: SavedShop, lists: WarehouseList[]): Promise<number> {
  let created = 0
  for (const { warehouses, isShop } of lists) {
    const shop = await findShop(tx, ownerId, shopId)
    // The other types are for buyers' returns, from which nothing is sold.
    const supplying = warehouses.filter(({ type }) => type === 'requisition')
    const fresh = await savePhysicalWarehouses(tx, { ownerId, shopId }, supplying, shop?.region ?? '')
    const [place] = fresh
    if (isShop && place !== undefined) await bindFreeShop(tx, { ownerId, shopId }, place)
    created += fresh.length
  }
  return created
}
