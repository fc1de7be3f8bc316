import { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

const made: TestDatabase[] = []
afterAll(() => Promise.all(made.map((database) => database.drop())))

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('createTestDatabase', () => {
  it('makes databases that know nothing of each other, several at once', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
    made.push(one, two)
    await ask(one.url, 'create table only_here ()')
    expect(await ask(two.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }])
  })

  it('works under the role that row-level security binds', async () => {
    const database = await createTestDatabase()
    made.push(database)
    expect(
      await ask(
        database.url,
        'select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user',
      ),
    ).toEqual([{ above: false }])
  })

  it('drops a database that is still in use', async () => {
    const database = await createTestDatabase()
    const left = new Client({ connectionString: database.url })
    left.on('error', () => undefined)
    await left.connect()
    await database.drop()
    await expect(ask(database.url, 'select 1')).rejects.toThrow('does not exist')
  })
})
