/** Categories of channels as each shop was last told them. */
import { sql } from 'kysely'
import type { DeliveryOption } from '../../model/category.ts'
import { drawIds, type ShopKey, type Tx } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Named, TreeRow } from './tree-rows.ts'

export type TreeState = {
  deliveryOptions: DeliveryOption[]
  fetchedAt: Date | null
  failedAt: Date | null
  failure: string | null
}

export async function findTreeState(tx: Tx, { ownerId, shopId }: ShopKey): Promise<TreeState | undefined> {
  const { rows } = await sql<TreeState>`
    select delivery_options as "deliveryOptions", fetched_at as "fetchedAt", failed_at as "failedAt", failure
    from category_trees where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  return rows[0]
}

/** Runs one after the other per shop; one that waits for tomorrow comes at once when somebody needs it. */
export async function enqueueCatalog(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  more: { runAt?: Date; brandsOf?: string } = {},
): Promise<void> {
  const { runAt, brandsOf } = more
  const isBrands = brandsOf !== undefined
  const key = isBrands ? `read-brands:${shopId}:${brandsOf}` : `refresh-catalog:${shopId}`
  await enqueue(
    tx,
    isBrands ? 'read-brands' : 'refresh-catalog',
    { ownerId, shopId, ...(isBrands ? { channelCategoryId: brandsOf } : {}) },
    { queue: `catalog:${shopId}`, key, priority: 5, ...(runAt ? { runAt } : {}) },
  )
}

/** Replaces the shop's tree. Categories keep their ids, and those that did not change their rows. */
export async function saveTree(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  tree: TreeRow[],
  deliveryOptions: DeliveryOption[],
): Promise<void> {
  const now = new Date()
  // First, so that two processes that read the same tree save it one after the other.
  await sql`insert into category_trees as t (owner_id, shop_id, delivery_options, fetched_at)
    values (${ownerId}, ${shopId}, ${JSON.stringify(deliveryOptions)}::jsonb, ${now})
    on conflict (owner_id, shop_id) do update set delivery_options = excluded.delivery_options,
      fetched_at = excluded.fetched_at, failed_at = null, failure = null`.execute(tx)
  const { rows: stored } = await sql<{ channelCategoryId: string; digest: string }>`
    select channel_category_id as "channelCategoryId", digest from channel_categories
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  const known = new Map(stored.map((row) => [row.channelCategoryId, row.digest]))
  const changed = tree.filter((row) => known.get(row.channelCategoryId) !== row.digest)
  for (let at = 0; at < changed.length; at += rowsPerStatement)
    await saveRows(tx, { ownerId, shopId }, changed.slice(at, at + rowsPerStatement))
  const left = new Set(tree.map(({ channelCategoryId }) => channelCategoryId))
  const gone = [...known.keys()].filter((id) => !left.has(id))
  if (gone.length > 0)
    await sql`delete from channel_categories
      where owner_id = ${ownerId} and shop_id = ${shopId} and channel_category_id = any(${gone}::text[])`.execute(
      tx,
    )
}

const rowsPerStatement = 2000

async function saveRows(tx: Tx, { ownerId, shopId }: ShopKey, rows: TreeRow[]): Promise<void> {
  const ids = await drawIds(tx, rows.length)
  const records = rows.map((row, at) => ({ ...row, id: ids[at] }))
  await sql`insert into channel_categories as c (owner_id, id, shop_id, channel_category_id, parent_id, level, position, is_leaf,
      is_disabled, names, paths, own_terms, terms, digest)
    select ${ownerId}::uuid, r.id, ${shopId}::bigint, r."channelCategoryId", r."parentId", r.level, r.position, r."isLeaf",
      r."isDisabled", r.names, r.paths, array_to_tsvector(r."ownTerms"), array_to_tsvector(r.terms), r.digest
    from json_to_recordset(${JSON.stringify(records)}::json) as r(id bigint, "channelCategoryId" text, "parentId" text,
      level smallint, position integer, "isLeaf" boolean, "isDisabled" boolean, names jsonb, paths jsonb, "ownTerms" text[],
      terms text[], digest text)
    on conflict (owner_id, shop_id, channel_category_id) do update set parent_id = excluded.parent_id,
      level = excluded.level, position = excluded.position, is_leaf = excluded.is_leaf, is_disabled = excluded.is_disabled,
      names = excluded.names, paths = excluded.paths, own_terms = excluded.own_terms, terms = excluded.terms,
      digest = excluded.digest`.execute(tx)
}

export async function saveTreeFailure(tx: Tx, { ownerId, shopId }: ShopKey, failure: string): Promise<void> {
  await sql`insert into category_trees as t (owner_id, shop_id, failed_at, failure)
    values (${ownerId}, ${shopId}, ${new Date()}, ${failure.slice(0, 1000)})
    on conflict (owner_id, shop_id) do update set failed_at = excluded.failed_at, failure = excluded.failure`.execute(
    tx,
  )
}

/** Removes what the channel told a shop, but not the ids that listings and templates know. */
export async function removeCatalog(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  await sql`delete from category_trees where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from channel_categories where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from category_attributes where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from category_rules where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from brand_lists where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
}

export type StoredCategory = {
  id: number
  shopId: number
  platformId: number
  channelCategoryId: string
  parentId: string | null
  level: number
  isLeaf: boolean
  isDisabled: boolean
  names: Named<string>
  paths: Named<string[]>
}

const columns = sql.raw(`c.id, c.shop_id as "shopId", s.platform_id as "platformId",
  c.channel_category_id as "channelCategoryId", c.parent_id as "parentId", c.level, c.is_leaf as "isLeaf",
  c.is_disabled as "isDisabled", c.names, c.paths`)

/** The tree of the first shop. Categories that another one of them may not list in are disabled. */
export type TreeOf = { ownerId: string; shopIds: number[]; limit: number }

/** Categories below one, or all of them; parents first, in the channel's order. */
export async function listTree(
  tx: Tx,
  of: TreeOf,
  below: { parentId: string | null } | 'all',
): Promise<StoredCategory[]> {
  const { ownerId, shopIds, limit } = of
  const isWhole = below === 'all'
  const { rows } = await sql<StoredCategory>`
    select ${columns} from channel_categories c join shops s on s.owner_id = ${ownerId} and s.id = c.shop_id
    where c.owner_id = ${ownerId} and c.shop_id = ${shopIds[0] ?? 0}::bigint
      and (${isWhole}::boolean or coalesce(c.parent_id, '') = ${isWhole ? '' : (below.parentId ?? '')}::text)
    order by c.position limit ${limit}`.execute(tx)
  return withDisabled(tx, of, rows)
}

export async function listChannelCategories(
  tx: Tx,
  of: TreeOf,
  channelCategoryIds: string[],
): Promise<StoredCategory[]> {
  const { ownerId, shopIds, limit } = of
  const { rows } = await sql<StoredCategory>`
    select ${columns} from channel_categories c join shops s on s.owner_id = ${ownerId} and s.id = c.shop_id
    where c.owner_id = ${ownerId} and c.shop_id = ${shopIds[0] ?? 0}::bigint
      and c.channel_category_id = any(${channelCategoryIds}::text[])
    order by c.position limit ${limit}`.execute(tx)
  return withDisabled(tx, of, rows)
}

/** Leaves whose names and those above them have all words; those with words of their own first. */
export async function searchTree(tx: Tx, of: TreeOf, query: string): Promise<StoredCategory[]> {
  const { ownerId, shopIds, limit } = of
  const { rows } = await sql<StoredCategory>`
    select ${columns} from channel_categories c join shops s on s.owner_id = ${ownerId} and s.id = c.shop_id
    where c.owner_id = ${ownerId} and c.shop_id = ${shopIds[0] ?? 0}::bigint and c.is_leaf
      and c.terms @@ ${query}::tsquery
    order by (c.own_terms @@ ${query}::tsquery) desc, c.level, c.position limit ${limit}`.execute(tx)
  return withDisabled(tx, of, rows)
}

async function withDisabled(tx: Tx, of: TreeOf, rows: StoredCategory[]): Promise<StoredCategory[]> {
  const others = of.shopIds.slice(1)
  if (others.length === 0 || rows.length === 0) return rows
  const ids = rows.map(({ channelCategoryId }) => channelCategoryId)
  const open = await countOpen(tx, of.ownerId, others, ids)
  return rows.map((row) => ({
    ...row,
    isDisabled: row.isDisabled || (open.get(row.channelCategoryId) ?? 0) < others.length,
  }))
}

async function countOpen(
  tx: Tx,
  ownerId: string,
  shopIds: number[],
  ids: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; shops: number }>`
    select channel_category_id as id, count(*)::int as shops from channel_categories
    where owner_id = ${ownerId} and shop_id = any(${shopIds}::bigint[]) and channel_category_id = any(${ids}::text[])
      and not is_disabled group by channel_category_id`.execute(tx)
  return new Map(rows.map(({ id, shops }) => [id, shops]))
}

/** `visible`, empty: all shops. */
export async function findCategory(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<StoredCategory | undefined> {
  const { rows } = await sql<StoredCategory>`
    select ${columns} from channel_categories c join shops s on s.owner_id = ${ownerId} and s.id = c.shop_id
    where c.owner_id = ${ownerId} and c.id = ${id}
      and (cardinality(${visible}::bigint[]) = 0 or c.shop_id = any(${visible}::bigint[]))`.execute(tx)
  return rows[0]
}

export async function findChannelCategory(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  channelCategoryId: string,
): Promise<StoredCategory | undefined> {
  const { rows } = await sql<StoredCategory>`
    select ${columns} from channel_categories c join shops s on s.owner_id = ${ownerId} and s.id = c.shop_id
    where c.owner_id = ${ownerId} and c.shop_id = ${shopId} and c.channel_category_id = ${channelCategoryId}`.execute(
    tx,
  )
  return rows[0]
}
