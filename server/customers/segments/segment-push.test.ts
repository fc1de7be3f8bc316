/** Pushes of a segment that meet: whoever is asked for last takes over at the same CRM, and nothing is left out at another one. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connector as crm } from '../../../connectors/channels/crm/index.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addressOf, addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { startPush } from './segment-push-store.ts'
import { createSendSegment } from './send-segment.ts'

let running: TestConsole
let seller: Account
let admin: pg.Client
let segmentId: number
let shop: number
const crms: number[] = []

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  shop = await addShop(running, seller.ownerId, 'Shop')
  for (const name of ['North', 'South']) crms.push(await addShop(running, seller.ownerId, name))
  const buyers = ['Aina', 'Bakar']
  await putOrders(
    running,
    seller.ownerId,
    shop,
    buyers.map((name, at) =>
      orderOf({
        channelOrderId: name,
        buyer: { channelBuyerId: name, name },
        address: addressOf({ name, phone: `+60 12-345 678${at}`, country: 'MY' }),
      }),
    ),
  )
  const ids = (await seller.call('GET /customers')).at<{ id: number }[]>('data').map(({ id }) => id)
  const made = await seller.call('POST /customers/shortlists', { name: 'Best', customer_ids: ids })
  segmentId = made.at('data.id')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const push = (shopId: number) =>
  running.db.asOwner(seller.ownerId, (tx) =>
    startPush(tx, { ownerId: seller.ownerId, segmentId, shopId, shops: [], after: 0 }, 'seller'),
  )

type Job = { shopId: number; after: number }
async function jobs(): Promise<Job[]> {
  const { rows } = await admin.query<{ payload: Job }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send-segment' order by (payload ->> 'shopId')::bigint`,
  )
  return rows.map(({ payload }) => payload)
}

it('goes on from the beginning when asked for again while a slice is listed', async () => {
  await push(crms[0] ?? 0)
  const [first] = await jobs()
  await push(crms[0] ?? 0)
  await createSendSegment(running.db)(first)
  expect(await jobs()).toMatchObject([{ shopId: crms[0], after: 0 }])
})

it('goes on to one CRM when another one is asked for', async () => {
  await push(crms[1] ?? 0)
  expect((await jobs()).map(({ shopId }) => shopId)).toEqual(crms)
  const [older] = await jobs()
  await createSendSegment(running.db)(older)
  const { rowCount } = await admin.query('select from customer_cards where shop_id = $1', [crms[0]])
  expect(rowCount).toBe(2)
  expect((await jobs())[0]?.after).toBeGreaterThan(0)
})

it('reaches no CRM that the user does not see', async () => {
  const [seen, hidden] = await Promise.all(
    [crms, [shop]].map((shopIds, at) =>
      running.addStaff(
        seller.ownerId,
        { email: `push-${at}@example.test`, role: 'manager', permissions: ['customers.export'] },
        [shop, ...shopIds],
      ),
    ),
  )
  const pushTo = (user: Account | undefined) =>
    user?.call(`POST /customers/shortlists/${segmentId}/push`, { shop_id: crms[1] })
  const read = (user: Account | undefined) => user?.call(`GET /customers/shortlists/${segmentId}/push`)
  expect((await read(seen))?.at('data')).not.toBeNull()
  expect((await read(hidden))?.at('data')).toBeNull()
  await admin.query('update shops set platform_id = $2 where id = $1', [crms[1], crm.id])
  const statuses = [await pushTo(hidden), await pushTo(seen)].map((answer) => answer?.status)
  expect(statuses).toEqual([422, 202])
})

it('stops while the CRM is disconnected, also one that was being listed, and goes on afterwards', async () => {
  const send = createSendSegment(running.db)
  const connect = (status: number) =>
    admin.query('update shops set status = $2, is_customer_push = false where id = $1', [crms[1], status])
  await connect(0)
  await send((await jobs())[1])
  await send((await jobs())[1])
  const state = async () => (await seller.call(`GET /customers/shortlists/${segmentId}/push`)).at('data')
  expect(await state()).toMatchObject({ state: 'stopped', waiting: 2 })
  await connect(1)
  expect(await state()).toMatchObject({ state: 'sending', waiting: 2 })
})
