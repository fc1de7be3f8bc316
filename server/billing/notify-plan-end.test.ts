/** Notifications of a plan's end: when, to whom, and once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { givePlan, inDays } from '../../test/steps/plans.ts'
import { createWriteDigest } from '../notifications/write-digest.ts'
import { createNotifyPlanEnd } from './notify-plan-end.ts'

let running: TestConsole
let seller: Account
let accounts = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())
beforeEach(async () => {
  seller = await running.signUp(`ending${++accounts}`)
})

type News = { data: { notify_type: string; url: string; count: number } }

/** By eight workers at once, and once more after a crash. */
async function runJob(): Promise<void> {
  const tell = createNotifyPlanEnd(running.db)
  await Promise.all(Array.from({ length: 8 }, () => tell({ ownerId: seller.ownerId })))
  await tell({ ownerId: seller.ownerId })
}

async function newsOf(account = seller): Promise<string[]> {
  const list = (await account.call('GET /users/notifications')).at<News[]>('data')
  expect(list.map(({ data: { url, count } }) => [url, count])).toEqual(list.map(() => ['/setting/bill', 1]))
  return list.map(({ data }) => data.notify_type).toReversed()
}

/** When the job comes again, in hours before the end. */
async function nextInHours(): Promise<number | undefined> {
  const { rows } = await running.db.pool.query<{ at: Date }>(
    `select run_at as at from graphile_worker.jobs where key = $1`,
    [`${seller.ownerId}/notify-plan-end:${seller.ownerId}`],
  )
  const end = (await seller.call('GET /bills/current')).at<string>('data.expired_at')
  return rows[0] && Math.round((Date.parse(end) - +rows[0].at) / 3_600_000)
}

/** The same plan, later. */
const daysLeft = (days: number) =>
  running.db.asOwner(seller.ownerId, (tx) =>
    sql`update plans set expired_at = ${inDays(days)}::timestamptz where owner_id = ${seller.ownerId}`.execute(
      tx,
    ),
  )

it('is said a week before, a day before and at the end, each once', async () => {
  await givePlan(running, seller, { expired_at: inDays(30) })
  await runJob()
  expect([await newsOf(), await nextInHours()]).toEqual([[], 7 * 24])
  await daysLeft(6.9)
  await runJob()
  expect([await newsOf(), await nextInHours()]).toEqual([['plan_nearly_expired'], 24])
  await daysLeft(0.9)
  await runJob()
  const twice = ['plan_nearly_expired', 'plan_nearly_expired']
  expect([await newsOf(), await nextInHours()]).toEqual([twice, 0])
  await daysLeft(-0.1)
  await runJob()
  expect(await newsOf()).toEqual([...twice, 'plan_expired'])
})

it('leaves out what is late by now, and begins anew with another end', async () => {
  await givePlan(running, seller, { expired_at: inDays(0.5) })
  await runJob()
  expect(await newsOf()).toEqual(['plan_nearly_expired'])
  // Told again, with the same end.
  const end = (await seller.call('GET /bills/current')).at<string>('data.expired_at')
  await givePlan(running, seller, { name: 'Standard plus', expired_at: end })
  await runJob()
  expect(await newsOf()).toEqual(['plan_nearly_expired'])
  await givePlan(running, seller, { expired_at: inDays(-2) })
  await runJob()
  expect(await newsOf()).toEqual(['plan_nearly_expired', 'plan_expired'])
  await givePlan(running, seller, { expired_at: inDays(5) })
  await runJob()
  expect(await newsOf()).toEqual(['plan_nearly_expired', 'plan_expired', 'plan_nearly_expired'])
})

it('is nothing to a plan that never ends, or that was taken back', async () => {
  await givePlan(running, seller, {})
  await runJob()
  await givePlan(running, seller, { expired_at: inDays(1) })
  await givePlan(running, seller, { code: 'community' })
  await runJob()
  expect(await newsOf()).toEqual([])
})

it('is for whoever sees the plan, in the mail of the day too', async () => {
  const staff = await Promise.all(
    (['admin', 'viewer', 'manager', 'operator'] as const).map((role) =>
      running.addStaff(seller.ownerId, { email: `${role}${accounts}@x.test`, role }),
    ),
  )
  const way = { type: 'plan_expired', way: 'mail' }
  expect((await seller.call('PUT /users/notifications/ways', { ways: [way] })).status).toBe(200)
  await givePlan(running, seller, { expired_at: inDays(-1) })
  await runJob()
  const told = await Promise.all([seller, ...staff].map(async (account) => (await newsOf(account)).length))
  expect(told).toEqual([1, 1, 1, 0, 0])
  const userId = (await seller.call('GET /users/me')).at<number>('data.id')
  await createWriteDigest(running.db, running.config)({ ownerId: seller.ownerId, userId })
  const mail = (await seller.call('GET /mails')).at<number>('data.0.id')
  expect((await seller.call(`GET /mails/${mail}`)).at('data.text')).toContain('• Plan expired')
})

it('is told by the worker itself when the time comes', async () => {
  const worker = await startTestConsole({ role: 'worker', databaseUrl: running.databaseUrl })
  try {
    await givePlan(running, seller, { expired_at: new Date(Date.now() + 1500).toISOString() })
    await until('both to be told', async () => (await newsOf()).length === 2)
    expect(await newsOf()).toEqual(['plan_nearly_expired', 'plan_expired'])
  } finally {
    await worker.stop()
  }
})
