/** Other answers of channels about new listings, kept as they came. */
import { sql } from 'kysely'
import type {
  Brand,
  Category,
  CategoryAttribute,
  DeliveryOption,
  ListingRules,
} from '../../model/category.ts'
import type { Language } from '../../model/language.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import { enqueue } from '../jobs/jobs.ts'

export type FactKinds = {
  attributes: CategoryAttribute[]
  rules: ListingRules
  couriers: DeliveryOption[]
  /** Key: category, keyword of a search or none, and where the list goes on behind those found, how many were wanted. */
  brands: Brand[]
  /** Page of a category's list that is read next. */
  brand_reading: { cursor: string; page: number }
  /** Key: category and number of the page. */
  brand_page: Brand[]
}
/** A search of an earlier release ended at so many brands. */
const mostBrandsBefore = 50

export type FactKind = keyof FactKinds
export type FactKey = { kind: FactKind; key: string; language: string }

export async function findFact<K extends FactKind>(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  { kind, key, language }: FactKey & { kind: K },
): Promise<{ content: FactKinds[K]; fetchedAt: Date } | undefined> {
  const { rows } = await sql<{ content: FactKinds[K]; fetchedAt: Date }>`
    select content, fetched_at as "fetchedAt" from channel_facts
    where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind} and key = ${key} and language = ${language}`.execute(
    tx,
  )
  return rows[0]
}

/** Keywords and categories that people look at are without end. */
const mostFacts = 5_000

export async function saveFact<K extends FactKind>(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  { kind, key, language }: FactKey & { kind: K },
  content: FactKinds[K],
): Promise<void> {
  const told = stripNulBytes(content, JSON.stringify(content))
  await sql`insert into channel_facts as f (owner_id, shop_id, kind, key, language, content, fetched_at)
    values (${ownerId}, ${shopId}, ${kind}, ${key}, ${language}, ${JSON.stringify(told)}::jsonb, ${new Date()})
    on conflict (owner_id, shop_id, kind, key, language)
    do update set content = excluded.content, fetched_at = excluded.fetched_at`.execute(tx)
  await sql`delete from channel_facts f where f.owner_id = ${ownerId} and f.shop_id = ${shopId} and f.fetched_at < (
      select o.fetched_at from channel_facts o where o.owner_id = ${ownerId} and o.shop_id = ${shopId}
      order by o.fetched_at desc offset ${mostFacts} limit 1)`.execute(tx)
}

/** Saves a page of a category's brands with where the next one begins, so that a reading that is cut off goes on from there. */
export async function saveBrandPage(
  tx: Tx,
  key: ShopKey,
  categoryId: string,
  { page, brands, cursor }: { page: number; brands: Brand[]; cursor: string },
): Promise<void> {
  await saveFact(tx, key, { kind: 'brand_page', key: `${categoryId}|${page}`, language: '' }, brands)
  const next = { cursor, page: page + 1 }
  await saveFact(tx, key, { kind: 'brand_reading', key: categoryId, language: '' }, next)
}

/** Brands of the pages before this one, each once. */
export async function listReadBrands(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  categoryId: string,
  before: number,
): Promise<Brand[]> {
  const keys = Array.from({ length: before }, (_, page) => `${categoryId}|${page}`)
  const { rows } = await sql<{ key: string; content: Brand[] }>`select key, content from channel_facts
    where owner_id = ${ownerId} and shop_id = ${shopId} and kind = 'brand_page' and language = ''
      and key = any(${keys}::text[])`.execute(tx)
  const pages = new Map(rows.map(({ key, content }) => [key, content]))
  return keys.flatMap((key) => pages.get(key) ?? [])
}

/** Forgets how far a reading came. */
export async function removeBrandReading(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  categoryId: string,
): Promise<void> {
  await sql`delete from channel_facts where owner_id = ${ownerId} and shop_id = ${shopId}
    and ((kind = 'brand_reading' and key = ${categoryId}) or (kind = 'brand_page' and starts_with(key, ${`${categoryId}|`})))`.execute(
    tx,
  )
}

/** Removes what a shop's channel answered, as nobody reads it anew for a shop that is unlinked. */
export async function removeChannelFacts(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  await sql`delete from channel_facts where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from channel_catalogs where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
}

/** Categories that listings are in whose rules were not read since `before`, those with the most listings first. */
export async function listUnreadCategories(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with used as materialized (
      select channel_category_id as id, count(*) as products from products
      where owner_id = ${ownerId} and shop_id = ${shopId} and channel_category_id is not null group by 1)
    select u.id from used u
    left join channel_facts f on f.owner_id = ${ownerId} and f.shop_id = ${shopId} and f.kind = 'rules' and f.key = u.id
      and f.language = ''
    where f.fetched_at is null or f.fetched_at < ${before}
    order by u.products desc, u.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Languages in which the shop's categories were read. */
export async function listCatalogLanguages(tx: Tx, { ownerId, shopId }: ShopKey): Promise<Language[]> {
  const { rows } = await sql<{ language: Language }>`select language from channel_catalogs
    where owner_id = ${ownerId} and shop_id = ${shopId} order by language`.execute(tx)
  return rows.map(({ language }) => language)
}

/** Reads what channels ask about the categories that a shop sells in, now or at a time. */
export async function enqueueCatalog(tx: Tx, { ownerId, shopId }: ShopKey, runAt?: Date): Promise<void> {
  const options = { queue: `catalog:${shopId}`, key: `refresh-catalog:${shopId}`, priority: 5 }
  await enqueue(tx, 'refresh-catalog', { ownerId, shopId }, { ...options, ...(runAt ? { runAt } : {}) })
}

/** Reads all brands of a category in the background, one category of a shop after another. */
export async function enqueueBrands(tx: Tx, { ownerId, shopId }: ShopKey, categoryId: string): Promise<void> {
  const names = { queue: `catalog:${shopId}`, key: `read-brands:${shopId}:${categoryId}`, priority: 5 }
  await enqueue(tx, 'read-brands', { ownerId, shopId, categoryId }, names)
}

export type BrandPlace = { shopId: number; categoryId: string; brandId: string; brandName: string }

/** Null brand: the list was looked through for it, and does not have it. Undefined: nobody has looked. */
export async function findKnownBrand(
  tx: Tx,
  ownerId: string,
  { shopId, categoryId, brandId, brandName }: BrandPlace,
): Promise<{ brand: Brand | null } | undefined> {
  const { rows } = await sql<{ brand: Brand | null; isLooked: boolean }>`
    select (select b.brand from channel_facts f cross join lateral jsonb_array_elements(f.content) b(brand)
        where f.owner_id = ${ownerId} and f.shop_id = ${shopId} and f.kind = 'brands'
          and (f.key = ${categoryId} or starts_with(f.key, ${`${categoryId}|`}))
          and b.brand->>'channelBrandId' = ${brandId} limit 1) as brand,
      exists (select from channel_facts f where f.owner_id = ${ownerId} and f.shop_id = ${shopId} and f.kind = 'brands'
        and f.key = ${`${categoryId}|${brandName.toLowerCase()}`} and jsonb_array_length(f.content) < ${mostBrandsBefore}) as "isLooked"`.execute(
    tx,
  )
  const [found] = rows
  if (found?.brand) return { brand: found.brand }
  return found?.isLooked ? { brand: null } : undefined
}

export type CategoryFacts = {
  shopId: number
  categoryId: string
  attributes: CategoryAttribute[] | null
  rules: ListingRules | null
  couriers: DeliveryOption[] | null
  /** Null: the tree does not have it, or was never told. */
  category: Category | null
  isTreeKnown: boolean
}

/** All that is known of the categories of shops, in whichever language it was last told. */
export async function listCategoryFacts(
  tx: Tx,
  ownerId: string,
  wanted: { shopId: number; categoryId: string }[],
): Promise<CategoryFacts[]> {
  const { rows } = await sql<CategoryFacts>`
    select w."shopId", w."categoryId",
      (select f.content from channel_facts f where f.owner_id = ${ownerId} and f.shop_id = w."shopId" and f.kind = 'attributes'
        and f.key = w."categoryId" order by f.fetched_at desc limit 1) as attributes,
      (select f.content from channel_facts f where f.owner_id = ${ownerId} and f.shop_id = w."shopId" and f.kind = 'rules'
        and f.key = w."categoryId" order by f.fetched_at desc limit 1) as rules,
      (select f.content from channel_facts f where f.owner_id = ${ownerId} and f.shop_id = w."shopId" and f.kind = 'couriers'
        order by f.fetched_at desc limit 1) as couriers,
      (select json_build_object('channelCategoryId', c.channel_category_id, 'parentId', c.parent_id, 'name', c.name,
          'isLeaf', c.is_leaf, 'isDisabled', c.is_disabled) from channel_categories c
        where c.owner_id = ${ownerId} and c.shop_id = w."shopId" and c.channel_category_id = w."categoryId"
          and c.language = t.language) as category,
      t.language is not null as "isTreeKnown"
    from json_to_recordset(${JSON.stringify(wanted)}::json) as w("shopId" bigint, "categoryId" text)
    left join lateral (select o.language from channel_catalogs o where o.owner_id = ${ownerId} and o.shop_id = w."shopId"
      order by o.fetched_at desc limit 1) t on true`.execute(tx)
  return rows
}
