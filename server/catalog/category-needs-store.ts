/** Attributes, rules and brands of channels' categories, as they were last read. */
import { sql } from 'kysely'
import type { Brand, CategoryAttribute, ListingRules } from '../../model/category.ts'
import type { Language } from '../../model/language.ts'
import type { ShopKey, Tx } from '../db/database.ts'

export type CategoryKey = ShopKey & { channelCategoryId: string }

export type Cached<T> = { content: T; fetchedAt: Date; usedAt: Date }

export async function findAttributes(
  tx: Tx,
  { ownerId, shopId, channelCategoryId }: CategoryKey,
  language: Language,
): Promise<Cached<CategoryAttribute[]> | undefined> {
  const { rows } = await sql<Cached<CategoryAttribute[]>>`
    select attributes as content, fetched_at as "fetchedAt", used_at as "usedAt" from category_attributes
    where owner_id = ${ownerId} and shop_id = ${shopId} and channel_category_id = ${channelCategoryId}
      and language = ${language}`.execute(tx)
  return rows[0]
}

export async function saveAttributes(
  tx: Tx,
  { ownerId, shopId, channelCategoryId }: CategoryKey,
  language: Language,
  attributes: CategoryAttribute[],
): Promise<void> {
  const now = new Date()
  await sql`insert into category_attributes as a
      (owner_id, shop_id, channel_category_id, language, attributes, fetched_at, used_at)
    values (${ownerId}, ${shopId}, ${channelCategoryId}, ${language}, ${JSON.stringify(attributes)}::jsonb, ${now}, ${now})
    on conflict (owner_id, shop_id, channel_category_id, language)
    do update set attributes = excluded.attributes, fetched_at = excluded.fetched_at`.execute(tx)
}

export async function findRules(
  tx: Tx,
  { ownerId, shopId, channelCategoryId }: CategoryKey,
): Promise<Cached<ListingRules> | undefined> {
  const { rows } = await sql<Cached<ListingRules>>`
    select rules as content, fetched_at as "fetchedAt", used_at as "usedAt" from category_rules
    where owner_id = ${ownerId} and shop_id = ${shopId} and channel_category_id = ${channelCategoryId}`.execute(
    tx,
  )
  return rows[0]
}

export async function saveRules(
  tx: Tx,
  { ownerId, shopId, channelCategoryId }: CategoryKey,
  rules: ListingRules,
): Promise<void> {
  const now = new Date()
  await sql`insert into category_rules as r (owner_id, shop_id, channel_category_id, rules, fetched_at, used_at)
    values (${ownerId}, ${shopId}, ${channelCategoryId}, ${JSON.stringify(rules)}::jsonb, ${now}, ${now})
    on conflict (owner_id, shop_id, channel_category_id)
    do update set rules = excluded.rules, fetched_at = excluded.fetched_at`.execute(tx)
}

/** Notes that somebody still reads what is kept of a category, which keeps it from being removed. */
export async function markUsed(
  tx: Tx,
  { ownerId, shopId, channelCategoryId }: CategoryKey,
  now: Date,
): Promise<void> {
  await sql`update category_attributes set used_at = ${now} where owner_id = ${ownerId} and shop_id = ${shopId}
    and channel_category_id = ${channelCategoryId}`.execute(tx)
  await sql`update category_rules set used_at = ${now} where owner_id = ${ownerId} and shop_id = ${shopId}
    and channel_category_id = ${channelCategoryId}`.execute(tx)
}

/** Categories whose needs are older than `before`, and those of listings that were never read; the oldest first. */
export async function listStaleNeeds(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ channelCategoryId: string }>`
    with used as (
      select distinct channel_category_id from products where owner_id = ${ownerId} and shop_id = ${shopId})
    select c.channel_category_id as "channelCategoryId" from channel_categories c
    left join category_rules r on r.owner_id = ${ownerId} and r.shop_id = ${shopId}
      and r.channel_category_id = c.channel_category_id
    left join used u on u.channel_category_id = c.channel_category_id
    where c.owner_id = ${ownerId} and c.shop_id = ${shopId} and c.is_leaf
      and (r.fetched_at < ${before} or (r.fetched_at is null and u.channel_category_id is not null))
    order by r.fetched_at nulls first, c.position limit ${limit}`.execute(tx)
  return rows.map(({ channelCategoryId }) => channelCategoryId)
}

export type BrandList = { nextCursor: string | null; isWhole: boolean; brands: number; fetchedAt: Date }

export async function findBrandList(tx: Tx, key: CategoryKey): Promise<BrandList | undefined> {
  const { rows } = await sql<BrandList>`
    select next_cursor as "nextCursor", is_whole as "isWhole", brands, fetched_at as "fetchedAt" from brand_lists
    where owner_id = ${key.ownerId} and shop_id = ${key.shopId}
      and channel_category_id = ${key.channelCategoryId}`.execute(tx)
  return rows[0]
}

/** Adds a page of brands. `place`: how far the list was read with it; null for brands that a keyword found. */
export async function saveBrands(
  tx: Tx,
  { ownerId, shopId, channelCategoryId }: CategoryKey,
  brands: (Brand & { folded: string })[],
  place: { nextCursor: string | null; isWhole: boolean } | null,
): Promise<void> {
  const now = new Date()
  await sql`insert into brand_lists as l (owner_id, shop_id, channel_category_id, next_cursor, is_whole, fetched_at, used_at)
    values (${ownerId}, ${shopId}, ${channelCategoryId}, ${place?.nextCursor ?? null}, ${place?.isWhole ?? false}, ${now}, ${now})
    on conflict (owner_id, shop_id, channel_category_id) do update set used_at = excluded.used_at,
      next_cursor = case when ${place === null} then l.next_cursor else excluded.next_cursor end,
      is_whole = case when ${place === null} then l.is_whole else excluded.is_whole end,
      fetched_at = case when ${place === null} then l.fetched_at else excluded.fetched_at end`.execute(tx)
  const { rows } = await sql<{ isNew: boolean }>`
    insert into channel_brands as b (owner_id, shop_id, channel_category_id, channel_brand_id, name, folded)
    select ${ownerId}::uuid, ${shopId}::bigint, ${channelCategoryId}::text, r."channelBrandId", r.name, r.folded
    from json_to_recordset(${JSON.stringify(brands)}::json) as r("channelBrandId" text, name text, folded text)
    on conflict (owner_id, shop_id, channel_category_id, channel_brand_id)
    do update set name = excluded.name, folded = excluded.folded returning (xmax = 0) as "isNew"`.execute(tx)
  const added = rows.filter(({ isNew }) => isNew).length
  await sql`update brand_lists set brands = brands + ${added} where owner_id = ${ownerId} and shop_id = ${shopId}
    and channel_category_id = ${channelCategoryId}`.execute(tx)
}

/** Brands with the keyword in their names, those that begin with it first. */
export async function listChannelBrands(
  tx: Tx,
  { ownerId, shopId, channelCategoryId }: CategoryKey,
  folded: string,
  limit: number,
): Promise<Brand[]> {
  const { rows } = await sql<Brand>`
    select channel_brand_id as "channelBrandId", name from channel_brands
    where owner_id = ${ownerId} and shop_id = ${shopId} and channel_category_id = ${channelCategoryId}
      and position(${folded}::text in folded) > 0
    order by position(${folded}::text in folded) > 1, folded, channel_brand_id limit ${limit}`.execute(tx)
  return rows
}
