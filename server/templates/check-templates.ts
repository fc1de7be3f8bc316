/** The job that finds out what templates lack, so that the list of templates shows it: after an import, and after a change of the words. */
import type { Database } from '../db/database.ts'
import { checkTemplate } from './check-template.ts'

export function createCheckTemplates(db: Database) {
  return async function checkTemplates(payload: unknown): Promise<void> {
    const { ownerId, ids } = payload as { ownerId: string; ids: number[] }
    for (const id of ids) await db.asOwner(ownerId, (tx) => checkTemplate(tx, { ownerId, shopIds: [] }, id))
  }
}
