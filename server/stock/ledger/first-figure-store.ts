/** First figures of SKUs: what a channel would still sell, or a person counts. Takes locks in the order of stock-ledger-store.ts. */
import { sql } from 'kysely'
import type { ShopKey, Tx } from '../../db/database.ts'
import { setTargetStock } from '../push/stock-push-store.ts'
import { lockShopWarehouses } from './shop-warehouse-store.ts'
import { reserveOpenOrders } from './stock-ledger-store.ts'
import { saveMovements, type Movement } from './stock-rows-store.ts'

/** A listing whose SKU has no figure yet, and what its channel says. */
export type FirstFigure = { skuId: number; quantity: number }

/**
 * Begins the ledger of SKUs with what a channel would still sell at that moment. What open orders have promised already
 * comes on top: it is still on the shelf. Whoever comes second changes nothing.
 */
export async function countStock(
  tx: Tx,
  shop: ShopKey,
  figures: FirstFigure[],
  countedAt: Date,
): Promise<void> {
  // Locks all shops' warehouses: the open orders of each shop may be about the same SKUs.
  const warehouses = await lockShopWarehouses(tx, shop.ownerId, { begins: true })
  const warehouseId = warehouses.get(shop.shopId)
  if (warehouseId === undefined) return
  const firsts = [...new Map(figures.map((figure) => [figure.skuId, figure])).values()].toSorted(
    (a, b) => a.skuId - b.skuId,
  )
  const skuIds = firsts.map(({ skuId }) => skuId)
  const begun = await beginStock(tx, shop.ownerId, warehouseId, skuIds, { countedAt, isCountedByHand: false })
  const movements = firsts
    .filter(({ skuId }) => begun.has(skuId))
    .map(({ skuId, quantity }): Movement => ({
      skuId,
      warehouseId,
      kind: 'import',
      onHand: quantity,
      reserved: 0,
      available: quantity,
      orderId: null,
    }))
  await saveMovements(tx, shop, movements)
  const shopIds = [...warehouses].filter(([, of]) => of === warehouseId).map(([id]) => id)
  await reserveOpenOrders(tx, { ownerId: shop.ownerId, shopIds, warehouseId }, begun)
  await setTargetStock(tx, shop.ownerId, [...begun], { warehouseIds: [warehouseId] })
}

/** Whether a SKU has no figure yet in one of the warehouses. */
export async function lacksFigure(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
  warehouseIds: number[],
): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${skuIds}::bigint[]) as s(id) cross join unnest(${warehouseIds}::bigint[]) as w(id)
    where not exists (select from stock t where t.owner_id = ${ownerId} and t.sku_id = s.id and t.warehouse_id = w.id)
    limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Adds rows without a piece for the SKUs that have none in the warehouse, and returns those SKUs. The shops are locked, as
 * lockShopWarehouses does where SKUs begin.
 *
 * @param skuIds in ascending order, as rows of stock are locked
 * @param isCountedByHand true: a person counts, so that pieces which open orders hold are among them
 */
export async function beginStock(
  tx: Tx,
  ownerId: string,
  warehouseId: number,
  skuIds: number[],
  { countedAt, isCountedByHand }: { countedAt: Date; isCountedByHand: boolean },
): Promise<Set<number>> {
  const { rows } = await sql<{ sku_id: number }>`
    insert into stock (owner_id, sku_id, warehouse_id, counted_at, is_counted_by_hand)
    select ${ownerId}::uuid, r.id, ${warehouseId}::bigint, ${countedAt}::timestamptz, ${isCountedByHand}::boolean
    from unnest(${skuIds}::bigint[]) as r(id)
    where not exists (select from stock t where t.owner_id = ${ownerId} and t.sku_id = r.id and t.warehouse_id = ${warehouseId})
    on conflict (owner_id, sku_id, warehouse_id) do nothing returning sku_id`.execute(tx)
  return new Set(rows.map(({ sku_id }) => sku_id))
}
