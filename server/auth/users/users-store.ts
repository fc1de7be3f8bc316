/** A user's own things. Who works for an account: staff/staff-store.ts. */
import { sql } from 'kysely'
import type { Language } from '../../../model/language.ts'
import type { Tx } from '../../db/database.ts'

export type UserKey = { ownerId: string; userId: number }

export type User = {
  id: number
  email: string
  name: string
  passwordHash: string | null
  /** Another one after each change of the password or the second factor. */
  credentialsVersion: number
  /** 0 invited, 1 active, 2 switched off. */
  status: number
  isSso: boolean
  language: Language
  companyName: string
}

export async function findUser(tx: Tx, { ownerId, userId }: UserKey): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select u.id, u.email, u.name, u.password_hash as "passwordHash",
      u.credentials_version as "credentialsVersion", u.status, u.is_sso as "isSso", u.language,
      coalesce(o.company_name, o.name) as "companyName"
    from users u join owners o on o.owner_id = ${ownerId}
    where u.owner_id = ${ownerId} and u.id = ${userId}`.execute(tx)
  return rows[0]
}

/** Locks the row of an active user and answers the version of his credentials, as whoever held the lock before left it. */
export async function lockCredentials(tx: Tx, { ownerId, userId }: UserKey): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select credentials_version as version from users
    where owner_id = ${ownerId} and id = ${userId} and status = 1 for update`.execute(tx)
  return rows[0]?.version
}

/** Makes credentials that were given but have not led to a session yet invalid: they must be given again. */
export async function renewCredentials(tx: Tx, { ownerId, userId }: UserKey): Promise<void> {
  await sql`update users set credentials_version = credentials_version + 1
    where owner_id = ${ownerId} and id = ${userId}`.execute(tx)
}

export async function savePassword(
  tx: Tx,
  { ownerId, userId }: UserKey,
  passwordHash: string,
): Promise<void> {
  await sql`update users set password_hash = ${passwordHash}, credentials_version = credentials_version + 1,
      updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${userId}`.execute(tx)
}

/** False where nobody is invited any more. */
export async function activateUser(
  tx: Tx,
  { ownerId, userId }: UserKey,
  { name, passwordHash }: { name: string; passwordHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    update users set name = ${name}, password_hash = ${passwordHash}, status = 1,
      credentials_version = credentials_version + 1, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${userId} and status = 0 returning 1`.execute(tx)
  return rows.length > 0
}

export type Profile = { name: string; phone: string | null; gender: number; language: Language }

type ProfileChange = { [Field in keyof Profile]?: Profile[Field] | undefined }

/** Fields that are left out keep their values; an empty phone number is none. Undefined: the user is gone. */
export async function saveProfile(
  tx: Tx,
  { ownerId, userId }: UserKey,
  { name, phone, gender, language }: ProfileChange,
): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`update users set name = coalesce(${name ?? null}, name),
      phone = case when ${phone === undefined} then phone else ${phone || null} end,
      gender = coalesce(${gender ?? null}, gender), language = coalesce(${language ?? null}, language), updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${userId} returning name, phone, gender, language`.execute(tx)
  return rows[0]
}

export async function endFirstLogin(tx: Tx, { ownerId, userId }: UserKey): Promise<void> {
  await sql`update users set is_first_login = false where owner_id = ${ownerId} and id = ${userId}`.execute(
    tx,
  )
}

export async function findBannerClosedAt(tx: Tx, ownerId: string, userId: number): Promise<Date | null> {
  const { rows } = await sql<{ closedAt: Date | null }>`
    select sync_banner_closed_at as "closedAt" from users where owner_id = ${ownerId} and id = ${userId}`.execute(
    tx,
  )
  return rows[0]?.closedAt ?? null
}

export async function closeSyncBanner(tx: Tx, ownerId: string, userId: number): Promise<void> {
  await sql`update users set sync_banner_closed_at = ${new Date()} where owner_id = ${ownerId} and id = ${userId}`.execute(
    tx,
  )
}
