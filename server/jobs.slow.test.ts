import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, it } from 'vitest'
import { until } from '../test/console.ts'
import { at, createTestDatabase, type TestDatabase } from '../test/database.ts'
import { openDatabase, type Database } from './db/database.ts'
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

/** As when the server is gone: nobody is connected, and nobody can connect. */
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
  await until('the pool to be given up', async () => said.some((line) => line.includes('pool ended')), 30)
  await setAway(false)
  await until('the job to run again', async () => runs === 2, 30)
}, 90_000)
