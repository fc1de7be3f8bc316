/**
 * Warehouse that a shop sells from: its own, else the default one. A transaction that reserves or counts stock for a
 * shop locks it until it ends, so that no order is reserved in two places.
 */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import type { ShopKey, Tx } from '../../db/database.ts'
import {
  getDefaultWarehouse,
  lockWarehouse,
  saveDefaultWarehouse,
} from '../../warehouses/warehouses-store.ts'
import { enqueueStockCheck } from '../push/stock-push-store.ts'

type ShopRow = { id: number; warehouseId: number | null; isStockSync: boolean }

/** The warehouse that the shop sells from. It cannot be bound to another one until the end of the transaction. */
export async function lockShopWarehouse(tx: Tx, ownerId: string, shopId: number): Promise<number> {
  const { rows } = await sql<{ warehouse_id: number | null }>`
    select warehouse_id from shops where owner_id = ${ownerId} and id = ${shopId} for key share`.execute(tx)
  return rows[0]?.warehouse_id ?? getDefaultWarehouse(tx, ownerId)
}

/**
 * The same for all shops at once, by shop.
 *
 * @param begins SKUs may get their first figure: no order is saved meanwhile, which would find no figure to reserve of, and be no open
 *   order yet of those that the figure is reserved for
 */
export async function lockShopWarehouses(
  tx: Tx,
  ownerId: string,
  { begins }: { begins: boolean },
): Promise<Map<number, number>> {
  const strength = begins ? sql`for update` : sql`for key share`
  const { rows } = await sql<{ id: number; warehouse_id: number | null }>`
    select id, warehouse_id from shops where owner_id = ${ownerId} order by id ${strength}`.execute(tx)
  const standard = await getDefaultWarehouse(tx, ownerId)
  return new Map(rows.map(({ id, warehouse_id: own }) => [id, own ?? standard]))
}

/**
 * Lets the shop sell from another warehouse from now on; null: from the default one. What its orders hold stays where it is.
 *
 * @throws AppError warehouse_lacks_figures when SKUs would begin with 0 there and nobody confirmed that
 */
export async function bindShop(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  warehouseId: number | null,
  { beginAtZero, visible }: { beginAtZero: boolean; visible: number[] },
): Promise<void> {
  if (warehouseId !== null && !(await lockWarehouse(tx, ownerId, warehouseId, visible)))
    throw new AppError('validation_failed', { invalidFields: { warehouse_id: 'field.unknown_warehouse' } })
  const { rows } = await sql<ShopRow>`
    select id, warehouse_id as "warehouseId", is_stock_sync as "isStockSync" from shops
    where owner_id = ${ownerId} and id = ${shopId} for update`.execute(tx)
  const [shop] = rows
  if (!shop || shop.warehouseId === warehouseId) return
  const standard = await getDefaultWarehouse(tx, ownerId)
  await sql`update shops set warehouse_id = ${warehouseId} where owner_id = ${ownerId} and id = ${shopId}`.execute(
    tx,
  )
  const way = { from: shop.warehouseId ?? standard, to: warehouseId ?? standard }
  await moveShops(tx, ownerId, [shop], way, beginAtZero)
}

/**
 * Lets a shop that stands for one place sell from it. One whose owner has decided otherwise, or whose pieces are counted already, is
 * left as it is.
 */
export async function bindFreeShop(tx: Tx, { ownerId, shopId }: ShopKey, warehouseId: number): Promise<void> {
  await sql`select from shops where owner_id = ${ownerId} and id = ${shopId} for update`.execute(tx)
  await sql`update shops set warehouse_id = ${warehouseId}
    where owner_id = ${ownerId} and id = ${shopId} and warehouse_id is null and not is_stock_sync`.execute(tx)
}

/**
 * Makes another warehouse the default one, from which all shops without one of their own sell from now on. The warehouses
 * must be locked.
 *
 * @throws AppError warehouse_lacks_figures as bindShop does
 */
export async function moveDefault(
  tx: Tx,
  ownerId: string,
  warehouseId: number,
  beginAtZero: boolean,
): Promise<void> {
  const standard = await getDefaultWarehouse(tx, ownerId)
  if (standard === warehouseId) return
  const { rows: shops } = await sql<ShopRow>`
    select id, warehouse_id as "warehouseId", is_stock_sync as "isStockSync" from shops
    where owner_id = ${ownerId} and warehouse_id is null order by id for update`.execute(tx)
  await saveDefaultWarehouse(tx, ownerId, warehouseId)
  await moveShops(tx, ownerId, shops, { from: standard, to: warehouseId }, beginAtZero)
}

/** Enqueues stock checks: the targets of the shops' listings follow the other warehouse's figures from now on. */
async function moveShops(
  tx: Tx,
  ownerId: string,
  shops: ShopRow[],
  { from, to }: { from: number; to: number },
  beginAtZero: boolean,
): Promise<void> {
  const inStep = shops.filter(({ isStockSync }) => isStockSync).map(({ id }) => id)
  if (from === to || inStep.length === 0) return
  // Taking over the channel's figure, which is that of the other warehouse, would count the same pieces twice.
  const { rows: missing } = await sql<{ id: number }>`
    select distinct coalesce(m.part_id, k.sku_id) as id from product_skus k
    left join sku_parts m on m.owner_id = ${ownerId} and m.bundle_id = k.sku_id
    left join stock t on t.owner_id = ${ownerId} and t.sku_id = coalesce(m.part_id, k.sku_id) and t.warehouse_id = ${to}
    where k.owner_id = ${ownerId} and k.shop_id = any(${inStep}::bigint[]) and k.is_active and k.channel_stock is not null
      and k.sku_id is not null and t.sku_id is null
    order by 1`.execute(tx)
  if (missing.length > 0 && !beginAtZero) throw new AppError('warehouse_lacks_figures')
  if (missing.length > 0)
    await sql`insert into stock (owner_id, sku_id, warehouse_id, counted_at)
      select ${ownerId}::uuid, r.id, ${to}::bigint, ${new Date()}::timestamptz
      from json_to_recordset(${JSON.stringify(missing)}::json) as r(id bigint)
      on conflict (owner_id, sku_id, warehouse_id) do nothing`.execute(tx)
  // Sales under way end first: they may still tell the listings what follows from the old binding.
  await sql`select from stock t where t.owner_id = ${ownerId} and t.warehouse_id in (${from}, ${to}) and t.sku_id in (
      select coalesce(m.part_id, k.sku_id) from product_skus k
      left join sku_parts m on m.owner_id = ${ownerId} and m.bundle_id = k.sku_id
      where k.owner_id = ${ownerId} and k.shop_id = any(${inStep}::bigint[]))
    order by t.sku_id, t.warehouse_id for share`.execute(tx)
  for (const shopId of inStep) await enqueueStockCheck(tx, { ownerId, shopId })
}
