/** Stock level of a SKU over all warehouses, by its threshold: 0 out, 1 low, 2 in stock. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { markProductsOfSkusStale } from '../../listings/product-columns-store.ts'

/**
 * Computes the levels anew and marks the products of SKUs that have another one now. The last lock of the ledger.
 *
 * @param skuIds undefined: all SKUs of the account, after its threshold was changed
 */
export async function saveStockLevels(tx: Tx, ownerId: string, skuIds?: number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update skus s set stock_level = f.level
    from (
      select t.sku_id, case when sum(t.on_hand - t.reserved) <= 0 then 0
        when sum(t.on_hand - t.reserved) <= max(coalesce(own.low_stock_threshold, o.low_stock_threshold)) then 1
        else 2 end::smallint as level
      from stock t
      join skus own on own.owner_id = ${ownerId} and own.id = t.sku_id
      join owners o on o.owner_id = ${ownerId}
      where t.owner_id = ${ownerId} and (${skuIds ?? null}::bigint[] is null or t.sku_id = any(${skuIds ?? []}::bigint[]))
      group by t.sku_id) f
    where s.owner_id = ${ownerId} and s.id = f.sku_id and s.stock_level is distinct from f.level
    returning s.id`.execute(tx)
  await markProductsOfSkusStale(
    tx,
    ownerId,
    rows.map(({ id }) => id),
  )
}
