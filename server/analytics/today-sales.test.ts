/** Revenue of today over HTTP, held against the same hours of the same weekday, and silent where too little is known. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { Currency } from '../../model/money.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'

type Sales = Reply<'GET /dashboard/today-sales'>['data']

const dayMs = 86_400_000
const hourMs = 3_600_000

function hourIn(timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(new Date()))
}

/** A zone without daylight saving with hours of the day on both sides of the present one. */
const zone =
  ['Asia/Tokyo', 'America/Phoenix'].find((name) => hourIn(name) >= 6 && hourIn(name) <= 21) ?? 'Asia/Tokyo'

let running: TestConsole
let orders = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

/** An order so many hours ago, on the weekday of today so many weeks ago. */
async function sell(
  account: Account,
  shop: number,
  [weeksAgo, hoursAgo]: [number, number],
  { worth, currency = 'MYR' }: { worth: number; currency?: Currency },
): Promise<void> {
  const placedAt = new Date(Date.now() - hoursAgo * hourMs - weeksAgo * 7 * dayMs)
  await putOrders(running, account.ownerId, shop, [
    orderOf({
      channelOrderId: `s${orders++}`,
      placedAt,
      currency,
      payment: { ...noPayment, subTotal: worth * 100 },
    }),
  ])
}

const salesOf = async (account: Account) =>
  (await account.call('GET /dashboard/today-sales')).at<Sales>('data')

it('compares the hours that are over with the mean of the same hours, and leads to the orders of today', async () => {
  const seller = await running.signUp('today', { timezone: zone })
  const [shop, other] = [
    await addShop(running, seller.ownerId, 'today'),
    await addShop(running, seller.ownerId, 'today-two'),
  ]
  await sell(seller, shop, [0, 1], { worth: 150 })
  await sell(seller, shop, [0, 0], { worth: 7 })
  await sell(seller, other, [0, 2], { worth: 30 })
  await sell(seller, shop, [0, 1], { worth: 3, currency: 'USD' })
  await sell(seller, shop, [1, 1], { worth: 100 })
  await sell(seller, shop, [2, 2], { worth: 50 })
  // Later on that day: it is not held against what is not over today.
  await sell(seller, shop, [2, -2], { worth: 900 })
  const sales = await salesOf(seller)
  expect(sales).toMatchObject({
    currency: 'MYR',
    until: hourIn(zone),
    orders: 4,
    total: 187,
    so_far: 180,
    usual: 75,
    percent_change: 140,
    others: [{ currency: 'USD', total: 3 }],
  })
  expect(sales.before.map(({ revenue }) => revenue)).toEqual([100, 50])
  expect(sales.hours).toHaveLength(24)
  expect(sales.hours[hourIn(zone) - 1]).toMatchObject({ revenue: 150, orders: 2, usual: 50 })
  expect(sales.hours[hourIn(zone) + 2]).toMatchObject({ revenue: 0, usual: 450 })
  const days = `date_field=sold&from=${sales.date}&to=${sales.date}`
  const list = await seller.call(`GET /orders/filter?${days}`)
  expect(list.at('meta.pagination.total')).toBe(sales.orders)

  const viewer = await running.addStaff(seller.ownerId, { email: 'viewer@today.test', role: 'viewer' }, [
    other,
  ])
  expect(await salesOf(viewer)).toMatchObject({ total: 30, usual: null, percent_change: null, before: [] })
})

it('compares nothing with fewer than two such days', async () => {
  const seller = await running.signUp('young', { timezone: zone })
  const shop = await addShop(running, seller.ownerId, 'young')
  await sell(seller, shop, [1, 1], { worth: 100 })
  await sell(seller, shop, [0, 1], { worth: 10 })
  expect(await salesOf(seller)).toMatchObject({ total: 10, usual: null, percent_change: null })
})
