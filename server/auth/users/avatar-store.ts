import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { UserKey } from './users-store.ts'

/** Keeps the picture and answers its address, which changes with it. */
export async function saveAvatar(tx: Tx, { ownerId, userId }: UserKey, bytes: Buffer): Promise<string> {
  const now = new Date()
  await sql`insert into avatars (owner_id, user_id, bytes, updated_at)
    values (${ownerId}, ${userId}, ${bytes}, ${now})
    on conflict (owner_id, user_id) do update set bytes = excluded.bytes, updated_at = excluded.updated_at`.execute(
    tx,
  )
  const address = `/api/v2/users/${userId}/avatar?v=${now.getTime().toString(36)}`
  await sql`update users set profile_picture = ${address} where owner_id = ${ownerId} and id = ${userId}`.execute(
    tx,
  )
  return address
}

export async function removeAvatar(tx: Tx, { ownerId, userId }: UserKey): Promise<void> {
  await sql`delete from avatars where owner_id = ${ownerId} and user_id = ${userId}`.execute(tx)
  await sql`update users set profile_picture = null where owner_id = ${ownerId} and id = ${userId}`.execute(
    tx,
  )
}

export async function findAvatar(tx: Tx, { ownerId, userId }: UserKey): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from avatars where owner_id = ${ownerId} and user_id = ${userId}`.execute(tx)
  return rows[0]?.bytes
}
