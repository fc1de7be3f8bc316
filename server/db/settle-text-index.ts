import type { Database } from './database.ts'

type TextIndex = 'sku_search_terms'

/**
 * Brings new rows into a text index. PostgreSQL keeps them in a list beside it until autovacuum's next round, and the planner shuns an
 * index with a long list: among two thousand new SKUs each search read the whole table and took two hundred times as long. On Citus
 * the index lies on the shards, where their own autovacuum does it.
 */
export async function settleTextIndex(db: Database, index: TextIndex): Promise<void> {
  if (await db.isCitus()) return
  await db.pool.query('select gin_clean_pending_list($1::regclass)', [index])
}
