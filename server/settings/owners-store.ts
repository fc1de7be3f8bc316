import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword } from '../auth/password.ts'
import type { GroupPermission, Permission, Role } from '../../model/permissions.ts'
import { rolePresets } from '../../model/permissions.ts'
import { AppError } from '../../model/errors.ts'
import { drawIds, type Database, type Tx } from '../db/database.ts'

export type Owner = { ownerId: string; number: number; name: string; currency: string; timezone: string }

export async function findOwner(tx: Tx, ownerId: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select owner_id as "ownerId", number, name, currency, timezone from owners where owner_id = ${ownerId}`.execute(
    tx,
  )
  return rows[0]
}

export type NewOwner = {
  name: string
  email: string
  password: string
  companyName: string
  currency: string
  timezone: string
  language: string
}

/** Makes an account with its first user, who may do everything. Returns the owner's id. */
export async function createOwner(db: Database, owner: NewOwner): Promise<string> {
  const ownerId = randomUUID()
  await db.asOwner(ownerId, async (tx) => {
    const [number = 0] = await drawIds(tx, 1)
    await sql`insert into owners (owner_id, number, name, company_name, currency, timezone, created_at)
      values (${ownerId}, ${number}, ${owner.name}, ${owner.companyName}, ${owner.currency}, ${owner.timezone}, ${new Date()})`.execute(
      tx,
    )
    await saveUser(tx, ownerId, { ...owner, scope: 'owner', role: 'owner' })
  })
  return ownerId
}

export type NewUser = {
  name: string
  email: string
  password: string
  language: string
  scope: 'owner' | 'admin' | 'staff'
  role: Role
  groupPermissions?: GroupPermission[]
  permissions?: Permission[]
  /** Shops that the user may see; none given means all. */
  shopIds?: number[]
}

export async function saveUser(tx: Tx, ownerId: string, user: NewUser): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  const taken =
    await sql`insert into sign_ins (email, owner_id, user_id) values (${user.email.toLowerCase()}, ${ownerId}, ${id})
    on conflict (email) do nothing`.execute(tx)
  if (taken.numAffectedRows === 0n)
    throw new AppError('conflict', { message: `${user.email} already has an account` })
  await sql`insert into users (owner_id, id, email, name, password_hash, scope, roles, group_permissions, permissions, shop_ids,
      language, created_at, updated_at)
    values (${ownerId}, ${id}, ${user.email}, ${user.name}, ${await hashPassword(user.password)}, ${user.scope},
      ${[user.role]}, ${user.groupPermissions ?? rolePresets[user.role].groups}, ${user.permissions ?? []}, ${user.shopIds ?? []},
      ${user.language},
      ${now}, ${now})`.execute(tx)
  return id
}
