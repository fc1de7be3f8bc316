/** Every statement of the product against what Citus takes (test/isolation/citus-rules.ts), without a cluster. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRules, type Rules } from './citus-rules.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { findInsertCounts, findStatements, sqlSources } from './sql-statements.ts'
import { migrationsFolder } from '../../server/db/migrate.ts'
import { claimCommands, markSent, saveOutcomes } from '../../server/outbox/command-store.ts'
import { commandWorks, dueWorks, enqueueNext } from '../../server/outbox/due-work-store.ts'
import { splitStatements } from '../../server/db/split-statements.ts'

let database: TestDatabase
let client: pg.Client
let rules: Rules

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  rules = await readRules(client)
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

/** Statements of these files are whole at run time only. They look, but for the rows of a backup and of an account that ends, and what distribute.ts asks of Citus. */
const wholeAtRunTime = [
  'server/orders/list/order-list-store.ts',
  'server/orders/list/newest-hits-store.ts',
  'server/orders/list/order-search-store.ts',
  'server/orders/list/order-page-store.ts',
  'server/orders/list/sorted-pages-store.ts',
  'server/orders/queue/order-queue-store.ts',
  'server/orders/queue/waiting-work-store.ts',
  'server/listings/list/product-list-store.ts',
  'server/listings/bulk/variant-rows-store.ts',
  'server/skus/list/sku-list-store.ts',
  'server/customers/list/addresses-store.ts',
  'server/customers/list/customer-list-store.ts',
  'server/customers/list/customer-rows-store.ts',
  'server/customers/list/spent-store.ts',
  'server/exports/customer-export-store.ts',
  'server/templates/template-list-store.ts',
  'server/stock/ledger/stock-level-store.ts',
  'server/db/list-statement.ts',
  'server/db/statement.ts',
  'server/exports/export-slice-store.ts',
  'server/exports/order-export-store.ts',
  'server/exports/audit-export-store.ts',
  'server/exports/product-export-store.ts',
  'server/exports/sku-export-store.ts',
  'server/analytics/buyers-store.ts',
  'server/analytics/canceled-store.ts',
  'server/analytics/cohorts-store.ts',
  'server/analytics/known-days-store.ts',
  'server/analytics/segment-days-store.ts',
  'server/customers/segments/rule-conditions-store.ts',
  'server/customers/segments/segment-change-store.ts',
  'server/customers/segments/segment-count-store.ts',
  'server/customers/segments/segment-totals-store.ts',
  'server/customers/segments/segment-filter-store.ts',
  'server/customers/segments/segment-push-store.ts',
  'server/analytics/convert-money-store.ts',
  'server/analytics/courier-figures-store.ts',
  'server/analytics/product-pairs-store.ts',
  'server/analytics/product-ranking-store.ts',
  'server/analytics/product-sales-store.ts',
  'server/analytics/sales-figures-store.ts',
  'server/analytics/sales-tables-store.ts',
  'server/analytics/sold-breadth-store.ts',
  'server/analytics/sold-sums-store.ts',
  'server/analytics/stock-cover-store.ts',
  'server/analytics/today-sales-store.ts',
  'server/analytics/top-products-store.ts',
  'server/exports/buyers-export-store.ts',
  'server/exports/figures-export-store.ts',
  'server/settlements/settlement-list-store.ts',
  'server/exports/settlement-export-store.ts',
  'server/settlements/settlement-conditions-store.ts',
  'server/backup/backup-tables-store.ts',
  'server/settings/deletion/deletion-store.ts',
  'server/db/distribute-tables.ts',
  // Put together below.
  'server/outbox/command-store.ts',
  'server/outbox/due-work-store.ts',
]

describe('the statements of the product', () => {
  it('are such as Citus takes, and name the owner of each tenant table', async () => {
    const faults: string[] = []
    const unread = new Map<string, string>()
    const read = new Set<string>()
    for (const { path, line, text } of sqlSources.flatMap(findStatements)) {
      const place = `${path}:${line}`
      const found = await rules.faultsOf(text).catch((error: Error) => unread.set(place, error.message))
      if (!Array.isArray(found)) continue
      read.add(place)
      if (!wholeAtRunTime.includes(path)) faults.push(...found.map((fault) => `${place}: ${fault}`))
    }
    expect(faults).toEqual([])
    const nowhereRead = [...unread].filter(
      ([place]) => !read.has(place) && !wholeAtRunTime.includes(place.split(':')[0] ?? ''),
    )
    expect(nowhereRead).toEqual([])
    expect(read.size).toBeGreaterThan(350)
  })

  it('are such as Citus takes for each table of the outbox', async () => {
    const texts = new Set<string>()
    const dialect = {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    }
    const tx = new Kysely<Record<string, never>>({ dialect, log: ({ query }) => void texts.add(query.sql) })
    const key = { ownerId: randomUUID(), shopId: 1 }
    for (const work of Object.values(dueWorks)) await enqueueNext(tx, work, key, new Date())
    for (const work of Object.values(commandWorks)) {
      await claimCommands(tx, work, key, 1)
      await markSent(tx, work, key.ownerId, 1)
      await saveOutcomes(tx, work, key.ownerId, [])
    }
    expect(texts.size).toBe(Object.keys(dueWorks).length + 3 * Object.keys(commandWorks).length)
    for (const text of texts) expect([text, await rules.faultsOf(text)]).toEqual([text, []])
  })

  it('count no inserted rows by what Citus says of INSERT from SELECT: it counts those that were selected', () => {
    expect(sqlSources.flatMap(findInsertCounts)).toEqual([])
  })

  it('are such as Citus takes in the migrations too, which are about all tenants', async () => {
    // Columns of a table that 0085 made anew, and one that 0086 drops.
    const gone = ['insert into sku_counts (owner_id, shop_id,', 'insert into unmatched_customers']
    const changes = readdirSync(migrationsFolder)
      .filter((name) => name.endsWith('.sql'))
      .flatMap((name) =>
        splitStatements(readFileSync(join(migrationsFolder, name), 'utf8'))
          .filter(({ text }) => /^(with|insert|update|delete)\b/i.test(text))
          .filter(({ text }) => !gone.some((beginning) => text.startsWith(beginning)))
          .map(({ text }) => ({ name, text })),
      )
    expect(changes.length).toBeGreaterThan(5)
    for (const { name, text } of changes) {
      const faults = await rules.faultsOf(text)
      expect([name, faults.filter((fault) => !fault.endsWith('without its owner'))]).toEqual([name, []])
    }
  })

  it('alter no table in a way that Citus leaves to its users: a column with its constraint, statistics of a column', () => {
    const refused = [
      /^alter table .*\badd (column )?(?!constraint)\w+ [^,;]*\b(check|references|unique|primary key)\b/is,
      /\brename constraint\b|\badd constraint\b.*,\s*(add|drop|alter)\b/is,
    ]
    const found = readdirSync(migrationsFolder)
      .filter((name) => name.endsWith('.sql'))
      .flatMap((name) => {
        const texts = splitStatements(readFileSync(join(migrationsFolder, name), 'utf8')).map(
          ({ text }) => text,
        )
        return texts
          .filter(
            (text, at) =>
              refused.some((one) => one.test(text)) ||
              (/\bset statistics\b/i.test(text) && !/enable_ddl_propagation = off/.test(texts[at - 1] ?? '')),
          )
          .map((text) => `${name}: ${text}`)
      })
    expect(found).toEqual([])
  })
})

describe('the rules', () => {
  const one = 'where owner_id = $1 and id = $2'
  const records = 'from json_to_recordset($2::json) as r(channel_id text)'
  const hints = 'insert into stale_ids as h (owner_id, shop_id, kind, channel_id, noted_at)'
  const faulty: [string, string][] = [
    [`update orders set placed_at = placed_at + interval '1 day' ${one}`, 'a STABLE function of a column'],
    [
      `delete from stale_ids where owner_id = $1 and date_trunc('hour', noted_at) < $2`,
      'a STABLE function of a column',
    ],
    [`update orders set refunds = jsonb_build_array(total) ${one}`, 'a STABLE function of a column'],
    [`update orders set note = placed_at::text ${one}`, 'a STABLE function of a column'],
    [
      `with changed as (update orders set note = to_char(placed_at, 'YY') ${one} returning id) select id from changed`,
      'a STABLE function of a column',
    ],
    [`update orders set placed_at = clock_timestamp() ${one}`, 'a volatile function'],
    [`update orders set placed_at = coalesce($3, now()) ${one}`, 'not IMMUTABLE within CASE or COALESCE'],
    [`update orders set status = case note when $3 then 1 else 2 end ${one}`, 'a simple CASE'],
    [
      `${hints} select $1::uuid, 1, 'orders', r.channel_id, $3::timestamptz ${records}`,
      'neither ON CONFLICT nor RETURNING',
    ],
    [
      `${hints} values ($1, $2, $3, $4, $5) on conflict (owner_id, shop_id, kind, channel_id) do update set noted_at = now()`,
      'not IMMUTABLE in DO UPDATE',
    ],
    [
      `${hints} values ($1, $2, $3, (select name from shops where owner_id = $1 and id = $2), $4)`,
      'a subselect within INSERT',
    ],
    [
      'select o.id from orders o join order_items i on i.order_id = o.id where o.owner_id = $1',
      'order_items without its owner',
    ],
    [
      'select o.id, (select count(*) from order_items i where i.order_id = o.id) from orders o where o.owner_id = $1',
      'order_items without its owner',
    ],
    [
      'select o.id, (select count(*) from order_items i where i.owner_id = o.owner_id and i.order_id = o.id) from orders o where o.owner_id = $1',
      'order_items without its owner',
    ],
    ['delete from orders where id = $1', 'orders without its owner'],
  ]
  it.each(faulty)('notice %s', async (text, fault) => {
    expect((await rules.faultsOf(text)).join()).toContain(fault)
  })

  const right = [
    `update orders set placed_at = now(), note = lower(note), status = case when note = $3 then 1 else 2 end ${one}`,
    `${hints} select $1::uuid, 1, 'orders', r.channel_id, $3::timestamptz ${records} returning 1`,
    `${hints} select owner_id, id, 'orders', name, created_at from shops where owner_id = $1`,
    'update sessions set expires_at = last_used_at + $1::interval',
    'select date_trunc($2, placed_at) from orders where owner_id = $1',
  ]
  it.each(right)('let pass %s', async (text) => {
    expect(await rules.faultsOf(text)).toEqual([])
  })
})
