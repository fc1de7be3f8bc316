/** Stock level of a SKU over all warehouses, by its threshold: 0 out, 1 low, 2 in stock. */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { markProductsOfSkusStale } from '../../listings/product-columns-store.ts'
import { countingSkus } from '../../skus/sku-columns-store.ts'
import { bundleStock, withBundles } from '../push/offered-stock-store.ts'

const skusPerStep = 5000

/** Work that changes SKUs. */
export type SkuEdits = {
  skuIds: number[]
  /** Claims their versions, which whoever edits a SKU does before its row is locked. */
  claim: () => Promise<void>
  /** Behind the locks of their rows, and before their levels are computed. */
  save: () => Promise<void>
}

/**
 * Computes the levels of these SKUs and of the bundles that contain them anew, with the counts of SKUs by them, and marks the
 * products of SKUs that have another one now. Locks the SKUs first, so that of two sales in two warehouses the second one knows
 * what the first has left.
 *
 * @param skuIds undefined: all SKUs of the account, after its threshold was changed
 */
export async function saveStockLevels(tx: Tx, ownerId: string, skuIds?: number[]): Promise<void> {
  const ids = skuIds ? await listWithBundles(tx, ownerId, skuIds) : await listOtherLevels(tx, ownerId)
  for (let at = 0; at < ids.length; at += skusPerStep)
    await saveLevelsOf(tx, ownerId, ids.slice(at, at + skusPerStep))
}

/** The same for SKUs whose threshold is another one now: lists of products show it, whether it changes a level or not. */
export async function saveThresholdLevels(tx: Tx, ownerId: string, skuIds: number[]): Promise<void> {
  await saveStockLevels(tx, ownerId, skuIds)
  await markProductsOfSkusStale(tx, ownerId, skuIds)
}

/** The same for SKUs that are edited and for others beside them, so that each is locked and counted once. */
export async function saveEditedLevels(
  tx: Tx,
  ownerId: string,
  others: number[],
  { skuIds, claim, save }: SkuEdits,
): Promise<void> {
  await claim()
  const ids = await listWithBundles(tx, ownerId, [...new Set([...skuIds, ...others])])
  await saveLevelsOf(tx, ownerId, ids, save)
  // Among what was edited are thresholds.
  await markProductsOfSkusStale(tx, ownerId, skuIds)
}

async function saveLevelsOf(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const changed = await countingSkus(tx, ownerId, skuIds, async () => {
    await before()
    return saveLevels(tx, ownerId, skuIds)
  })
  await markProductsOfSkusStale(tx, ownerId, changed)
}

async function listWithBundles(tx: Tx, ownerId: string, skuIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${withBundles(ownerId, skuIds)}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function saveLevels(tx: Tx, ownerId: string, skuIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update skus s set stock_level = f.level from (${levelsOf(ownerId, named(ownerId, skuIds))}) f
    where s.owner_id = ${ownerId} and s.id = f.sku_id and s.stock_level is distinct from f.level
    returning s.id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function listOtherLevels(tx: Tx, ownerId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from skus s join (${levelsOf(ownerId, sql`skus own`)}) f on f.sku_id = s.id
    where s.owner_id = ${ownerId} and s.stock_level is distinct from f.level order by s.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** SKU by SKU: in a plan that is made once for any values, an array that may be null has all SKUs of the account read. */
const named = (ownerId: string, skuIds: number[]) => sql`unnest(${skuIds}::bigint[]) as named(id)
  cross join lateral (select * from skus where owner_id = ${ownerId} and id = named.id limit 1) own`

/**
 * Levels of SKUs. A bundle has in each warehouse what the parts there are enough for, and none where one of them was never
 * counted. SKU by SKU: joined, the planner would read the whole table of stock for each as long as it takes new tables for empty.
 *
 * @param from yields the SKUs, as `own`
 */
const levelsOf = (ownerId: string, from: RawBuilder<unknown>) => sql`
  select own.id as sku_id, case when f.free <= 0 then 0
    when f.free <= coalesce(own.low_stock_threshold, o.low_stock_threshold) then 1
    else 2 end::smallint as level
  from ${from}
  join owners o on o.owner_id = ${ownerId}
  cross join lateral (
    select sum(w.free) as free from (
      select t.on_hand - t.reserved as free from stock t where t.owner_id = ${ownerId} and t.sku_id = own.id
      union all select b.free from (${bundleStock(ownerId, sql`m.bundle_id = own.id and own.part_count > 0`)}) b) w) f
  where own.owner_id = ${ownerId} and f.free is not null`
