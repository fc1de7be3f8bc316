/** What home shows: figures that are kept, held against what can be counted. */
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import { orderStatusIds, type OrderStatus } from '../../model/order-status.ts'
import { paymentMethods, type ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/console.ts'
import { addShop, noPayment, orderOf, pick, putOrders, seeded } from '../../test/orders.ts'
import { addDays, dayIn } from './calendar.ts'

type Revenue = Reply<'GET /dashboard/total-revenue'>['data']

const timezone = 'Asia/Kuala_Lumpur'
const today = dayIn(timezone, new Date())

let running: TestConsole
let admin: pg.Client
let seller: Account
let shop: number
let accounts = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})
beforeEach(async () => {
  seller = await running.signUp(`home${accounts++}`)
  shop = await addShop(running, seller.ownerId, `home${accounts}`)
})

const put = (orders: ChannelOrder[], of = shop) => putOrders(running, seller.ownerId, of, orders)
/** Noon of the account's day, so many days ago. */
const noon = (daysAgo: number) => new Date(`${addDays(today, -daysAgo)}T04:00:00Z`)
const sold = (id: string, order: Partial<ChannelOrder> & { worth?: number } = {}): ChannelOrder =>
  orderOf({
    channelOrderId: id,
    placedAt: noon(0),
    ...order,
    payment: { ...noPayment, subTotal: order.worth ?? 1000 },
  })
const revenueOf = async (account: Account, query = '') =>
  (await account.call(`GET /dashboard/total-revenue${query}`)).at<Revenue>('data')
const onDay = (revenue: Revenue, daysAgo: number) =>
  revenue.chart.find(({ date }) => date === addDays(today, -daysAgo))

it('adds up what was sold on the day on which it was paid, beside the period before', async () => {
  await put([
    sold('paid', { placedAt: noon(3), paidAt: noon(2), paymentMethod: 'card', worth: 1250 }),
    sold('cod', { placedAt: noon(3), paidAt: noon(1), worth: 500 }),
    sold('before', { placedAt: noon(32), worth: 1400 }),
    sold('long-ago', { placedAt: noon(61) }),
    sold('unpaid', { status: 'unpaid' }),
    sold('canceled', { status: 'canceled' }),
  ])
  const revenue = await revenueOf(seller)
  expect(revenue).toMatchObject({
    currency: 'MYR',
    total: 17.5,
    previous: 14,
    percent_change: 25,
    others: [],
  })
  expect(revenue.chart).toHaveLength(30)
  expect([revenue.chart[0]?.date, revenue.chart.at(-1)?.date]).toEqual([addDays(today, -29), today])
  expect([onDay(revenue, 2), onDay(revenue, 3), onDay(revenue, 1)]).toMatchObject([
    { revenue: 12.5, orders: 1, previous_revenue: 14 },
    { revenue: 5, orders: 1 },
    { revenue: 0, orders: 0 },
  ])
})

it("counts by the account's days: an evening in UTC is the next morning there", async () => {
  const evening = new Date(`${addDays(today, -5)}T16:30:00Z`)
  await put([sold('late', { placedAt: evening })])
  expect(onDay(await revenueOf(seller), 4)).toMatchObject({ orders: 1 })
})

it('follows an order that is canceled, paid late or worth something else', async () => {
  await put([sold('one', { paymentMethod: 'card', placedAt: noon(4) })])
  const later = (change: Partial<ChannelOrder> & { worth?: number }, minutes: number) =>
    sold('one', {
      paymentMethod: 'card',
      placedAt: noon(4),
      changedAt: new Date(noon(4).getTime() + minutes * 60_000),
      ...change,
    })
  await put([later({ paidAt: noon(2), worth: 800 }, 1)])
  const revenue = await revenueOf(seller)
  expect([onDay(revenue, 4)?.orders, onDay(revenue, 2)]).toMatchObject([0, { revenue: 8, orders: 1 }])
  // The channel does not repeat when it was paid.
  await put([later({ paidAt: null, worth: 900 }, 2)])
  expect(onDay(await revenueOf(seller), 2)).toMatchObject({ revenue: 9, orders: 1 })
  await put([later({ status: 'canceled', worth: 900 }, 3)])
  expect((await revenueOf(seller)).total).toBe(0)
})

it('stays what can be added up, through any order of reports, and begins so in an account that was there', async () => {
  const random = seeded(20_261_122)
  const statuses = Object.keys(orderStatusIds) as OrderStatus[]
  for (let round = 0; round < 12; round++) {
    const batch = Array.from({ length: 8 }, () => {
      const place = Math.floor(random() * 20)
      const placedAt = new Date(noon(place).getTime() + (place % 5) * 6 * 3_600_000)
      return sold(`any${place}`, {
        placedAt,
        changedAt: new Date(placedAt.getTime() + round * 60_000),
        paidAt: random() < 0.5 ? new Date(placedAt.getTime() + 20 * 3_600_000) : null,
        paymentMethod: pick(random, paymentMethods),
        status: pick(random, statuses),
        worth: Math.floor(random() * 5000),
        currency: place % 4 === 0 ? 'VND' : 'MYR',
      })
    })
    await put(batch)
  }
  const kept = () =>
    admin.query(
      'select day, shop_id, currency, orders, revenue from sales_days where owner_id = $1 and orders <> 0 order by 1, 2, 3',
      [seller.ownerId],
    )
  const { rows: before } = await kept()
  expect(before.length).toBeGreaterThan(5)
  const folder = new URL('../db/migrations/', import.meta.url)
  const file = (await readdir(folder)).find((name) => name.endsWith('-home.sql')) ?? ''
  const migration = await readFile(new URL(file, folder), 'utf8')
  const begin = /^insert into sales_days[^;]*;/m.exec(migration)?.[0] ?? ''
  await admin.query('delete from sales_days')
  await admin.query(begin)
  expect((await kept()).rows).toEqual(before)
})

it('shows staff the figures of their own shops', async () => {
  const other = await addShop(running, seller.ownerId, `other${accounts}`)
  await put([sold('mine')])
  await put([sold('other', { worth: 7000 }), sold('asked', { cancelRequestedAt: new Date() })], other)
  const email = `viewer${accounts}@example.test`
  const viewer = await running.addStaff(seller.ownerId, { email, role: 'viewer' }, [shop])
  expect([(await revenueOf(seller)).total, (await revenueOf(viewer)).total]).toEqual([90, 10])
  const toDo = async (account: Account) => (await account.call('GET /dashboard/to-do')).at('data')
  expect(await toDo(seller)).toMatchObject({ pending: 3, cancel_requested: 1, return_requested: 0 })
  expect(await toDo(viewer)).toMatchObject({ pending: 1, cancel_requested: 0 })
  expect((await viewer.call('GET /dashboard/new-order')).at('data.orders.data')).toHaveLength(1)
})

it('speaks in the currency that is sold in, and names the others', async () => {
  await put([
    sold('dong1', { currency: 'VND' }),
    sold('dong2', { currency: 'VND' }),
    sold('dollar', { currency: 'USD' }),
  ])
  expect(await revenueOf(seller)).toMatchObject({
    currency: 'VND',
    total: 2000,
    others: [{ currency: 'USD', total: 10 }],
  })
  await put([sold('ringgit')])
  expect(await revenueOf(seller)).toMatchObject({ currency: 'MYR', total: 10 })
})

it('counts the orders of today against those of yesterday, and shows the newest five', async () => {
  await put([
    ...Array.from({ length: 6 }, (_, place) => sold(`today${place}`)),
    ...Array.from({ length: 4 }, (_, place) => sold(`yesterday${place}`, { placedAt: noon(1) })),
  ])
  const { data } = (await seller.call('GET /dashboard/new-order')).body as Reply<'GET /dashboard/new-order'>
  expect(data).toMatchObject({ total: 6, previous: 4, percent_change: 50 })
  expect(data.orders.data).toHaveLength(5)
})

it('refuses days the wrong way round, and more than a year of them', async () => {
  for (const query of ['?from=2026-03-02&to=2026-03-01', '?from=2024-01-01&to=2026-01-01'])
    expect((await seller.call(`GET /dashboard/total-revenue${query}`)).status).toBe(422)
  const year = await revenueOf(seller, '?from=2025-01-01&to=2025-12-31')
  expect(year.chart).toHaveLength(365)
})
