/** The job that compares listings with the SKUs. */
import type { Database } from '../../db/database.ts'
import { suggestSome } from './suggestions-store.ts'

const listingsPerStep = 200

export function createSuggestSkus(db: Database) {
  return async function suggestSkus(payload: unknown): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    while ((await db.asOwner(ownerId, (tx) => suggestSome(tx, ownerId, listingsPerStep))) > 0);
  }
}
