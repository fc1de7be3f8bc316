import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import type { TestDatabase } from '../../test/test-database.ts'
import { migrate } from './migrate.ts'

let folder: string
let database: TestDatabase
let client: Client

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  database = await createTestDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  // The clone has the product's own migrations; these tests bring theirs.
  await client.query('drop table if exists migrations')
  file('0001-first.sql', 'create table probe (n integer);\ninsert into probe values (1);')
})

afterEach(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const file = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const run = () => migrate(database.url, folder)
const values = async () =>
  (await client.query<{ n: number }>('select n from probe order by n')).rows.map(({ n }) => n)

describe('migrate', () => {
  it('applies what is new, in order, once', async () => {
    file('0002-second.sql', 'insert into probe values (2)')
    expect(await run()).toEqual(['0001-first.sql', '0002-second.sql'])
    file('0003-third.sql', 'insert into probe values (3)')
    expect(await run()).toEqual(['0003-third.sql'])
    expect(await run()).toEqual([])
    expect(await values()).toEqual([1, 2, 3])
  })

  it('lets several processes start at once', async () => {
    const names = await Promise.all([run(), run(), run()])
    expect(names.flat()).toEqual(['0001-first.sql'])
    expect(await values()).toEqual([1])
  })

  it('leaves nothing of a file that fails, keeps those before, and names file and line', async () => {
    file('0002-wrong.sql', 'insert into probe values (2);\n\nselect * from nowhere;')
    await expect(run()).rejects.toThrow('0002-wrong.sql line 3: relation "nowhere" does not exist')
    expect(await values()).toEqual([1])
    // An error at run time has no place of its own: the statement's.
    file('0002-wrong.sql', 'insert into probe values (2);\n-- Again.\ninsert into probe\nvalues (1 / 0);')
    await expect(run()).rejects.toThrow('0002-wrong.sql line 3: division by zero')
    expect(await values()).toEqual([1])
    file('0002-wrong.sql', 'insert into probe values (2)')
    expect(await run()).toEqual(['0002-wrong.sql'])
  })

  it('sends each statement by itself: Citus passes DDL on with the text of its whole message', async () => {
    file(
      '0002-seen.sql',
      'select 1;\ninsert into probe select 2 where current_query() like $$insert%$$; select 2',
    )
    await run()
    expect(await values()).toEqual([1, 2])
  })

  it('lets those behind it pass while a long transaction reads its table, and is applied afterwards', async () => {
    await run()
    await client.query('begin')
    await client.query('select n from probe')
    file('0002-change.sql', 'alter table probe add column note text')
    const told: string[] = []
    const tell = (message: string) => void told.push(message)
    const patient = migrate(database.url, folder, { seconds: 1, pauseMs: 100, tries: 1000 }, tell)
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await expect
      .poll(
        async () =>
          (await other.query("select from pg_locks where relation = 'probe'::regclass and not granted"))
            .rowCount,
      )
      .toBe(1)
    // Stands behind the migration, which gives way.
    expect((await other.query('select n from probe')).rows).toEqual([{ n: 1 }])
    await other.end()
    // A second process stands behind the first one.
    const second = migrate(database.url, folder, { seconds: 0, pauseMs: 100, tries: 1 }, tell)
    await expect
      .poll(() => told)
      .toContain('Waiting for another process of the console that applies migrations.')
    await client.query('commit')
    expect(await patient).toEqual(['0002-change.sql'])
    expect(await second).toEqual([])
    const pid = (client as unknown as { processID: number }).processID
    expect(told[0]).toContain(`0002-change.sql waits for a table in use, try 1 of 1000. Open transactions: `)
    expect(told[0]).toContain(`(pid ${pid}) for `)
  })

  it('gives up when the table is never free', async () => {
    await run()
    await client.query('begin')
    await client.query('select n from probe')
    file('0002-change.sql', 'alter table probe add column note text')
    await expect(migrate(database.url, folder, { seconds: 1, pauseMs: 1, tries: 2 })).rejects.toThrow(
      '0002-change.sql line 1: canceling statement due to lock timeout',
    )
    await client.query('commit')
    expect(await run()).toEqual(['0002-change.sql'])
  })

  it('refuses a file that was changed after it was applied', async () => {
    await run()
    file('0001-first.sql', 'create table probe (n bigint)')
    await expect(run()).rejects.toThrow('0001-first.sql was changed after this database applied it')
  })

  it('does not mind other ends of lines', async () => {
    await run()
    file('0001-first.sql', 'create table probe (n integer);\r\ninsert into probe values (1);')
    expect(await run()).toEqual([])
  })

  it('refuses a renamed file and a database that is ahead', async () => {
    file('0002-second.sql', 'insert into probe values (2)')
    await run()
    renameSync(join(folder, '0002-second.sql'), join(folder, '0002-other.sql'))
    await expect(run()).rejects.toThrow('0002-second.sql was renamed to 0002-other.sql')
    rmSync(join(folder, '0002-other.sql'))
    await expect(run()).rejects.toThrow('The database has 0002-second.sql, which this release does not')
  })

  it('refuses a gap, a number given twice and a name out of the pattern', async () => {
    file('0003-third.sql', '')
    await expect(run()).rejects.toThrow('0003-third.sql stands where number 2 is expected')
    rmSync(join(folder, '0003-third.sql'))
    file('0001-twin.sql', '')
    await expect(run()).rejects.toThrow('0001-twin.sql stands where number 2 is expected')
    rmSync(join(folder, '0001-twin.sql'))
    file('2-second.sql', '')
    await expect(run()).rejects.toThrow('2-second.sql is not named like a migration')
  })
})

it('goes on with a database that applied a file in its earlier words', async () => {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const before = 'da3acc732c3669ac90146a60453ef23169c20264a8c9a7abcb116dc4431d29d4'
  await client.query('update migrations set checksum = $1 where number = 47', [before])
  await client.end()
  expect(await migrate(database.url)).toEqual([])
  await database.drop()
})

it('has the product plan its statements for the largest account, whatever the table', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select t.relname as name from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'owner_id'
     where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
       and not coalesce(a.attoptions @> '{n_distinct=1}', false) order by 1`,
  )
  expect(rows, 'select plan_for_largest(…) in the migration that makes them').toEqual([])
})
