/** Identities of the central home, and the users that they belong to. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import type { UserKey } from '../users/users-store.ts'

export type Identity = { issuer: string; subject: string }

export async function findIdentity(
  db: Database,
  { issuer, subject }: Identity,
): Promise<UserKey | undefined> {
  const { rows } = await sql<UserKey>`select owner_id as "ownerId", user_id as "userId" from sso_identities
    where issuer = ${issuer} and subject = ${subject}`.execute(db.single)
  return rows[0]
}

/** False where the user is somebody else over there already, or that somebody another of ours. */
export async function saveIdentity(
  tx: Tx,
  { ownerId, userId }: UserKey,
  identity: Identity,
): Promise<boolean> {
  const { rows } = await sql`insert into sso_identities (issuer, subject, owner_id, user_id, created_at)
    values (${identity.issuer}, ${identity.subject}, ${ownerId}, ${userId}, ${new Date()})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}
