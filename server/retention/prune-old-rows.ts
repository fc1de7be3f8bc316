/** Once a day removes what is kept for a time only. Any number of processes may do so. */
import { forEachOwner } from '../settings/owners-store.ts'
import type { Database } from '../db/database.ts'
import { removeOldJobs } from '../jobs/jobs.ts'
import { removeOldRows } from './old-rows-store.ts'

const dayMs = 86_400_000

export type PruneOldRows = (now?: Date) => Promise<void>

export function createPruneOldRows(db: Database): PruneOldRows {
  let last = 0
  return async function pruneOldRows(now = new Date()) {
    if (now.getTime() - last < dayMs) return
    await removeOldJobs(db.pool, now)
    await forEachOwner(db, (ownerId) => db.asOwner(ownerId, (tx) => removeOldRows(tx, ownerId, now)))
    last = now.getTime()
  }
}
