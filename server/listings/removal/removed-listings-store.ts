import { sql } from 'kysely'
import type { ShopKey, Tx } from '../../db/database.ts'

/** Notes that people deleted these products here. */
export async function noteRemovedListings(tx: Tx, ownerId: string, productIds: number[]): Promise<void> {
  await sql`insert into removed_listings as r (owner_id, shop_id, channel_product_id, removed_at)
    select ${ownerId}::uuid, p.shop_id, p.channel_product_id, ${new Date()}::timestamptz
    from products p where p.owner_id = ${ownerId} and p.id = any(${productIds}::bigint[])
    order by p.shop_id, p.channel_product_id
    on conflict (owner_id, shop_id, channel_product_id) do update set removed_at = excluded.removed_at`.execute(
    tx,
  )
}

/** Answers those of the listings that people deleted here, and when. */
export async function listRemovedListings(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  channelProductIds: string[],
): Promise<Map<string, Date>> {
  if (channelProductIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    at: Date
  }>`select channel_product_id as id, removed_at as at from removed_listings
    where owner_id = ${ownerId} and shop_id = ${shopId} and channel_product_id = any(${channelProductIds}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}
