/** Every statement of the product on a migrated database: PostgreSQL takes it, and its rows have the type that the source gives them. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { readColumns, resultColumns } from './result-columns.ts'
import { findDisagreements, type CheckedStatement } from './row-types.ts'
import { findRecordLists, findStatements, sqlSources } from './sql-statements.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

describe('the statements of the product', () => {
  it('return rows of the type that stands beside them, and read no column that their rows lack', async () => {
    const columns = await readColumns(client)
    const checked: CheckedStatement[] = []
    for (const statement of sqlSources.flatMap(findStatements)) {
      const { row, text } = statement
      if (!row) continue
      const found = await resultColumns(client, columns, text).catch(() => undefined)
      if (found) checked.push({ ...statement, row, columns: found })
    }
    expect(checked.length).toBeGreaterThan(200)
    expect(await findDisagreements(checked, sqlSources.flatMap(findRecordLists))).toEqual([])
    // The compiler reads the whole product for it: twenty seconds alone, and minutes beside all other tests.
  }, 360_000)
})
