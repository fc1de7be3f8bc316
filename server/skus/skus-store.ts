/** SKUs of the seller, whichever shops list them. Listings with the same seller code get the same SKU when they come in. */
import { sql } from 'kysely'
import { termsOfCode, termsOfName, termsOfSku } from '../../model/keyword.ts'
import { drawIds, type ShopKey, type Tx } from '../db/database.ts'
import { searchTerms } from '../db/search-terms.ts'
import { cutText } from '../db/strip-nul-bytes.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'
import { countingSkus, saveSkuShops } from './sku-columns-store.ts'
import { saveSkuTerms } from './sku-search-store.ts'

type NewListing = {
  id: number
  shopSku: string
  sellerSku: string | null
  name: string
  imageUrl: string | null
}

/** A link that ended because its listing is gone. `linkedAt`: when it began. */
export type LeftLink = { skuId: number; linkedAt: Date | null }

export const longestCode = 100

/** A SKU is found by its name, its code and its barcode. */
export function skuTerms(
  ownerNumber: number,
  { name, primeSku, barcode }: { name: string; primeSku: string; barcode: string | null },
): string[] {
  return searchTerms(ownerNumber, [
    ...termsOfName(name),
    ...termsOfCode(primeSku),
    ...termsOfSku(barcode ?? ''),
    ...termsOfCode(barcode ?? ''),
  ])
}

/**
 * Gives each listing its SKU: the one with the seller's code, in capitals or not, the one that it was merged into, or a new one. A listing that a channel made anew
 * goes on with the link of the one that is gone, so that its orders keep their meaning.
 *
 * @param left links that were lost in this transaction
 * @returns the SKUs that have other listings now than before, without those that are new
 */
export async function linkListings(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  listings: NewListing[],
  left: LeftLink[],
): Promise<number[]> {
  if (listings.length + left.length === 0) return []
  const rows = listings
    .map(({ id, name, imageUrl, shopSku, sellerSku }) => ({
      listing_id: id,
      name: cutText(name, 255),
      image_url: imageUrl,
      // Without a code it can be no other shop's, so the shop becomes a part of it.
      prime_sku: sellerSku && sellerSku.length <= longestCode ? sellerSku : `${shopSku}@${shopId}`,
    }))
    // In one order everywhere, so that two shops that bring the same codes cannot lock each other out.
    .toSorted((a, b) => (a.prime_sku.toLowerCase() < b.prime_sku.toLowerCase() ? -1 : 1))
  const firsts = [...new Map(rows.map((row) => [row.prime_sku.toLowerCase(), row])).values()]
  const codes = firsts.map((row) => row.prime_sku)
  const goingOn = await listGoingOn(tx, ownerId, codes)
  const missing = firsts.filter((row) => !goingOn.has(row.prime_sku.toLowerCase()))
  const created = new Set(missing.length > 0 ? await addMissing(tx, ownerId, missing) : [])
  // Locked as countingSkus locks them: none of them is merged before the listings have it.
  const others = [...goingOn.values(), ...left.map(({ skuId }) => skuId)]
  const found = await lockOfCodes(tx, ownerId, codes, others)
  const late = codes.filter((code) => !found.has(code.toLowerCase()) && !goingOn.has(code.toLowerCase()))
  const mergedLate = late.length > 0 ? await listGoingOn(tx, ownerId, late) : []
  const idOf = new Map([...goingOn, ...mergedLate, ...found])
  const linked = rows.flatMap(({ listing_id: listingId, prime_sku: code }) => {
    const skuId = idOf.get(code.toLowerCase())
    return skuId === undefined ? [] : { listing_id: listingId, sku_id: skuId }
  })
  const ids = [...new Set([...left.map(({ skuId }) => skuId), ...linked.map((row) => row.sku_id)])]
  const link = async () => {
    if (rows.length > 0)
      await sql`update product_skus k set sku_id = r.sku_id,
          linked_at = case when b.id is null then ${new Date()}::timestamptz else b.linked_at end
        from json_to_recordset(${JSON.stringify(linked)}::json) as r(listing_id bigint, sku_id bigint)
        left join json_to_recordset(${JSON.stringify(earliestOf(left))}::json) as b(id bigint, linked_at timestamptz)
          on b.id = r.sku_id
        where k.owner_id = ${ownerId} and k.id = r.listing_id`.execute(tx)
    await saveSkuShops(tx, ownerId, ids)
  }
  await countingSkus(tx, ownerId, ids, link, created)
  return ids.filter((id) => !created.has(id))
}

/** Codes as they are compared. An array is made before the rows are looked for, so that no function keeps them from their index. */
export const keysOf = (codes: string[]) => sql`array(select lower(c) from unnest(${codes}::text[]) c)`

/** By code in small letters. `others`: SKUs that are locked beside those of the codes. */
async function lockOfCodes(
  tx: Tx,
  ownerId: string,
  codes: string[],
  others: number[],
): Promise<Map<string, number>> {
  await sql`select from skus where owner_id = ${ownerId} and (id = any(${others}::bigint[]) or merged_into is null
      and code_key = any(${keysOf(codes)}))
    order by id for no key update`.execute(tx)
  const { rows } = await sql<{ code: string; id: number }>`
    select c.code, s.id from unnest(${codes}::text[]) as c(code)
    join skus s on s.owner_id = ${ownerId} and s.code_key = lower(c.code) and s.merged_into is null
      and s.code_key = any(${keysOf(codes)})`.execute(tx)
  return new Map(rows.map(({ code, id }) => [code.toLowerCase(), id]))
}

/** By code in small letters: the SKU that goes on for a merged one of this code, which no SKU has now. */
async function listGoingOn(tx: Tx, ownerId: string, codes: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; id: number }>`
    select distinct on (c.code) c.code, s.merged_into as id from unnest(${codes}::text[]) as c(code)
    join skus s on s.owner_id = ${ownerId} and s.code_key = lower(c.code) and s.merged_into is not null
      and s.code_key = any(${keysOf(codes)})
    where not exists (select from skus o where o.owner_id = ${ownerId} and o.code_key = s.code_key
      and o.merged_into is null)
    order by c.code, s.id desc`.execute(tx)
  return new Map(rows.map(({ code, id }) => [code.toLowerCase(), id]))
}

/** One of each SKU; the earliest, where null is before all. */
function earliestOf(left: LeftLink[]): { id: number; linked_at: Date | null }[] {
  const links = left.toSorted((a, b) => (b.linkedAt?.getTime() ?? 0) - (a.linkedAt?.getTime() ?? 0))
  return [...new Map(links.map((one) => [one.skuId, { id: one.skuId, linked_at: one.linkedAt }])).values()]
}

type NewSku = { prime_sku: string; name: string; image_url: string | null }

/** Adds the SKUs whose code is free and answers their ids. */
async function addMissing(tx: Tx, ownerId: string, skus: NewSku[]): Promise<number[]> {
  const ownerNumber = await findOwnerNumber(tx, ownerId)
  const ids = await drawIds(tx, skus.length)
  const rows = skus.map((sku, at) => ({
    ...sku,
    id: ids[at] ?? 0,
    terms: skuTerms(ownerNumber, { name: sku.name, primeSku: sku.prime_sku, barcode: null }),
  }))
  const now = new Date()
  const added = await sql<{ id: number }>`
    insert into skus (owner_id, id, prime_sku, name, image_url, created_at, updated_at)
    select ${ownerId}::uuid, r.id, r.prime_sku, r.name, r.image_url, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, prime_sku text, name text, image_url text)
    on conflict (owner_id, code_key) where merged_into is null do nothing returning id`.execute(tx)
  const created = new Set(added.rows.map(({ id }) => id))
  await saveSkuTerms(
    tx,
    ownerId,
    rows.filter(({ id }) => created.has(id)),
  )
  return [...created]
}
