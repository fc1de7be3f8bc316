/** Stock level of a SKU over all warehouses, by its threshold: 0 out, 1 low, 2 in stock. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { markProductsOfSkusStale } from '../../listings/product-columns-store.ts'
import { countingSkus } from '../../skus/sku-columns-store.ts'

const skusPerStep = 5000

/**
 * Computes the levels anew, with the counts of SKUs by them, and marks the products of SKUs that have another one now. Locks the
 * SKUs first, so that of two sales in two warehouses the second one knows what the first has left.
 *
 * @param skuIds undefined: all SKUs of the account, after its threshold was changed
 */
export async function saveStockLevels(tx: Tx, ownerId: string, skuIds?: number[]): Promise<void> {
  const ids = skuIds ?? (await listOtherLevels(tx, ownerId))
  for (let at = 0; at < ids.length; at += skusPerStep) {
    const some = ids.slice(at, at + skusPerStep)
    const changed = await countingSkus(tx, ownerId, some, () => saveLevels(tx, ownerId, some))
    await markProductsOfSkusStale(tx, ownerId, changed)
  }
}

async function saveLevels(tx: Tx, ownerId: string, skuIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update skus s set stock_level = f.level from (${levelsOf(ownerId, skuIds)}) f
    where s.owner_id = ${ownerId} and s.id = f.sku_id and s.stock_level is distinct from f.level
    returning s.id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function listOtherLevels(tx: Tx, ownerId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from skus s join (${levelsOf(ownerId, null)}) f on f.sku_id = s.id
    where s.owner_id = ${ownerId} and s.stock_level is distinct from f.level order by s.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** @param skuIds null: all */
const levelsOf = (ownerId: string, skuIds: number[] | null) => sql`
  select t.sku_id, case when sum(t.on_hand - t.reserved) <= 0 then 0
    when sum(t.on_hand - t.reserved) <= max(coalesce(own.low_stock_threshold, o.low_stock_threshold)) then 1
    else 2 end::smallint as level
  from stock t
  join skus own on own.owner_id = ${ownerId} and own.id = t.sku_id
  join owners o on o.owner_id = ${ownerId}
  where t.owner_id = ${ownerId} and (${skuIds}::bigint[] is null or t.sku_id = any(${skuIds ?? []}::bigint[]))
  group by t.sku_id`
