/** Content scores of products, computed from what is stored of them, of their categories and of other listings of their SKUs. */
import { sql } from 'kysely'
import type { CategoryAttribute, ListingRules } from '../../model/category.ts'
import { listingLimitsOf } from '../../model/listing-limits.ts'
import { scoreOf, type LostPoints, type ScoreContext, type ScoredListing } from '../../model/listing-score.ts'
import type { ShopKey, Tx } from '../db/database.ts'

type Scored = Omit<ScoredListing, 'skus'> & {
  id: number
  platformId: number
  score: number | null
  skus: ScoredListing['skus']
  rules: ListingRules | null
  facts: CategoryAttribute[][] | null
}

/** The scores of products and what they lack. */
export async function listScores(
  tx: Tx,
  ownerId: string,
  productIds: number[],
): Promise<{ id: number; stored: number | null; score: number; reasons: LostPoints[] }[]> {
  const { rows } = await sql<Scored>`
    select p.id, s.platform_id as "platformId", p.score, p.name, p.description, p.images, p.attributes, p.brand, p.package,
      v.skus, r.rules, a.facts, i.side as "pictureSide"
    from products p join shops s on s.owner_id = ${ownerId} and s.id = p.shop_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('barcode', k.barcode, 'imageUrl', k.image_url, 'price', k.price,
        'options', k.options, 'otherPrice', o.price) order by k.position, k.id), '[]') as skus
      from product_skus k cross join lateral (
        select percentile_cont(0.5) within group (order by x.price) as price from product_skus x
        join products q on q.owner_id = ${ownerId} and q.id = x.product_id and q.currency = p.currency
        where x.owner_id = ${ownerId} and x.sku_id = k.sku_id and x.product_id <> p.id and x.price > 0) o
      where k.owner_id = ${ownerId} and k.product_id = p.id) v
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
  return rows.map(({ id, platformId, score: stored, rules, facts, ...listing }) => ({
    id,
    stored,
    ...scoreOf(listing, {
      limits: listingLimitsOf(platformId),
      rules,
      attributes: facts?.flat() ?? null,
    }),
  }))
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

/** Reads what is known of these categories, for the first score of products in them. */
export async function listScoreContexts(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  categoryIds: string[],
): Promise<(categoryId: string | null) => ScoreContext> {
  const { rows } = await sql<{
    platformId: number
    key: string | null
    kind: 'attributes' | 'rules' | null
    content: CategoryAttribute[] | ListingRules | null
  }>`
    select s.platform_id as "platformId", f.key, f.kind, f.content from shops s
    left join channel_facts f on f.owner_id = ${ownerId} and f.shop_id = s.id and f.kind in ('attributes', 'rules')
      and f.key = any(${categoryIds}::text[])
    where s.owner_id = ${ownerId} and s.id = ${shopId}`.execute(tx)
  const limits = listingLimitsOf(rows[0]?.platformId ?? 0)
  const byCategory = Map.groupBy(rows, ({ key }) => key)
  return (categoryId) => {
    const facts = categoryId === null ? [] : (byCategory.get(categoryId) ?? [])
    const attributes = facts.flatMap(({ kind, content }) =>
      kind === 'attributes' ? [content as CategoryAttribute[]] : [],
    )
    const rules = facts.find(({ kind }) => kind === 'rules')?.content as ListingRules | undefined
    return { limits, rules: rules ?? null, attributes: attributes.length > 0 ? attributes.flat() : null }
  }
}
