/** Ends figures that should not have begun: those of an import or a merge that is undone. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { bundleStock, freeStock, joinOffer, withBundles } from '../push/offered-stock-store.ts'
import { countingSkus } from '../../skus/sku-columns-store.ts'

type Place = { skuId: number; warehouseId: number }

/**
 * Ends those of the figures that are 0, with what orders had taken of them; their movements stay. Listings whose SKU has none for their shop are sent nothing any more,
 * nor are bundles of it.
 *
 * @param figures whose rows of stock are locked
 * @param skuIds SKUs that may have lost their figures
 */
export async function endFigures(
  tx: Tx,
  ownerId: string,
  figures: Place[],
  skuIds = [...new Set(figures.map(({ skuId }) => skuId))],
): Promise<void> {
  if (skuIds.length === 0) return
  const { rows: ended } =
    await sql<Place>`delete from stock t using json_to_recordset(${JSON.stringify(figures)}::json) as r("skuId" bigint, "warehouseId" bigint)
    where t.owner_id = ${ownerId} and t.sku_id = r."skuId" and t.warehouse_id = r."warehouseId" and t.on_hand = 0
      and t.reserved = 0
    returning t.sku_id as "skuId", t.warehouse_id as "warehouseId"`.execute(tx)
  await sql`delete from stock_reservations h using json_to_recordset(${JSON.stringify(ended)}::json) as r("skuId" bigint, "warehouseId" bigint)
    where h.owner_id = ${ownerId} and h.sku_id = r."skuId" and h.warehouse_id = r."warehouseId"`.execute(tx)
  await sql`delete from stock_pushes u using (
      select k.id from product_skus k join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
      ${joinOffer(ownerId)}
      where k.owner_id = ${ownerId} and k.sku_id in (select id from ${withBundles(ownerId, skuIds)} w)
        and ${freeStock(ownerId)} is null) k
    where u.owner_id = ${ownerId} and u.product_sku_id = k.id`.execute(tx)
  const { rows } = await sql<{ id: number }>`${withBundles(ownerId, skuIds)}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await countingSkus(tx, ownerId, ids, async () => {
    await sql`update skus set stock_level = null where owner_id = ${ownerId} and id = any(${ids}::bigint[])
      and not exists (select from stock t where t.owner_id = ${ownerId} and t.sku_id = skus.id)
      and not exists (select from (${bundleStock(ownerId, sql`m.bundle_id = skus.id`)}) b)`.execute(tx)
  })
}
