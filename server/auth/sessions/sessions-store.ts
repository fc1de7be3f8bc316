/** Sign-ins, bearer tokens and who stands behind them. Tokens are kept as SHA-256 hashes only. */
import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AccessRights } from '../../../model/permissions.ts'
import type { NumberFormat } from '../../../model/number-format.ts'
import type { Language } from '../../../model/language.ts'
import { drawIds, type Database, type Tx } from '../../db/database.ts'

export const sessionSeconds = 30 * 24 * 3600
/** Sessions of one user: more than anybody has devices. */
const mostSessions = 100
/** Length of a session that is not remembered: its cookie ends with the browser, which may stay open. */
export const briefSessionSeconds = 24 * 3600

/** The signed-in user of a request. */
export type Session = AccessRights & {
  sessionId: number
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
  numberFormat: NumberFormat
  userId: number
  email: string
  name: string
  phone: string | null
  gender: number
  profilePicture: string | null
  language: Language
  isFirstLogin: boolean
  /** Signs in at the central home and has no password here. */
  isSso: boolean
  /** Shops that the user may see; empty means all. */
  shopIds: number[]
  /** Null: that of whoever hosts the console himself. */
  planCode: string | null
  /** Null: the plan never ends. */
  planEnd: Date | null
  /** Version of the profile; null: never changed. */
  version: number | null
}

export type Person = { ownerId: string; userId: number; name: string }

export type SignIn = Person & {
  passwordHash: string | null
  credentialsVersion: number
  status: number
  /** A code is asked for besides the password. */
  hasSecondFactor: boolean
}

export async function findSignIn(db: Database, email: string): Promise<SignIn | undefined> {
  const found = await db.pool.query<{ owner_id: string; user_id: number }>(
    'select owner_id, user_id from sign_ins where email = $1',
    [email.toLowerCase()],
  )
  const [entry] = found.rows
  if (!entry) return undefined
  return db.read(entry.owner_id, async (tx) => {
    const { rows } = await sql<SignIn>`
      select u.owner_id as "ownerId", u.id as "userId", u.name, u.password_hash as "passwordHash",
        u.credentials_version as "credentialsVersion", u.status,
        exists (select from second_factors f
          where f.owner_id = ${entry.owner_id} and f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor"
      from users u where u.owner_id = ${entry.owner_id} and u.id = ${entry.user_id}`.execute(tx)
    return rows[0]
  })
}

/**
 * Opens a session and returns its token, which is nowhere else. Undefined where somebody was switched off, or his password or
 * second factor is not what was checked a moment ago: whoever changed it has ended the sessions that there were, and this one
 * would outlive it.
 */
export async function openSession(
  db: Database,
  person: Person & { credentialsVersion?: number },
  client: { userAgent: string | undefined; address: string; isRemembered: boolean },
  atLast: (tx: Tx) => void = () => {},
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const now = new Date()
  const { ownerId, userId, credentialsVersion = null } = person
  return db.asOwner(ownerId, async (tx) => {
    const [id = 0] = await drawIds(tx, 1)
    // Waits for whoever is changing the user, and looks at what they left.
    const { rows } = await sql`with seen as (update users set last_login_at = ${now}
        where owner_id = ${ownerId} and id = ${userId} and status = 1
          and (${credentialsVersion}::integer is null or credentials_version = ${credentialsVersion})
        returning owner_id, id)
      insert into sessions (id, token_hash, owner_id, user_id, created_at, last_used_at, expires_at,
        is_remembered, user_agent, address)
      select ${id}, ${hashToken(token)}::bytea, seen.owner_id, seen.id, ${now}::timestamptz, ${now}::timestamptz,
        ${expiry(now, client.isRemembered)}::timestamptz, ${client.isRemembered}::boolean, ${client.userAgent?.slice(0, 255) ?? null}::text,
        ${client.address}::text
      from seen returning 1`.execute(tx)
    if (rows.length === 0) return undefined
    await endUnused(tx, { ownerId, userId })
    atLast(tx)
    return token
  })
}

/** Ends those that were not used for the longest time, as a program that signs in for each of its calls would open them without end. */
async function endUnused(tx: Tx, { ownerId, userId }: Whose): Promise<void> {
  const { rows } = await sql`delete from sessions where owner_id = ${ownerId} and id in (
      select id from sessions where owner_id = ${ownerId} and user_id = ${userId}
      order by last_used_at desc, id desc offset ${mostSessions}) returning 1`.execute(tx)
  if (rows.length > 0) await notifySessionsChanged(tx)
}

/** False where it has ended. Until the transaction ends it does not. */
export async function lockSession(tx: Tx, { tokenHash }: Pick<Session, 'tokenHash'>): Promise<boolean> {
  const { rows } = await sql`select from sessions
    where token_hash = ${tokenHash} and expires_at > ${new Date()} for update`.execute(tx)
  return rows.length > 0
}

export async function removeSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${tokenHash}`.execute(tx)
  await sql`select pg_notify('sessions', ${tokenHash.toString('hex')})`.execute(tx)
}

export async function findSession(db: Database, tokenHash: Buffer): Promise<Session | undefined> {
  const found = await db.pool.query<{
    id: number
    owner_id: string
    user_id: number
    last_used_at: Date
    is_remembered: boolean
  }>(
    'select id, owner_id, user_id, last_used_at, is_remembered from sessions where token_hash = $1 and expires_at > $2',
    [tokenHash, new Date()],
  )
  const [entry] = found.rows
  if (!entry) return undefined
  return db.read(entry.owner_id, async (tx) => {
    const { rows } = await sql<Omit<Session, 'sessionId' | 'tokenHash' | 'slidAt' | 'isRemembered'>>`
      select o.owner_id as "ownerId", o.number as "ownerNumber", o.name as "ownerName", o.company_name as "companyName",
        o.company_domain as "companyDomain", o.currency, o.timezone, o.number_format as "numberFormat",
        u.id as "userId", u.email, u.name, u.phone, u.gender,
        u.profile_picture as "profilePicture", u.language, u.is_first_login as "isFirstLogin", u.is_sso as "isSso", u.scope, u.roles,
        u.group_permissions as "groupPermissions", u.permissions, u.shop_ids as "shopIds", p.code as "planCode",
        p.expired_at as "planEnd", v.version
      from users u join owners o on o.owner_id = ${entry.owner_id}
      left join plans p on p.owner_id = ${entry.owner_id}
      left join edit_versions v on v.owner_id = ${entry.owner_id} and v.subject = 'user' and v.subject_id = ${entry.user_id}
      where u.owner_id = ${entry.owner_id} and u.id = ${entry.user_id} and u.status = 1`.execute(tx)
    const [user] = rows
    return (
      user && {
        ...user,
        shopIds: user.shopIds.map(Number),
        sessionId: entry.id,
        tokenHash,
        slidAt: entry.last_used_at,
        isRemembered: entry.is_remembered,
      }
    )
  })
}

export type OpenSession = {
  id: number
  userAgent: string | null
  address: string | null
  createdAt: Date
  lastUsedAt: Date
}

type Whose = { ownerId: string; userId: number }

export async function listSessions(db: Database, { ownerId, userId }: Whose): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select id, user_agent as "userAgent", address, created_at as "createdAt", last_used_at as "lastUsedAt" from sessions
    where owner_id = ${ownerId} and user_id = ${userId} and expires_at > ${new Date()}
    order by last_used_at desc, id desc`.execute(db.single)
  return rows
}

/** False where the user has no such session. */
export async function removeSessionById(tx: Tx, { ownerId, userId }: Whose, id: number): Promise<boolean> {
  const { rows } = await sql`delete from sessions
    where owner_id = ${ownerId} and user_id = ${userId} and id = ${id} returning 1`.execute(tx)
  await notifySessionsChanged(tx)
  return rows.length > 0
}

/** Ends all sessions of a user, or all but one. */
export async function endSessions(
  tx: Tx,
  { ownerId, userId }: Whose,
  exceptId: number | null,
): Promise<void> {
  await sql`delete from sessions where owner_id = ${ownerId} and user_id = ${userId}
    and id is distinct from ${exceptId}::bigint`.execute(tx)
  await notifySessionsChanged(tx)
}

/** Every process asks anew who is signed in and with which rights, once this transaction is there. */
export async function notifySessionsChanged(tx: Tx): Promise<void> {
  await sql`select pg_notify('sessions', '')`.execute(tx)
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
    expiry(now, session.isRemembered),
  ])
  return true
}

const windowMs = 15 * 60_000

export type Attempts = { count: number; secondsLeft: number }

/**
 * Counts an attempt against a key and tells how many there were in its quarter of an hour, this one included, and when that
 * ends.
 */
export async function countAttempt(db: Database, key: string): Promise<Attempts> {
  const now = new Date()
  const windowStart = new Date(now.getTime() - windowMs)
  // Others see it at once; only a database that dies in the same second forgets it, and nobody who guesses has that in hand.
  const { rows } = await db.local(
    (tx) =>
      sql<{ failures: number; window_started_at: Date }>`
        insert into sign_in_failures as f (key, failures, window_started_at)
        values (${key}, 1, ${now}::timestamptz)
        on conflict (key) do update set
          failures = case when f.window_started_at < ${windowStart} then 1 else f.failures + 1 end,
          window_started_at = case when f.window_started_at < ${windowStart} then excluded.window_started_at
            else f.window_started_at end
        returning failures, window_started_at`.execute(tx),
    { mayBeLost: true },
  )
  const [counted] = rows
  if (!counted) throw new Error('the attempt was not counted')
  const endsAt = counted.window_started_at.getTime() + windowMs
  return { count: counted.failures, secondsLeft: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)) }
}

/**
 * After a sign-in that worked: the account starts anew, while its address only gets this one attempt back, so that nobody
 * clears the way for guessing by signing in to an account of their own in between.
 */
export async function forgiveAttempt(
  db: Database,
  keys: { account: string; address: string | undefined },
): Promise<void> {
  await db.local(
    (tx) =>
      sql`with forgotten as (delete from sign_in_failures where key = ${keys.account})
        update sign_in_failures set failures = failures - 1 where key = ${keys.address ?? null} and failures > 0`.execute(
        tx,
      ),
    { mayBeLost: true },
  )
}

/** After a password or code that was right. */
export async function forgetAttempts(db: Database, ...keys: string[]): Promise<void> {
  await db.pool.query('delete from sign_in_failures where key = any($1::text[])', [keys])
}

/** Removes what time has ended. */
export async function removeExpiredSessions(db: Database): Promise<void> {
  await db.pool.query('delete from sessions where expires_at < now()')
  await db.pool.query('delete from one_time_links where expires_at < now()')
  await db.pool.query("delete from sign_in_failures where window_started_at < now() - interval '1 day'")
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

function expiry(now: Date, isRemembered: boolean): Date {
  return new Date(now.getTime() + (isRemembered ? sessionSeconds : briefSessionSeconds) * 1000)
}
