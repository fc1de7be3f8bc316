import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../start-test-console.ts'

let running: TestConsole
let seller: Account
let admin: pg.Client

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

it('answers a request that a lock holds with 503 and when to try again, and the next one as ever', async () => {
  await admin.query('begin; lock table warehouses')
  const [read, written] = await Promise.all([
    seller.call('GET /warehouses'),
    seller.call('POST /warehouses', { name: 'Back room' }),
  ])
  for (const answer of [read, written]) {
    expect([answer.status, answer.at('code'), answer.headers.get('retry-after')]).toEqual([503, 'busy', '5'])
    expect(answer.at('message')).toBe(
      'This took too long and was stopped. Wait a few seconds, then try again.',
    )
  }
  await admin.query('rollback')
  expect((await seller.call('POST /warehouses', { name: 'Back room' })).status).toBe(201)
  expect((await seller.call('GET /warehouses')).at<object[]>('data')).toHaveLength(2)
})
