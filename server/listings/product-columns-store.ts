/**
 * Columns of products that follow from their variants, from the stock of their SKUs and from what the channel refused, and the
 * number of products by them. Intake and edits compute them in their transaction; stock and pushes mark the products as stale,
 * and a job computes them, because their transactions hold locks that come after those of products.
 */
import { sql } from 'kysely'
import type { ShopKey, Tx } from '../db/database.ts'
import { enqueue, type JobOptions } from '../jobs/jobs.ts'

/** Runs work that changes products, whose rows it locks first, and moves the counts by what it changed. */
export async function countingProducts<T>(
  tx: Tx,
  ownerId: string,
  productIds: number[],
  work: () => Promise<T>,
): Promise<T> {
  const before = await listCounted(tx, ownerId, productIds)
  const result = await work()
  await changeProductCounts(tx, ownerId, [
    ...before.map((product) => ({ ...product, by: -1 })),
    ...(await listCounted(tx, ownerId, productIds)).map((product) => ({ ...product, by: 1 })),
  ])
  return result
}

type CountedProduct = {
  shopId: number
  status: number
  stockLevel: number
  isLinked: boolean
  hasRefusal: boolean
}

async function listCounted(tx: Tx, ownerId: string, productIds: number[]): Promise<CountedProduct[]> {
  const { rows } = await sql<CountedProduct>`
    select shop_id as "shopId", status, coalesce(stock_level, -1::smallint) as "stockLevel", is_linked as "isLinked",
      has_refusal as "hasRefusal"
    from products where owner_id = ${ownerId} and id = any(${productIds}::bigint[]) order by id for update`.execute(
    tx,
  )
  return rows
}

async function changeProductCounts(
  tx: Tx,
  ownerId: string,
  changes: (CountedProduct & { by: number })[],
): Promise<void> {
  const sums = new Map<string, CountedProduct & { by: number }>()
  for (const change of changes) {
    const { shopId, status, stockLevel, isLinked, hasRefusal } = change
    const key = JSON.stringify([shopId, status, stockLevel, isLinked, hasRefusal])
    sums.set(key, { ...change, by: (sums.get(key)?.by ?? 0) + change.by })
  }
  // In one order everywhere, so that two transactions of one account cannot lock each other out.
  const rows = [...sums]
    .filter(([, { by }]) => by !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
  if (rows.length === 0) return
  await sql`insert into product_counts as c (owner_id, shop_id, status, stock_level, is_linked, has_refusal, products)
    select ${ownerId}::uuid, r."shopId", r.status, r."stockLevel", r."isLinked", r."hasRefusal", r.by
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("shopId" bigint, status smallint, "stockLevel" smallint,
      "isLinked" boolean, "hasRefusal" boolean, by integer)
    on conflict (owner_id, shop_id, status, stock_level, is_linked, has_refusal)
    do update set products = c.products + excluded.products`.execute(tx)
}

/**
 * Level of a listing `k` of a SKU `s` in a shop `h`: the SKU's, or where the shop is sent no figures the one of its channel's own figure,
 * which is what sells out there.
 */
const levelOfListing = sql`case when h.is_stock_sync or s.id is null then s.stock_level when k.channel_stock <= 0 then 0
          when k.channel_stock <= coalesce(s.low_stock_threshold, o.low_stock_threshold) then 1
          when k.channel_stock is not null then 2 end::smallint`

/**
 * Computes the columns of these products from their variants. Within `countingProducts`. Each table is read once for all: a planner whose
 * figures are of other accounts, as in an account's first minutes, read those of the whole account for each variant.
 */
export async function saveDerivedColumns(tx: Tx, ownerId: string, productIds: number[]): Promise<void> {
  await sql`
    with own as materialized (
      select k.id, k.product_id, k.shop_id, k.sku_id, k.price, k.channel_stock from product_skus k
      where k.owner_id = ${ownerId} and k.product_id = any(${productIds}::bigint[])),
    stocked as materialized (
      select s.id, s.stock_level, s.low_stock_threshold from skus s
      where s.owner_id = ${ownerId} and s.id = any(array(select k.sku_id from own k))),
    refused as materialized (
      select u.product_sku_id from stock_pushes u
      where u.owner_id = ${ownerId} and u.reason is not null and u.product_sku_id = any(array(select k.id from own k))),
    failed as materialized (
      select c.product_id from listing_changes c
      where c.owner_id = ${ownerId} and c.product_id = any(${productIds}::bigint[]) and c.state = 'failed' and not c.is_answered),
    found as materialized (
      select k.product_id, min(k.price) as price_min, max(k.price) as price_max, min(${levelOfListing}) as stock_level,
        bool_and(k.sku_id is not null) as is_linked, bool_or(k.id in (select r.product_sku_id from refused r))
          or k.product_id in (select c.product_id from failed c) as has_refusal
      from own k
      join shops h on h.owner_id = ${ownerId} and h.id = k.shop_id
      join owners o on o.owner_id = ${ownerId}
      left join stocked s on s.id = k.sku_id
      group by k.product_id)
    update products p set price_min = f.price_min, price_max = f.price_max, stock_level = f.stock_level,
      is_linked = f.is_linked, has_refusal = f.has_refusal
    from found f
    where p.owner_id = ${ownerId} and p.id = any(${productIds}::bigint[]) and p.id = f.product_id
      and (p.price_min, p.price_max, p.stock_level, p.is_linked, p.has_refusal)
        is distinct from (f.price_min, f.price_max, f.stock_level, f.is_linked, f.has_refusal)`.execute(tx)
}

/** A mark that is there already is locked: taken before this transaction ends, it would be off without what the transaction changed. */
const andLock = sql.raw('on conflict (owner_id, product_id) do update set product_id = excluded.product_id')

/** Products whose variants have these SKUs. */
export async function markProductsOfSkusStale(tx: Tx, ownerId: string, skuIds: number[]): Promise<void> {
  if (skuIds.length === 0) return
  await sql`insert into stale_products (owner_id, product_id)
    select distinct ${ownerId}::uuid, k.product_id from product_skus k
    where k.owner_id = ${ownerId} and k.sku_id = any(${skuIds}::bigint[]) order by k.product_id
    ${andLock}`.execute(tx)
  await enqueueRefresh(tx, ownerId)
}

/** Products that have these variants. */
export async function markProductsOfListingsStale(
  tx: Tx,
  ownerId: string,
  listingIds: number[],
): Promise<void> {
  if (listingIds.length === 0) return
  await sql`insert into stale_products (owner_id, product_id)
    select distinct ${ownerId}::uuid, k.product_id from product_skus k
    where k.owner_id = ${ownerId} and k.id = any(${listingIds}::bigint[]) order by k.product_id
    ${andLock}`.execute(tx)
  await enqueueRefresh(tx, ownerId)
}

/** Products in a category of a shop, about which its channel asks something else than before. */
export async function markProductsOfCategoryStale(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  channelCategoryId: string,
): Promise<void> {
  const { rows } = await sql`insert into stale_products (owner_id, product_id)
    select ${ownerId}::uuid, p.id from products p
    where p.owner_id = ${ownerId} and p.shop_id = ${shopId} and p.channel_category_id = ${channelCategoryId} order by p.id
    ${andLock} returning 1`.execute(tx)
  if (rows.length > 0) await enqueueRefresh(tx, ownerId)
}

/** Products of a shop that is sent figures from now on, or none any more. */
export async function markProductsOfShopStale(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  await sql`insert into stale_products (owner_id, product_id)
    select ${ownerId}::uuid, p.id from products p where p.owner_id = ${ownerId} and p.shop_id = ${shopId} order by p.id
    ${andLock}`.execute(tx)
  await enqueueRefresh(tx, ownerId)
}

/** Products of shops that are sent no figures, after the account's threshold was changed. */
export async function markProductsOfOwnFiguresStale(tx: Tx, ownerId: string): Promise<void> {
  await sql`insert into stale_products (owner_id, product_id)
    select ${ownerId}::uuid, p.id from products p
    where p.owner_id = ${ownerId} and p.shop_id in (
      select id from shops where owner_id = ${ownerId} and not is_stock_sync) order by p.id
    ${andLock}`.execute(tx)
  await enqueueRefresh(tx, ownerId)
}

export async function markProductsStale(tx: Tx, ownerId: string, productIds: number[]): Promise<void> {
  await sql`insert into stale_products (owner_id, product_id)
    select distinct ${ownerId}::uuid, id from unnest(${productIds}::bigint[]) id order by id
    ${andLock}`.execute(tx)
  await enqueueRefresh(tx, ownerId)
}

async function enqueueRefresh(
  tx: Tx,
  ownerId: string,
  when: Pick<JobOptions, 'runAt' | 'keepsTurn'> = {},
): Promise<void> {
  const names = { queue: 'refresh-products', key: 'refresh-products' }
  await enqueue(tx, 'refresh-products', { ownerId }, { ...names, ...when })
}

/** For marks that were locked: a transaction that is rolled back enqueues nothing. */
export async function enqueueLeftProducts(tx: Tx, ownerId: string): Promise<void> {
  const { rows } = await sql`select from stale_products where owner_id = ${ownerId} limit 1`.execute(tx)
  const runAt = new Date(Date.now() + 1000)
  if (rows.length > 0) await enqueueRefresh(tx, ownerId, { runAt, keepsTurn: true })
}

/**
 * Takes the mark off some products and answers those that are there still; undefined when nothing is stale. What a transaction marks
 * just now is left to the job that it enqueues.
 */
export async function takeStaleProducts(
  tx: Tx,
  ownerId: string,
  limit: number,
): Promise<{ id: number; shopId: number }[] | undefined> {
  const { rows: taken } = await sql<{ id: number }>`
    delete from stale_products where owner_id = ${ownerId} and product_id in (
      select product_id from stale_products where owner_id = ${ownerId} order by product_id limit ${limit}
      for update skip locked)
    returning product_id as id`.execute(tx)
  if (taken.length === 0) return undefined
  const { rows } = await sql<{ id: number; shopId: number }>`select id, shop_id as "shopId" from products
    where owner_id = ${ownerId} and id = any(${taken.map(({ id }) => id)}::bigint[])`.execute(tx)
  return rows
}
