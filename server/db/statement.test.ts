import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { openDatabase } from './database.ts'
import { Statement } from './statement.ts'

const owner = '00000000-0000-4000-8000-000000000001'

it('what readers put together is prepared when it comes often, and no more of it than a connection can hold', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { connections: 1 })
  const ask = (limit: number) =>
    db.hotRead(
      owner,
      new Statement(owner).finish(`select $1::uuid as owner from generate_series(1, 3) limit ${limit}`),
    )
  const prepared = async () =>
    (
      await db.hotRead(owner, {
        name: undefined,
        text: 'select name from pg_prepared_statements',
        values: [],
      })
    ).length
  for (let time = 0; time < 2; time++) expect(await ask(1)).toEqual([{ owner }])
  expect(await prepared()).toBe(0)
  for (let time = 0; time < 5; time++) expect(await ask(1)).toEqual([{ owner }])
  expect(await prepared()).toBe(1)
  for (let time = 0; time < 5; time++) for (let limit = 2; limit < 500; limit++) await ask(limit)
  expect(await prepared()).toBe(200)
  await db.close()
  await database.drop()
})
