import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { settleOwner } from '../../test/steps/settled-owner.ts'

const malaysia = 727720655

let running: TestConsole
let seller: Account

beforeAll(async () => {
  // Each page of orders is a call: at three a second the budget is used up while it is watched.
  running = await startTestConsole({ environment: { CALLS_PER_SECOND: '3' } })
  seller = await running.signUp('seller')
})
afterAll(() => running?.stop())

type Rate = { calls_left: number; of: number; at: string }
const rate = async () =>
  (await seller.call('GET /shops?include=sync')).at<Rate | null>('data.0.sync.data.rate')

it('says nothing of the calls before the first one was made', async () => {
  const other = await running.signUp('other')
  await addShop(running, other.ownerId, 'quiet')
  const told = await other.call('GET /shops?include=sync')
  expect(told.at('data.0.sync.data')).toMatchObject({ rate: null, waiting: 0 })
})

it('tells how many calls the channel would have taken when the last work ended', async () => {
  await linkShop(running.sandbox.url, seller, malaysia)
  const first = await until('the first slice to end', async () => (await rate()) ?? undefined)
  expect(first.of).toBe(3)
  // A look makes more than one call, and the budget fills up within a second.
  expect(first.calls_left).toBeLessThan(3)
  expect(first.calls_left).toBeGreaterThanOrEqual(0)
  const id = (await seller.call('GET /shops')).at<number>('data.0.id')
  await seller.call(`POST /shops/${id}/sync`, {})
  await until('the next one', async () => (await rate())?.at !== first.at)
})

it('tells what failed and what was refused, in the words of the channel, and tries each again by itself', async () => {
  // Without a worker, which would take up what is written down here.
  await using quiet = await startQuietConsole()
  const { account, shops } = await settleOwner(quiet.console, 'failing', 'Cai')
  const [shop] = shops
  await quiet.console.db.asOwner(account.ownerId, async (tx) => {
    await sql`update stock_pushes set state = 'refused', reason = 'locked by a campaign' where owner_id = ${account.ownerId}`.execute(
      tx,
    )
  })
  const failing = async () => {
    const logs = await account.call(`GET /shops/${shop}/sync-logs`)
    return logs
      .at<{ type: string; channel_id: string; reason: string }[]>('data')
      .map(({ type, channel_id: code, reason }) => [type, code, reason].join(': '))
      .toSorted()
  }
  expect(await failing()).toEqual([
    'order: failing-failed: reason',
    'product: failed: reason',
    'stock: 100_1: locked by a campaign',
  ])
  const health = async () => (await account.call('GET /shops?include=sync')).at<object>('data.0.sync.data')
  expect(await health()).toMatchObject({ products: 1, stock_waiting: 0, waiting: 1 })
  const job = await account.call(`POST /shops/${shop}/sync-items/100_1/retry`, { type: 'stock' })
  expect(job.at('data.job_id')).toBe(`push-stock:${shop}`)
  expect(await failing()).toEqual(['order: failing-failed: reason', 'product: failed: reason'])
  expect(
    (await account.call(`POST /shops/${shop}/sync-items/failed/retry`, { type: 'product' })).at(
      'data.job_id',
    ),
  ).toBe(`sync-products:${shop}`)

  // Items that do not fail, and unknown ones, are not retried.
  const before = await health()
  for (const [id, type] of [
    ['invented', 'order'],
    ['invented', 'product'],
    ['100_1', 'stock'],
    ['1', 'card'],
  ]) {
    const refused = await account.call(`POST /shops/${shop}/sync-items/${id}/retry`, { type })
    expect([id, type, refused.status, refused.at('code')]).toEqual([id, type, 404, 'not_found'])
  }
  expect(await health()).toEqual(before)
})

async function startQuietConsole(): Promise<AsyncDisposable & { console: TestConsole }> {
  const started = await startTestConsole({ role: 'web' })
  return { console: started, [Symbol.asyncDispose]: () => started.stop() }
}
