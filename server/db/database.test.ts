import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { openDatabase, type Database } from './database.ts'

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
