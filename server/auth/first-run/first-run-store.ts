/** Whether the console has an account. Every account has somebody who signs in. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export async function hasAccounts(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select owner_id from sign_ins limit 1`.execute(tx)
  return rows.length > 0
}

/** The same, after whoever makes the first account at this moment has ended; whoever comes next waits for this transaction. */
export async function hasAccountsLocked(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first-run', 0))`.execute(tx)
  // A statement of its own, so that it sees what was there when the lock was given.
  return hasAccounts(tx)
}
