import { sql } from 'kysely'
import { openSession } from '../../server/auth/sessions/sessions-store.ts'
import type { Database } from '../../server/db/database.ts'
import { hashPassword } from '../../server/secrets/password-hash.ts'

export const testPassword = 'correct horse'

/** Slow by intention, so each process works it out once and not for every account. */
let hash: Promise<string> | undefined

/** Gives the user the test password and returns the token of a session: sign-in has tests of its own. */
export async function openTestSession(db: Database, ownerId: string, email: string): Promise<string> {
  const passwordHash = await (hash ??= hashPassword(testPassword))
  const user = await db.asOwner(ownerId, async (tx) => {
    const { rows } = await sql<{ userId: number; name: string }>`
      update users set password_hash = ${passwordHash}, is_sso = false, status = 1
      where owner_id = ${ownerId} and email = ${email} returning id as "userId", name`.execute(tx)
    return rows[0]
  })
  const client = { userAgent: 'node', address: '127.0.0.1', isRemembered: true }
  const token = user && (await openSession(db, { ownerId, ...user }, client))
  if (token === undefined) throw new Error(`there is no user ${email} to sign in`)
  return token
}
