import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword } from '../secrets/password-hash.ts'
import type { GroupPermission, Permission, Role } from '../../model/permissions.ts'
import { rolePresets } from '../../model/permissions.ts'
import { AppError } from '../../model/errors.ts'
import type { Currency } from '../../model/money.ts'
import { drawIds, type Database, type Tx } from '../db/database.ts'
import { isDatabaseAway } from '../db/reach-database.ts'

export type Owner = {
  ownerId: string
  number: number
  name: string
  currency: string
  /** Some shop is told about the customers of the others. */
  hasCrm: boolean
  /** Null: the plan never ends. */
  planEnd: Date | null
}

export async function findOwner(tx: Tx, ownerId: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select owner_id as "ownerId", number, name, currency,
      exists(select from shops where owner_id = ${ownerId} and is_customer_push and status = 1) as "hasCrm",
      (select expired_at from plans where owner_id = ${ownerId}) as "planEnd"
    from owners where owner_id = ${ownerId}`.execute(tx)
  return rows[0]
}

/** The owner's number, which stands before each of its search terms. */
export async function findOwnerNumber(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await sql<{
    number: number
  }>`select number from owners where owner_id = ${ownerId}`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0].number
}

export async function findOwnerCurrency(tx: Tx, ownerId: string): Promise<Currency> {
  const { rows } = await sql<{
    currency: Currency
  }>`select currency from owners where owner_id = ${ownerId}`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0].currency
}

export type NewOwner = {
  name: string
  email: string
  /** None: signs in at the central home. */
  password?: string | undefined
  companyName: string
  /** Domain of the company's site for its customers, such as shop.example. */
  companyDomain?: string | undefined
  currency: string
  timezone: string
  /** False: until the first shop is linked, whose region decides. */
  isTimezoneChosen?: boolean
  isCurrencyChosen?: boolean
  language: string
}

/** Makes an account with its first user, who may do everything. Returns the owner's id. */
export async function createOwner(db: Database, owner: NewOwner): Promise<string> {
  const ownerId = randomUUID()
  await db.asOwner(ownerId, (tx) => saveOwner(tx, ownerId, owner))
  return ownerId
}

/** The same within a transaction that was opened for the new owner. Returns the user's id. */
export async function saveOwner(tx: Tx, ownerId: string, owner: NewOwner): Promise<number> {
  const [number = 0] = await drawIds(tx, 1)
  await sql`insert into owners (owner_id, number, name, company_name, company_domain, currency, timezone,
      is_timezone_chosen, is_currency_chosen, created_at)
    values (${ownerId}, ${number}, ${owner.name}, ${owner.companyName}, ${owner.companyDomain ?? null}, ${owner.currency}, ${owner.timezone},
      ${owner.isTimezoneChosen ?? true}, ${owner.isCurrencyChosen ?? true}, ${new Date()})`.execute(tx)
  return saveUser(tx, ownerId, {
    ...owner,
    scope: 'owner',
    role: 'owner',
    isSso: owner.password === undefined,
  })
}

export type NewUser = {
  name: string
  email: string
  /** None: invited, and sets one himself, unless he signs in at the central home. */
  password?: string | undefined
  isSso?: boolean
  phone?: string | null
  language: string
  scope: 'owner' | 'admin' | 'staff'
  /** Null: ticks alone. */
  role: Role | null
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
    throw new AppError('validation_failed', {
      message: `${user.email} already has an account`,
      invalidFields: { email: 'field.email_taken' },
    })
  const { role, password, isSso = false } = user
  const passwordHash = password === undefined ? null : await hashPassword(password)
  await sql`insert into users (owner_id, id, email, name, phone, password_hash, scope, roles, group_permissions, permissions,
      shop_ids, language, status, is_sso, created_at, updated_at)
    values (${ownerId}, ${id}, ${user.email}, ${user.name}, ${user.phone ?? null}, ${passwordHash}, ${user.scope},
      ${role ? [role] : []}, ${user.groupPermissions ?? (role ? rolePresets[role].groups : [])}, ${user.permissions ?? []},
      ${user.shopIds ?? []}, ${user.language}, ${passwordHash === null && !isSso ? 0 : 1}, ${isSso}, ${now}, ${now})`.execute(
    tx,
  )
  return id
}

/** All accounts, a batch at a time: for what an operator does. */
export async function listOwnersAfter(tx: Tx, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ ownerId: string }>`select distinct owner_id as "ownerId" from sign_ins
    where ${after ?? null}::uuid is null or owner_id > ${after ?? null}::uuid order by owner_id limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ ownerId }) => ownerId)
}

const ownersPerRound = 200

/** Works for one account after the other. One that fails keeps none behind it waiting, and is told of at the end. */
export async function forEachOwner(db: Database, work: (ownerId: string) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  let owners: string[] = []
  do {
    const after = owners.at(-1)
    owners = await db.local((tx) => listOwnersAfter(tx, after, ownersPerRound))
    for (const ownerId of owners)
      try {
        await work(ownerId)
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        failures.push(error)
      }
  } while (owners.length > 0)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of the accounts failed: ${String(failures[0])}`)
}
