import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../test/start-test-console.ts'
import { at, createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { enqueue, prepareJobs, startWorker, type Worker } from './jobs.ts'

let database: TestDatabase
let db: Database
let admin: pg.Client
let worker: Worker | undefined

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  await prepareJobs(db.pool)
  admin = new pg.Client({ connectionString: at(database.adminUrl, 'postgres') })
  await admin.connect()
})
afterAll(async () => {
  await worker?.stop()
  await db?.close()
  await admin?.end()
  await database?.drop()
})

/** Simulates a server that is gone: closes all connections and refuses new ones. */
async function setAway(isAway: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  await admin.query(`alter database ${name} allow_connections ${String(!isAway)}`)
  if (isAway)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
}

it('runs a job again whose end could not be noted, though the process that ran it lives on', async () => {
  let runs = 0
  const said: string[] = []
  const finish = Promise.withResolvers<void>()
  worker = await startWorker(db, {
    url: database.url,
    concurrency: 2,
    log: pino({ level: 'warn' }, { write: (line) => void said.push(line) }),
    tasks: {
      slow: async () => {
        runs += 1
        if (runs === 1) await finish.promise
      },
    },
  })
  await db.local((tx) => enqueue(tx, 'slow', {}, { queue: 'shop:1', key: 'slow:1' }))
  await until('the job to start', async () => runs === 1)
  await setAway(true)
  finish.resolve()
  // The library gives up its pool when it cannot say that the job is done.
  await until('the pool to be given up', async () => said.some((line) => line.includes('pool ended')))
  await setAway(false)
  await until('the job to run again', async () => runs === 2)
})

it('frees a job that its own workers were given and never heard of', async () => {
  // State left by a database that died before it reported which job it assigned.
  await expectRun(`update graphile_worker._private_jobs set run_at = now(), locked_at = now() - interval '10 seconds',
    locked_by = (select locked_by from graphile_worker._private_jobs where key = 'known') where key = 'waiting'`)
})

it('frees a queue that is locked though nobody works on a job of it', async () => {
  await expectRun(
    `update graphile_worker._private_job_queues set locked_at = now() - interval '10 seconds',
      locked_by = (select locked_by from graphile_worker._private_jobs where key = 'known') where queue_name = 'shop:3'`,
    `update graphile_worker._private_jobs set run_at = now() where key = 'waiting'`,
  )
})

/** Spoils a waiting job while a worker is busy with the job `known`, and expects the same worker to run it all the same. */
async function expectRun(...corrupt: string[]): Promise<void> {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  let runs = 0
  const living = await startWorker(db, {
    url: database.url,
    concurrency: 2,
    log: pino({ level: 'silent' }),
    tasks: {
      known: async () => {
        started.resolve()
        await finish.promise
      },
      waiting: async () => void (runs += 1),
    },
  })
  try {
    await db.local((tx) => enqueue(tx, 'known', {}, { queue: 'shop:2', key: 'known' }))
    await started.promise
    const later = new Date(Date.now() + 3_600_000)
    await db.local((tx) => enqueue(tx, 'waiting', {}, { queue: 'shop:3', key: 'waiting', runAt: later }))
    await withAdmin(async (client) => {
      for (const text of corrupt) await client.query(text)
    })
    await until('the job to run', async () => runs === 1)
  } finally {
    finish.resolve()
    await living.stop()
  }
}

it('runs a job once whose end waits for a connection on which to be noted', async () => {
  const busy = openDatabase(database.url, { connections: 3 })
  const held: pg.PoolClient[] = []
  let runs = 0
  const first = await startWorker(busy, {
    url: database.url,
    concurrency: 1,
    log: pino({ level: 'silent' }),
    tasks: {
      ending: async () => {
        runs += 1
        while (held.length < 2) held.push(await busy.pool.connect())
      },
    },
  })
  await db.local((tx) => enqueue(tx, 'ending', {}, { queue: 'shop:7', key: 'ending:7' }))
  await until('the job to end', async () => held.length === 2)
  const second = await startWorker(db, {
    url: database.url,
    concurrency: 1,
    log: pino({ level: 'silent' }),
    tasks: { ending: async () => void (runs += 1) },
  })
  try {
    // Longer than a job is left locked that its own process has never heard of.
    await withAdmin((client) => client.query('select pg_sleep(7)').then(() => undefined))
    for (const client of held) client.release()
    await until('the end to be noted', async () => {
      const found = await db.pool.query(`select from graphile_worker._private_jobs where key = 'ending:7'`)
      return found.rowCount === 0
    })
    expect(runs).toBe(1)
  } finally {
    await second.stop()
    await first.stop()
    await busy.close()
  }
})

it('gives back a job that it took ahead while all its workers are busy', async () => {
  const finish = Promise.withResolvers<void>()
  const begun: string[] = []
  const startOne = (name: string) =>
    startWorker(db, {
      url: database.url,
      concurrency: 1,
      log: pino({ level: 'silent' }),
      tasks: {
        long: async () => {
          begun.push('long')
          await finish.promise
        },
        ahead: async () => void begun.push(`ahead by ${name}`),
      },
    })
  const stateOf = async (key: string) => {
    const { rows } = await db.pool.query<{ isLocked: boolean }>(
      `select locked_at is not null as "isLocked" from graphile_worker._private_jobs where key = $1`,
      [key],
    )
    return rows[0]
  }
  const first = await startOne('the first')
  await db.local((tx) => enqueue(tx, 'long', {}, { queue: 'shop:8', key: 'long:8' }))
  await until('the long job to start', async () => begun.length === 1)
  await db.local((tx) => enqueue(tx, 'ahead', {}, { queue: 'shop:9', key: 'ahead:9' }))
  await until('the next to be taken ahead', async () => (await stateOf('ahead:9'))?.isLocked === true)
  const second = await startOne('the second')
  try {
    await until('the other to run it', async () => (await stateOf('ahead:9')) === undefined)
    finish.resolve()
    await until('the long job to end', async () => (await stateOf('long:8')) === undefined)
    expect(begun).toEqual(['long', 'ahead by the second'])
  } finally {
    finish.resolve()
    await second.stop()
    await first.stop()
  }
})

it('keeps what is asked for while a worker is just being given the job of the same key', async () => {
  const ask = () => db.local((tx) => enqueue(tx, 'asked', {}, { queue: 'shop:4', key: 'asked:4' }))
  await ask()
  await withAdmin(async (giving) => {
    await giving.query('begin')
    await giving.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where key = 'asked:4'`,
    )
    const asking = ask()
    await until('the second to wait for the first', async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%add_job%'`,
      )
      return rowCount === 1
    })
    await giving.query('commit')
    await asking
    const { rows } = await giving.query<{ is_available: boolean }>(
      'select is_available from graphile_worker._private_jobs where key = $1',
      ['asked:4'],
    )
    expect(rows).toEqual([{ is_available: true }])
  })
})

async function withAdmin(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
