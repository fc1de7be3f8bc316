/** SKUs of the seller, whichever shops list them. Listings with the same seller code have the same SKU. */
import { sql } from 'kysely'
import { drawIds, type ShopKey, type Tx } from '../db/database.ts'

type NewListing = {
  id: number
  shopSku: string
  sellerSku: string | null
  name: string
  imageUrl: string | null
}

const longestCode = 100

/** Gives each listing its SKU: the one with the seller's code, in capitals or not, or a new one. */
export async function linkListings(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  listings: NewListing[],
): Promise<void> {
  if (listings.length === 0) return
  const rows = listings
    .map(({ id, name, imageUrl, shopSku, sellerSku }) => ({
      listing_id: id,
      name: name.slice(0, 255),
      image_url: imageUrl,
      // Without a code it can be no other shop's, so the shop becomes a part of it.
      prime_sku: sellerSku && sellerSku.length <= longestCode ? sellerSku : `${shopSku}@${shopId}`,
    }))
    // In one order everywhere, so that two shops that bring the same codes cannot lock each other out.
    .toSorted((a, b) => (a.prime_sku.toLowerCase() < b.prime_sku.toLowerCase() ? -1 : 1))
  const firsts = [...new Map(rows.map((row) => [row.prime_sku.toLowerCase(), row])).values()]
  const ids = await drawIds(tx, firsts.length)
  const now = new Date()
  await sql`insert into skus (owner_id, id, prime_sku, name, image_url, created_at, updated_at)
    select ${ownerId}::uuid, r.id, r.prime_sku, r.name, r.image_url, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(firsts.map((row, at) => ({ ...row, id: ids[at] })))}::json)
      as r(id bigint, prime_sku text, name text, image_url text)
    on conflict (owner_id, lower(prime_sku)) do nothing`.execute(tx)
  await sql`update product_skus k set sku_id = s.id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(listing_id bigint, prime_sku text)
    join skus s on s.owner_id = ${ownerId} and lower(s.prime_sku) = lower(r.prime_sku)
    where k.owner_id = ${ownerId} and k.id = r.listing_id`.execute(tx)
}
