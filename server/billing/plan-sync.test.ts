/** Order sync of a shop after the plan of its account has ended, and after it is renewed. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { givePlan, inDays } from '../../test/steps/plans.ts'

const channelShop = 727720655
let running: TestConsole
let admin: pg.Client
let seller: Account

beforeAll(async () => {
  running = await startTestConsole()
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const orders = async () =>
  (await seller.call('GET /orders/filter?limit=1')).at<number>('meta.pagination.total')

const one = async <T>(text: string) =>
  (await admin.query<{ value: T }>(`select ${text} as value`)).rows[0]?.value

/** The channel has an order more, and pushes it; comes back when the console has done with that push. */
async function sellOne(): Promise<void> {
  const pushed = () => one<Date | null>('(select last_event_at from channel_shops)')
  const before = await pushed()
  await running.control('orders', { shop_id: channelShop })
  await until('the push', async () => +((await pushed()) ?? 0) > +(before ?? 0))
  await until('the sync', async () => {
    const waiting = await one<number>(
      `(select count(*)::int from stale_ids)
        + (select count(*)::int from graphile_worker.jobs where task_identifier = 'sync-orders' and run_at <= now())`,
    )
    return waiting === 0
  })
}

/** The clock looks at each shop every half minute. */
const lookNow = () => admin.query('update channel_shops set next_poll_at = now()')

const noSyncIsDue = () =>
  one<boolean>(
    `not exists(select from graphile_worker.jobs where task_identifier like 'sync-%' and run_at <= now())`,
  )

it('goes on for a month, rests, and makes up for it', async () => {
  await running.control('generate', { shop_id: channelShop, orders: 5, days: 20 })
  await linkShop(running.sandbox.url, seller, channelShop)
  await until('the first sync', async () => (await orders()) === 5)
  await until('the products', async () =>
    one<boolean>(`not exists(select from syncs where phase = 'import')`),
  )

  await givePlan(running, seller, { expired_at: inDays(-29.9) })
  await sellOne()
  await until('an order of the month after the end', async () => (await orders()) === 6)

  await givePlan(running, seller, { expired_at: inDays(-30.1) })
  const looked = () => one<Date>(`(select last_checked_at from syncs where kind = 'order')`)
  // One that began before the end of the plan goes on to its own end.
  await until('the last sync', noSyncIsDue)
  const before = await looked()
  await sellOne()
  await sellOne()
  await lookNow()
  await until('the clock', () => one<boolean>('(select next_poll_at > now() from channel_shops)'))
  await until('its jobs', noSyncIsDue)
  expect([await orders(), await looked()]).toEqual([6, before])
  // Nothing that is there goes away.
  const shop = await seller.call('GET /shops')
  expect(shop.at('data.0.status')).toBe(1)
  expect(await one<number>('(select count(*)::int from stale_ids)')).toBe(0)

  // It has rested for long.
  await admin.query(`update syncs set period_from = now() - interval '40 days', period_to = now() - interval '40 days',
    last_checked_at = now() - interval '40 days' where kind = 'order'`)
  await givePlan(running, seller, { expired_at: inDays(365) })
  await lookNow()
  await until('what was sold meanwhile', async () => (await orders()) === 8)
  await sellOne()
  await until('what is sold now', async () => (await orders()) === 9)
})
