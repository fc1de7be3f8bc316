/** The job that computes the derived columns of products whose stock or pushes have changed. */
import { mostTold } from '../../model/realtime-channels.ts'
import type { Database, Tx } from '../db/database.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { saveScores } from './scores-store.ts'
import {
  countingProducts,
  enqueueLeftProducts,
  saveDerivedColumns,
  takeStaleProducts,
} from './product-columns-store.ts'

const productsPerStep = 500

export function createRefreshProducts(db: Database) {
  return async function refreshProducts(payload: unknown): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    while (await db.asOwner(ownerId, (tx) => refreshSome(tx, ownerId)));
    await db.asOwner(ownerId, (tx) => enqueueLeftProducts(tx, ownerId))
  }
}

/** Answers whether there may be more. */
async function refreshSome(tx: Tx, ownerId: string): Promise<boolean> {
  const products = await takeStaleProducts(tx, ownerId, productsPerStep)
  if (!products) return false
  const ids = products.map(({ id }) => id)
  await countingProducts(tx, ownerId, ids, async () => {
    await saveDerivedColumns(tx, ownerId, ids)
    await saveScores(tx, ownerId, ids)
  })
  for (const [shopId, ofShop] of Map.groupBy(products, ({ shopId }) => shopId)) {
    const value = { ids: ofShop.slice(0, mostTold).map(({ id }) => id) }
    saveEvent(tx, { ownerId, shopId, channel: 'product.change', value })
  }
  return true
}
