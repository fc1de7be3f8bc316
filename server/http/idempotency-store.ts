/** Replies to requests that brought an Idempotency-Key. */
import type { Database } from '../db/database.ts'

const lifeMs = 24 * 3_600_000

/** Keys of two users have nothing to do with each other. */
export type KeyOfUser = { ownerId: string; userId: number; key: string }

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

/** The first reply stays; one whose time has ended makes room. */
export async function saveStoredResponse(
  db: Database,
  { ownerId, userId, key }: KeyOfUser,
  { requestHash, status, body, language }: StoredResponse,
): Promise<void> {
  await db.pool.query(
    `insert into stored_responses as r (owner_id, user_id, key, request_hash, status, body, language, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (owner_id, user_id, key) do update set request_hash = excluded.request_hash, status = excluded.status,
       body = excluded.body, language = excluded.language, at = excluded.at
     where r.at <= $9`,
    [ownerId, userId, key, requestHash, status, body, language, new Date(), lifeEnd()],
  )
}

export async function removeOldReplies(db: Database): Promise<void> {
  await db.pool.query('delete from stored_responses where at <= $1', [lifeEnd()])
}

/** Returns the time up to which stored responses have expired. */
function lifeEnd(): Date {
  return new Date(Date.now() - lifeMs)
}
