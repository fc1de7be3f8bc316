import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { AppError } from '../../model/errors.ts'
import { startStallingProxy } from '../../test/steps/stalling-proxy.ts'
import { openDatabase, type Database, type Tx } from './database.ts'
import { openListener } from './listener.ts'
import { isDatabaseBusy } from './reach-database.ts'

let database: TestDatabase
let admin: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await database?.drop()
})

const owner = '00000000-0000-4000-8000-000000000001'

async function openConnections(name: string): Promise<number> {
  const { rowCount } = await admin.query('select from pg_stat_activity where application_name = $1', [name])
  return rowCount ?? 0
}

describe('close', () => {
  const uses: [string, (db: Database) => Promise<unknown>][] = [
    ['the pool alone', (db) => db.pool.query('select 1')],
    ['a transaction', (db) => db.asOwner(owner, (tx) => sql`select 1`.execute(tx))],
    ['a hot read', (db) => db.hotRead(owner, { name: 'one', text: 'select 1', values: [] })],
    ['nothing', async () => {}],
  ]

  it.each(uses)('leaves no connection open after %s', async (what, use) => {
    const name = `closing ${what}`
    const db = openDatabase(database.url, { name })
    await use(db)
    await db.close()
    // PostgreSQL takes a session off its list a moment after its client said goodbye.
    await expect.poll(() => openConnections(name)).toBe(0)
  })
})

describe('a deadlock', () => {
  /** Two transactions that take two locks crosswise, both holding one before either asks for the other. */
  async function cross(db: Database, options = {}): Promise<{ runs: number; outcomes: string[] }> {
    const bothHold = Promise.withResolvers<void>()
    let holding = 0
    let runs = 0
    const lock = (tx: Tx, id: number) => sql`select pg_advisory_xact_lock(${id})`.execute(tx)
    const take = (first: number, second: number) =>
      db.asOwner(
        owner,
        async (tx) => {
          runs += 1
          await lock(tx, first)
          if (++holding === 2) bothHold.resolve()
          await bothHold.promise
          await lock(tx, second)
        },
        options,
      )
    const ended = await Promise.allSettled([take(1, 2), take(2, 1)])
    return { runs, outcomes: ended.map(({ status }) => status).toSorted() }
  }

  it('is ended by running the transaction again that PostgreSQL undid', async () => {
    const db = openDatabase(database.url)
    expect(await cross(db)).toEqual({ runs: 3, outcomes: ['fulfilled', 'fulfilled'] })
    await db.close()
  })

  it('fails a transaction that must not run twice', async () => {
    const db = openDatabase(database.url)
    expect(await cross(db, { runsOnce: true })).toEqual({ runs: 2, outcomes: ['fulfilled', 'rejected'] })
    await db.close()
  })
})

describe('a transaction', () => {
  it.each([
    ['of an owner', (db: Database, work: (tx: Tx) => Promise<void>) => db.asOwner(owner, work)],
    ['over the local tables', (db: Database, work: (tx: Tx) => Promise<void>) => db.local(work)],
  ])('%s leaves nothing when its work fails', async (_, run) => {
    await admin.query('create table if not exists half_done (name text)')
    await admin.query('grant all on half_done to public')
    const db = openDatabase(database.url, { connections: 1 })
    const work = async (tx: Tx) => {
      await sql`insert into half_done values ('first')`.execute(tx)
      throw new Error('then it failed')
    }
    await expect(run(db, work)).rejects.toThrow('then it failed')
    expect((await admin.query('select from half_done')).rowCount).toBe(0)
    await db.close()
  })
})

describe('statements', () => {
  it('that come often are prepared, and those that differ each time are not', async () => {
    const db = openDatabase(database.url, { connections: 1 })
    for (let n = 0; n < 10; n++) {
      await sql`select ${n}::int as often`.execute(db.single)
      await sql`select ${n}::int as ${sql.ref(`seldom_${n}`)}`.execute(db.single)
    }
    const { rows } = await db.pool.query<{ statement: string }>(
      'select statement from pg_prepared_statements',
    )
    expect(rows).toEqual([{ statement: 'select $1::int as often' }])
    await db.close()
  })

  it('that are prepared live through a failed transaction and a changed table', async () => {
    await admin.query('create table changing (id int primary key, name text)')
    await admin.query('grant all on changing to public')
    const db = openDatabase(database.url, { connections: 1 })
    const save = (id: number) =>
      db.local((tx) => sql`insert into changing (id, name) values (${id}, ${'x'})`.execute(tx))
    for (let id = 0; id < 6; id++) await save(id)
    await expect(save(0)).rejects.toThrow('duplicate key')
    await admin.query('alter table changing add column note text')
    await save(7)
    const { rows } = await sql`select id from changing where id > ${5}`.execute(db.single)
    expect(rows).toEqual([{ id: 7 }])
    await db.close()
  })
})

describe('what may be lost', () => {
  it('does not wait for the disk, and the next of the same connection does again', async () => {
    // The test server never waits for a commit, so the database's own setting is switched on first.
    const { database: name } = new pg.Client({ connectionString: database.url })
    await admin.query(`alter database ${name} set synchronous_commit = on`)
    const db = openDatabase(database.url, { connections: 1 })
    const waits = async (options?: { mayBeLost: boolean }) =>
      db.asOwner(owner, async (tx) => (await sql`show synchronous_commit`.execute(tx)).rows, options)
    expect(await waits({ mayBeLost: true })).toEqual([{ synchronous_commit: 'off' }])
    expect(await waits()).toEqual([{ synchronous_commit: 'on' }])
    await db.close()
  })
})

it('has Citus pass the owner of a transaction on, and runs without Citus', async () => {
  const db = openDatabase(database.url, { connections: 1 })
  const setting = (tx: Tx) => sql`select current_setting('citus.propagate_set_commands') as set`.execute(tx)
  expect((await db.asOwner(owner, setting)).rows).toEqual([{ set: 'local' }])
  expect((await db.read(owner, setting)).rows).toEqual([{ set: 'local' }])
  await db.close()
})

describe('a read', () => {
  const other = '00000000-0000-4000-8000-000000000002'
  const seen = (tx: Tx) =>
    sql<{ name: string }>`select name from shops_seen order by name`.execute(tx).then(({ rows }) => rows)

  beforeAll(async () => {
    await admin.query('create table shops_seen (owner_id uuid not null, name text not null)')
    await admin.query('grant all on shops_seen to public')
    await admin.query("select isolate_tenants('shops_seen'::regclass)")
    await admin.query('insert into shops_seen values ($1, $2), ($3, $4)', [owner, 'own', other, 'foreign'])
  })

  it('sees the rows of its owner alone, also on a connection that another owner had', async () => {
    const db = openDatabase(database.url, { connections: 1 })
    for (let time = 0; time < 6; time++) {
      expect(await db.read(owner, seen)).toEqual([{ name: 'own' }])
      expect(await db.read(other, seen)).toEqual([{ name: 'foreign' }])
    }
    const hot = await db.hotRead(owner, { name: 'seen', text: 'select name from shops_seen', values: [] })
    expect(hot).toEqual([{ name: 'own' }])
    await db.close()
  })

  it('writes nothing, and the next one is not hurt by it', async () => {
    const db = openDatabase(database.url, { connections: 1 })
    const add = (tx: Tx) => sql`insert into shops_seen values (${owner}, 'new')`.execute(tx)
    await expect(db.read(owner, add)).rejects.toThrow('read-only transaction')
    expect(await db.read(owner, seen)).toEqual([{ name: 'own' }])
    await db.close()
  })

  it('keeps its connection when the work itself refuses', async () => {
    const db = openDatabase(database.url, { connections: 1 })
    const backend = (tx: Tx) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const before = await db.read(owner, backend)
    const refused = db.read(owner, async () => Promise.reject(new AppError('not_found')))
    await expect(refused).rejects.toThrow()
    expect((await db.read(owner, backend)).rows).toEqual(before.rows)
    await db.close()
  })
})

describe('a database that keeps us waiting', () => {
  const limits = { statement: 1, lock: 1, idle: 60, answer: 60 }

  it('is given up by a statement that takes too long or waits for a lock, and serves the next', async () => {
    await admin.query('create table held (id int)')
    await admin.query('grant all on held to public')
    const db = openDatabase(database.url, { connections: 1, limits })
    await admin.query('begin; lock table held')
    const look = (tx: Tx) => sql`select id from held`.execute(tx)
    const failures = [
      await db.asOwner(owner, look).catch(isDatabaseBusy),
      await db.read(owner, look).catch(isDatabaseBusy),
      await sql`select pg_sleep(100)`.execute(db.single).catch(isDatabaseBusy),
    ]
    expect(failures).toEqual([true, true, true])
    await admin.query('rollback')
    expect((await db.asOwner(owner, look)).rows).toEqual([])
    await db.close()
  })

  it('and does not answer any more is given up, and reached on another connection', async () => {
    const proxy = await startStallingProxy(database.url)
    const db = openDatabase(proxy.url, { connections: 1, limits: { ...limits, answer: 1 } })
    const look = (tx: Tx) => sql`select 1 as one`.execute(tx)
    await db.asOwner(owner, look)
    await db.read(owner, look)
    proxy.stall()
    expect(await db.asOwner(owner, look).catch(isDatabaseBusy)).toBe(true)
    expect(await db.read(owner, look).catch(isDatabaseBusy)).toBe(true)
    expect((await db.asOwner(owner, look)).rows).toEqual([{ one: 1 }])
    expect((await db.read(owner, look)).rows).toEqual([{ one: 1 }])
    await db.close()
    await proxy.close()
  })

  it('is missed by who only listens, too', async () => {
    const proxy = await startStallingProxy(database.url)
    const listener = await openListener(proxy.url)
    const heard: string[] = []
    listener.on('news', (payload) => heard.push(payload))
    const gap = new Promise<void>((resolve) => listener.onGap(resolve))
    proxy.stall()
    await gap
    await admin.query("notify news, 'after'")
    await expect.poll(() => heard).toEqual(['after'])
    await listener.close()
    await proxy.close()
  })
})
