import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** At how many pieces a SKU runs low, and whether that is told. */
export type LowStock = { threshold: number; isEnabled: boolean }

export async function findLowStock(tx: Tx, ownerId: string): Promise<LowStock> {
  const { rows } = await sql<LowStock>`
    select low_stock_threshold as threshold, is_low_stock_told as "isEnabled" from owners where owner_id = ${ownerId}`.execute(
    tx,
  )
  return rows[0] ?? { threshold: 0, isEnabled: false }
}

export async function saveLowStock(
  tx: Tx,
  ownerId: string,
  { threshold, isEnabled }: LowStock,
): Promise<void> {
  await sql`update owners set low_stock_threshold = ${threshold}, is_low_stock_told = ${isEnabled}
    where owner_id = ${ownerId}`.execute(tx)
}
