/** Replies to requests that brought an Idempotency-Key. */
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

const lifeMs = 24 * 3_600_000

/** Keys of two users have nothing to do with each other. */
export type KeyOfUser = { ownerId: string; userId: number; key: string }

/** In place of the status, from when the request took effect until its reply is known. */
export const unanswered = 0

export type StoredResponse = {
  /** Tells whether a request is the same as the one that was answered so. */
  requestHash: Buffer
  status: number
  body: string
  /** Language of the body's messages, as in Content-Language. */
  language: string
}

export async function findStoredResponse(
  db: Database,
  { ownerId, userId, key }: KeyOfUser,
): Promise<StoredResponse | undefined> {
  const { rows } = await db.pool.query<StoredResponse>(
    `select request_hash as "requestHash", status, body, language from stored_responses
     where owner_id = $1 and user_id = $2 and key = $3 and at > $4`,
    [ownerId, userId, key, lifeEnd()],
  )
  return rows[0]
}

export async function removeMark(db: Database, { ownerId, userId, key }: KeyOfUser): Promise<void> {
  await db.pool.query(
    'delete from stored_responses where owner_id = $1 and user_id = $2 and key = $3 and status = $4',
    [ownerId, userId, key, unanswered],
  )
}

/** The first reply stays; a mark, and one whose time has ended, make room. In the transaction of the effect it is a mark. */
export async function saveStoredResponse(
  tx: Tx,
  { ownerId, userId, key }: KeyOfUser,
  { requestHash, status, body, language }: StoredResponse,
): Promise<void> {
  await sql`insert into stored_responses as r (owner_id, user_id, key, request_hash, status, body, language, at)
    values (${ownerId}, ${userId}, ${key}, ${requestHash}, ${status}, ${body}, ${language}, ${new Date()})
    on conflict (owner_id, user_id, key) do update set request_hash = excluded.request_hash, status = excluded.status,
      body = excluded.body, language = excluded.language, at = excluded.at
    where r.at <= ${lifeEnd()} or r.status = ${unanswered}`.execute(tx)
}

export async function removeOldReplies(db: Database): Promise<void> {
  await db.pool.query('delete from stored_responses where at <= $1', [lifeEnd()])
}

/** Returns the time up to which stored responses have expired. */
function lifeEnd(): Date {
  return new Date(Date.now() - lifeMs)
}
