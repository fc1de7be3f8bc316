/** Figures of the home page: the stored ones are compared with counts over the orders. */
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import { orderStatusIds, type OrderStatus } from '../../model/order-status.ts'
import { paymentMethods, type ChannelOrder, type OrderLine } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import {
  addShop,
  lineOf,
  noPayment,
  orderOf,
  pick,
  putOrders,
  seeded,
} from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'

type Revenue = Reply<'GET /dashboard/total-revenue'>['data']
type TopProducts = Reply<'GET /dashboard/top-products'>['data']

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
const topOf = async (account: Account, query = '') =>
  (await account.call(`GET /dashboard/top-products${query}`)).at<TopProducts>('data')
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
        lines: Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
          lineOf({
            shopSku: `10${Math.floor(random() * 5)}_1`,
            quantity: 1 + Math.floor(random() * 4),
            total: Math.floor(random() * 3000),
            isGift: random() < 0.2,
          }),
        ),
      })
    })
    await put(batch)
    const refunded = pick(random, batch)
    await putReturns(running, seller.ownerId, shop, [
      returnOf({
        channelReturnId: `back-${refunded.channelOrderId}`,
        channelOrderId: refunded.channelOrderId,
        status: pick(random, ['requested', 'received', 'refunded', 'closed'] as const),
        changedAt: new Date(noon(0).getTime() + round * 60_000),
        lines: refunded.lines.map(({ shopSku, quantity, total }) => ({ shopSku, quantity, refund: total })),
      }),
    ])
  }
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  for (const [table, ending, what] of [
    ['sales_days', '-home.sql', 'currency, orders, revenue'],
    ['sold_products', '-sold-products.sql', 'currency, shop_sku, pieces, revenue'],
  ] as const) {
    const some = table === 'sales_days' ? 'orders' : 'pieces'
    const kept = () =>
      admin.query(
        `select day, shop_id, ${what} from ${table} where owner_id = $1 and ${some} <> 0 order by 1, 2, 3, 4`,
        [seller.ownerId],
      )
    const { rows: before } = await kept()
    expect(before.length).toBeGreaterThan(5)
    await admin.query('begin')
    await admin.query(`delete from ${table}`)
    await admin.query(await beginning(table, ending))
    expect((await kept()).rows).toEqual(before)
    await admin.query('rollback')
  }
})

/** The statement of a migration that begins the figures of accounts that are there. */
async function beginning(table: string, ending: string): Promise<string> {
  const folder = new URL('../db/migrations/', import.meta.url)
  const file = (await readdir(folder)).find((name) => name.endsWith(ending)) ?? ''
  const migration = await readFile(new URL(file, folder), 'utf8')
  return new RegExp(`^insert into ${table}[^;]*;`, 'm').exec(migration)?.[0] ?? ''
}

describe('top products', () => {
  const line = (shopSku: string, quantity: number, more: Partial<OrderLine> = {}) =>
    lineOf({ shopSku, quantity, total: quantity * 500, name: `Thing ${shopSku}`, ...more })

  it('are the five of which most pieces were sold, by the orders of the revenue', async () => {
    await put([
      sold('many', { lines: [1, 2, 3, 4, 5, 6].map((place) => line(`s${place}`, place)) }),
      sold('gift', { lines: [line('s1', 50, { isGift: true }), line('s3', 1)] }),
      sold('unpaid', { status: 'unpaid', lines: [line('s1', 50)] }),
      sold('canceled', { status: 'canceled', lines: [line('s1', 50)] }),
      sold('long-ago', { placedAt: noon(40), lines: [line('s1', 50)] }),
    ])
    await put([
      sold('again', {
        placedAt: noon(3),
        lines: [
          line('s2', 7, {
            name: 'Cup',
            variantLabel: 'Red',
            sellerSku: 'CUP-R',
            imageUrl: 'https://i.test/cup',
          }),
        ],
      }),
    ])
    const top = await topOf(seller)
    expect(top).toMatchObject({ currency: 'MYR', from: addDays(today, -29), to: today })
    expect(top.products.map(({ name, pieces, revenue }) => [name, pieces, revenue])).toEqual([
      ['Cup, Red', 9, 45],
      ['Thing s6', 6, 30],
      ['Thing s5', 5, 25],
      ['Thing s3', 4, 20],
      ['Thing s4', 4, 20],
    ])
    expect(top.products[0]).toMatchObject({ sku: 'CUP-R', image: 'https://i.test/cup', others: [] })
    expect(top.products[1]).toMatchObject({ sku: 's6', image: null })
    const longAgo = await topOf(seller, `?from=${addDays(today, -45)}&to=${addDays(today, -30)}`)
    expect(longAgo.products.map(({ sku, pieces }) => [sku, pieces])).toEqual([['s1', 50]])
  })

  it('follow an order that is changed and canceled', async () => {
    const at = (minutes: number) => ({ changedAt: new Date(noon(0).getTime() + minutes * 60_000) })
    await put([sold('one', { lines: [line('a', 5), line('b', 2)] }), sold('two', { lines: [line('a', 1)] })])
    await put([sold('one', { lines: [line('b', 3)], ...at(1) })])
    const pieces = async () => (await topOf(seller)).products.map((one) => [one.sku, one.pieces, one.revenue])
    expect(await pieces()).toEqual([
      ['b', 3, 15],
      ['a', 1, 5],
    ])
    await put([sold('one', { lines: [line('b', 3)], status: 'canceled', ...at(2) })])
    expect(await pieces()).toEqual([['a', 1, 5]])
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('are one product where shops list the same SKU, each in the currency that it was paid in', async () => {
    const second = await addShop(running, seller.ownerId, `second${accounts}`)
    for (const [of, shopSku] of [
      [shop, 'm1'],
      [second, 'n1'],
    ] as const)
      await putProducts(running, { ownerId: seller.ownerId, shopId: of }, [
        productOf({ channelProductId: `p${of}`, skus: [skuOf({ shopSku, sellerSku: 'TEA' })] }),
      ])
    await put([sold('mine', { lines: [line('m1', 2)] }), sold('more', { lines: [line('other', 3)] })])
    await put(
      [sold('theirs', { currency: 'VND', lines: [line('n1', 2, { sellerSku: 'TEA', total: 9000 })] })],
      second,
    )
    const { products } = await topOf(seller)
    expect(products).toMatchObject([
      { sku: 'TEA', pieces: 4, revenue: 10, others: [{ currency: 'VND', total: 9000 }] },
      { sku: 'other', pieces: 3, revenue: 15, others: [] },
    ])
    const email = `half${accounts}@example.test`
    const viewer = await running.addStaff(seller.ownerId, { email, role: 'viewer' }, [shop])
    expect((await topOf(viewer)).products).toMatchObject([
      { sku: 'other', pieces: 3 },
      { sku: 'm1', pieces: 2, revenue: 10, others: [] },
    ])
  })

  it('move to the days of a new time zone', async () => {
    const evening = new Date(`${addDays(today, -5)}T15:30:00Z`)
    await put([sold('late', { placedAt: evening, lines: [line('a', 2)] })])
    await seller.call('PUT /settings/account', { timezone: 'Asia/Tokyo', currency: 'MYR' })
    const next = `?from=${addDays(today, -4)}&to=${addDays(today, -4)}`
    expect((await topOf(seller, next)).products).toMatchObject([{ sku: 'a', pieces: 2 }])
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })
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

it('speaks in the account’s currency as analytics does, and names what has no rate', async () => {
  const line = (total: number) => lineOf({ shopSku: 'tea', quantity: 1, total })
  await put([
    sold('dong1', { currency: 'VND', worth: 1001, lines: [line(1001)] }),
    sold('dong2', { currency: 'VND', worth: 7777, placedAt: noon(1), lines: [line(7777)] }),
    sold('dong3', { currency: 'VND', worth: 5555, placedAt: noon(31) }),
    sold('dollar', { currency: 'USD', lines: [line(1000)] }),
  ])
  expect(await revenueOf(seller)).toMatchObject({
    currency: 'MYR',
    is_converted: false,
    total: 0,
    others: [
      { currency: 'USD', total: 10 },
      { currency: 'VND', total: 8778 },
    ],
  })
  await put([sold('ringgit', { lines: [line(1000)] })])
  await putReturns(running, seller.ownerId, shop, [
    returnOf({
      channelReturnId: 'some',
      channelOrderId: 'dong1',
      status: 'refunded',
      changedAt: noon(0),
      currency: 'VND',
      refund: 333,
      lines: [{ shopSku: 'tea', quantity: 1, refund: 333 }],
    }),
  ])
  const rates = [
    { currency: 'VND', from: addDays(today, -60), rate: '0.00021' },
    { currency: 'VND', from: today, rate: '0.00017' },
  ]
  expect((await seller.call('PUT /settings/exchange-rates', { rates, updated_at: null })).status).toBe(200)
  const days = `from=${addDays(today, -29)}&to=${today}`
  const figures = (await seller.call(`GET /analytics/sales/revenue-metrics?compare=1&group=day&${days}`)).at<
    Reply<'GET /analytics/revenue-metrics'>['data']
  >('data')
  const home = await revenueOf(seller)
  expect(home).toMatchObject({
    currency: 'MYR',
    is_converted: true,
    total: figures.net_revenue.value,
    previous: figures.net_revenue.previous,
    refunds: figures.refund_value.value,
    percent_change: figures.net_revenue.percent_change,
    others: [{ currency: 'USD', total: 10 }],
  })
  expect(home.total).toBeGreaterThan(10)
  expect(home.chart.map(({ revenue, orders }) => [revenue, orders])).toEqual(
    figures.chart.map((one) => [one.net_revenue, one.orders]),
  )
  const ofToday = `from=${today}&to=${today}`
  const net = async (query: string) =>
    (await seller.call(`GET /analytics/revenue-metrics?${query}` as 'GET /analytics/revenue-metrics')).at(
      'data.net_revenue.value',
    )
  expect((await seller.call('GET /dashboard/today-sales')).at('data')).toMatchObject({
    currency: 'MYR',
    is_converted: true,
    total: await net(ofToday),
    orders: 3,
    others: [{ currency: 'USD', total: 10 }],
  })
  const ranked = await seller.call(`GET /analytics/product-ranking?${days}`)
  const top = await topOf(seller)
  expect(top).toMatchObject({
    currency: 'MYR',
    products: [{ pieces: 4, revenue: ranked.at('data.0.revenue'), others: [{ currency: 'USD', total: 10 }] }],
  })
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
