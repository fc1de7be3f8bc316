/** Analytics, the list of customers and the count of a segment: against page 1 of the order list, the bare limit and a tenth of the data. */
import type { Client } from 'pg'
import { freePort } from '../test/start-test-console.ts'
import {
  customerCases,
  customerPage,
  figureCases,
  segmentCases,
  type SegmentCase,
} from './analytics-cases.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { measure, measureCalls, median, perSeconds, ratiosOf, signIn, type Load } from './measure.ts'
import { startConsoleProcess, startProcess, type Running } from './processes.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail } from './seed-orders.ts'

type Subject = {
  web: Running
  bare: Running
  token: string
  orders: number
  shopId: number
  customers: number
  keywords: string[]
  skuIds: number[]
}

const orderPage = '/api/v2/orders/filter?limit=20'

export async function benchAnalytics(bench: Bench): Promise<Table[]> {
  const full = await openSubject(bench, bench.options.orders)
  const tenth = bench.options.growth
    ? await openSubject(bench, Math.max(1000, Math.round(bench.options.orders / 10)))
    : undefined
  try {
    const tables = [
      await figures(bench, full, tenth),
      await customers(bench, full),
      await segments(bench, full),
    ]
    bench.noteMemory(full.web)
    return tables
  } finally {
    for (const subject of [full, tenth]) {
      await subject?.web.stop()
      await subject?.bare.stop()
    }
  }
}

async function openSubject(bench: Bench, orders: number): Promise<Subject> {
  const { database } = await bench.seeded(orders)
  const adminUrl = bench.server.adminUrl(database)
  const found = await withClient(adminUrl, prepareCustomers)
  const web = await startConsoleProcess('web', bench.server.url(database), { port: await freePort() })
  const bare = await startProcess('bare server', 'bench/bare-server.ts', [], {
    DATABASE_URL: adminUrl,
    BENCH_OWNER: found.ownerId,
  })
  return { web, bare, token: await signIn(web.url, bigOwnerEmail, benchPassword), orders, ...found }
}

/** SKUs of two codes, which orders alone do not bring, and values that are really there. */
export async function prepareCustomers(client: Client) {
  const one = async <T extends object>(text: string, values: unknown[] = []) =>
    (await client.query<T>(text, values)).rows
  const [owner] = await one<{ id: string }>('select owner_id as id from sign_ins where email = $1', [
    bigOwnerEmail,
  ])
  const ownerId = owner?.id ?? ''
  // The listings are of a product that is not there.
  await one('set session_replication_role = replica')
  const skus = await one<{ id: string }>(
    `with best as (
      select seller_sku, row_number() over (order by count(*) desc, seller_sku) as place from order_items
      where owner_id = $1 group by seller_sku order by count(*) desc, seller_sku limit 2),
    known as (
      insert into skus (owner_id, id, prime_sku, name, shop_ids, created_at, updated_at)
      select $1, 900000000 + place, seller_sku, seller_sku, '{}', now(), now() from best on conflict do nothing),
    listings as (
      insert into product_skus (owner_id, id, product_id, shop_id, channel_product_id, channel_sku_id, shop_sku, seller_sku,
        position, options, price, is_active, channel_stock, sku_id, is_unlinked, is_compared)
      select $1, 900000000 + row_number() over (order by o.shop_id, i.shop_sku), 1, o.shop_id, i.shop_sku, '1', i.shop_sku,
        min(b.seller_sku), 0, '[]', 1000, true, 0, 900000000 + min(b.place), false, true
      from best b join order_items i on i.owner_id = $1 and i.seller_sku = b.seller_sku
      join orders o on o.owner_id = $1 and o.id = i.order_id group by o.shop_id, i.shop_sku
      on conflict do nothing)
    select 900000000 + place as id from best`,
    [ownerId],
  )
  const shops = await one<{ id: string }>('select id from shops where owner_id = $1 order by id limit 1', [
    ownerId,
  ])
  const buyers = await one<{ name: string; phone: string }>(
    'select name, phone from customers where owner_id = $1 and phone is not null order by hashint8(id) limit 1',
    [ownerId],
  )
  const [counted] = await one<{ customers: number }>(
    'select coalesce(sum(customers), 0)::int as customers from customer_counts where owner_id = $1',
    [ownerId],
  )
  return {
    ownerId,
    shopId: Number(shops[0]?.id),
    customers: counted?.customers ?? 0,
    keywords: [buyers[0]?.name ?? '', buyers[0]?.phone ?? ''],
    skuIds: skus.map(({ id }) => Number(id)),
  }
}

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())

/** One after the other, as one person looks at them. A call is made a few times at least, however long it takes. */
async function repeat({ web, token }: Subject, path: string, seconds: number): Promise<Load> {
  const calls = (count: number) => Array.from({ length: count }, () => ({ method: 'GET', path }))
  const { p50: ms } = await measureCalls(web.url, calls(2), { seconds, token, isOnce: true })
  const count = Math.min(Math.max(Math.ceil((seconds * 1000) / ms), fewest), most)
  return measureCalls(web.url, calls(count), { seconds: count, token, isOnce: true })
}

const fewest = 5
const most = 500

async function figures(bench: Bench, full: Subject, tenth: Subject | undefined): Promise<Table> {
  const seconds = Math.max(1, Math.round(bench.options.seconds / 4))
  const firsts: Load[] = []
  const results: { name: string; loaded: Load; small: Load | undefined }[] = []
  const cases = figureCases(today(), full.shopId).filter(({ name }) => name.includes(bench.options.match))
  const twins = tenth && new Map(figureCases(today(), tenth.shopId).map((one) => [one.name, one.path]))
  for (const [at, { name, path }] of cases.entries()) {
    // Page 1 again and again, so that the comparison drifts with the machine.
    if (at % 4 === 0) firsts.push(await repeat(full, orderPage, seconds))
    const small = tenth && (await repeat(tenth, twins?.get(name) ?? path, seconds))
    const loaded = await repeat(full, path, seconds)
    results.push({ name, loaded, small })
    bench.report(`${name}: p95 ${loaded.p95.toFixed(1)} ms`)
  }
  const base = median(firsts.map(({ p95 }) => p95))
  return {
    title: `Calls of analytics and home, one after the other; ${full.orders.toLocaleString('en')} orders`,
    command: bench.command('analytics'),
    columns: ['', 'p50 ms', 'p95 ms', '× page 1 p95', '× a tenth p50', '× a tenth p95'],
    rows: [
      ['page 1 of the order list', median(firsts.map(({ p50 }) => p50)), base, 1],
      ...results.map(({ name, loaded, small }) => [
        name,
        loaded.p50,
        loaded.p95,
        loaded.p95 / base,
        small && loaded.p50 / small.p50,
        small && loaded.p95 / small.p95,
      ]),
    ],
    notes: ['Bars: 3 × page 1; 1.3 × a tenth of the data.'],
  }
}

async function customers(bench: Bench, full: Subject): Promise<Table> {
  const seconds = Math.max(1, Math.round(bench.options.seconds / 2))
  const rows: Table['rows'] = []
  let base = Number.NaN
  for (const { name, path, bare } of [customerPage, ...customerCases(full)]) {
    const product: Load[] = []
    const limit: Load[] = []
    await measure(full.web.url, [path], { seconds: 1, token: full.token })
    for (let round = 0; round < bench.options.rounds; round++) {
      product.push(await measure(full.web.url, [path], { seconds, token: full.token }))
      if (bare) limit.push(await measure(full.bare.url, [bare], { seconds }))
    }
    const of = (key: keyof Load) => median(product.map((each) => each[key]))
    if (name === customerPage.name) base = of('p95')
    const ratios = ratiosOf(perSeconds(product), perSeconds(limit))
    rows.push([
      name,
      of('perSecond'),
      bare ? median(ratios) * 100 : undefined,
      of('p50'),
      of('p95'),
      of('p95') / base,
    ])
    bench.report(`customers, ${name}: p95 ${of('p95').toFixed(1)} ms`)
  }
  return {
    title: `List of customers, 20 rows, 16 connections; ${full.orders.toLocaleString('en')} orders`,
    command: bench.command('analytics'),
    columns: ['', 'requests/s', '% of bare', 'p50 ms', 'p95 ms', '× page 1 p95'],
    rows,
    notes: ['Bar: 70 % of bare.'],
  }
}

/** One after the other, as a segment is edited by one person. */
async function segments(bench: Bench, full: Subject): Promise<Table> {
  const { seconds, rounds } = bench.options
  const options = { seconds: Math.max(1, Math.round(seconds / 4)), isOnce: false }
  const countOf = ({ rules }: SegmentCase) => [
    { method: 'POST', path: '/api/v2/customers/shortlists/count', body: { rules } },
  ]
  const rows: Table['rows'] = []
  for (const one of segmentCases(full.skuIds)) {
    const ratios: number[] = []
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const ours = await measureCalls(full.web.url, countOf(one), { ...options, token: full.token })
      const bare = await measureCalls(full.bare.url, [{ method: 'GET', path: one.bare }], options)
      ratios.push(ours.p50 / bare.p50)
      times.push(ours.p50)
    }
    rows.push([one.name, median(times), median(times) / median(ratios), median(ratios)])
    bench.report(`segment, ${one.name}: ${median(ratios).toFixed(1)} × bare`)
  }
  return {
    title: `Counting a segment, one after the other; ${full.orders.toLocaleString('en')} orders`,
    command: bench.command('analytics'),
    columns: ['', 'p50 ms', 'bare p50 ms', '× bare'],
    rows,
    notes: ['Bar: 3 × bare.'],
  }
}
