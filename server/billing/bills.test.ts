import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/console.ts'
import { addShop, orderOf, putOrders } from '../../test/orders.ts'
import { saveAvatar } from '../auth/avatar-store.ts'

type Bill = Reply<'GET /bills/current'>['data']

let running: TestConsole
let seller: Account

beforeAll(async () => {
  const environment = { BILLING_URL: 'https://home.example/plans', SUPPORT_EMAIL: 'help@home.example' }
  running = await startTestConsole({ role: 'web', environment })
  seller = await running.signUp('billed')
})
afterAll(async () => running?.stop())

const billOf = async (account: Account) => (await account.call('GET /bills/current')).at<Bill>('data')

it('is a plan without price, limits and end, and says where more is sold and whom to ask', async () => {
  expect(await billOf(seller)).toMatchObject({
    plan: {
      code: 'community',
      name: 'Community',
      price: 0,
      currency: 'MYR',
      period: null,
      limits: { shops: null, staff: null, orders: null, skus: null, storage: null },
    },
    status: 'active',
    expired_at: null,
    is_nearly_expired: false,
    upgrade_url: 'https://home.example/plans',
    support_email: 'help@home.example',
  })
  expect((await seller.call('GET /bills')).at('data')).toEqual([])
})

it('counts what is used, of this account alone and of this month', async () => {
  const other = await running.signUp('billed-too')
  const [first, second] = [
    await addShop(running, seller.ownerId, 'first'),
    await addShop(running, seller.ownerId, 'second'),
  ]
  await running.addStaff(seller.ownerId, { email: 'packer@example.test', role: 'operator' })
  const longAgo = new Date(Date.now() - 40 * 24 * 3_600_000)
  await putOrders(running, seller.ownerId, first, [
    orderOf({ channelOrderId: 'now', placedAt: new Date() }),
    orderOf({ channelOrderId: 'now-canceled', placedAt: new Date(), status: 'canceled' }),
    orderOf({ channelOrderId: 'long-ago', placedAt: longAgo }),
  ])
  const userId = (await seller.call('GET /users/me')).at<number>('data.id')
  const { ownerId } = seller
  await running.db.asOwner(ownerId, (tx) => saveAvatar(tx, { ownerId, userId }, Buffer.alloc(1234)))
  expect((await billOf(seller)).usage).toEqual({ shops: 2, staff: 2, orders: 2, skus: 0, storage: 1234 })
  await seller.call(`DELETE /shops/${second}`)
  expect((await billOf(seller)).usage.shops).toBe(1)
  expect((await billOf(other)).usage).toEqual({ shops: 0, staff: 1, orders: 0, skus: 0, storage: 0 })
})
