/** Progress of the first syncs: only kinds that users wait for count, not those that come hours later. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { openSync, type SyncKind } from './sync-store.ts'

let running: TestConsole
let admin: pg.Client
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

/** A shop whose first syncs are so far. */
async function shopWith(percents: Partial<Record<SyncKind, number>>): Promise<void> {
  const { ownerId } = seller
  const shopId = await addShop(running, ownerId, Object.keys(percents).join(' '))
  await admin.query('delete from syncs where owner_id = $1', [ownerId])
  for (const [kind, percent] of Object.entries(percents)) {
    const key = { ownerId, shopId, kind: kind as SyncKind }
    await running.db.asOwner(ownerId, (tx) => openSync(tx, key, { from: null, to: new Date() }))
    await admin.query('update syncs set percent = $1 where owner_id = $2 and kind = $3', [
      percent,
      ownerId,
      kind,
    ])
  }
}

it.each([
  [{ order: 100, product: 60, customer: 0, return: 0, settlement: 0 }, 80],
  [{ order: 100, product: 100, settlement: 0 }, 100],
  // A shop that sells nothing has nothing else to wait for.
  [{ customer: 40 }, 40],
])('of %j is %i', async (percents, expected) => {
  await shopWith(percents)
  const said = await seller.call('GET /dashboard/sync-percent')
  expect(said.at('data')).toMatchObject({ total_shop: 1, percent: expected })
  expect(said.at('data.shops')).toHaveLength(Object.keys(percents).length)
})
