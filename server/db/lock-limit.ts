import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Lets those who add to what an account may have a limited number of add one after the other: each counts what the one before
 * it has added. To be called before the count.
 */
export async function lockLimit(
  tx: Tx,
  ownerId: string,
  limited:
    | 'bulk_publishes'
    | 'exports'
    | 'listing_images'
    | 'print_agents'
    | 'sales_areas'
    | 'segments'
    | 'stock_takes'
    | 'templates'
    | 'warehouses',
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limit/${ownerId}/${limited}`}, 0))`.execute(tx)
}
