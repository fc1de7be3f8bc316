/**
 * The first sync: orders from the sandbox over HTTP through the worker into the store, against the store alone. Sandbox,
 * web and worker are processes of their own; the worker's limit of calls per second is out of the way.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consoleSettings } from '../sandbox/kit/console-settings.ts'
import { call, control, freePort, linkShop, until, type Account } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { summarizeProfile, type CpuProfile } from './cpu-profile.ts'
import { signIn } from './measure.ts'
import { orStop, postgresCpuSeconds, startConsoleProcess, startProcess, type Running } from './processes.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail, createBenchOwner } from './seed-orders.ts'
import { storeRates } from './store-alone.ts'

const sandboxShop = 727720655

export async function benchFirstSync(bench: Bench): Promise<Table[]> {
  const { syncOrders } = bench.options
  const { database: full } = await bench.seeded(bench.options.orders)
  const title = (what: string) => `${what}; ${syncOrders.toLocaleString('en')} orders of 2.2 lines`
  const command = bench.command('sync')

  const empty = await inCopy(bench, undefined, (database) => syncOnce(bench, database))
  bench.report(`into an empty store: ${empty.perSecond.toFixed(0)} orders/s`)
  const grown = await inCopy(bench, full, (database) => syncOnce(bench, database))
  bench.report(`into a full store: ${grown.perSecond.toFixed(0)} orders/s`)
  const profiled = await inCopy(bench, undefined, (database) => syncOnce(bench, database, true))
  const alone = await inCopy(bench, undefined, (database) => storeRates(bench, database))

  const best = Math.max(alone.saveOrders, alone.plainInsert)
  return [
    {
      title: title('First sync, sandbox → HTTP → worker → store'),
      command,
      columns: ['', 'orders/s', '% of the best batch'],
      rows: [
        ['first sync, empty store', empty.perSecond, (empty.perSecond / best) * 100],
        [
          `first sync, store of ${bench.options.orders.toLocaleString('en')} orders`,
          grown.perSecond,
          (grown.perSecond / best) * 100,
        ],
        ['saveOrders alone, batches of 500', alone.saveOrders, (alone.saveOrders / best) * 100],
        ['plain batched upsert of the same rows, 500', alone.plainInsert, (alone.plainInsert / best) * 100],
      ],
      notes: [
        `Bar: 10 % of the best batch, aim 30 %. Ten times the data and more costs ${(empty.perSecond / grown.perSecond).toFixed(2)} × (bar 1.3).`,
      ],
    },
    {
      title: title('CPU seconds of one first sync'),
      command,
      columns: ['', 'CPU s', 'µs per order'],
      rows: Object.entries(empty.cpu).map(([name, seconds]) => [
        name,
        seconds,
        seconds === undefined ? undefined : (seconds / syncOrders) * 1e6,
      ]),
      notes: [`The sync took ${empty.seconds.toFixed(1)} s.`],
    },
    {
      title: title('Where the worker spends its time (profiled run)'),
      command,
      columns: ['', 'ms', '% of its work'],
      rows: profiled.profile,
    },
  ]
}

type SyncRun = {
  seconds: number
  perSecond: number
  cpu: Record<string, number | undefined>
  profile: Table['rows']
}

/** A database of its own, empty or with everything in it, that is gone afterwards. */
export async function inCopy<T>(
  bench: Bench,
  template: string | undefined,
  work: (database: string) => Promise<T>,
  database = 'sync_run',
): Promise<T> {
  await bench.server.drop(database)
  await bench.server.create(database, template)
  try {
    return await work(database)
  } finally {
    await bench.server.drop(database)
  }
}

async function syncOnce(bench: Bench, database: string, isProfiled = false): Promise<SyncRun> {
  const { syncOrders } = bench.options
  const profiles = mkdtempSync(join(tmpdir(), 'console-bench-'))
  const stage = await openStage(
    bench,
    database,
    {},
    isProfiled ? { workerArgs: ['--cpu-prof', `--cpu-prof-dir=${profiles}`] } : {},
  )
  const { sandbox, worker } = stage
  try {
    await control(sandbox.url, 'generate', {
      shop_id: sandboxShop,
      orders: syncOrders,
      lines_per_order: 2.2,
      days: 29,
    })
    const adminUrl = bench.server.adminUrl(database)
    const cpu = async () => ({
      sandbox: sandbox.cpuSeconds(),
      worker: worker.cpuSeconds(),
      postgres: await postgresCpuSeconds(adminUrl),
    })
    const before = await cpu()
    const started = performance.now()
    const shopId = await linkShop(sandbox.url, stage.account, sandboxShop)
    await withClient(adminUrl, async (client) => {
      await until(
        'the first sync',
        async () => {
          const { rows } = await client.query<{ orders: string }>(
            "select items as orders from syncs where shop_id = $1 and kind = 'order' and phase = 'follow'",
            [shopId],
          )
          if (rows[0] && Number(rows[0].orders) !== syncOrders)
            throw new Error(`${rows[0].orders} orders arrived`)
          return rows.length > 0
        },
        600,
      )
    })
    const seconds = (performance.now() - started) / 1000
    const after = await cpu()
    const spent = (name: keyof typeof after) => {
      const [from, to] = [before[name], after[name]]
      return from === undefined || to === undefined ? undefined : to - from
    }
    bench.noteMemory(worker)
    await stage.stop()
    return {
      seconds,
      perSecond: syncOrders / seconds,
      cpu: { sandbox: spent('sandbox'), worker: spent('worker'), postgres: spent('postgres') },
      profile: isProfiled ? summarizeProfile(readProfile(profiles)) : [],
    }
  } finally {
    await stage.stop()
    rmSync(profiles, { recursive: true, force: true })
  }
}

function readProfile(folder: string): CpuProfile {
  const [name] = readdirSync(folder)
  if (!name) throw new Error('the worker left no profile')
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile
}

export type Stage = {
  sandbox: Running
  web: Running
  worker: Running
  account: Account
  stop(): Promise<void>
}

/** Sandbox, web and worker around a database, and somebody signed in. */
export async function openStage(
  bench: Bench,
  database: string,
  settings: Record<string, string> = {},
  more: { workerArgs?: string[]; takesPrivateStores?: boolean } = {},
): Promise<Stage> {
  const { workerArgs = [], takesPrivateStores = false } = more
  const sandbox = await startProcess('sandbox', 'sandbox/main.ts', [], {
    SANDBOX_LOAD: 'none',
    SANDBOX_PORT: '0',
  })
  const port = await freePort()
  const env = {
    ...consoleSettings(sandbox.url, `http://127.0.0.1:${port}`),
    // Stores fetch pictures from it.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CALLS_PER_SECOND: '1000000',
    ...settings,
  }
  const url = bench.server.url(database)
  const running = [sandbox]
  return orStop(running, async () => {
    const web = await startConsoleProcess('web', url, { port, env, takesPrivateStores })
    running.push(web)
    const worker = await startConsoleProcess('worker', url, { env, nodeArgs: workerArgs, takesPrivateStores })
    running.push(worker)
    return signedIn(bench, database, { sandbox, web, worker })
  })
}

async function signedIn(
  bench: Bench,
  database: string,
  { sandbox, web, worker }: Omit<Stage, 'account' | 'stop'>,
): Promise<Stage> {
  for (const channel of ['shopee', 'lazada', 'tiktok'])
    await control(sandbox.url, 'push', { url: `${web.url}/hooks/${channel}` }, channel)
  const ownerId = await createBenchOwner(bench.server, database, bigOwnerEmail)
  const token = await signIn(web.url, bigOwnerEmail, benchPassword)
  return {
    sandbox,
    web,
    worker,
    account: {
      ownerId,
      token,
      call: (name, body, headers) =>
        call(web.url, name, body, { authorization: `Bearer ${token}`, ...headers }),
    },
    async stop() {
      await Promise.all([worker.stop(), web.stop(), sandbox.stop()])
    },
  }
}
