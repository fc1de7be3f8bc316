/** Images that people upload for listings. */
import { hash as digest } from 'node:crypto'
import { sql } from 'kysely'
import { drawIds, type Tx } from '../db/database.ts'
import { lockLimit } from '../db/lock-limit.ts'

export type ListingImageRow = { id: number; bytes: Buffer; width: number; height: number }

/** Stands for the templates of an account, whose pictures are of no shop. */
export const templateShop = 0

type Place = { ownerId: string; shopId: number }

/** Keeps a picture of a shop once, and answers its id; undefined: the account has `most` of them. */
export async function saveListingImage(
  tx: Tx,
  { ownerId, shopId }: Place,
  { bytes, width, height }: Omit<ListingImageRow, 'id'>,
  most: number,
): Promise<number | undefined> {
  const hash = digest('sha256', bytes, 'hex')
  const now = new Date()
  const known = await sql<{ id: number }>`update listing_images set used_at = ${now}
    where owner_id = ${ownerId} and shop_id = ${shopId} and hash = ${hash} returning id`.execute(tx)
  if (known.rows[0]) return known.rows[0].id
  await lockLimit(tx, ownerId, 'listing_images')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing_images
    where owner_id = ${ownerId} and (shop_id = ${templateShop}) = ${shopId === templateShop}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= most) return undefined
  const [id = 0] = await drawIds(tx, 1)
  const saved = await sql<{ id: number }>`
    insert into listing_images as i (owner_id, id, shop_id, hash, bytes, width, height, used_at)
    values (${ownerId}, ${id}, ${shopId}, ${hash}, ${bytes}, ${width}, ${height}, ${now})
    on conflict (owner_id, shop_id, hash) do update set used_at = excluded.used_at returning id`.execute(tx)
  return saved.rows[0]?.id
}

/** @param visible shops that the reader may see; empty: all */
export async function listListingImages(
  tx: Tx,
  ownerId: string,
  ids: number[],
  visible: number[] = [],
): Promise<ListingImageRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListingImageRow>`select id, bytes, width, height from listing_images
    where owner_id = ${ownerId} and id = any(${ids}::bigint[])
      and (${visible.length === 0} or shop_id = any(${[templateShop, ...visible]}::bigint[]))`.execute(tx)
  return rows
}

/** Marks images of a shop as wanted, so that they outlive the change that sends them. Answers those that there are. */
export async function touchListingImages(
  tx: Tx,
  { ownerId, shopId }: Place,
  ids: number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`update listing_images set used_at = ${new Date()}
    where owner_id = ${ownerId} and id in (
      select id from listing_images where owner_id = ${ownerId} and shop_id = ${shopId} and id = any(${ids}::bigint[])
      order by id for update)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
