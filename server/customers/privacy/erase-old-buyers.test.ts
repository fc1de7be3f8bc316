/** Erasing by age while the account changes its mind. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type TestConsole } from '../../../test/start-test-console.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { createChainSeal } from '../../audit/audit-chain.ts'
import { createEraseOldBuyers } from './erase-old-buyers.ts'

let running: TestConsole

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

it('erases no more once the account says otherwise', async () => {
  const seller = await running.signUp('seller')
  const { ownerId } = seller
  // One more than a batch.
  const many = Array.from({ length: 501 }, (_, at) =>
    orderOf({
      channelOrderId: `A-${at}`,
      buyer: { channelBuyerId: 'a', name: 'Zephyrine' },
      placedAt: new Date(Date.UTC(2020, 0, 2)),
    }),
  )
  await putOrders(running, ownerId, await addShop(running, ownerId, 'One'), many)
  const named = () =>
    running.db.asOwner(ownerId, async (tx) => {
      const { rows } = await sql<{ orders: number; customers: number }>`
        select (select count(*)::int from orders where owner_id = ${ownerId} and buyer_name is not null) as orders,
          (select count(*)::int from customers where owner_id = ${ownerId} and erased_at is null) as customers`.execute(
        tx,
      )
      return rows[0]
    })
  const setMonths = (months: number | null) => seller.call('PUT /settings/buyer-data', { months })
  const erase = createEraseOldBuyers(running.db, createChainSeal([Buffer.alloc(32)]))
  await setMonths(12)
  const first = 'select from orders where owner_id = $1 order by id limit 1 for update'
  const held = await lockRow(running.adminUrl, first, [ownerId])
  const erased = erase()
  await held.waiting(1)
  expect((await setMonths(null)).status).toBe(200)
  await held.release()
  await erased
  // The batch that had begun, and no other.
  expect(await named()).toEqual({ orders: 1, customers: 1 })
  const log = await seller.call('GET /audit-logs?action=customer.erase_old')
  expect(log.at('data.0.changes.0.after')).toBe(500)
  await setMonths(12)
  await erase(new Date(Date.now() + 2 * 86_400_000))
  expect(await named()).toEqual({ orders: 0, customers: 0 })
})
