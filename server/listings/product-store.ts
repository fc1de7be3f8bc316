import { sql } from 'kysely'
import { productStatusIds } from '../../model/product.ts'
import type { Tx } from '../db/database.ts'

/** Counts the listings of each shop, without those deleted on their channel. */
export async function countProducts(tx: Tx, ownerId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ shopId: number; products: number }>`
    select shop_id as "shopId", count(*)::int as products from products
    where owner_id = ${ownerId} and status <> ${productStatusIds.deleted_on_channel} group by shop_id`.execute(
    tx,
  )
  return new Map(rows.map(({ shopId, products }) => [shopId, products]))
}
