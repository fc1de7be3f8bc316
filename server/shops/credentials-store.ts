import { sql } from 'kysely'
import type { Credentials } from '../../connectors/session.ts'
import type { Database, ShopKey, Tx } from '../db/database.ts'
import { UnknownKey, type Sealer } from '../secrets/seal.ts'
import { settleSignIn } from './sign-in-store.ts'

export async function saveCredentials(
  tx: Tx,
  sealer: Sealer,
  shop: ShopKey,
  credentials: Credentials,
): Promise<void> {
  const sealed = sealer.seal(JSON.stringify(credentials), bound(shop))
  const { accessExpiresAt, refreshExpiresAt } = credentials
  await sql`insert into shop_credentials (owner_id, shop_id, sealed, access_expires_at, refresh_expires_at, updated_at)
    values (${shop.ownerId}, ${shop.shopId}, ${sealed}, ${accessExpiresAt}, ${refreshExpiresAt}, ${new Date()})
    on conflict (owner_id, shop_id) do update set sealed = excluded.sealed, access_expires_at = excluded.access_expires_at,
      refresh_expires_at = excluded.refresh_expires_at, updated_at = excluded.updated_at, refused_at = null,
      refusals = 0, renewing_until = null`.execute(tx)
  await settleSignIn(tx, shop, refreshExpiresAt)
}

export type Kept = {
  credentials: Credentials
  savedAt: Date
  /** When a store refused its keys first, since it last took them. */
  refusedAt: Date | null
}

/** Before each piece of work with a channel. */
export async function findCredentials(
  db: Database,
  sealer: Sealer,
  shop: ShopKey,
): Promise<Kept | undefined> {
  const [row] = await db.hotRead<Sealed>(shop.ownerId, {
    name: 'credentials',
    text: `select sealed, updated_at as "savedAt", refused_at as "refusedAt" from shop_credentials
      where owner_id = $1 and shop_id = $2`,
    values: [shop.ownerId, shop.shopId],
  })
  return row && opened(row, sealer, shop)
}

export async function lockCredentials(
  tx: Tx,
  sealer: Sealer,
  shop: ShopKey,
): Promise<(Kept & { renewingUntil: Date | null }) | undefined> {
  const { rows } = await sql<Sealed & { renewingUntil: Date | null }>`
    select sealed, updated_at as "savedAt", refused_at as "refusedAt", renewing_until as "renewingUntil" from shop_credentials
    where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} for update`.execute(tx)
  return rows[0] && { ...opened(rows[0], sealer, shop), renewingUntil: rows[0].renewingUntil }
}

/** Leases the renewal to this process, or gives it back. Saved credentials end it too. */
export async function leaseRenewal(tx: Tx, { ownerId, shopId }: ShopKey, until: Date | null): Promise<void> {
  await sql`update shop_credentials set renewing_until = ${until}
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
}

type Sealed = Omit<Kept, 'credentials'> & { sealed: Buffer }

function opened({ sealed, savedAt, refusedAt }: Sealed, sealer: Sealer, shop: ShopKey): Kept {
  const plain = JSON.parse(sealer.open(sealed, bound(shop))) as Omit<
    Credentials,
    'accessExpiresAt' | 'refreshExpiresAt'
  > & {
    accessExpiresAt: string
    refreshExpiresAt: string
  }
  const credentials = {
    ...plain,
    accessExpiresAt: new Date(plain.accessExpiresAt),
    refreshExpiresAt: new Date(plain.refreshExpiresAt),
  }
  return { credentials, savedAt, refusedAt }
}

const believedAfter = { refusals: 3, ms: 5 * 60_000 }

/**
 * Counts a refusal of keys, whose row must be locked. Answers whether it is to be believed: a store that is being maintained, or
 * guarded by a plugin, refuses them for a moment. The time is the database's, whichever process asks.
 */
export async function countRefusal(tx: Tx, { ownerId, shopId }: ShopKey): Promise<boolean> {
  const { rows } = await sql<{ at: Date; since: Date; refusals: number }>`
    select now() as at, coalesce(refused_at, now()) as since, refusals + 1 as refusals from shop_credentials
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  const [counted] = rows
  if (!counted) return false
  const { at, since, refusals } = counted
  await sql`update shop_credentials set refused_at = ${since}, refusals = ${refusals}
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  return refusals >= believedAfter.refusals && +at - +since >= believedAfter.ms
}

export async function forgetRefusals(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  await sql`update shop_credentials set refused_at = null, refusals = 0
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
}

/** The next shops of the directory, which holds every shop that has credentials. */
export async function listLinkedShops(
  tx: Tx,
  after: LinkedPlace | undefined,
  limit: number,
): Promise<LinkedPlace[]> {
  const { platformId, channelShopId } = after ?? { platformId: -1, channelShopId: '' }
  const { rows } = await sql<LinkedPlace>`
    select platform_id as "platformId", channel_shop_id as "channelShopId", owner_id as "ownerId", shop_id as "shopId"
    from channel_shops where (platform_id, channel_shop_id) > (${platformId}::smallint, ${channelShopId}::text)
    order by platform_id, channel_shop_id limit ${limit}`.execute(tx)
  return rows
}

export type LinkedPlace = { platformId: number; channelShopId: string; ownerId: string; shopId: number }

/** Seals with the key of now what an older one sealed. A renewal that runs meanwhile seals what it brings with the key of its process. */
export async function resealCredentials(
  tx: Tx,
  sealer: Sealer,
  shop: ShopKey,
): Promise<'sealed' | 'current' | 'none' | 'closed'> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from shop_credentials where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} for update`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return 'none'
  if (sealer.isCurrent(row.sealed)) return 'current'
  try {
    const sealed = sealer.seal(sealer.open(row.sealed, bound(shop)), bound(shop))
    // When they were renewed stays as it is: their end is reckoned from there.
    await sql`update shop_credentials set sealed = ${sealed}
      where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId}`.execute(tx)
    return 'sealed'
  } catch (error) {
    if (error instanceof UnknownKey) return 'closed'
    throw error
  }
}

function bound({ ownerId, shopId }: ShopKey): string {
  return `${ownerId}/${shopId}`
}
