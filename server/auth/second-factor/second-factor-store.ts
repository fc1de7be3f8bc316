/** Second factors of users. The secret is sealed; recovery codes are hashes. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { UnknownKey, type Sealer } from '../../secrets/seal.ts'
import { renewCredentials, type UserKey } from '../users/users-store.ts'

export type SecondFactor = {
  /** Null: sealed with a key that this console does not have, so that recovery codes alone are left. */
  secret: string | null
  confirmedAt: Date | null
  recoveryCodes: number
}

/** Undefined where there is none. */
export async function findSecondFactor(
  tx: Tx,
  sealer: Sealer,
  key: UserKey,
): Promise<SecondFactor | undefined> {
  const { rows } = await sql<{ sealed: Buffer; confirmedAt: Date | null; recoveryCodes: number }>`
    select sealed, confirmed_at as "confirmedAt", cardinality(recovery_hashes) as "recoveryCodes" from second_factors
    where owner_id = ${key.ownerId} and user_id = ${key.userId}`.execute(tx)
  const [row] = rows
  return row && { ...row, secret: opened(sealer, row.sealed, key) }
}

/** One that was shown before and not confirmed is replaced. False where one is on already. */
export async function addSecondFactor(
  tx: Tx,
  sealer: Sealer,
  key: UserKey,
  secret: string,
): Promise<boolean> {
  const sealed = sealer.seal(secret, boundTo(key))
  const { rows } = await sql`
    insert into second_factors as f (owner_id, user_id, sealed) values (${key.ownerId}, ${key.userId}, ${sealed})
    on conflict (owner_id, user_id) do update set sealed = excluded.sealed where f.confirmed_at is null
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function confirmSecondFactor(tx: Tx, { ownerId, userId }: UserKey): Promise<void> {
  await renewCredentials(tx, { ownerId, userId })
  await sql`update second_factors set confirmed_at = ${new Date()}
    where owner_id = ${ownerId} and user_id = ${userId}`.execute(tx)
}

/** Takes the code of a half minute, and none of it or before it again. */
export async function takeStep(tx: Tx, { ownerId, userId }: UserKey, step: number): Promise<boolean> {
  const { rows } = await sql`update second_factors set last_step = ${step}
    where owner_id = ${ownerId} and user_id = ${userId} and last_step < ${step} returning 1`.execute(tx)
  return rows.length > 0
}

/** Takes a recovery code, once. */
export async function takeRecoveryCode(tx: Tx, { ownerId, userId }: UserKey, hash: Buffer): Promise<boolean> {
  const { rows } =
    await sql`update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    where owner_id = ${ownerId} and user_id = ${userId} and ${hash}::bytea = any(recovery_hashes) returning 1`.execute(
      tx,
    )
  return rows.length > 0
}

export async function saveRecoveryCodes(
  tx: Tx,
  { ownerId, userId }: UserKey,
  hashes: Buffer[],
): Promise<void> {
  await sql`update second_factors set recovery_hashes = ${hashes}::bytea[]
    where owner_id = ${ownerId} and user_id = ${userId}`.execute(tx)
}

export async function removeSecondFactor(tx: Tx, { ownerId, userId }: UserKey): Promise<boolean> {
  await renewCredentials(tx, { ownerId, userId })
  const { rows } = await sql`delete from second_factors
    where owner_id = ${ownerId} and user_id = ${userId} returning 1`.execute(tx)
  return rows.length > 0
}

/** All users of all owners, for work over everything that is sealed. */
export async function listAllUsers(tx: Tx, after: UserKey | undefined, limit: number): Promise<UserKey[]> {
  const { ownerId, userId } = after ?? { ownerId: '00000000-0000-0000-0000-000000000000', userId: -1 }
  const { rows } = await sql<UserKey>`
    select owner_id as "ownerId", user_id as "userId" from sign_ins
    where (owner_id, user_id) > (${ownerId}::uuid, ${userId}::bigint) order by owner_id, user_id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Seals with the key of now what an older one sealed. */
export async function resealSecondFactor(
  tx: Tx,
  sealer: Sealer,
  key: UserKey,
): Promise<'sealed' | 'current' | 'none' | 'closed'> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from second_factors
    where owner_id = ${key.ownerId} and user_id = ${key.userId} for update`.execute(tx)
  const [row] = rows
  if (!row) return 'none'
  if (sealer.isCurrent(row.sealed)) return 'current'
  try {
    const sealed = sealer.seal(sealer.open(row.sealed, boundTo(key)), boundTo(key))
    await sql`update second_factors set sealed = ${sealed}
      where owner_id = ${key.ownerId} and user_id = ${key.userId}`.execute(tx)
    return 'sealed'
  } catch (error) {
    if (error instanceof UnknownKey) return 'closed'
    throw error
  }
}

function opened(sealer: Sealer, sealed: Buffer, key: UserKey): string | null {
  try {
    return sealer.open(sealed, boundTo(key))
  } catch (error) {
    if (error instanceof UnknownKey) return null
    throw error
  }
}

function boundTo({ ownerId, userId }: UserKey): string {
  return `second-factor:${ownerId}:${userId}`
}
