/** Categories of ours, and the categories of shops that they stand for. */
import { sql } from 'kysely'
import { drawIds, type ShopKey, type Tx } from '../db/database.ts'
import type { StoredCategory } from './category-tree-store.ts'
import type { Named } from './tree-rows.ts'

type Leaf = { shopId: number; channelCategoryId: string }

export type OwnCategory = { id: number; names: Named<string>; paths: Named<string[]> }

export async function listOwnCategories(tx: Tx, ownerId: string): Promise<OwnCategory[]> {
  const { rows } = await sql<OwnCategory>`
    select id, names, paths from categories where owner_id = ${ownerId} order by paths->'en', id`.execute(tx)
  return rows
}

export async function findOwnCategory(tx: Tx, ownerId: string, id: number): Promise<OwnCategory | undefined> {
  const { rows } = await sql<OwnCategory>`
    select id, names, paths from categories where owner_id = ${ownerId} and id = ${id}`.execute(tx)
  return rows[0]
}

export async function countOwnCategories(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await sql<{
    categories: number
  }>`select count(*)::int as categories from categories where owner_id = ${ownerId}`.execute(tx)
  return rows[0]?.categories ?? 0
}

export async function listMappings(tx: Tx, ownerId: string): Promise<(Leaf & { categoryId: number })[]> {
  const { rows } = await sql<Leaf & { categoryId: number }>`
    select category_id as "categoryId", shop_id as "shopId", channel_category_id as "channelCategoryId"
    from category_mappings where owner_id = ${ownerId}`.execute(tx)
  return rows
}

/** Leaves that listings are in, the most used first. */
export async function listUsedCategories(tx: Tx, ownerId: string): Promise<Leaf[]> {
  const { rows } = await sql<Leaf>`
    with used as (
      select shop_id, channel_category_id, count(*) as listings from products
      where owner_id = ${ownerId} and channel_category_id is not null group by 1, 2)
    select u.shop_id as "shopId", u.channel_category_id as "channelCategoryId" from used u
    join channel_categories c on c.owner_id = ${ownerId} and c.shop_id = u.shop_id
      and c.channel_category_id = u.channel_category_id
    where c.is_leaf order by u.listings desc, c.id limit 5000`.execute(tx)
  return rows
}

/** Categories of two shops that list the same SKUs, in both directions, those with the most SKUs first. */
export async function listPairs(tx: Tx, ownerId: string): Promise<{ a: Leaf; b: Leaf; skus: number }[]> {
  type Pair = { aShop: number; aId: string; bShop: number; bId: string; skus: number }
  const { rows } = await sql<Pair>`
    with places as materialized (
      select distinct k.sku_id, p.shop_id, p.channel_category_id from product_skus k
      join products p on p.owner_id = ${ownerId} and p.id = k.product_id
      join channel_categories c on c.owner_id = ${ownerId} and c.shop_id = p.shop_id
        and c.channel_category_id = p.channel_category_id and c.is_leaf
      where k.owner_id = ${ownerId} and k.sku_id is not null)
    select a.shop_id as "aShop", a.channel_category_id as "aId", b.shop_id as "bShop", b.channel_category_id as "bId",
      count(*)::int as skus
    from places a join places b on b.sku_id = a.sku_id and b.shop_id <> a.shop_id
    group by 1, 2, 3, 4 order by skus desc, 1, 2, 3, 4 limit 10000`.execute(tx)
  return rows.map(({ aShop, aId, bShop, bId, skus }) => ({
    a: { shopId: aShop, channelCategoryId: aId },
    b: { shopId: bShop, channelCategoryId: bId },
    skus,
  }))
}

/** `group`: number of a category of ours, or any other word for one that comes to be. */
export type NewMapping = Leaf & { group: string; confidence: number }

/** New categories are named like the first of their leaves. Anything that stands already stays. */
export async function saveOwnCategories(tx: Tx, ownerId: string, mappings: NewMapping[]): Promise<void> {
  if (mappings.length === 0) return
  const opened = [...new Set(mappings.map(({ group }) => group))].filter((group) => !/^\d+$/.test(group))
  const ids = await drawIds(tx, opened.length)
  const numberOf = new Map(opened.map((group, at) => [group, ids[at] ?? 0]))
  const firsts = new Set<string>()
  const rows = mappings.map(({ group, ...mapping }) => {
    const isFirst = numberOf.has(group) && !firsts.has(group)
    firsts.add(group)
    return { ...mapping, categoryId: numberOf.get(group) ?? Number(group), isFirst }
  })
  const now = new Date()
  const records = sql`json_to_recordset(${JSON.stringify(rows)}::json) as r("shopId" bigint, "channelCategoryId" text,
    confidence smallint, "categoryId" bigint, "isFirst" boolean)`
  await sql`insert into categories (owner_id, id, names, paths, created_at)
    select ${ownerId}::uuid, r."categoryId", c.names, c.paths, ${now}::timestamptz from ${records}
    join channel_categories c on c.owner_id = ${ownerId} and c.shop_id = r."shopId"
      and c.channel_category_id = r."channelCategoryId"
    where r."isFirst" on conflict do nothing`.execute(tx)
  await sql`insert into category_mappings
      (owner_id, category_id, shop_id, channel_category_id, is_chosen, confidence, updated_at)
    select ${ownerId}::uuid, r."categoryId", r."shopId", r."channelCategoryId", false, r.confidence, ${now}::timestamptz
    from ${records} join categories o on o.owner_id = ${ownerId} and o.id = r."categoryId"
    on conflict do nothing`.execute(tx)
}

/** The category of ours that a shop's category stands under. */
export async function findOwnCategoryOf(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  channelCategoryId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select category_id as id from category_mappings where owner_id = ${ownerId} and shop_id = ${shopId}
      and channel_category_id = ${channelCategoryId}`.execute(tx)
  return rows[0]?.id
}

export async function addOwnCategory(tx: Tx, ownerId: string, like: StoredCategory): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  await sql`insert into categories (owner_id, id, names, paths, created_at)
    values (${ownerId}, ${id}, ${JSON.stringify(like.names)}::jsonb, ${JSON.stringify(like.paths)}::jsonb, ${new Date()})`.execute(
    tx,
  )
  return id
}

/** Notes what a person chose: this category of the shop, in place of any other, and of no other category of ours. */
export async function chooseMapping(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  categoryId: number,
  channelCategoryId: string,
): Promise<void> {
  await sql`delete from category_mappings where owner_id = ${ownerId} and shop_id = ${shopId}
    and channel_category_id = ${channelCategoryId} and category_id <> ${categoryId}`.execute(tx)
  await sql`insert into category_mappings as m
      (owner_id, category_id, shop_id, channel_category_id, is_chosen, confidence, updated_at)
    values (${ownerId}, ${categoryId}, ${shopId}, ${channelCategoryId}, true, 100, ${new Date()})
    on conflict (owner_id, category_id, shop_id) do update set channel_category_id = excluded.channel_category_id,
      is_chosen = true, confidence = 100, updated_at = excluded.updated_at`.execute(tx)
}

export type Mapped = {
  shopId: number
  platformId: number
  categoryId: number
  channelCategoryId: string
  paths: Named<string[]>
  isChosen: boolean
  confidence: number
}

/**
 * Lists the category of each visible shop that one of ours stands for. A shop without one takes that of another shop of its
 * channel, where its own tree has the same id under the same names; `likes`, the names of a leaf, finds one with no other name.
 */
export async function listMapped(
  tx: Tx,
  ownerId: string,
  { categoryId, visible, like }: { categoryId: number | null; visible: number[]; like: OwnCategory['names'] },
): Promise<Mapped[]> {
  const { rows } = await sql<Mapped>`
    select s.id as "shopId", s.platform_id as "platformId", f.id as "categoryId",
      f.channel_category_id as "channelCategoryId", f.paths, f.is_chosen as "isChosen", f.confidence
    from shops s cross join lateral (
      select c.id, c.channel_category_id, c.paths, m.is_chosen, m.confidence, 1 as rank
      from category_mappings m join channel_categories c on c.owner_id = ${ownerId} and c.shop_id = m.shop_id
        and c.channel_category_id = m.channel_category_id
      where m.owner_id = ${ownerId} and m.category_id = ${categoryId}::bigint and m.shop_id = s.id
      union all
      select c.id, c.channel_category_id, c.paths, m.is_chosen, m.confidence, 2
      from category_mappings m
      join shops o on o.owner_id = ${ownerId} and o.id = m.shop_id and o.platform_id = s.platform_id
      join channel_categories t on t.owner_id = ${ownerId} and t.shop_id = m.shop_id
        and t.channel_category_id = m.channel_category_id
      join channel_categories c on c.owner_id = ${ownerId} and c.shop_id = s.id
        and c.channel_category_id = m.channel_category_id and c.names = t.names
      where m.owner_id = ${ownerId} and m.category_id = ${categoryId}::bigint and m.shop_id <> s.id
      union all
      select c.id, c.channel_category_id, c.paths, false, 40::smallint, 3
      from channel_categories c where c.owner_id = ${ownerId} and c.shop_id = s.id and c.is_leaf
        and c.names->>'en' = ${like.en ?? ''}
      order by rank, is_chosen desc, confidence desc limit 1) f
    where s.owner_id = ${ownerId} and s.status = 1
      and (cardinality(${visible}::bigint[]) = 0 or s.id = any(${visible}::bigint[]))
    order by s.id`.execute(tx)
  return rows
}
