/** Kills the worker with -9 while customers get the levels of new limits, again and again, with orders coming in. */
import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { forkConsole, killConsole } from '../../test/steps/forked-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'

const customers = 4000

let running: TestConsole
let seller: Account
let admin: pg.Client
let shop: number
let worker: ChildProcess | undefined

const bought = (place: number, worth: number, day = 1) =>
  orderOf({
    channelOrderId: `K${place}-${day}`,
    status: 'delivered',
    placedAt: new Date(Date.UTC(2026, 0, day)),
    buyer: { channelBuyerId: `buyer${String(place).padStart(5, '0')}`, name: `Buyer ${place}` },
    payment: { ...noPayment, subTotal: worth },
  })

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  shop = await addShop(running, seller.ownerId, 'shop')
  for (let start = 0; start < customers; start += 500) {
    const batch = Array.from({ length: 500 }, (_, at) => bought(start + at, (start + at) * 100))
    await putOrders(running, seller.ownerId, shop, batch)
  }
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await admin?.end()
  await running?.stop()
})

const seen = async () =>
  (await admin.query<{ seen: number }>('select seen from rank_runs')).rows[0]?.seen ?? Infinity

it('goes on where the killed one was, and leaves nobody with an old level', async () => {
  // Time to kill in: each batch takes a third of a second to be saved.
  await admin.query(`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return new; end $$`)
  await admin.query('create trigger slow before update on rank_runs for each row execute function slow()')
  const ranks = [0, 500, 1500, 3000].map((limit, place) => ({ level_value: place + 1, limit }))
  expect((await seller.call('PUT /settings/update-rank-limit', { ranks })).status).toBe(200)
  const kept: number[] = []
  for (const [round, least] of [500, 1500].entries()) {
    worker = forkConsole(running, { role: 'worker', environment: { LOG_LEVEL: 'warn' } })
    await until(`${least} customers`, async () => (await seen()) >= least)
    await killConsole(worker)
    kept.push(await seen())
    await putOrders(running, seller.ownerId, shop, [
      bought(3, 200_000, round + 2),
      bought(3900, 200_000, round + 2),
      bought(customers + round, 160_000),
    ])
  }
  expect(kept.every((count) => count > 0 && count < customers)).toBe(true)
  await running.startWorker()
  await until('all levels', async () => (await seen()) === Infinity)
  const found = await seller.call('GET /settings/customer-rank')
  expect(found.at('meta.recomputing')).toBe(null)
  expect(found.at<{ total_customer: number }[]>('data').map((rank) => rank.total_customer)).toEqual([
    499, 1000, 1502, 1001,
  ])
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})
