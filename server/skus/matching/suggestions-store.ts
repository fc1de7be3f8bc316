/** Suggestions for listings whose SKU has no other listing. Nothing is linked before a person accepts one. */
import { sql } from 'kysely'
import { splitWords } from '../../../model/keyword.ts'
import { codeKey, matchOf, type MatchReason } from '../../../model/sku-likeness.ts'
import { withIds, type Tx } from '../../db/database.ts'
import { keywordQuery } from '../../db/search-terms.ts'
import { enqueue, forAll } from '../../jobs/jobs.ts'
import { findOwnerNumber } from '../../settings/owners-store.ts'
import type { LinkableListing } from '../detail/sku-detail-store.ts'

const mostCandidates = 20

/** Compares in the background what was not compared yet. Called by what brings listings in. */
export async function enqueueMatching(tx: Tx, ownerId: string): Promise<void> {
  await enqueue(
    tx,
    'suggest-skus',
    { ownerId },
    {
      queue: `${forAll}suggest-skus`,
      key: 'suggest-skus',
      priority: 10,
    },
  )
}

type Listing = {
  id: number
  shopId: number
  skuId: number | null
  sellerSku: string | null
  barcode: string | null
  name: string
}

/**
 * Compares some listings with the SKUs that are older than theirs, or were compared before theirs could be seen: two shops are taken in at
 * once, and the older SKU may be there later. Answers how many listings there were.
 */
export async function suggestSome(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rows } = await sql<Listing & { isAlone: boolean }>`
    select k.id, k.shop_id as "shopId", k.sku_id as "skuId", k.seller_sku as "sellerSku", k.barcode,
      concat_ws(', ', p.name, (select string_agg(o->>'value', ', ') from jsonb_array_elements(k.options) as o)) as name,
      not exists (select from product_skus s where s.owner_id = ${ownerId} and s.sku_id = k.sku_id and s.id <> k.id) as "isAlone"
    from product_skus k join products p on p.owner_id = ${ownerId} and p.id = k.product_id
    where k.owner_id = ${ownerId} and not k.is_compared order by k.id limit ${limit}`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await sql`update product_skus set is_compared = true where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await saveSuggestions(
    tx,
    ownerId,
    rows.filter(({ isAlone }) => isAlone),
  )
  return rows.length
}

type Candidate = {
  listingId: number
  id: number
  primeSku: string
  barcode: string | null
  name: string
  shopIds: number[]
}

async function saveSuggestions(tx: Tx, ownerId: string, listings: Listing[]): Promise<void> {
  const ownerNumber = await findOwnerNumber(tx, ownerId)
  const ids = listings.map(({ id }) => id)
  const asked = listings.flatMap((listing) =>
    candidateQueries(ownerNumber, listing).map((query) => ({ id: listing.id, skuId: listing.skuId, query })),
  )
  // The barcodes are looked up once for all, and before the SKUs: a planner that has no figures yet, in an account's first minute, read
  // all listings again for each listing and each SKU.
  const { rows } = await sql<Candidate>`
    with known as materialized (
      select k.barcode, k.sku_id, k.is_compared and k.id <> all(${ids}::bigint[]) as was_compared from product_skus k
      where k.owner_id = ${ownerId} and k.barcode = any(${listings.flatMap(({ barcode }) => barcode ?? [])}::text[]))
    select r.id as "listingId", s.id, s.prime_sku as "primeSku", s.barcode, s.name, to_json(s.shop_ids) as "shopIds"
    from json_to_recordset(${JSON.stringify(asked)}::json) as r(id bigint, "skuId" bigint, query text)
    cross join lateral (
      select k.id, k.prime_sku, k.barcode, k.name, k.shop_ids from skus k
      where k.owner_id = ${ownerId} and k.merged_into is null and k.id = any(array(
        select q.sku_id from sku_search q where q.owner_id = ${ownerId} and q.terms @@ r.query::tsquery
          and (r."skuId" is null or q.sku_id < r."skuId" or (q.sku_id > r."skuId" and exists (
            select from product_skus d where d.owner_id = ${ownerId} and d.sku_id = q.sku_id
              and d.is_compared and d.id <> all(${ids}::bigint[]))))))
      limit ${mostCandidates}) s
    union all
    select r.id, s.id, s.prime_sku, r.barcode, s.name, to_json(s.shop_ids)
    from json_to_recordset(${JSON.stringify(listings)}::json) as r(id bigint, "skuId" bigint, barcode text)
    cross join lateral (
      select distinct k.sku_id from known k where k.barcode = r.barcode
        and (r."skuId" is null or k.sku_id < r."skuId" or (k.sku_id > r."skuId" and k.was_compared))
      limit ${mostCandidates}) l
    cross join lateral (
      select s.id, s.prime_sku, s.name, s.shop_ids from skus s
      where s.owner_id = ${ownerId} and s.id = l.sku_id and s.merged_into is null limit 1) s`.execute(tx)
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  const matches = rows.flatMap(({ listingId, primeSku, id, ...sku }) => {
    const listing = byId.get(listingId)
    const match =
      listing &&
      matchOf({ ...listing, code: listing.sellerSku, shopIds: [listing.shopId] }, { ...sku, code: primeSku })
    return match ? [{ listingId, skuId: id, ...match }] : []
  })
  // The last of a pair counts, which is the barcode where both have it.
  const found = [...new Map(matches.map((match) => [`${match.listingId}/${match.skuId}`, match])).values()]
  if (found.length === 0) return
  const now = new Date()
  await sql`insert into sku_suggestions (owner_id, id, product_sku_id, sku_id, reason, confidence, created_at)
    select ${ownerId}::uuid, r.id, r."listingId", r."skuId", r.reason, r.confidence, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(await withIds(tx, found))}::json) as r(id bigint, "listingId" bigint,
      "skuId" bigint, reason text, confidence smallint)
    join product_skus k on k.owner_id = ${ownerId} and k.id = r."listingId"
    where not exists (select from sku_suggestions m
      join product_skus o on o.owner_id = ${ownerId} and o.id = m.product_sku_id and o.sku_id = r."skuId"
      where m.owner_id = ${ownerId} and m.sku_id = k.sku_id)
    on conflict (owner_id, product_sku_id, sku_id) do nothing`.execute(tx)
}

/** Text search queries for SKUs by the code and barcode, and by two of the longest of the name's first words. */
function candidateQueries(ownerNumber: number, { sellerSku, barcode, name }: Listing): string[] {
  const words = splitWords(name).slice(0, 5)
  const [first = '', second = '', third = ''] = words.toSorted((a, b) => b.length - a.length)
  const pairs = [
    [first, second],
    [first, third],
    [second, third],
  ].map((pair) => pair.join(' '))
  return [[codeKey(sellerSku), codeKey(barcode)], pairs].flatMap((keywords) => {
    const queries = keywords.flatMap((keyword) => keywordQuery(ownerNumber, keyword) ?? [])
    return queries.length > 0 ? [queries.map((query) => `(${query})`).join(' | ')] : []
  })
}

export type Suggestion = LinkableListing & {
  suggestionId: number
  reason: MatchReason
  confidence: number
  toId: number
  toCode: string
  toName: string
  toImage: string | null
  createdAt: Date
}

/** A listing `k` that somebody has linked since it was compared is no longer alone in its SKU. */
const isAlone = (ownerId: string) => sql`not exists (select from product_skus o
  where o.owner_id = ${ownerId} and o.sku_id = k.sku_id and o.id <> k.id)`

/** Open suggestions, the surest first. @param visible shops that the reader may see; empty: all */
export async function listSuggestions(
  tx: Tx,
  ownerId: string,
  visible: number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Suggestion[]; total: number }> {
  const { rows } = await sql<Suggestion & { total: number }>`
    select q.id as "suggestionId", q.reason, q.confidence, q.created_at as "createdAt", k.id, k.product_id as "productId",
      p.name, k.options, coalesce(k.image_url, p.images->>0) as "imageUrl", k.shop_id as "shopId",
      s.system_name as "systemName", s.platform_id as "platformId", k.seller_sku as "sellerSku", k.sku_id as "skuId",
      own.prime_sku as "primeSku", own.name as "skuName", t.id as "toId", t.prime_sku as "toCode", t.name as "toName",
      t.image_url as "toImage", count(*) over ()::int as total
    from sku_suggestions q
    join product_skus k on k.owner_id = ${ownerId} and k.id = q.product_sku_id and k.sku_id is distinct from q.sku_id
    join products p on p.owner_id = ${ownerId} and p.id = k.product_id
    join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
    join skus t on t.owner_id = ${ownerId} and t.id = q.sku_id and t.merged_into is null
    left join skus own on own.owner_id = ${ownerId} and own.id = k.sku_id
    where q.owner_id = ${ownerId} and q.decided_at is null and ${isAlone(ownerId)}
      and (${visible.length === 0} or k.shop_id = any(${visible}::bigint[]) and t.shop_ids && ${visible}::bigint[])
    order by q.confidence desc, q.id limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Closes an open suggestion for good, and answers its listing and SKU. Only one that is listed still can be accepted. */
export async function decideSuggestion(
  tx: Tx,
  ownerId: string,
  { id, isAccepted }: { id: number; isAccepted: boolean },
  visible: number[],
): Promise<{ listingId: number; skuId: number } | undefined> {
  const { rows } = await sql<{ listingId: number; skuId: number }>`
    update sku_suggestions q set decided_at = ${new Date()}
    from product_skus k, skus t
    where q.owner_id = ${ownerId} and q.id = ${id} and q.decided_at is null
      and k.owner_id = ${ownerId} and k.id = q.product_sku_id and t.owner_id = ${ownerId} and t.id = q.sku_id
      and t.merged_into is null and (${!isAccepted} or k.sku_id is distinct from q.sku_id and ${isAlone(ownerId)})
      and (${visible.length === 0} or k.shop_id = any(${visible}::bigint[]) and t.shop_ids && ${visible}::bigint[])
    returning q.product_sku_id as "listingId", q.sku_id as "skuId"`.execute(tx)
  return rows[0]
}

/** Whether there is one that the reader may see, open or decided. */
export async function isSuggestion(tx: Tx, ownerId: string, id: number, visible: number[]): Promise<boolean> {
  const { rows } = await sql`select from sku_suggestions q
    join product_skus k on k.owner_id = ${ownerId} and k.id = q.product_sku_id
    join skus t on t.owner_id = ${ownerId} and t.id = q.sku_id
    where q.owner_id = ${ownerId} and q.id = ${id}
      and (${visible.length === 0} or k.shop_id = any(${visible}::bigint[]) and t.shop_ids && ${visible}::bigint[])`.execute(
    tx,
  )
  return rows.length > 0
}

export async function reopenSuggestion(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`update sku_suggestions set decided_at = null where owner_id = ${ownerId} and id = ${id}`.execute(
    tx,
  )
}
