import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { saveAvatar } from '../auth/users/avatar-store.ts'

type Bill = Reply<'GET /bills/current'>['data']
type Entry = Reply<'GET /audit-logs'>['data'][number]

let running: TestConsole
let seller: Account

beforeAll(async () => {
  const environment = {
    BILLING_URL: 'https://home.example/plans?from=console',
    SUPPORT_EMAIL: 'help@home.example',
  }
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
    upgrade_url: 'https://home.example/plans?from=console',
    support_email: 'help@home.example',
  })
  expect((await seller.call('GET /bills')).at('data')).toEqual([])
})

it('offers what it has by itself, and leads the owner to where more is sold', async () => {
  const plans = await seller.call('GET /plans')
  expect(plans.at('data')).toMatchObject([
    { code: 'community', price: 0, currency: 'MYR', limits: { orders: null }, is_current: true },
  ])
  expect(plans.at('meta.upgrade_url')).toBe('https://home.example/plans?from=console')
  const chosen = await seller.call('POST /bills/upgrade', { plan_code: 'shop', period: 'year' })
  expect(chosen.at('data.redirect_url')).toBe('https://home.example/plans?from=console&plan=shop&period=year')
  const open = await seller.call('POST /bills/upgrade', {})
  expect(open.at('data.redirect_url')).toBe('https://home.example/plans?from=console')
  expect((await seller.call('POST /bills/upgrade', { plan_code: 'a&b=c' })).status).toBe(422)
  expect((await seller.call('POST /bills/upgrade', { period: 'week' })).status).toBe(422)
  const log = (await seller.call('GET /audit-logs')).at<Entry[]>('data')
  const bought = log.filter(({ action }) => action === 'plan.upgrade')
  expect(bought.map(({ changes }) => changes.map(({ name, after }) => [name, after]))).toEqual([
    [],
    [
      ['Plan', 'shop'],
      ['Period', 'year'],
    ],
  ])
})

it('lets nobody but the owner buy, and says what is missing where nobody sells', async () => {
  const other = await running.signUp('billed-third')
  const admin = await running.addStaff(other.ownerId, { email: 'admin@example.test', role: 'admin' })
  expect((await admin.call('GET /plans')).status).toBe(200)
  expect((await admin.call('POST /bills/upgrade', {})).at('code')).toBe('forbidden')
  const alone = await startTestConsole({ role: 'web' })
  try {
    const owner = await alone.signUp('alone')
    expect((await owner.call('GET /plans')).at('meta.upgrade_url')).toBeNull()
    const refused = await owner.call('POST /bills/upgrade', { plan_code: 'shop', period: 'month' })
    expect([refused.status, refused.at('code')]).toEqual([409, 'billing_not_set_up'])
    expect(refused.at('message')).toContain('BILLING_URL')
  } finally {
    await alone.stop()
  }
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
