import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { isDatabaseAway, isRefusedValue, reachDatabase } from './reach-database.ts'

describe('reachDatabase', () => {
  it('is silent about a database that answers', async () => {
    const database = await createTestDatabase()
    await expect(reachDatabase(database.url)).resolves.toBeUndefined()
    await database.drop()
    await expect(reachDatabase(database.url)).rejects.toThrow('does not exist')
  })

  it('names place and reason in one line, without the password', async () => {
    const failure = await reachDatabase('postgres://me:hunter2@127.0.0.1:1/console').catch(
      (error: Error) => error.message,
    )
    expect(failure).toBe(
      'The database at 127.0.0.1:1/console cannot be used (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL and that it runs.',
    )
  })
})

it.each([
  ['53100', 'could not extend file "base/1/2": No space left on device'],
  ['25006', 'cannot execute INSERT in a read-only transaction'],
])('a server that cannot write (%s) is away until somebody has seen to it', (code, message) => {
  expect(isDatabaseAway(Object.assign(new Error(message), { code }))).toBe(true)
})

it.each([
  ['21000', 'ON CONFLICT DO UPDATE command cannot affect row a second time', true],
  ['22001', 'value too long for type character varying(10)', true],
  ['42703', 'column "x" does not exist', false],
])('a value is to blame or not: %s', (code, message, isRefused) => {
  expect(isRefusedValue(Object.assign(new Error(message), { code }))).toBe(isRefused)
})
