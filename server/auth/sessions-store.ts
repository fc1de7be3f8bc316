/** Sign-ins, bearer tokens and who stands behind them. Tokens are kept as SHA-256 hashes only. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AccessRights } from '../../model/permissions.ts'
import type { Language } from '../../model/language.ts'
import type { Database } from '../db/database.ts'

export const sessionSeconds = 30 * 24 * 3600

/** The signed-in user of a request. */
export type Session = AccessRights & {
  tokenHash: Buffer
  /** When the session last began its thirty days anew. */
  slidAt: Date
  /** The browser keeps the cookie when it is closed. */
  isRemembered: boolean
  ownerId: string
  ownerNumber: number
  ownerName: string
  companyName: string | null
  companyDomain: string | null
  currency: string
  timezone: string
  userId: number
  email: string
  name: string
  phone: string | null
  gender: number
  profilePicture: string | null
  language: Language
  isFirstLogin: boolean
  /** Shops that the user may see; empty means all. */
  shopIds: number[]
}

export type SignIn = { ownerId: string; userId: number; passwordHash: string | null; status: number }

export async function findSignIn(db: Database, email: string): Promise<SignIn | undefined> {
  const found = await db.pool.query<{ owner_id: string; user_id: number }>(
    'select owner_id, user_id from sign_ins where email = $1',
    [email.toLowerCase()],
  )
  const [entry] = found.rows
  if (!entry) return undefined
  return db.asOwner(entry.owner_id, async (tx) => {
    const { rows } = await sql<{ password_hash: string | null; status: number }>`
      select password_hash, status from users where owner_id = ${entry.owner_id} and id = ${entry.user_id}`.execute(
      tx,
    )
    const [user] = rows
    return (
      user && {
        ownerId: entry.owner_id,
        userId: entry.user_id,
        passwordHash: user.password_hash,
        status: user.status,
      }
    )
  })
}

/** Opens a session and returns its token, which is nowhere else. */
export async function openSession(
  db: Database,
  signIn: SignIn,
  client: { userAgent: string | undefined; address: string; isRemembered: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = new Date()
  await db.asOwner(signIn.ownerId, async (tx) => {
    await sql`insert into sessions (token_hash, owner_id, user_id, created_at, last_used_at, expires_at,
        is_remembered, user_agent, address)
      values (${hashToken(token)}, ${signIn.ownerId}, ${signIn.userId}, ${now}, ${now}, ${expiry(now)},
        ${client.isRemembered}, ${client.userAgent?.slice(0, 255) ?? null}, ${client.address})`.execute(tx)
    await sql`update users set last_login_at = ${now} where owner_id = ${signIn.ownerId} and id = ${signIn.userId}`.execute(
      tx,
    )
  })
  return token
}

export async function removeSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.local(async (tx) => {
    await sql`delete from sessions where token_hash = ${tokenHash}`.execute(tx)
    await sql`select pg_notify('sessions', ${tokenHash.toString('hex')})`.execute(tx)
  })
}

export async function findSession(db: Database, tokenHash: Buffer): Promise<Session | undefined> {
  const found = await db.pool.query<{
    owner_id: string
    user_id: number
    last_used_at: Date
    is_remembered: boolean
  }>(
    'select owner_id, user_id, last_used_at, is_remembered from sessions where token_hash = $1 and expires_at > $2',
    [tokenHash, new Date()],
  )
  const [entry] = found.rows
  if (!entry) return undefined
  return db.asOwner(entry.owner_id, async (tx) => {
    const { rows } = await sql<Omit<Session, 'tokenHash' | 'slidAt' | 'isRemembered'>>`
      select o.owner_id as "ownerId", o.number as "ownerNumber", o.name as "ownerName", o.company_name as "companyName",
        o.company_domain as "companyDomain", o.currency, o.timezone, u.id as "userId", u.email, u.name, u.phone, u.gender,
        u.profile_picture as "profilePicture", u.language, u.is_first_login as "isFirstLogin", u.scope, u.roles,
        u.group_permissions as "groupPermissions", u.permissions, u.shop_ids as "shopIds"
      from users u join owners o on o.owner_id = ${entry.owner_id}
      where u.owner_id = ${entry.owner_id} and u.id = ${entry.user_id} and u.status = 1`.execute(tx)
    const [user] = rows
    return (
      user && {
        ...user,
        shopIds: user.shopIds.map(Number),
        tokenHash,
        slidAt: entry.last_used_at,
        isRemembered: entry.is_remembered,
      }
    )
  })
}

const slideEveryMs = 3_600_000

/**
 * Begins the thirty days anew, at most once an hour, and tells whether it did. `session` may be one that several requests
 * share: the first of them slides it.
 */
export async function slideSession(db: Database, session: Session): Promise<boolean> {
  const now = new Date()
  if (now.getTime() - session.slidAt.getTime() <= slideEveryMs) return false
  session.slidAt = now
  await db.pool.query('update sessions set last_used_at = $2, expires_at = $3 where token_hash = $1', [
    session.tokenHash,
    now,
    expiry(now),
  ])
  return true
}

const windowMs = 15 * 60_000

/**
 * Counts a sign-in attempt against a key and tells how many there were in its quarter of an hour, this one included, and
 * when that ends. Counted before the password is looked at, so that many tries at once are counted too.
 */
export async function countAttempt(
  db: Database,
  key: string,
): Promise<{ count: number; secondsLeft: number }> {
  const now = new Date()
  const windowStart = new Date(now.getTime() - windowMs)
  const { rows } = await db.pool.query<{ failures: number; window_started_at: Date }>(
    `insert into sign_in_failures as f (key, failures, window_started_at) values ($1, 1, $2)
     on conflict (key) do update set
       failures = case when f.window_started_at < $3 then 1 else f.failures + 1 end,
       window_started_at = case when f.window_started_at < $3 then excluded.window_started_at else f.window_started_at end
     returning failures, window_started_at`,
    [key, now, windowStart],
  )
  const [attempts] = rows
  if (!attempts) throw new Error('the attempt was not counted')
  const endsAt = attempts.window_started_at.getTime() + windowMs
  return {
    count: attempts.failures,
    secondsLeft: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)),
  }
}

/**
 * After a sign-in that worked: the account starts anew, while its address only gets this one attempt back, so that nobody
 * clears the way for guessing by signing in to an account of their own in between.
 */
export async function forgiveAttempt(
  db: Database,
  keys: { account: string; address: string },
): Promise<void> {
  await db.pool.query('delete from sign_in_failures where key = $1', [keys.account])
  await db.pool.query('update sign_in_failures set failures = failures - 1 where key = $1 and failures > 0', [
    keys.address,
  ])
}

/** Removes what time has ended. */
export async function removeExpiredSessions(db: Database): Promise<void> {
  await db.pool.query('delete from sessions where expires_at < now()')
  await db.pool.query("delete from sign_in_failures where window_started_at < now() - interval '1 day'")
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + sessionSeconds * 1000)
}
