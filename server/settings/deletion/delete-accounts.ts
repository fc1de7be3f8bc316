/** Deletes accounts whose time has come. Any number of processes may do so, and go on where one has died. */
import { forEachOwner } from '../owners-store.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import { closeAccount, deleteRows, findDeletion, listOwnedTables } from './deletion-store.ts'

export type DeleteAccounts = (now?: Date) => Promise<void>

export function createDeleteAccounts(db: Database, log: Log): DeleteAccounts {
  return async function deleteAccounts(now = new Date()) {
    await forEachOwner(db, async (ownerId) => {
      const { at } = await db.asOwner(ownerId, (tx) => findDeletion(tx, ownerId))
      if (at === null || at > now) return
      await deleteAccount(db, ownerId)
      log.info({ ownerId }, 'deleted an account')
    })
  }
}

/**
 * A table is a transaction. The sign-ins, by which accounts are found again, go with the last one: until then a run that died is
 * taken up by the next.
 */
export async function deleteAccount(db: Database, ownerId: string): Promise<void> {
  const tables = await db.local((tx) => listOwnedTables(tx))
  const last = new Set(['sign_ins', 'owners'])
  await db.asOwner(ownerId, (tx) => closeAccount(tx, ownerId))
  for (const table of tables)
    if (!last.has(table)) await db.asOwner(ownerId, (tx) => deleteRows(tx, ownerId, [table]))
  // Once more, for what a job wrote meanwhile.
  await db.asOwner(ownerId, (tx) => deleteRows(tx, ownerId, tables))
}
