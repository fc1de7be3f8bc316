import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Runs `work` in a savepoint: if it fails, its changes are undone and the transaction goes on. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint item`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint item`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint item`.execute(tx)
    throw error
  }
}
