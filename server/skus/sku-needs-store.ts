/** SKUs that run short, for home. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * Number of SKUs that are low and out, as the SKU list counts them.
 *
 * @param visible shops that the reader may see; empty: all
 */
export async function countShortSkus(
  tx: Tx,
  ownerId: string,
  visible: number[],
): Promise<{ low: number; out: number }> {
  const { rows } = await sql<{ low: number; out: number }>`
    select coalesce(sum(skus) filter (where stock_level = 1), 0)::int as low,
      coalesce(sum(skus) filter (where stock_level = 0), 0)::int as out
    from sku_counts
    where owner_id = ${ownerId} and (${visible.length === 0} or shop_ids && ${visible}::bigint[])`.execute(tx)
  return rows[0] ?? { low: 0, out: 0 }
}
