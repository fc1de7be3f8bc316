/** Links that mails carry: kept as the hash of their token, good for one use and a time. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { hashToken } from '../sessions/sessions-store.ts'

export type LinkKind = 'activate' | 'reset'

export type OneTimeLink = { ownerId: string; userId: number; kind: LinkKind; expiresAt: Date }

/** From the mail on. */
export const linkMs = { activate: 72 * 3_600_000, reset: 60 * 60_000 } as const

/** Makes a link and ends those of its kind before it. Answers its token, which is nowhere else. */
export async function openLink(
  tx: Tx,
  { ownerId, userId, kind }: Omit<OneTimeLink, 'expiresAt'>,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const now = new Date()
  const expiresAt = new Date(now.getTime() + linkMs[kind])
  await removeLinks(tx, { ownerId, userId }, kind)
  await sql`insert into one_time_links (token_hash, owner_id, user_id, kind, created_at, expires_at)
    values (${hashToken(token)}, ${ownerId}, ${userId}, ${kind}, ${now}, ${expiresAt})`.execute(tx)
  return { token, expiresAt }
}

const columns = sql`owner_id as "ownerId", user_id as "userId", kind, expires_at as "expiresAt"`

export async function findLink(db: Database, token: string): Promise<OneTimeLink | undefined> {
  const { rows } = await sql<OneTimeLink>`select ${columns} from one_time_links
    where token_hash = ${hashToken(token)} and expires_at > ${new Date()}`.execute(db.single)
  return rows[0]
}

/** Uses it up. Of two who come at once, the second finds nothing. */
export async function takeLink(tx: Tx, token: string, kind: LinkKind): Promise<OneTimeLink | undefined> {
  const { rows } = await sql<OneTimeLink>`delete from one_time_links
    where token_hash = ${hashToken(token)} and kind = ${kind} and expires_at > ${new Date()}
    returning ${columns}`.execute(tx)
  return rows[0]
}

/** Removes a user's links of one kind, or all. */
export async function removeLinks(
  tx: Tx,
  { ownerId, userId }: { ownerId: string; userId: number },
  kind: LinkKind | null = null,
): Promise<void> {
  await sql`delete from one_time_links where owner_id = ${ownerId} and user_id = ${userId}
    and (${kind}::text is null or kind = ${kind}::text)`.execute(tx)
}
