/** Categories of channels as they were last told, and categories of our own with those that they were put into. */
import { sql } from 'kysely'
import type { Category } from '../../model/category.ts'
import type { Language } from '../../model/language.ts'
import { drawIds, type ShopKey, type Tx } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'

export type CategoryRow = {
  channelCategoryId: string
  parentId: string | null
  name: string
  path: string
  level: number
  isLeaf: boolean
  isDisabled: boolean
  /** By language, as far as it was told. */
  names: Partial<Record<Language, string>>
}

/** When the channel told its categories in this language; undefined: never. */
export async function findCatalog(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  language: Language,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`select fetched_at as at from channel_catalogs
    where owner_id = ${ownerId} and shop_id = ${shopId} and language = ${language}`.execute(tx)
  return rows[0]?.at
}

/** Replaces the tree. Parents stand before their children. */
export async function saveCategories(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  language: Language,
  categories: Category[],
): Promise<void> {
  const paths = new Map<string, { path: string; level: number }>()
  const rows = categories.map((one, position) => {
    const parent = one.parentId === null ? undefined : paths.get(one.parentId)
    const path = parent ? `${parent.path} › ${one.name}` : one.name
    const level = parent ? parent.level + 1 : 1
    paths.set(one.channelCategoryId, { path, level })
    return { ...one, parentId: parent ? one.parentId : null, path, level, position }
  })
  // One that two parents name comes twice.
  const unique = [...new Map(rows.map((row) => [row.channelCategoryId, row])).values()]
  const told = JSON.stringify(stripNulBytes(unique, JSON.stringify(unique)))
  // Its row is a lock: another transaction that saves the same tree waits here.
  await sql`insert into channel_catalogs (owner_id, shop_id, language, fetched_at)
    values (${ownerId}, ${shopId}, ${language}, ${new Date()})
    on conflict (owner_id, shop_id, language) do update set fetched_at = excluded.fetched_at`.execute(tx)
  await sql`delete from channel_categories
    where owner_id = ${ownerId} and shop_id = ${shopId} and language = ${language}`.execute(tx)
  await sql`insert into channel_categories (owner_id, shop_id, language, channel_category_id, parent_id, name, path, position, level,
      is_leaf, is_disabled)
    select ${ownerId}::uuid, ${shopId}::bigint, ${language}::text, r."channelCategoryId", r."parentId", r.name, r.path, r.position,
      r.level, r."isLeaf", r."isDisabled"
    from json_to_recordset(${told}::json) as r("channelCategoryId" text, "parentId" text, name text, path text,
      position integer, level smallint, "isLeaf" boolean, "isDisabled" boolean)
    returning 1`.execute(tx)
}

export type Branch = { parentId: string | null; isWhole: boolean; keyword: string | null }

const mostFound = 50
/** More than any channel has. */
const mostListed = 50_000

/** A branch in the order of the channel, or the leaves that a search finds in any language that was told. */
export async function listCategories(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  language: Language,
  { parentId, isWhole, keyword }: Branch,
): Promise<CategoryRow[]> {
  const words = (keyword ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  const { rows } = await sql<CategoryRow>`
    select c.channel_category_id as "channelCategoryId", c.parent_id as "parentId", c.name, c.path, c.level,
      c.is_leaf as "isLeaf", c.is_disabled as "isDisabled", n.names
    from (select * from channel_categories c where c.owner_id = ${ownerId} and c.shop_id = ${shopId} and c.language = ${language}
      and case
        when ${patterns.length > 0}::boolean then c.is_leaf and c.channel_category_id in (
          select f.channel_category_id from channel_categories f
          where f.owner_id = ${ownerId} and f.shop_id = ${shopId} and f.is_leaf and f.path_key like all(${patterns}::text[]))
        else ${isWhole}::boolean or c.parent_id is not distinct from ${parentId}::text end
      order by c.position limit ${patterns.length > 0 ? mostFound : mostListed}::bigint) c
    cross join lateral (select json_object_agg(o.language, o.name) as names from channel_categories o
      where o.owner_id = ${ownerId} and o.shop_id = ${shopId} and o.channel_category_id = c.channel_category_id) n
    order by c.position`.execute(tx)
  return rows
}

/** Finds a category's name in the reader's language or else in any that was told. `shops`: those that may have it; undefined: all. */
export async function findCategoryName(
  tx: Tx,
  ownerId: string,
  shops: number[] | undefined,
  channelCategoryId: string,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select c.name from channel_catalogs t
    join channel_categories c on c.owner_id = ${ownerId} and c.shop_id = t.shop_id and c.language = t.language
      and c.channel_category_id = ${channelCategoryId}
    where t.owner_id = ${ownerId} and (${shops === undefined} or t.shop_id = any(${shops ?? []}::bigint[]))
    order by (c.language = ${language}) desc, c.language, c.shop_id limit 1`.execute(tx)
  return rows[0]?.name
}

export type OwnCategory = { id: number; name: string }

export async function listOwnCategories(
  tx: Tx,
  ownerId: string,
  keyword: string,
  most = 200,
): Promise<OwnCategory[]> {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<OwnCategory>`select id, name from own_categories
    where owner_id = ${ownerId} and name ilike ${pattern} order by lower(name), id limit ${most}`.execute(tx)
  return rows
}

/** Adds a category of our own; one of the same name is answered instead. Undefined: the account has `most` of them. */
export async function addOwnCategory(
  tx: Tx,
  ownerId: string,
  name: string,
  most: number,
): Promise<OwnCategory | undefined> {
  const find = () =>
    sql<OwnCategory>`select id, name from own_categories
      where owner_id = ${ownerId} and lower(name) = lower(${name})`.execute(tx)
  const [known] = (await find()).rows
  if (known) return known
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from own_categories where owner_id = ${ownerId}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= most) return undefined
  const [id = 0] = await drawIds(tx, 1)
  const added = await sql<OwnCategory>`insert into own_categories (owner_id, id, name, created_at)
    values (${ownerId}, ${id}, ${name}, ${new Date()})
    on conflict (owner_id, lower(name)) do nothing returning id, name`.execute(tx)
  // Somebody else may have added it since.
  return added.rows[0] ?? (await find()).rows[0]
}

type Choice = { categoryId: number; platformId: number; channelCategoryId: string; path: string }

/** Notes that a person has put a template of our category into one of the channel's, instead of `before`. */
export async function saveMapping(
  tx: Tx,
  ownerId: string,
  { categoryId, platformId, channelCategoryId, path }: Choice,
  before?: { categoryId: number; channelCategoryId: string },
): Promise<void> {
  if (before)
    await sql`update category_mappings set uses = uses - 1
      where owner_id = ${ownerId} and category_id = ${before.categoryId} and platform_id = ${platformId}
        and channel_category_id = ${before.channelCategoryId} and uses > 0`.execute(tx)
  await sql`insert into category_mappings as m (owner_id, category_id, platform_id, channel_category_id, path, uses, used_at)
    select ${ownerId}::uuid, c.id, ${platformId}::smallint, ${channelCategoryId}::text, ${path}::text, 1,
      ${new Date()}::timestamptz
    from own_categories c where c.owner_id = ${ownerId} and c.id = ${categoryId}
    on conflict (owner_id, category_id, platform_id, channel_category_id)
    do update set uses = m.uses + 1, path = excluded.path, used_at = excluded.used_at`.execute(tx)
}

export type Mapping = { platformId: number; channelCategoryId: string; path: string; confidence: number }

/** The category of each platform that was chosen most often, with its share of all choices. */
export async function listMappings(tx: Tx, ownerId: string, categoryId: number): Promise<Mapping[]> {
  const { rows } = await sql<Mapping>`
    select distinct on (m.platform_id) m.platform_id as "platformId", m.channel_category_id as "channelCategoryId", m.path,
      round(m.uses::numeric / sum(m.uses) over (partition by m.platform_id), 2)::float8 as confidence
    from category_mappings m where m.owner_id = ${ownerId} and m.category_id = ${categoryId} and m.uses > 0
    order by m.platform_id, m.uses desc, m.used_at desc`.execute(tx)
  return rows
}

const mostChoices = 20

/** Categories of channels that people chose for a category of ours, the most often chosen first. */
export async function listChoices(
  tx: Tx,
  ownerId: string,
  categoryId: number,
): Promise<{ platformId: number; channelCategoryId: string; uses: number }[]> {
  const { rows } = await sql<{ platformId: number; channelCategoryId: string; uses: number }>`
    select platform_id as "platformId", channel_category_id as "channelCategoryId", uses from category_mappings
    where owner_id = ${ownerId} and category_id = ${categoryId} and uses > 0
    order by uses desc, used_at desc, platform_id, channel_category_id limit ${mostChoices}`.execute(tx)
  return rows
}

/** Finds those of some categories that a shop may list in, in the reader's language or else in any that was told. */
export async function listLeaves(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  language: Language,
  ids: string[],
): Promise<Map<string, { name: string; path: string }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string; path: string }>`
    select distinct on (c.channel_category_id) c.channel_category_id as id, c.name, c.path from channel_categories c
    where c.owner_id = ${ownerId} and c.shop_id = ${shopId} and c.channel_category_id = any(${ids}::text[])
      and c.is_leaf and not c.is_disabled
    order by c.channel_category_id, (c.language = ${language}) desc, c.language`.execute(tx)
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
