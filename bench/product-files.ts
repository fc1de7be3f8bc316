/** Products as a file against COPY, with the worker's memory, and a file of 100,000 rows that is imported, against COPY and its checks. */
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, until } from '../test/start-test-console.ts'
import { csvOf, upload, type ImportEntry } from '../test/steps/import-steps.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { copyOnce, exportOnce, type Written } from './export-orders.ts'
import { inCopy } from './first-sync.ts'
import { median, perSeconds, ratiosOf, signIn } from './measure.ts'
import { postgresCpuSeconds, startConsoleProcess, type Running } from './processes.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail } from './seed-orders.ts'
import { madeCode, seedProducts, type SeededProducts } from './seed-products.ts'

const mostRows = 100_000

export async function benchProductFiles(bench: Bench): Promise<Table[]> {
  const seeded = await seedProducts(bench.server, bench.options.skus, (line) => bench.report(line))
  const imported = await inCopy(bench, seeded.database, (database) =>
    importOnce(bench, { ...seeded, database }),
  )
  const bare = await inCopy(bench, seeded.database, (database) => copyIn(bench, { ...seeded, database }))
  return [await exportAll(bench, seeded), importTable(bench, imported, bare)]
}

type Measured = Written & { cpu: number }
const figures = ['rows', 'seconds', 'cpu', 'perSecond'] as const satisfies (keyof Measured)[]

/** The same lines as the file has, from the tables as they are: nothing in words, no amount with its point, no row-level security. */
export const plainProductRows = (
  ownerId: string,
) => `select k.seller_sku, p.name, k.options, s.system_name, s.platform_id, p.channel_product_id, k.channel_sku_id, k.price, k.special_price,
    p.currency, coalesce(u.target, t.on_hand - t.reserved, k.channel_stock) as stock, p.status, c.prime_sku, k.barcode
  from products p
  join product_skus k on k.owner_id = p.owner_id and k.product_id = p.id
  join shops s on s.owner_id = p.owner_id and s.id = p.shop_id
  left join skus c on c.owner_id = p.owner_id and c.id = k.sku_id
  left join stock t on t.owner_id = p.owner_id and t.sku_id = k.sku_id and t.warehouse_id = s.warehouse_id
  left join stock_pushes u on u.owner_id = p.owner_id and u.product_sku_id = k.id
  where p.owner_id = '${ownerId}' order by p.id desc, k.position`

async function exportAll(bench: Bench, { database, ownerId }: SeededProducts): Promise<Table> {
  const { rounds } = bench.options
  const url = bench.server.url(database)
  const web = await startConsoleProcess('web', url, { port: await freePort() })
  const worker = await startConsoleProcess('worker', url)
  try {
    const token = await signIn(web.url, bigOwnerEmail, benchPassword)
    const idle = worker.memoryMiB() ?? Number.NaN
    const csv: Measured[] = []
    const copied: Measured[] = []
    const measured = async (work: () => Promise<Written>, process?: Running): Promise<Measured> => {
      const cpu = await cpuMeter(bench, database, process)
      return { ...(await work()), cpu: await cpu() }
    }
    for (let round = 1; round <= rounds; round++) {
      csv.push(await measured(() => exportOnce(web, token, '/products/export?format=csv'), worker))
      const rows = csv.at(-1)?.rows ?? 0
      copied.push(await measured(() => copyOnce(bench, database, plainProductRows(ownerId), rows)))
      bench.report(`products as CSV: ${csv.at(-1)?.perSecond.toFixed(0)} rows/s`)
    }
    const peak = (worker.peakMemoryMiB() ?? Number.NaN) - idle
    bench.noteMemory(worker)
    const of = (list: Measured[], key: keyof Measured) => median(list.map((one) => one[key]))
    const ratio = median(ratiosOf(perSeconds(csv), perSeconds(copied)))
    const cpuOf = (list: Measured[]) => list.map(({ cpu }) => cpu)
    const byCpu = median(ratiosOf(cpuOf(copied), cpuOf(csv)))
    return {
      title: 'All products as a file',
      command: bench.command('product-files'),
      columns: ['', 'rows', 'seconds', 'CPU s', 'rows/s', 'worker MiB above idle'],
      rows: [
        ['bare COPY to CSV', ...figures.map((key) => of(copied, key)), undefined],
        ['console, CSV', ...figures.map((key) => of(csv, key)), peak],
      ],
      notes: [
        `CSV / COPY: ${(ratio * 100).toFixed(0)} % by the clock, ${(byCpu * 100).toFixed(0)} % by CPU (bar: 50 %). Bar for the memory: 150 MiB above idle.`,
      ],
    }
  } finally {
    await worker.stop()
    await web.stop()
  }
}

type Imported = { rows: number; checked: number; committed: number; cpu: number; peak: number }

/** Alert level and stock of SKUs; each row changes both. */
export function sheetOf({ options: { skus } }: { options: Pick<Bench['options'], 'skus'> }) {
  const rows = Math.min(mostRows, skus)
  return Array.from({ length: rows }, (_, at) => [madeCode(at), 7 + (at % 5), 200 + (at % 90)])
}

async function importOnce(bench: Bench, { database, warehouseId }: SeededProducts): Promise<Imported> {
  const url = bench.server.url(database)
  const web = await startConsoleProcess('web', url, { port: await freePort() })
  const worker = await startConsoleProcess('worker', url)
  try {
    const token = await signIn(web.url, bigOwnerEmail, benchPassword)
    const idle = worker.memoryMiB() ?? Number.NaN
    const sheet = sheetOf(bench)
    const bytes = csvOf([['SKU code', 'Alert level', 'On hand'], ...sheet])
    const first = await upload(web, { token }, bytes)
    if (first.status !== 201) throw new Error(`the upload failed: ${JSON.stringify(first.body)}`)
    const { id } = first.body.data
    await stepDone(web, token, id, 'checked')
    const cpu = await cpuMeter(bench, database, worker)
    const started = performance.now()
    const columns = ['sku_code', 'threshold', `on_hand:${warehouseId}`]
    await call(web, token, 'PUT', `/imports/${id}/columns`, { columns })
    const entry = await stepDone(web, token, id, 'checked')
    if (entry.summary?.change !== sheet.length)
      throw new Error(`not every row changes something: ${JSON.stringify(entry.summary)}`)
    const checked = (performance.now() - started) / 1000
    bench.report(`${sheet.length} rows checked in ${checked.toFixed(1)} s`)
    const begun = performance.now()
    await call(web, token, 'POST', `/imports/${id}/commit`)
    const end = await stepDone(web, token, id, 'done')
    if (end.summary?.done !== sheet.length)
      throw new Error(`not every row came in: ${JSON.stringify(end.summary)}`)
    const committed = (performance.now() - begun) / 1000
    bench.report(`and imported in ${committed.toFixed(1)} s`)
    const peak = (worker.peakMemoryMiB() ?? Number.NaN) - idle
    return { rows: sheet.length, checked, committed, cpu: await cpu(), peak }
  } finally {
    await worker.stop()
    await web.stop()
  }
}

async function call(web: Running, token: string, method: string, path: string, body?: object) {
  const reply = await fetch(`${web.url}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { data: ImportEntry }
}

async function stepDone(web: Running, token: string, id: number, status: ImportEntry['status']) {
  return until(
    `the import to be ${status}`,
    async () => {
      // Asking all the time would be a load of its own.
      await new Promise((resolve) => setTimeout(resolve, 250))
      const { data } = await call(web, token, 'GET', `/imports/${id}`)
      if (data.status === 'failed') throw new Error(`the import failed: ${data.fault}`)
      return data.status === status && data
    },
    3600,
  )
}

/**
 * CPU seconds of PostgreSQL, and of a process, from now on: beside other work on the machine they tell more than the clock does. The
 * web process is left out, as it is asked again and again how far the work is.
 */
async function cpuMeter(
  bench: Pick<Bench, 'server'>,
  database: string,
  worker?: Running,
): Promise<() => Promise<number>> {
  const url = bench.server.adminUrl(database)
  const read = async () => ((await postgresCpuSeconds(url)) ?? Number.NaN) + (worker?.cpuSeconds() ?? 0)
  const before = await read()
  return async () => (await read()) - before
}

/** One COPY into a table of its own, the checks as one statement, and the changes as one statement a table. */
async function copyIn(bench: Bench, seeded: SeededProducts): Promise<Omit<Imported, 'peak'>> {
  const sheet = sheetOf(bench)
  const file = join(tmpdir(), `bench-import-${process.pid}.csv`)
  writeFileSync(file, csvOf(sheet), { mode: 0o644 })
  try {
    return await copyFile(bench, seeded, file, sheet.length)
  } finally {
    rmSync(file)
  }
}

export async function copyFile(
  bench: Pick<Bench, 'server'>,
  { database, ownerId, warehouseId }: SeededProducts,
  file: string,
  rows: number,
): Promise<Omit<Imported, 'peak'>> {
  return withClient(bench.server.adminUrl(database), async (client) => {
    const owner = `'${ownerId}'::uuid`
    const cpu = await cpuMeter(bench, database)
    const started = performance.now()
    await client.query('begin')
    await client.query('create temporary table sheet (code text, threshold int, on_hand int) on commit drop')
    await client.query(`copy sheet from '${file}' (format csv)`)
    await client.query('analyze sheet')
    await client.query(`create temporary table checked on commit drop as
      select s.id, r.threshold, r.on_hand, t.on_hand as before, t.reserved from sheet r
      left join skus s on s.owner_id = ${owner} and s.code_key = lower(r.code) and s.merged_into is null
      left join stock t on t.owner_id = ${owner} and t.sku_id = s.id and t.warehouse_id = ${warehouseId}`)
    const checked = (performance.now() - started) / 1000
    await client.query(`update skus s set low_stock_threshold = c.threshold, stock_level = case when c.on_hand <= c.threshold
      then 1 else 2 end, updated_at = now() from checked c where s.owner_id = ${owner} and s.id = c.id`)
    await client.query(`insert into stock_movements (owner_id, id, sku_id, warehouse_id, kind, on_hand_change, reserved_change,
        available_after, at, document, user_id, user_name)
      select ${owner}, nextval('ids'), c.id, ${warehouseId}, 'adjust', c.on_hand - c.before, 0, c.on_hand - c.reserved, now(), 1, 1,
        'bare' from checked c`)
    await client.query(`update stock t set on_hand = c.on_hand from checked c
      where t.owner_id = ${owner} and t.sku_id = c.id and t.warehouse_id = ${warehouseId}`)
    await client.query('commit')
    const committed = (performance.now() - started) / 1000 - checked
    return { rows, checked, committed, cpu: await cpu() }
  })
}

function importTable(bench: Bench, console: Imported, bare: Omit<Imported, 'peak'>): Table {
  const ratio = (console.checked + console.committed) / (bare.checked + bare.committed)
  return {
    title: `A file of ${console.rows.toLocaleString('en')} rows that each change the alert level and the stock of a SKU`,
    command: bench.command('product-files'),
    columns: ['', 'check, s', 'import, s', 'CPU s', 'rows/s', 'worker MiB above idle'],
    rows: [
      [
        'bare COPY with its checks',
        bare.checked,
        bare.committed,
        bare.cpu,
        console.rows / (bare.checked + bare.committed),
        undefined,
      ],
      [
        'console',
        console.checked,
        console.committed,
        console.cpu,
        console.rows / (console.checked + console.committed),
        console.peak,
      ],
    ],
    notes: [
      `Console / bare: ${ratio.toFixed(1)} × by the clock, ${(console.cpu / bare.cpu).toFixed(1)} × by CPU (bar: 3 ×).`,
    ],
  }
}
