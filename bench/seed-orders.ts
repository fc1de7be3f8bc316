/**
 * Fills a database: one owner with all the orders in five shops beside 49 small ones. Up to a million go in through the product's own
 * intake, so that every table holds what the product would have put there; beyond, a tenth of them is copied.
 */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { courierIds } from '../test/steps/courier-ids.ts'
import type { ChannelOrder } from '../model/order.ts'
import { orderStatuses, orderStatusIds } from '../model/order-status.ts'
import { createMatchCustomers } from '../server/customers/persons/match-customers.ts'
import { openDatabase, type Database } from '../server/db/database.ts'
import { spans } from '../server/orders/list/order-counts-store.ts'
import { setCourier } from '../server/orders/actions/order-courier-store.ts'
import type { IntakeShop } from '../server/orders/intake/order-change.ts'
import { saveOrders } from '../server/orders/intake/order-intake-store.ts'
import { saveExchangeRates } from '../server/settings/exchange-rates-store.ts'
import { createOwner, findOwner } from '../server/settings/owners-store.ts'
import { saveLinkedShop } from '../server/shops/shops-store.ts'
import { withClient, type BenchServer } from './bench-database.ts'
import { copiedTables, copyOrders } from './copied-orders.ts'
import { madeRates, madeShops, makeOrder, shopOf, type MadeShop, type OrderSeries } from './made-orders.ts'

export const benchPassword = 'bench bench'
export const bigOwnerEmail = 'big@bench.test'
const smallOwners = 49
const batchSize = 1000
/** The intake takes a quarter of an hour for so many. */
const mostTakenIn = 1_000_000

export type SeededData = { database: string; orders: number; seconds: number }

/** Loads the data once; a later run with the same schema finds it ready. `others`: small accounts beside the large one. */
export async function seedOrders(
  server: BenchServer,
  orders: number,
  report: (line: string) => void,
  others = smallOwners,
): Promise<SeededData> {
  const database = `orders_${orders}_${schemaMark()}`
  if (await server.exists(database)) return { database, orders, seconds: 0 }
  if (orders > mostTakenIn) return copyTenth(server, orders, database, report)
  // Built under another name, so that a run that was broken off is not taken for a full one.
  const draft = `${database}_draft`
  await server.drop(draft)
  await server.create(draft)
  const started = performance.now()
  const indexes = await dropIndexes(server.adminUrl(draft), ['orders', 'order_search'])
  const db = openDatabase(loadingUrl(server, draft), { connections: 8, name: 'bench-seed' })
  try {
    const until = new Date()
    const owners = [
      await seedOwner(db, bigOwnerEmail, { seed: 1, count: orders, until }, (done) =>
        report(`${done.toLocaleString('en')} orders, ${Math.round((performance.now() - started) / 1000)} s`),
      ),
    ]
    for (let number = 1; number <= others; number++) {
      const count = Math.max(10, Math.round((orders * 0.02) / smallOwners))
      owners.push(await seedOwner(db, `small${number}@bench.test`, { seed: 100 + number, count, until }))
    }
    report('indexes')
    await withClient(server.adminUrl(draft), async (client) => {
      await client.query("set maintenance_work_mem = '1GB'")
      for (const definition of indexes) await client.query(definition)
      await client.query('vacuum analyze')
    })
    report('customers of several shops')
    const match = createMatchCustomers(db, Number.POSITIVE_INFINITY)
    for (const ownerId of owners) await match({ ownerId })
  } finally {
    await db.close()
  }
  await withClient(server.adminUrl(draft), async (client) => {
    // Marks that people set, of which a sync knows nothing.
    await client.query('update orders set is_star = true where id % 97 = 0')
    await client.query(
      "update orders set printed_at = placed_at + interval '5 hours' where status between 4 and 6 and id % 3 > 0",
    )
    for (const [span, has] of [
      [spans.starred, 'is_star'],
      [spans.printed, 'printed_at is not null'],
    ] as const)
      await client.query(countMarked(span, has))
    // No channel stands behind these shops, so nobody shall look at them.
    await client.query("update channel_shops set next_poll_at = '2200-01-01'")
    await client.query('vacuum analyze')
    // Or its writing would go on beside the first measurements.
    await client.query('checkpoint')
  })
  await server.rename(draft, database)
  return { database, orders, seconds: (performance.now() - started) / 1000 }
}

/** Beyond `mostTakenIn`: the data of a tenth, with nine copies. */
async function copyTenth(
  server: BenchServer,
  orders: number,
  database: string,
  report: (line: string) => void,
): Promise<SeededData> {
  const tenth = await seedOrders(server, Math.round(orders / 10), report)
  const draft = `${database}_draft`
  await server.drop(draft)
  await server.create(draft, tenth.database)
  const started = performance.now()
  const indexes = await dropIndexes(server.adminUrl(draft), copiedTables)
  await withClient(loadingUrl(server, draft), async (client) => {
    await client.query("set work_mem = '256MB'")
    const { rows } = await client.query<{ owner_id: string }>(
      'select owner_id from sign_ins where email = $1',
      [bigOwnerEmail],
    )
    await copyOrders(client, rows[0]?.owner_id ?? '', (line) =>
      report(`${line}, ${Math.round((performance.now() - started) / 1000)} s`),
    )
    report('indexes')
    await client.query("set maintenance_work_mem = '2GB'")
    for (const definition of indexes) await client.query(definition)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
  await server.rename(draft, database)
  return { database, orders, seconds: (performance.now() - started) / 1000 }
}

function countMarked(span: number, has: string): string {
  const counts = orderStatuses.map((status) => `count(*) filter (where status = ${orderStatusIds[status]})`)
  return `insert into order_counts (owner_id, span, since, shop_id, payment_method, courier, ${orderStatuses.join(', ')})
    select owner_id, ${span}, date '0001-01-01', shop_id, payment_method, courier, ${counts.join(', ')}
    from orders where ${has} group by 1, 4, 5, 6`
}

/** Changes with the tables, the search terms and what is made up, so that a run never measures the data of another version. */
export function schemaMark(): string {
  const migrations = readdirSync(new URL('../server/db/migrations/', import.meta.url))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => `../server/db/migrations/${name}`)
  const made = ['seed-orders.ts', 'made-orders.ts', 'copied-orders.ts', 'seed-products.ts']
  const files = [...migrations, '../model/keyword.ts', '../server/orders/intake/order-terms.ts', ...made]
  const text = files.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('')
  return hash('sha1', text).slice(0, 8)
}

async function seedOwner(
  db: Database,
  email: string,
  series: OrderSeries,
  report: (done: number) => void = () => {},
): Promise<string> {
  const ownerId = await createOwner(db, accountOf(email))
  const rates = Object.entries(madeRates).map(([currency, rate]) => ({
    currency,
    from: '2020-01-01',
    rate: String(rate),
  }))
  await db.asOwner(ownerId, (tx) => saveExchangeRates(tx, { ownerId, into: 'MYR', by: 'bench' }, rates))
  // One after the other, so that the first shop is the same one each time.
  const shops: IntakeShop[] = []
  for (const shop of madeShops) shops.push(await saveShop(db, ownerId, shop, series.seed))
  // Shops are independent of each other: each saves its batches one after another, and not too many wait.
  const waiting: ChannelOrder[][] = shops.map(() => [])
  const saving: Promise<unknown>[] = shops.map(() => Promise.resolve())
  const queued = new Set<Promise<unknown>>()
  const save = async (at: number): Promise<void> => {
    const [batch, shop] = [waiting[at], shops[at]]
    waiting[at] = []
    if (!batch?.length || !shop) return
    const saved = Promise.resolve(saving[at]).then(() =>
      db.asOwner(ownerId, (tx) => saveOrders(tx, shop, batch, 'import')),
    )
    saving[at] = saved
    queued.add(saved)
    void saved.then(() => queued.delete(saved)).catch(() => {})
    if (queued.size >= 8) await Promise.race(queued)
  }
  for (let index = 0; index < series.count; index++) {
    const at = shopOf(series, index)
    waiting[at]?.push(makeOrder(series, index))
    if (waiting[at]?.length === batchSize) await save(at)
    if (index % 100_000 === 99_999) report(index + 1)
  }
  for (const at of shops.keys()) await save(at)
  await Promise.all(saving)
  for (const shop of shops) await chooseCouriers(db, shop)
  return ownerId
}

/** One order in fifty goes by a courier of the owner's own. */
async function chooseCouriers(db: Database, shop: IntakeShop): Promise<void> {
  await db.asOwner(shop.ownerId, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from orders
      where owner_id = ${shop.ownerId} and shop_id = ${shop.shopId} and id % 50 = 0 order by id for update`.execute(
      tx,
    )
    await setCourier(
      tx,
      shop,
      rows.map(({ id }) => id),
      courierIds.jnt,
    )
  })
}

export function accountOf(email: string) {
  return {
    name: email,
    email,
    password: benchPassword,
    companyName: email,
    currency: 'MYR',
    timezone: 'Asia/Kuala_Lumpur',
    language: 'en',
  }
}

/** An account in a database that may have it already. */
export async function createBenchOwner(
  server: BenchServer,
  database: string,
  email: string,
): Promise<string> {
  const found = await withClient(server.adminUrl(database), (client) =>
    client.query<{ owner_id: string }>('select owner_id from sign_ins where email = $1', [email]),
  )
  if (found.rows[0]) return found.rows[0].owner_id
  const db = openDatabase(server.url(database), { connections: 2 })
  try {
    return await createOwner(db, accountOf(email))
  } finally {
    await db.close()
  }
}

export async function saveShop(
  db: Database,
  ownerId: string,
  shop: MadeShop,
  seed: number,
): Promise<IntakeShop> {
  return db.asOwner(ownerId, async (tx) => {
    const owner = await findOwner(tx, ownerId)
    if (!owner) throw new Error('the owner is missing')
    const { shopId } = await saveLinkedShop(tx, ownerId, 2, {
      channelShopId: `${shop.channelShopId}${seed}`,
      name: shop.name,
      currency: shop.currency,
      region: shop.region,
      credentials: {
        channelShopId: shop.channelShopId,
        accessToken: '',
        refreshToken: '',
        accessExpiresAt: new Date(),
        refreshExpiresAt: new Date(),
      },
    })
    const { number: ownerNumber, hasCrm } = owner
    return { ownerId, ownerNumber, shopId, platformId: 2, hasCrm, supportsReturns: true }
  })
}

/** The intake's own order of work meets every foreign key, so looking each one up is spared here. */
function loadingUrl(server: BenchServer, database: string): string {
  const url = new URL(server.adminUrl(database))
  url.searchParams.set(
    'options',
    '-c timezone=UTC -c session_replication_role=replica -c synchronous_commit=off',
  )
  return url.href
}

/** Takes away what only reading needs; it is made again in one go. */
export async function dropIndexes(adminUrl: string, tables: string[]): Promise<string[]> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.schemaname = 'public' and i.tablename = any($1)
        and not exists (select from pg_constraint c where c.conname = i.indexname)`,
      [tables],
    )
    for (const { name } of rows) await client.query(`drop index ${name}`)
    return rows.map(({ definition }) => definition)
  })
}
