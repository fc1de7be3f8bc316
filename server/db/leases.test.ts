/** Locks that many jobs of a process ask for at the same moment, over the one connection that they share. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openLeases } from './leases.ts'
import { isDatabaseAway } from './reach-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('are given once, and again after their release, without a warning of the driver', async () => {
  const warnings: string[] = []
  const note = (warning: Error) => warnings.push(warning.message)
  process.on('warning', note)
  const [one, other] = await Promise.all([openLeases(database.url), openLeases(database.url)])
  const names = Array.from({ length: 20 }, (_, at) => `lock ${at}`)
  const taken = await Promise.all(names.map((name) => one.tryAcquire(name)))
  expect(taken.every(Boolean)).toBe(true)
  expect(await Promise.all(names.map((name) => other.tryAcquire(name)))).toEqual(names.map(() => undefined))
  expect(await one.tryAcquire('lock 0')).toBeUndefined()
  await Promise.all(taken.map(async (release) => release?.()))
  expect((await Promise.all(names.map((name) => other.tryAcquire(name)))).every(Boolean)).toBe(true)
  await Promise.all([one.close(), other.close()])
  process.off('warning', note)
  expect(warnings).toEqual([])
})

it('are refused as by a database that is away, to all that wait when the connection is lost', async () => {
  const leases = await openLeases(database.url)
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const asked = Promise.allSettled(Array.from({ length: 200 }, (_, at) => leases.tryAcquire(`lost ${at}`)))
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'seller-console-locks' and datname = current_database()`)
  const refused = (await asked).filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.filter(({ reason }) => !isDatabaseAway(reason))).toEqual([])
  await Promise.all([leases.close(), admin.end()])
})
