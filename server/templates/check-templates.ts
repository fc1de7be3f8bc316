/** The job that finds out what templates lack, so that the list of templates shows it: after an import, and after a change of the words. */
import type { Database } from '../db/database.ts'
import { checkTemplates } from './check-template.ts'

/** A form that is saved meanwhile waits for these. */
const inOneTransaction = 25

export function createCheckTemplates(db: Database) {
  return async function runChecks(payload: unknown): Promise<void> {
    const { ownerId, ids } = payload as { ownerId: string; ids: number[] }
    for (let at = 0; at < ids.length; at += inOneTransaction)
      await db.asOwner(ownerId, (tx) =>
        checkTemplates(tx, { ownerId, shopIds: [] }, ids.slice(at, at + inOneTransaction)),
      )
  }
}
