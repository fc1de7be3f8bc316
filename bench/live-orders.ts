/** Measures the time of a new order from the marketplace's push to the browser's stream, at a steady pace. */
import { control, linkShop, until } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { inCopy, openStage, type Stage } from './first-sync.ts'
import { followFigures, type LiveFigures, liveFiguresTable } from './live-figures.ts'
import { percentile } from './measure.ts'
import { postgresCpuSeconds } from './processes.ts'
import type { Table } from './report.ts'
import { readStream } from './screen.ts'

const sandboxShop = 727720655
const seconds = 10

export async function benchLiveOrders(bench: Bench): Promise<Table[]> {
  const { database: full } = await bench.seeded(bench.options.orders)
  const rows: Table['rows'] = []
  const followed: { name: string; times: LiveFigures }[] = []
  for (const { into, template, perSecond } of [
    { into: 'empty store', template: undefined, perSecond: 20 },
    { into: `store of ${bench.options.orders.toLocaleString('en')} orders`, template: full, perSecond: 100 },
  ]) {
    const { waits, cpu, figures } = await inCopy(bench, template, (database) =>
      sellInto(bench, database, perSecond),
    )
    rows.push([
      `${perSecond} a second, ${into}`,
      waits.length,
      percentile(waits, 0.5),
      percentile(waits, 0.95),
      Math.max(...waits),
      ...cpu.map((ms) => ms / waits.length),
    ])
    followed.push({ name: into, times: figures })
  }
  return [
    {
      title: `From a sale at the marketplace to the browser's stream, for ${seconds} s`,
      command: bench.command('live'),
      columns: ['', 'orders', 'p50 ms', 'p95 ms', 'longest ms', 'sandbox', 'web', 'worker', 'PostgreSQL'],
      rows,
      notes: ['Bar: 1 s. The last four: milliseconds of CPU for a sale.'],
    },
    liveFiguresTable(followed, bench.command('live')),
  ]
}

type Sold = { waits: number[]; cpu: number[]; figures: LiveFigures }

async function sellInto(bench: Bench, database: string, perSecond: number): Promise<Sold> {
  const stage = await openStage(bench, database)
  try {
    await linkShop(stage.sandbox.url, stage.account, sandboxShop)
    await until('the first sync', async () => {
      const percent = await stage.account.call('GET /dashboard/sync-percent')
      return percent.at<number>('data.percent') === 100 || percent.at<number>('data.total_shop') === 0
    })
    await rest(bench.server.adminUrl(database))
    const cpu = async () => [
      ...[stage.sandbox, stage.web, stage.worker].map((one) => one.cpuSeconds() ?? Number.NaN),
      (await postgresCpuSeconds(bench.server.adminUrl(database))) ?? Number.NaN,
    ]
    const before = await cpu()
    const waits = await sell(stage, perSecond)
    const after = await cpu()
    bench.noteMemory(stage.web)
    bench.noteMemory(stage.worker)
    const figures = await followFigures(stage, sandboxShop)
    return { waits, cpu: after.map((seconds, at) => (seconds - (before[at] ?? 0)) * 1000), figures }
  } finally {
    await stage.stop()
  }
}

/** Waits until the worker has done what it owes the orders that were there: nothing but the syncs is due. */
async function rest(adminUrl: string): Promise<void> {
  const due = `select from graphile_worker.jobs
    where run_at < now() + interval '2 seconds' and task_identifier !~ '^sync-' limit 1`
  await withClient(adminUrl, (client) =>
    until('the worker to rest', async () => (await client.query(due)).rowCount === 0, 600),
  )
}

/** The n-th order is on the screen once n orders were announced; orders keep their order. */
async function sell(stage: Stage, perSecond: number): Promise<number[]> {
  const total = perSecond * seconds
  const sold: number[] = []
  const screen = await readStream(stage.web.url, stage.account.token)
  const started = performance.now()
  const sales: Promise<unknown>[] = []
  for (let n = 0; n < total; n++) {
    const wait = started + (n * 1000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sold.push(performance.now())
    sales.push(control(stage.sandbox.url, 'orders', { shop_id: sandboxShop }))
  }
  await Promise.all(sales)
  await until(`${total} orders on the stream`, async () => screen.created().length >= total, 60)
  await screen.leave()
  return sold.map((at, n) => (screen.created()[n] ?? Number.NaN) - at)
}
