/** Measures how fast the same orders go into the same tables when nothing else is done: the reference for the first sync. */
import type { ChannelOrder } from '../model/order.ts'
import { openDatabase } from '../server/db/database.ts'
import { saveOrders } from '../server/orders/intake/order-intake-store.ts'
import { withClient, type BenchServer } from './bench-database.ts'
import type { Bench } from './bench.ts'
import { madeShops, makeOrder } from './made-orders.ts'
import { createBenchOwner, saveShop } from './seed-orders.ts'

const batchSize = 500
const tables = [
  'customers',
  'orders',
  'order_items',
  'order_packages',
  'order_history',
  'order_search',
  'order_counts',
  'stock_reservations',
]
const keys: Record<string, string> = {
  customers: 'owner_id, shop_id, channel_buyer_id',
  orders: 'owner_id, shop_id, channel_order_id',
  order_items: 'owner_id, order_id, position',
  order_packages: 'owner_id, order_id, channel_package_id',
  order_history: 'owner_id, order_id, at, event',
  order_search: 'owner_id, order_id',
}

export type StoreRates = { saveOrders: number; plainInsert: number }

export async function storeRates(bench: Bench, database: string): Promise<StoreRates> {
  const { server, options } = bench
  const series = { seed: 7, count: options.syncOrders, until: new Date() }
  const made = Array.from({ length: series.count }, (_, index) => makeOrder(series, index))
  const saved = await saveAlone(server, database, made)
  bench.report(`saveOrders alone: ${saved.toFixed(0)} orders/s`)
  const plain = await insertAlone(server, database, made.length)
  bench.report(`plain batched upsert: ${plain.toFixed(0)} orders/s`)
  return { saveOrders: saved, plainInsert: plain }
}

export async function saveAlone(
  server: BenchServer,
  database: string,
  orders: ChannelOrder[],
): Promise<number> {
  const db = openDatabase(server.url(database), { connections: 2 })
  try {
    const ownerId = await createBenchOwner(server, database, 'alone@bench.test')
    const shop = await saveShop(db, ownerId, madeShops[0] as (typeof madeShops)[number], 7)
    const started = performance.now()
    for (let at = 0; at < orders.length; at += batchSize) {
      await db.asOwner(ownerId, (tx) => saveOrders(tx, shop, orders.slice(at, at + batchSize), 'import'))
    }
    return (orders.length / (performance.now() - started)) * 1000
  } finally {
    await db.close()
  }
}

/**
 * Takes out what saveOrders has just put in, as JSON in batches of 500 orders that lie ready, and puts it in again: one
 * upsert per table and batch, one transaction per batch, one connection, without reading anything first.
 */
export async function insertAlone(server: BenchServer, database: string, count: number): Promise<number> {
  return withClient(server.adminUrl(database), async (client) => {
    const batches: Record<string, string>[] = []
    const { rows: ids } = await client.query<{ id: string }>('select id from orders order by id')
    for (let at = 0; at < ids.length; at += batchSize) {
      const chunk = ids.slice(at, at + batchSize).map(({ id }) => id)
      const batch: Record<string, string> = {}
      for (const table of Object.keys(keys)) {
        const where =
          table === 'customers'
            ? 't.id in (select customer_id from orders where id = any($1::bigint[]))'
            : `t.${table === 'orders' ? 'id' : 'order_id'} = any($1::bigint[])`
        const { rows } = await client.query<{ rows: string }>(
          `select coalesce(json_agg(t), '[]')::text as rows from ${table} t where ${where}`,
          [chunk],
        )
        batch[table] = rows[0]?.rows ?? '[]'
      }
      batches.push(batch)
    }
    const inserts = await Promise.all(Object.keys(keys).map((table) => upsertOf(server, database, table)))
    await client.query(`truncate ${tables.join(', ')} cascade`)
    await client.query('vacuum')
    const started = performance.now()
    for (const batch of batches) {
      await client.query('begin')
      for (const { table, text } of inserts) await client.query({ name: table, text, values: [batch[table]] })
      await client.query('commit')
    }
    return (count / (performance.now() - started)) * 1000
  })
}

async function upsertOf(
  server: BenchServer,
  database: string,
  table: string,
): Promise<{ table: string; text: string }> {
  return withClient(server.adminUrl(database), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1
         and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    )
    const names = rows.map(({ name }) => name).join(', ')
    const key = (keys[table] ?? '').split(', ')
    const changes = rows
      .filter(({ name }) => !key.includes(name))
      .map(({ name }) => `${name} = excluded.${name}`)
    // Terms come out of the JSON as text, which is cast back by its column's type.
    const text = `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json)
      on conflict (${key.join(', ')}) do update set ${changes.join(', ')}`
    return { table, text }
  })
}
