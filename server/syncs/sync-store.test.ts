import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type TestConsole } from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { listStaleIds, removeStaleIds, markStale, type SyncKey } from './sync-store.ts'

let running: TestConsole

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

it('keeps a hint that was noted again while it was read, also by a clock that is behind', async () => {
  const { ownerId } = await running.signUp('noting')
  const key: SyncKey = { ownerId, shopId: await addShop(running, ownerId, 'noting'), kind: 'order' }
  const left = await running.db.asOwner(ownerId, async (tx) => {
    await markStale(tx, key, ['once', 'ahead', 'behind'])
    const read = await listStaleIds(tx, key, 10)
    for (const [id, by] of [
      ['ahead', '2 seconds'],
      ['behind', '-2 seconds'],
    ])
      await sql`update stale_ids set noted_at = noted_at + ${by}::interval
        where owner_id = ${ownerId} and channel_id = ${id}`.execute(tx)
    await removeStaleIds(tx, key, read)
    return listStaleIds(tx, key, 10)
  })
  expect(left.map(({ channelId }) => channelId).toSorted()).toEqual(['ahead', 'behind'])
})
