/** SKUs that run short, for home. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * Number of SKUs that are low and out, as the SKU list counts them. From sku_counts; of several shops, which may list one SKU
 * together, from the index of SKUs that run short.
 *
 * @param visible shops that the reader may see; empty: all
 */
export async function countShortSkus(
  tx: Tx,
  ownerId: string,
  visible: number[],
): Promise<{ low: number; out: number }> {
  const [shopId = 0] = visible
  const { rows } =
    visible.length > 1
      ? await sql<{ low: number; out: number }>`
          select count(*) filter (where stock_level = 1)::int as low, count(*) filter (where stock_level = 0)::int as out
          from skus where owner_id = ${ownerId} and stock_level < 2 and shop_ids && ${visible}::bigint[]`.execute(
          tx,
        )
      : await sql<{ low: number; out: number }>`
          select coalesce(sum(skus) filter (where stock_level = 1), 0)::int as low,
            coalesce(sum(skus) filter (where stock_level = 0), 0)::int as out
          from sku_counts where owner_id = ${ownerId} and shop_id = ${shopId}::bigint`.execute(tx)
  return rows[0] ?? { low: 0, out: 0 }
}
