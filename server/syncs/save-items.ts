/**
 * Saves what was read of one kind. An item that the columns do not take is a failure by itself: most are known by their values,
 * the others when PostgreSQL refuses them.
 */
import type { Database, Tx } from '../db/database.ts'
import { isRefusedValue } from '../db/reach-database.ts'
import { inSavepoint } from '../db/savepoint.ts'
import type { Log } from '../log.ts'
import type { Failure, Results } from '../../connectors/results.ts'
import type { Read, SavedShop, SyncedKind } from './synced-kind.ts'
import { fitColumns } from './column-limits.ts'
import { ourReason } from './sync-reason.ts'
import { removeFailures, saveFailures, type Sync } from './sync-store.ts'

/** To be called in the transaction that moves the bookmark. Answers how many are new. */
export type SaveItems<Item> = (tx: Tx, results: Read<Results<Item>>, during: Sync['phase']) => Promise<number>

type Saved = { created: number; failures: Failure[] }

export function createSaveItems<Item extends object>(db: Database, log: Log, synced: SyncedKind<Item>) {
  const { kind } = synced
  const idOf = (item: Item) => synced.idOf(item)

  /**
   * A value that PostgreSQL refuses rolls all of the transaction back, so `work` is done again with each item in a savepoint of its
   * own: the refused one becomes a failure, and the bookmark moves with the others.
   */
  return async function saving<T>(
    shop: SavedShop,
    work: (tx: Tx, save: SaveItems<Item>) => Promise<T>,
  ): Promise<T> {
    try {
      return await db.asOwner(shop.ownerId, (tx) => work(tx, saveBy(shop, saveTogether)))
    } catch (error) {
      if (!isRefusedValue(error)) throw error
      return db.asOwner(shop.ownerId, (tx) => work(tx, saveBy(shop, saveOneByOne)))
    }
  }

  function saveBy(shop: SavedShop, save: typeof saveTogether): SaveItems<Item> {
    return async (tx, results, during) => {
      const key = { ...shop, kind }
      const { items, misfits } = sortOut(results.items)
      const { created, failures } = await save(tx, shop, items, during, results.readAt)
      await saveFailures(tx, key, [...results.failures, ...misfits, ...failures])
      const failed = new Set(failures.map(({ channelId }) => channelId))
      const arrived = items.map(idOf).filter((id) => !failed.has(id))
      await removeFailures(tx, key, arrived)
      return created
    }
  }

  function sortOut(read: Item[]): { items: Item[]; misfits: Failure[] } {
    const items: Item[] = []
    const misfits: Failure[] = []
    for (const item of read) {
      const fitted = fitColumns(item)
      if ('report' in fitted) items.push(fitted.report)
      else misfits.push({ channelId: idOf(item), reason: fitted.reason, raw: item })
    }
    return { items, misfits }
  }

  async function saveTogether(...given: Parameters<typeof synced.save>): Promise<Saved> {
    return { created: await synced.save(...given), failures: [] }
  }

  async function saveOneByOne(...given: Parameters<typeof synced.save>): Promise<Saved> {
    const [tx, shop, items, ...reading] = given
    const failures: Failure[] = []
    let created = 0
    for (const item of items) {
      try {
        created += await inSavepoint(tx, () => synced.save(tx, shop, [item], ...reading))
      } catch (error) {
        if (!isRefusedValue(error)) throw error
        log.warn({ shop: shop.shopId, what: kind, item: idOf(item), error: error.message }, 'item refused')
        failures.push({ channelId: idOf(item), reason: ourReason('refused', error.message), raw: item })
      }
    }
    return { created, failures }
  }
}
