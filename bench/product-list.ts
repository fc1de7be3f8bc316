/** Lists of products and SKUs: against the bare limit, against page 1, and ten times the data. */
import { freePort } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { measure, median, perSeconds, ratiosOf, signIn, type Load } from './measure.ts'
import { startConsoleProcess, startProcess, type Running } from './processes.ts'
import { firstPages, grownCases, productCases, type ProductCase } from './product-list-cases.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail } from './seed-orders.ts'
import { seedProducts } from './seed-products.ts'

type Subject = { web: Running; bare: Running; token: string; cases: ProductCase[]; skus: number }

export async function benchProductList(bench: Bench): Promise<Table[]> {
  const full = await openSubject(bench, bench.options.skus)
  try {
    const tables = [await againstBare(bench, full), await otherReads(bench, full)]
    if (bench.options.growth) {
      const tenth = await openSubject(bench, Math.round(bench.options.skus / 10))
      try {
        tables.push(await growth(bench, full, tenth))
      } finally {
        await closeSubject(tenth)
      }
    }
    bench.noteMemory(full.web)
    return tables
  } finally {
    await closeSubject(full)
  }
}

async function openSubject(bench: Bench, skus: number): Promise<Subject> {
  const { database, ownerId, shopIds } = await seedProducts(bench.server, skus, (line) => bench.report(line))
  const adminUrl = bench.server.adminUrl(database)
  const { rows } = await withClient(adminUrl, (client) =>
    client.query<{ number: number }>('select number::int from owners where owner_id = $1', [ownerId]),
  )
  const cases = productCases(rows[0]?.number ?? 0, skus, shopIds)
  const bare = await startProcess('bare server', 'bench/bare-server.ts', [], {
    DATABASE_URL: adminUrl,
    BENCH_OWNER: ownerId,
  })
  const web = await startConsoleProcess('web', bench.server.url(database), { port: await freePort() })
  return { web, bare, token: await signIn(web.url, bigOwnerEmail, benchPassword), cases, skus }
}

async function closeSubject({ web, bare }: Subject): Promise<void> {
  await web.stop()
  await bare.stop()
}

const load = ({ web, token }: Subject, { paths }: ProductCase, seconds: number): Promise<Load> =>
  measure(web.url, paths, { seconds, token })
const loadBare = ({ bare: { url } }: Subject, { bare }: ProductCase, seconds: number): Promise<Load> =>
  measure(url, bare, { seconds })

/** In turns, so that a busy moment of the machine meets both. */
async function againstBare(bench: Bench, full: Subject): Promise<Table> {
  const { seconds, rounds } = bench.options
  const rows: Table['rows'] = []
  for (const first of Object.values(firstPages)) {
    const product: Load[] = []
    const limit: Load[] = []
    await load(full, first, seconds)
    await loadBare(full, first, seconds)
    for (let round = 1; round <= rounds; round++) {
      product.push(await load(full, first, seconds))
      limit.push(await loadBare(full, first, seconds))
    }
    const of = (loads: Load[], key: keyof Load) => median(loads.map((each) => each[key]))
    const ratio = median(ratiosOf(perSeconds(product), perSeconds(limit)))
    rows.push([
      first.name,
      of(product, 'perSecond'),
      of(limit, 'perSecond'),
      ratio * 100,
      of(product, 'p50'),
      of(product, 'p95'),
      of(product, 'bytes'),
    ])
    bench.report(`${first.name}: ${(ratio * 100).toFixed(0)} % of bare`)
  }
  return {
    title: `Lists of products and SKUs, 20 rows; ${full.skus.toLocaleString('en')} SKUs in 5 shops, 16 connections`,
    command: bench.command('product-lists'),
    columns: ['', 'requests/s', 'bare requests/s', '% of bare', 'p50 ms', 'p95 ms', 'bytes'],
    rows,
    notes: ['Bar: 70 % of bare.'],
  }
}

const firstOf = ({ name }: ProductCase) => (name.startsWith('SKU') ? firstPages.skus : firstPages.products)

async function otherReads(bench: Bench, full: Subject): Promise<Table> {
  const seconds = Math.max(1, Math.round(bench.options.seconds / 2))
  const firsts = new Map<string, number[]>()
  const results: { one: ProductCase; loaded: Load; ratio: number | undefined }[] = []
  const cases = full.cases.filter(({ name }) => name.includes(bench.options.match))
  for (const [at, one] of cases.entries()) {
    // Page 1 again and again, so that the comparison drifts with the machine.
    if (at % 5 === 0)
      for (const first of Object.values(firstPages))
        firsts.set(first.name, [...(firsts.get(first.name) ?? []), (await load(full, first, seconds)).p95])
    await load(full, one, 1)
    const loaded = await load(full, one, seconds)
    const bare = one.bare.length > 0 ? await loadBare(full, one, seconds) : undefined
    results.push({ one, loaded, ratio: bare && (loaded.perSecond / bare.perSecond) * 100 })
    bench.report(`${one.name}: p95 ${loaded.p95.toFixed(1)} ms`)
  }
  return {
    title: `Other reads of products and SKUs; ${full.skus.toLocaleString('en')} SKUs in 5 shops`,
    command: bench.command('product-lists'),
    columns: ['', 'requests/s', '% of bare', 'p50 ms', 'p95 ms', '× page 1 p95'],
    rows: results.map(({ one, loaded, ratio }) => [
      one.name,
      loaded.perSecond,
      ratio,
      loaded.p50,
      loaded.p95,
      loaded.p95 / median(firsts.get(firstOf(one).name) ?? []),
    ]),
    notes: ['Bar: 4 × page 1.'],
  }
}

async function growth(bench: Bench, full: Subject, tenth: Subject): Promise<Table> {
  const seconds = Math.max(1, Math.round(bench.options.seconds / 2))
  const cases = [...Object.values(firstPages), ...full.cases.filter(({ name }) => grownCases.includes(name))]
  const rows: Table['rows'] = []
  for (const one of cases) {
    const same = [...Object.values(firstPages), ...tenth.cases].find(({ name }) => name === one.name)
    if (!same) continue
    const small: Load[] = []
    const big: Load[] = []
    await load(tenth, same, 1)
    for (let round = 0; round < 2; round++) {
      small.push(await load(tenth, same, seconds))
      big.push(await load(full, one, seconds))
    }
    const of = (loads: Load[], key: 'p50' | 'p95') => median(loads.map((each) => each[key]))
    rows.push([
      one.name,
      of(small, 'p50'),
      of(big, 'p50'),
      of(big, 'p50') / of(small, 'p50'),
      of(big, 'p95') / of(small, 'p95'),
    ])
    bench.report(`growth, ${one.name}`)
  }
  return {
    title: `Ten times the data: ${tenth.skus.toLocaleString('en')} against ${full.skus.toLocaleString('en')} SKUs`,
    command: bench.command('product-lists'),
    columns: ['', 'p50 tenth', 'p50 full', 'ratio', 'ratio of p95'],
    rows,
    notes: ['Bar: 1.3 ×.'],
  }
}
