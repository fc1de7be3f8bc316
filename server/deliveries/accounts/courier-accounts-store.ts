/** The accounts that owners have with couriers. One per owner and courier. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { CourierPlace } from '../../../connectors/courier.ts'
import type { Tx } from '../../db/database.ts'
import { UnknownKey, type Sealer } from '../../secrets/seal.ts'

export type AccountKey = { ownerId: string; courierId: number }

export type CourierAccount = {
  courierId: number
  accountId: string
  label: string
  /** By the names of the courier's keys; secrets as their last four letters. */
  shown: Record<string, string>
  places: CourierPlace[]
  placeId: string | null
  /** 0: the courier no longer takes the keys. */
  status: 0 | 1
  connectedAt: Date
  updatedAt: Date
}

const columns =
  sql.raw(`courier as "courierId", account_id as "accountId", label, shown, places, place_id as "placeId", status,
  connected_at as "connectedAt", updated_at as "updatedAt"`)

export async function listCourierAccounts(tx: Tx, ownerId: string): Promise<CourierAccount[]> {
  const { rows } = await sql<CourierAccount>`
    select ${columns} from courier_accounts where owner_id = ${ownerId} order by connected_at, courier`.execute(
    tx,
  )
  return rows
}

export async function findCourierAccount(
  tx: Tx,
  { ownerId, courierId }: AccountKey,
): Promise<CourierAccount | undefined> {
  const { rows } = await sql<CourierAccount>`
    select ${columns} from courier_accounts where owner_id = ${ownerId} and courier = ${courierId}`.execute(
    tx,
  )
  return rows[0]
}

export type NewAccount = Pick<CourierAccount, 'accountId' | 'label' | 'shown' | 'places' | 'placeId'> & {
  keys: Record<string, string>
}

/** Connects, or replaces what was connected before. Answers the last part of the address for the courier's pushes. */
export async function saveCourierAccount(
  tx: Tx,
  sealer: Sealer,
  key: AccountKey,
  { accountId, label, shown, places, placeId, keys }: NewAccount,
): Promise<string> {
  const sealed = sealer.seal(JSON.stringify(keys), bound(key))
  const now = new Date()
  await sql`insert into courier_accounts (owner_id, courier, account_id, label, sealed, shown, places, place_id, status,
      connected_at, updated_at)
    values (${key.ownerId}, ${key.courierId}, ${accountId}, ${label}, ${sealed}, ${JSON.stringify(shown)}::jsonb,
      ${JSON.stringify(places)}::jsonb, ${placeId}, 1, ${now}, ${now})
    on conflict (owner_id, courier) do update set account_id = excluded.account_id, label = excluded.label,
      sealed = excluded.sealed, shown = excluded.shown, places = excluded.places, place_id = excluded.place_id, status = 1,
      updated_at = excluded.updated_at`.execute(tx)
  const { rows } = await sql<{ key: string }>`
    insert into courier_hooks (key, owner_id, courier)
    values (${randomBytes(18).toString('base64url')}, ${key.ownerId}, ${key.courierId})
    on conflict (owner_id, courier) do update set courier = excluded.courier returning key`.execute(tx)
  return rows[0]?.key ?? ''
}

/** The last part of the address for the courier's pushes. */
export async function listHookKeys(tx: Tx, ownerId: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ courier: number; key: string }>`
    select courier, key from courier_hooks where owner_id = ${ownerId}`.execute(tx)
  return new Map(rows.map(({ courier, key }) => [courier, key]))
}

export async function savePlaces(
  tx: Tx,
  { ownerId, courierId }: AccountKey,
  places: readonly CourierPlace[],
): Promise<void> {
  await sql`update courier_accounts set places = ${JSON.stringify(places)}::jsonb, updated_at = ${new Date()}
    where owner_id = ${ownerId} and courier = ${courierId}`.execute(tx)
}

/** The next accounts of the directory, which holds every connected one. */
export async function listAllAccounts(
  tx: Tx,
  after: AccountKey | undefined,
  limit: number,
): Promise<AccountKey[]> {
  const { ownerId, courierId } = after ?? { ownerId: '00000000-0000-0000-0000-000000000000', courierId: -1 }
  const { rows } = await sql<AccountKey>`
    select owner_id as "ownerId", courier as "courierId" from courier_hooks
    where (owner_id, courier) > (${ownerId}::uuid, ${courierId}::smallint) order by owner_id, courier limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Seals with the key of now what an older one sealed. */
export async function resealCourierAccount(
  tx: Tx,
  sealer: Sealer,
  key: AccountKey,
): Promise<'sealed' | 'current' | 'none' | 'closed'> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from courier_accounts where owner_id = ${key.ownerId} and courier = ${key.courierId} for update`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return 'none'
  if (sealer.isCurrent(row.sealed)) return 'current'
  try {
    const sealed = sealer.seal(sealer.open(row.sealed, bound(key)), bound(key))
    await sql`update courier_accounts set sealed = ${sealed}
      where owner_id = ${key.ownerId} and courier = ${key.courierId}`.execute(tx)
    return 'sealed'
  } catch (error) {
    if (error instanceof UnknownKey) return 'closed'
    throw error
  }
}

export async function removeCourierAccount(tx: Tx, { ownerId, courierId }: AccountKey): Promise<boolean> {
  await sql`delete from courier_hooks where owner_id = ${ownerId} and courier = ${courierId}`.execute(tx)
  const { rows } = await sql`
    delete from courier_accounts where owner_id = ${ownerId} and courier = ${courierId} returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Undefined when the account is not connected. Throws UnknownKey when no SECRET_KEY opens it. */
export async function openCourierKeys(
  tx: Tx,
  sealer: Sealer,
  key: AccountKey,
): Promise<Record<string, string> | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from courier_accounts where owner_id = ${key.ownerId} and courier = ${key.courierId}`.execute(
    tx,
  )
  const [row] = rows
  return row && (JSON.parse(sealer.open(row.sealed, bound(key))) as Record<string, string>)
}

export async function markCourierAccount(tx: Tx, key: AccountKey, status: 0 | 1): Promise<void> {
  await sql`update courier_accounts set status = ${status}, updated_at = ${new Date()}
    where owner_id = ${key.ownerId} and courier = ${key.courierId} and status <> ${status}`.execute(tx)
}

/** Finds the account that a pushed message is about, by the last part of the address that it was sent to. */
export async function findHookedAccount(
  tx: Tx,
  hookKey: string,
  courierId: number,
): Promise<AccountKey | undefined> {
  const { rows } = await sql<AccountKey>`
    select owner_id as "ownerId", courier as "courierId" from courier_hooks
    where key = ${hookKey} and courier = ${courierId}`.execute(tx)
  return rows[0]
}

function bound({ ownerId, courierId }: AccountKey): string {
  return `${ownerId}/courier/${courierId}`
}
