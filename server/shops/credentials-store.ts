import { sql } from 'kysely'
import type { Credentials } from '../../connectors/connector.ts'
import type { Tx } from '../db/database.ts'
import type { Sealer } from './seal.ts'
import { settleSignIn } from './sign-in-store.ts'

export async function saveCredentials(
  tx: Tx,
  sealer: Sealer,
  shop: { ownerId: string; shopId: number },
  credentials: Credentials,
): Promise<void> {
  const sealed = sealer.seal(JSON.stringify(credentials), bound(shop))
  const { accessExpiresAt, refreshExpiresAt } = credentials
  await sql`insert into shop_credentials (owner_id, shop_id, sealed, access_expires_at, refresh_expires_at, updated_at)
    values (${shop.ownerId}, ${shop.shopId}, ${sealed}, ${accessExpiresAt}, ${refreshExpiresAt}, ${new Date()})
    on conflict (owner_id, shop_id) do update set sealed = excluded.sealed, access_expires_at = excluded.access_expires_at,
      refresh_expires_at = excluded.refresh_expires_at, updated_at = excluded.updated_at`.execute(tx)
  await settleSignIn(tx, shop, refreshExpiresAt)
}

/** With `lock`, anybody else who wants to refresh waits until this transaction has ended. */
export async function findCredentials(
  tx: Tx,
  sealer: Sealer,
  shop: { ownerId: string; shopId: number },
  lock?: 'for update',
): Promise<{ credentials: Credentials; savedAt: Date } | undefined> {
  const { rows } = await sql<{ sealed: Buffer; savedAt: Date }>`
    select sealed, updated_at as "savedAt" from shop_credentials where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId}
    ${sql.raw(lock ?? '')}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const plain = JSON.parse(sealer.open(row.sealed, bound(shop))) as Omit<
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
  return { credentials, savedAt: row.savedAt }
}

function bound({ ownerId, shopId }: { ownerId: string; shopId: number }): string {
  return `${ownerId}/${shopId}`
}
