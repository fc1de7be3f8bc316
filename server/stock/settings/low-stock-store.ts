import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** At how many pieces a SKU runs low, and whether that is told. */
export type LowStock = { threshold: number; isEnabled: boolean }

export async function findLowStock(tx: Tx, ownerId: string): Promise<LowStock> {
  const { rows } = await sql<LowStock>`
    select low_stock_threshold as threshold, has_low_stock_alerts as "isEnabled" from owners where owner_id = ${ownerId}`.execute(
    tx,
  )
  return rows[0] ?? { threshold: 0, isEnabled: false }
}

export async function saveLowStock(
  tx: Tx,
  ownerId: string,
  { threshold, isEnabled }: LowStock,
): Promise<void> {
  await sql`update owners set low_stock_threshold = ${threshold}, has_low_stock_alerts = ${isEnabled}
    where owner_id = ${ownerId}`.execute(tx)
}

/** The SKUs that there are keep what has counted for them, as their own. */
export async function keepThresholds(tx: Tx, ownerId: string): Promise<void> {
  const { threshold } = await findLowStock(tx, ownerId)
  await sql`update skus set low_stock_threshold = ${threshold}
    where owner_id = ${ownerId} and low_stock_threshold is null`.execute(tx)
}

/** All SKUs follow the account's again. */
export async function clearThresholds(tx: Tx, ownerId: string): Promise<void> {
  await sql`update skus set low_stock_threshold = null
    where owner_id = ${ownerId} and low_stock_threshold is not null`.execute(tx)
}
