/** The job that compares listings with the SKUs. */
import type { Database } from '../../db/database.ts'
import { settleTextIndex } from '../../db/settle-text-index.ts'
import { suggestSome } from './suggestions-store.ts'

const listingsPerStep = 200

export function createSuggestSkus(db: Database) {
  return async function suggestSkus(payload: unknown): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    let compared = listingsPerStep
    while (compared > 0) {
      await settleTextIndex(db, 'sku_search_terms')
      compared = await db.asOwner(ownerId, (tx) => suggestSome(tx, ownerId, listingsPerStep))
    }
  }
}
