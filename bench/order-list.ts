/** The order list: the console against the bare limit, every other read against page 1, and ten times the data. */
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { measure, median, perSeconds, ratiosOf, signIn, type Load } from './measure.ts'
import { freePort } from '../test/start-test-console.ts'
import { listCases, type ListCase } from './order-list-cases.ts'
import { startConsoleProcess, startProcess, type Running } from './processes.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail } from './seed-orders.ts'

const page1 = ['/api/v2/orders/filter?limit=20']

export async function benchOrderList(bench: Bench): Promise<Table[]> {
  const full = await openSubject(bench, bench.options.orders)
  try {
    const tables = [await againstBare(bench, full), await otherReads(bench, full)]
    if (bench.options.growth) {
      const tenth = await openSubject(bench, Math.max(1000, Math.round(bench.options.orders / 10)))
      try {
        tables.push(await growth(bench, full, tenth))
      } finally {
        await tenth.web.stop()
      }
    }
    bench.noteMemory(full.web)
    return tables
  } finally {
    await full.web.stop()
  }
}

type Subject = {
  web: Running
  token: string
  ownerId: string
  database: string
  cases: ListCase[]
  orders: number
}

async function openSubject(bench: Bench, orders: number): Promise<Subject> {
  const { database } = await bench.seeded(orders)
  const ownerId = await withClient(bench.server.adminUrl(database), async (client) => {
    const { rows } = await client.query<{ owner_id: string }>(
      'select owner_id from sign_ins where email = $1',
      [bigOwnerEmail],
    )
    return rows[0]?.owner_id ?? ''
  })
  const cases = await withClient(bench.server.adminUrl(database), (client) => listCases(client, ownerId))
  const web = await startConsoleProcess('web', bench.server.url(database), { port: await freePort() })
  return { web, token: await signIn(web.url, bigOwnerEmail, benchPassword), ownerId, database, cases, orders }
}

function load({ web, token }: Subject, paths: string[], seconds: number): Promise<Load> {
  return measure(web.url, paths, { seconds, token })
}

/** In turns, so that a busy moment of the machine meets both. */
async function againstBare(bench: Bench, full: Subject): Promise<Table> {
  const { seconds, rounds } = bench.options
  const bare = await startProcess('bare server', 'bench/bare-server.ts', [], {
    DATABASE_URL: bench.server.adminUrl(full.database),
    BENCH_OWNER: full.ownerId,
  })
  const product: Load[] = []
  const limit: Load[] = []
  try {
    // Warms both up for as long as a round, so that the compiler has done its work.
    await load(full, page1, seconds)
    await measure(bare.url, ['/'], { seconds })
    for (let round = 1; round <= rounds; round++) {
      product.push(await load(full, page1, seconds))
      limit.push(await measure(bare.url, ['/'], { seconds }))
      bench.report(`page 1, round ${round} of ${rounds}`)
    }
  } finally {
    await bare.stop()
  }
  const of = (loads: Load[], key: keyof Load) => median(loads.map((each) => each[key]))
  const row = (name: string, loads: Load[]) => [
    name,
    of(loads, 'perSecond'),
    of(loads, 'p50'),
    of(loads, 'p95'),
    of(loads, 'bytes'),
  ]
  const ratios = ratiosOf(perSeconds(product), perSeconds(limit))
  return {
    title: `Order list, page 1, newest first, 20 rows; ${full.orders.toLocaleString('en')} orders, 16 connections`,
    command: bench.command('list'),
    columns: ['', 'requests/s', 'p50 ms', 'p95 ms', 'bytes'],
    rows: [row('console', product), row('bare Node + pg', limit)],
    notes: [
      `console / bare: ${(median(ratios) * 100).toFixed(0)} % (bar: 50 %); by round ${ratios.map((r) => (r * 100).toFixed(0)).join(', ')}`,
    ],
  }
}

async function otherReads(bench: Bench, full: Subject): Promise<Table> {
  const seconds = Math.max(2, Math.round(bench.options.seconds / 2))
  const firsts: Load[] = []
  const results: { name: string; load: Load }[] = []
  const cases = full.cases.filter(({ name }) => name.includes(bench.options.match))
  // Each case once before it counts: what is measured is the steady state, not the first touch of a page on disk.
  for (const [at, { name, paths }] of cases.entries()) {
    // Page 1 again and again, so that the comparison drifts with the machine.
    if (at % 4 === 0) firsts.push(await load(full, page1, seconds))
    await load(full, paths, 1)
    results.push({ name, load: await load(full, paths, seconds) })
    bench.report(`${name}: p95 ${results.at(-1)?.load.p95.toFixed(1)} ms`)
  }
  const base = median(firsts.map(({ p95 }) => p95))
  const middle = median(firsts.map(({ p50 }) => p50))
  return {
    title: `Other reads; ${full.orders.toLocaleString('en')} orders, 16 connections`,
    command: bench.command('list'),
    columns: ['', 'requests/s', 'p50 ms', 'p95 ms', '× page 1 p50', '× page 1 p95'],
    rows: [
      ['page 1', median(firsts.map((l) => l.perSecond)), middle, base, 1, 1],
      ...results.map(({ name, load: { perSecond, p50, p95 } }) => [
        name,
        perSecond,
        p50,
        p95,
        p50 / middle,
        p95 / base,
      ]),
    ],
    notes: ['Bar: 4 × for every row without an asterisk.'],
  }
}

/** One of each kind of work. */
const grown = [
  'one status, common',
  'status, shop and dates',
  'last 7 days',
  'keyword: order code',
  'keyword: phone',
  'page 100',
  'page 5,000',
  'after a cursor',
  'tab counts',
  'order detail',
]

async function growth(bench: Bench, full: Subject, tenth: Subject): Promise<Table> {
  const seconds = Math.max(2, Math.round(bench.options.seconds / 2))
  const cases = [{ name: 'page 1', paths: page1 }, ...full.cases.filter(({ name }) => grown.includes(name))]
  const rows: Table['rows'] = []
  for (const { name, paths } of cases) {
    const smallPaths = name === 'page 1' ? page1 : tenth.cases.find((each) => each.name === name)?.paths
    if (!smallPaths) continue
    const small: Load[] = []
    const big: Load[] = []
    for (let round = 0; round < 2; round++) {
      small.push(await load(tenth, smallPaths, seconds))
      big.push(await load(full, paths, seconds))
    }
    const of = (loads: Load[], key: 'p50' | 'p95') => median(loads.map((each) => each[key]))
    rows.push([
      name,
      of(small, 'p50'),
      of(big, 'p50'),
      of(big, 'p50') / of(small, 'p50'),
      of(small, 'p95'),
      of(big, 'p95'),
      of(big, 'p95') / of(small, 'p95'),
    ])
    bench.report(`growth, ${name}`)
  }
  return {
    title: `Ten times the data: ${tenth.orders.toLocaleString('en')} against ${full.orders.toLocaleString('en')} orders`,
    command: bench.command('list'),
    columns: ['', 'p50 tenth', 'p50 full', 'ratio', 'p95 tenth', 'p95 full', 'ratio'],
    rows,
    notes: ['Bar: 1.3 ×.'],
  }
}
