/** Users of an account, and their rights. */
import { sql } from 'kysely'
import type { StaffStatus, Rights } from '../../../model/staff-rights.ts'
import type { Tx } from '../../db/database.ts'

export type Person = Rights & {
  id: number
  name: string
  email: string
  phone: string | null
  profilePicture: string | null
  status: StaffStatus
  isSso: boolean
  hasSecondFactor: boolean
  lastLoginAt: Date | null
  createdAt: Date
}

const columns = sql`u.id, u.name, u.email, u.phone, u.profile_picture as "profilePicture", u.scope, u.status, u.roles,
  u.group_permissions as "groupPermissions", u.permissions, u.shop_ids as "shopIds", u.is_sso as "isSso",
  f.confirmed_at is not null as "hasSecondFactor", u.last_login_at as "lastLoginAt", u.created_at as "createdAt"`

/** By name. `keyword` is part of the name or the address. */
export async function listPeople(
  tx: Tx,
  ownerId: string,
  wanted: { keyword: string; withCentral: boolean; limit: number; offset: number },
): Promise<{ rows: Person[]; total: number }> {
  const part = `%${wanted.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const chosen = sql`u.owner_id = ${ownerId} and (${wanted.withCentral} or not u.is_sso)
    and (u.name ilike ${part} or u.email ilike ${part})`
  const { rows } = await sql<Person>`
    select ${columns} from users u
    left join second_factors f on f.owner_id = ${ownerId} and f.user_id = u.id
    where ${chosen} order by lower(u.name), u.id limit ${wanted.limit} offset ${wanted.offset}`.execute(tx)
  const counts = await sql<{ total: number }>`
    select count(*)::int as total from users u where ${chosen}`.execute(tx)
  return { rows: rows.map(personOf), total: counts.rows[0]?.total ?? 0 }
}

export async function findPerson(tx: Tx, ownerId: string, id: number): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${columns} from users u
    left join second_factors f on f.owner_id = ${ownerId} and f.user_id = u.id
    where u.owner_id = ${ownerId} and u.id = ${id}`.execute(tx)
  return rows[0] && personOf(rows[0])
}

/** Held while rights are given or taken. Whoever changes people of an account waits here for whoever came before. */
export async function lockPeople(tx: Tx, ownerId: string): Promise<void> {
  await sql`select owner_id from owners where owner_id = ${ownerId} for no key update`.execute(tx)
}

export async function savePerson(
  tx: Tx,
  ownerId: string,
  {
    id,
    ...person
  }: Omit<Person, 'isSso' | 'hasSecondFactor' | 'lastLoginAt' | 'createdAt' | 'profilePicture'>,
): Promise<void> {
  await sql`update users set name = ${person.name}, email = ${person.email}, phone = ${person.phone}, scope = ${person.scope},
      roles = ${person.roles}, group_permissions = ${person.groupPermissions}, permissions = ${person.permissions},
      shop_ids = ${person.shopIds}, status = ${person.status}, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** Another address to sign in with. False where somebody has it, of this account or another. */
export async function moveSignIn(tx: Tx, ownerId: string, id: number, email: string): Promise<boolean> {
  const taken = await sql`
    insert into sign_ins (email, owner_id, user_id) values (${email.toLowerCase()}, ${ownerId}, ${id})
    on conflict (email) do nothing`.execute(tx)
  if (taken.numAffectedRows === 0n) return false
  await sql`delete from sign_ins
    where owner_id = ${ownerId} and user_id = ${id} and email <> ${email.toLowerCase()}`.execute(tx)
  return true
}

/** Removes a user and the data that was his alone; his work for the account stays under his name. */
export async function removePerson(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`delete from sign_ins where owner_id = ${ownerId} and user_id = ${id}`.execute(tx)
  await sql`delete from users where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

function personOf(row: Person): Person {
  return { ...row, shopIds: row.shopIds.map(Number) }
}
