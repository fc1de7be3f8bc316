/** Jobs of several owners in one database, whose ids may be the same: a restored account keeps its own. */
import { readdir, readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { until } from '../../test/start-test-console.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openDatabase, type Database, type Tx } from '../db/database.ts'
import { createHealthApp } from '../http/health-routes.ts'
import { countDeadJobs, enqueue, forAll, prepareJobs, startWorker } from './jobs.ts'
import { enqueueSync } from '../syncs/sync-store.ts'

let database: TestDatabase
let db: Database
let admin: pg.Client
const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  await prepareJobs(db.pool)
  admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await db?.close()
  await database?.drop()
})
beforeEach(async () => {
  await admin.query('delete from graphile_worker._private_jobs')
})

async function jobs(): Promise<{ owner: string; key: string; queue: string }[]> {
  const { rows } = await admin.query<{ owner: string; key: string; queue: string }>(
    `select j.payload ->> 'ownerId' as owner, j.key, q.queue_name as queue from graphile_worker._private_jobs j
     join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by 1, 2`,
  )
  return rows
}

it('keeps the jobs of two owners apart, though their shops have the same id', async () => {
  for (const ownerId of [one, other])
    await db.local((tx) => enqueueSync(tx, { ownerId, shopId: 1003, kind: 'order' }))
  expect(await jobs()).toEqual(
    [one, other].map((owner) => ({
      owner,
      key: `${owner}/sync-orders:1003`,
      queue: `${owner}/orders:1003`,
    })),
  )
})

it('has one queue for all accounts for what is costly and can wait, and a job of each account in it', async () => {
  for (const ownerId of [one, other])
    await db.local((tx) =>
      enqueue(tx, 'match-customers', { ownerId }, { queue: `${forAll}persons`, key: 'match' }),
    )
  expect(await jobs()).toEqual(
    [one, other].map((owner) => ({ owner, key: `${owner}/match`, queue: 'all/persons' })),
  )
})

it('names waiting jobs anew that were added before keys had an owner', async () => {
  await admin.query(
    `select graphile_worker.add_job('sync-orders', json_build_object('ownerId', $1::text, 'shopId', 1003),
       queue_name => 'orders:1003', job_key => 'sync-orders:1003')`,
    [one],
  )
  await admin.query(`select graphile_worker.add_job('answer-forgotten-password', '{"email":"a@b.test"}',
    queue_name => 'forgotten', job_key => 'forgotten:1')`)
  const migrations = new URL('../db/migrations/', import.meta.url)
  const name = (await readdir(migrations)).find((file) => file.endsWith('-jobs-of-owners.sql')) ?? ''
  await admin.query(await readFile(new URL(name, migrations), 'utf8'))
  await db.local((tx) => enqueueSync(tx, { ownerId: one, shopId: 1003, kind: 'order' }))
  expect(await jobs()).toEqual([
    { owner: one, key: `${one}/sync-orders:1003`, queue: `${one}/orders:1003` },
    { owner: null, key: 'forgotten:1', queue: 'forgotten' },
  ])
})

it('adds the jobs of a transaction in the order of their keys, whichever way they were asked for', async () => {
  await db.local(async (tx) => {
    for (const key of ['b', 'c', 'a']) await enqueue(tx, 'task', { ownerId: one }, { queue: key, key })
  })
  const { rows } = await admin.query<{ key: string }>(
    'select key from graphile_worker._private_jobs order by id',
  )
  expect(rows.map(({ key }) => key)).toEqual(['a', 'b', 'c'].map((key) => `${one}/${key}`))
})

it('gives up on a job that the library does not add, and its transaction with it', async () => {
  await admin.query(
    `create function graphile_worker.add_nothing() returns trigger language plpgsql as 'begin return null; end'`,
  )
  await admin.query(`create trigger add_nothing before insert on graphile_worker._private_jobs
    for each row execute function graphile_worker.add_nothing()`)
  try {
    const key = { ownerId: one, shopId: 1003, kind: 'order' as const }
    await expect(db.local((tx) => enqueueSync(tx, key))).rejects.toThrow(
      'sync-orders:1003 could not be added',
    )
    // Nobody waits for it on, and the connection is good for the next.
    await admin.query('drop trigger add_nothing on graphile_worker._private_jobs')
    await db.local((tx) => enqueueSync(tx, key))
    expect(await jobs()).toHaveLength(1)
  } finally {
    await admin.query('drop function graphile_worker.add_nothing cascade')
  }
})

it('counts the jobs that nobody tries any more, and none that a newer one stands in for', async () => {
  const add = (key: string) =>
    db.local((tx) => enqueue(tx, 'sync-orders', { ownerId: one }, { queue: key, key }))
  await add('dead')
  await add('replaced')
  await admin.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await add('replaced')
  expect(await countDeadJobs(db.pool)).toEqual([{ task: 'sync-orders', jobs: 1 }])
  const health = createHealthApp(db)
  const { body } = await health.inject('/metrics')
  expect(body).toContain('dead_jobs{task="sync-orders"} 1')
  await health.close()
})

it('does not start on tables of graphile-worker that it does not know', async () => {
  await admin.query('insert into graphile_worker.migrations (id) values (999)')
  await expect(prepareJobs(db.pool)).rejects.toThrow(/version 999.*knows version 20/)
  await admin.query('delete from graphile_worker.migrations where id = 999')
  await prepareJobs(db.pool)
})

/** Tests start hundreds of consoles in one process, which all stayed in its memory. */
it('keeps nothing of a console once its worker has stopped', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const started = async () => {
    const held = { note: async () => undefined }
    const settings = { url: database.url, concurrency: 1, log: pino({ level: 'silent' }) }
    const worker = await startWorker(db, { ...settings, tasks: { note: () => held.note() } })
    await worker.stop()
    return new WeakRef(held)
  }
  const held = await started()
  await until('it to be free', async () => {
    collectGarbage()
    return held.deref() === undefined
  })
})

/** Jobs that wait for the next look for jobs take longer than a test may. */
async function startAttentive(note: (name: string) => void): Promise<void> {
  const worker = await startWorker(db, {
    url: database.url,
    concurrency: 2,
    log: pino({ level: 'silent' }),
    pollMs: 20_000,
    tasks: { note: async (payload) => note((payload as { name: string }).name) },
  })
  onTestFinished(() => worker.stop())
}

const names = Array.from({ length: 30 }, (_, at) => `job ${at + 10}`)
const note = (tx: Tx, name: string) => enqueue(tx, 'note', { name }, { queue: 'notes', key: name })

it('runs each job when it is announced, also one that is announced while the answer to an asking is awaited', async () => {
  const ended: string[] = []
  await startAttentive((name) => ended.push(name))
  for (const name of names) {
    await db.local((tx) => note(tx, name))
    await until(name, async () => ended.includes(name))
  }
  expect(ended).toEqual(names)
})

it('runs the jobs of a queue one behind the other, without a pause', async () => {
  const ended: string[] = []
  await startAttentive((name) => ended.push(name))
  await db.local(async (tx) => {
    for (const name of names) await note(tx, name)
  })
  await until('all of them', async () => ended.length === names.length)
  expect(ended).toEqual(names)
})
