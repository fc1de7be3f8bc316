/**
 * From which warehouses orders are taken, by their shop and by where they are sent to (decision 0029). Whoever changes one
 * locks the warehouses first, so that none is taken away from under it and no account has two default ones.
 */
import { sql } from 'kysely'
import { AppError } from '../../model/errors.ts'
import { mostSalesAreas, type SalesArea } from '../../model/sales-area.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { lockLimit } from '../db/lock-limit.ts'

export type SalesAreaDetails = Omit<SalesArea, 'id'> & {
  name: string
  /** The first one is asked first. */
  warehouseIds: number[]
}

export type SalesAreaRow = SalesAreaDetails & { id: number; createdAt: Date; updatedAt: Date }

/** The default one last. */
export async function listSalesAreas(tx: Tx, ownerId: string): Promise<SalesAreaRow[]> {
  const { rows } = await sql<SalesAreaRow>`
    select id, name, to_json(shop_ids) as "shopIds", to_json(warehouse_ids) as "warehouseIds", regions,
      is_default as "isDefault", created_at as "createdAt", updated_at as "updatedAt"
    from sales_areas where owner_id = ${ownerId} order by is_default, id`.execute(tx)
  return rows
}

/** @throws AppError conflict: there are as many as an account can hold */
export async function addSalesArea(tx: Tx, ownerId: string, made: SalesAreaDetails): Promise<number> {
  await lockLimit(tx, ownerId, 'sales_areas')
  if ((await listSalesAreas(tx, ownerId)).length >= mostSalesAreas)
    throw new AppError('conflict', { message: 'error.sales_area_limit' })
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  if (made.isDefault) await clearDefault(tx, ownerId, id)
  await sql`insert into sales_areas (owner_id, id, name, shop_ids, warehouse_ids, regions, is_default, created_at, updated_at)
    values (${ownerId}, ${id}, ${made.name}, ${made.shopIds}, ${made.warehouseIds}, ${JSON.stringify(made.regions)}::jsonb,
      ${made.isDefault}, ${now}, ${now})`.execute(tx)
  return id
}

/** Replaces all details. */
export async function saveSalesArea(
  tx: Tx,
  ownerId: string,
  id: number,
  { name, shopIds, warehouseIds, regions, isDefault }: SalesAreaDetails,
): Promise<void> {
  if (isDefault) await clearDefault(tx, ownerId, id)
  await sql`update sales_areas set name = ${name}, shop_ids = ${shopIds}, warehouse_ids = ${warehouseIds},
      regions = ${JSON.stringify(regions)}::jsonb, is_default = ${isDefault}, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** No moment has two default ones. */
async function clearDefault(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`update sales_areas set is_default = false, updated_at = ${new Date()}
    where owner_id = ${ownerId} and is_default and id <> ${id}`.execute(tx)
}

export async function removeSalesArea(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`delete from sales_areas where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}
