import type { Database } from './database.ts'

const groups = {
  orders: [
    'orders',
    'order_items',
    'order_search',
    'order_counts',
    'sold_products',
    'sold_product_sums',
    'order_packages',
    'order_history',
    'customers',
    'customer_search',
    'shops',
  ],
  products: [
    'products',
    'product_skus',
    'product_search',
    'skus',
    'sku_search',
    'stock',
    'stock_reservations',
    'stock_pushes',
  ],
}
const grownUp = 20_000

/**
 * Gives the planner figures while a console's first rows come in: until autovacuum's next round it takes the tables for
 * empty, and what reads them costs a hundred times what it should. Does nothing once there are figures, nor on Citus: there
 * it would go to all tenants' shards each time, and the coordinator never has figures.
 */
export async function analyzeFreshTables(db: Database, group: keyof typeof groups): Promise<void> {
  if (await db.isCitus()) return
  const { rows } = await db.pool.query<{ known: number }>(
    'select reltuples::int as known from pg_class where oid = $1::regclass',
    [group],
  )
  if ((rows[0]?.known ?? 0) > grownUp) return
  await db.pool.query(`analyze ${groups[group].join(', ')}`)
}
