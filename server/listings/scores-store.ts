/** Content scores of products, computed from what is stored of them, of their categories and of other listings of their SKUs. */
import { sql } from 'kysely'
import type { CategoryAttribute, ListingRules } from '../../model/category.ts'
import { listingLimitsOf } from '../../model/listing-limits.ts'
import { scoreOf, type LostPoints, type ScoredListing } from '../../model/listing-score.ts'
import type { Tx } from '../db/database.ts'

type Scored = Omit<ScoredListing, 'skus'> & {
  id: number
  platformId: number
  currency: string
  score: number | null
  skus: (ScoredListing['skus'][number] & { skuId: number | null })[]
  rules: ListingRules | null
  facts: CategoryAttribute[][] | null
}

/**
 * The scores of products and what they lack. Variants are read once for all: a planner that has no figures yet, in an account's first
 * minutes, read those of the whole account for each product.
 */
export async function listScores(
  tx: Tx,
  ownerId: string,
  productIds: number[],
): Promise<{ id: number; stored: number | null; score: number; reasons: LostPoints[] }[]> {
  const { rows } = await sql<Scored>`
    with own as materialized (
      select k.product_id, k.sku_id, k.barcode, k.image_url, k.price, k.options, k.position, k.id from product_skus k
      where k.owner_id = ${ownerId} and k.product_id = any(${productIds}::bigint[]))
    select p.id, s.platform_id as "platformId", p.currency, p.score, p.name, p.description, p.images, p.attributes, p.brand, p.package,
      v.skus, r.rules, a.facts, i.side as "pictureSide"
    from products p join shops s on s.owner_id = ${ownerId} and s.id = p.shop_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('skuId', k.sku_id, 'barcode', k.barcode, 'imageUrl', k.image_url,
        'price', k.price, 'options', k.options) order by k.position, k.id), '[]') as skus
      from own k where k.product_id = p.id) v
    left join lateral (
      select f.content as rules from channel_facts f where f.owner_id = ${ownerId} and f.shop_id = p.shop_id
        and f.kind = 'rules' and f.key = p.channel_category_id limit 1) r on true
    cross join lateral (
      select json_agg(f.content order by f.language <> 'en', f.language) as facts from channel_facts f where f.owner_id = ${ownerId} and f.shop_id = p.shop_id
        and f.kind = 'attributes' and f.key = p.channel_category_id) a
    left join lateral (
      select least(s.width, s.height) as side from picture_sizes s where s.owner_id = ${ownerId}
        and s.digest = md5(p.images->>0)) i on true
    where p.owner_id = ${ownerId} and p.id = any(${productIds}::bigint[])`.execute(tx)
  const skuIds = rows.flatMap(({ skus }) => skus.flatMap(({ skuId }) => skuId ?? []))
  const prices = Map.groupBy(await listPrices(tx, ownerId, skuIds), ({ skuId }) => skuId)
  return rows.map(({ id, platformId, currency, score: stored, rules, facts, skus, ...listing }) => {
    const otherPrice = (skuId: number | null) =>
      medianOf(
        (skuId === null ? [] : (prices.get(skuId) ?? [])).flatMap((one) =>
          one.productId !== id && one.currency === currency ? one.price : [],
        ),
      )
    return {
      id,
      stored,
      ...scoreOf(
        { ...listing, skus: skus.map((sku) => ({ ...sku, otherPrice: otherPrice(sku.skuId) })) },
        { limits: listingLimitsOf(platformId), rules, attributes: facts?.flat() ?? null },
      ),
    }
  })
}

type Price = { skuId: number; productId: number; currency: string; price: number }

/** Prices of all listings of these SKUs. */
async function listPrices(tx: Tx, ownerId: string, skuIds: number[]): Promise<Price[]> {
  const { rows } = await sql<Price>`
    with priced as materialized (
      select x.sku_id, x.product_id, x.price from product_skus x
      where x.owner_id = ${ownerId} and x.sku_id = any(${[...new Set(skuIds)]}::bigint[]) and x.price > 0),
    listed as materialized (
      select q.id, q.currency from products q
      where q.owner_id = ${ownerId} and q.id = any(array(select y.product_id from priced y)))
    select y.sku_id as "skuId", y.product_id as "productId", l.currency, y.price
    from priced y join listed l on l.id = y.product_id`.execute(tx)
  return rows
}

/** Null: none. */
function medianOf(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Saves the scores that have changed. Within `countingProducts`, which locks the rows. */
export async function saveScores(tx: Tx, ownerId: string, productIds: number[]): Promise<void> {
  const changed = (await listScores(tx, ownerId, productIds)).filter(({ stored, score }) => stored !== score)
  if (changed.length === 0) return
  const rows = changed.map(({ id, score }) => ({ id, score }))
  await sql`update products p set score = r.score
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, score smallint)
    where p.owner_id = ${ownerId} and p.id = r.id`.execute(tx)
}
