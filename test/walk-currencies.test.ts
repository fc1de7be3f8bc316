/**
 * The walk of figures in an account whose shops sell in several currencies: amounts are converted by the rate of their day, and every ratio
 * is divided anew from the orders that its parts open. The lists tell each order's own money; the rates are those written in the settings.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../contract/endpoints.ts'
import type { ChannelOrder } from '../model/order.ts'
import { addDays, dayIn } from '../server/i18n/calendar.ts'
import { buyersOf } from '../web/pages/analytics/customers-of-figure.ts'
import {
  canceled,
  refunded,
  returned,
  sales,
  salesOfStep,
  shipped,
} from '../web/pages/analytics/orders-of-figure.ts'
import { startTestConsole, type Account, type TestConsole } from './start-test-console.ts'
import { openedLists, type OpenedOrder } from './steps/opened-lists.ts'
import {
  addressOf,
  addShops,
  lineOf,
  noPayment,
  orderOf,
  pick,
  putOrders,
  seeded,
} from './steps/stored-orders.ts'
import { putReturns, returnOf } from './steps/stored-returns.ts'

const timezone = 'Asia/Ho_Chi_Minh'
const today = dayIn(timezone, new Date())
const days = { from: addDays(today, -9), to: today }

/** Rates of the dong, the second of which begins within the days that are asked for; the dollar has none. */
const rates = [
  { currency: 'VND', from: addDays(today, -400), rate: '0.000168' },
  { currency: 'VND', from: addDays(today, -4), rate: '0.000171' },
]
const millionths = 1_000_000n

let running: TestConsole
let seller: Account
const shops: number[] = []
const lists = () => openedLists(seller)

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('converter')
  expect((await seller.call('PUT /settings/account', { timezone, currency: 'MYR' })).status).toBe(200)
  expect((await seller.call('PUT /settings/exchange-rates', { rates })).status).toBe(200)
  shops.push(...(await addShops(running, seller.ownerId, { ringgit: 2, dong: 3 })))
  await feed()
})
afterAll(() => running?.stop())

async function feed(): Promise<void> {
  const random = seeded(20_261_128)
  for (const [place, shopId] of shops.entries()) {
    const orders: ChannelOrder[] = []
    for (let at = 0; at < 90; at++) {
      const placedAt = new Date(Date.now() - Math.floor(random() * 225) * 3_600_000)
      const status = pick(random, [
        ...(['delivered', 'delivered', 'returned', 'canceled', 'shipped', 'failed', 'pending'] as const),
      ])
      const currency = at % 30 === 7 ? 'USD' : place === 0 ? 'MYR' : 'VND'
      orders.push(
        orderOf({
          channelOrderId: `C${place}-${at}`,
          placedAt,
          changedAt: placedAt,
          paidAt: placedAt,
          paymentMethod: 'card',
          status,
          currency,
          buyer: at % 7 === 0 ? null : { channelBuyerId: `b${at % 31}`, name: `Buyer ${place} ${at % 31}` },
          address: addressOf({ country: 'VN', province: pick(random, ['Hà Nội', 'Huế']) }),
          payment: {
            ...noPayment,
            subTotal: (currency === 'VND' ? 90_000 : 900) + Math.floor(random() * 100_000),
          },
          lines: [lineOf({ quantity: 1 + Math.floor(random() * 4), total: 700 })],
        }),
      )
    }
    await putOrders(running, seller.ownerId, shopId, orders)
    for (let at = 0; at < 90; at += 4)
      await putReturns(running, seller.ownerId, shopId, [
        returnOf({
          channelReturnId: `R${place}-${at}`,
          channelOrderId: `C${place}-${at}`,
          status: 'refunded',
          refund: 500,
          changedAt: new Date(Date.now() - Math.floor(random() * 72) * 3_600_000),
          lines: [],
        }),
      ])
  }
}

/** Millionths of a sen; null: no rate. */
function exactly({ currency, total_price: total, created_at: at }: OpenedOrder): bigint | null {
  if (currency === 'MYR') return BigInt(Math.round(total * 100)) * millionths
  const day = dayIn(timezone, new Date(at))
  const rate = rates.filter((one) => one.currency === currency && one.from <= day).at(-1)
  return rate ? BigInt(Math.round(total)) * BigInt(Math.round(Number(rate.rate) * 1e6)) * 100n : null
}

/** The reporting money of orders, rounded once; `by`: how many it is divided by. */
function worthOf(orders: OpenedOrder[], by = 1): number {
  const sum = orders.reduce((all, order) => all + (exactly(order) ?? 0n), 0n)
  const share = millionths * BigInt(by)
  return Number((sum * 2n + share) / (2n * share)) / 100
}
const priced = (orders: OpenedOrder[]) => orders.filter((order) => exactly(order) !== null)
const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)
const open = (search: object) => lists().ordersOf(search)
const countOf = async (search: object) => (await open(search)).length

type Revenue = Reply<'GET /analytics/revenue-metrics'>['data']

describe.each([
  { name: 'all shops', of: () => days },
  { name: 'the shop of another currency', of: () => ({ ...days, shop_id: [shops[1] ?? 0] }) },
])('of $name', ({ of }) => {
  it('revenue, the average order and the steps are the converted money of their orders', async () => {
    const scope = of()
    const found = await lists().ask<Revenue>('/analytics/revenue-metrics', { ...scope, group: 'day' })
    const sold = await open(sales(scope))
    expect(found.currency).toBe('MYR')
    expect(found.is_converted).toBe(true)
    expect(found.revenue.value).toBe(worthOf(sold))
    expect(found.orders.value).toBe(sold.length)
    expect(priced(sold).length).toBeLessThan(sold.length)
    expect(found.average_order_value.value).toBe(worthOf(sold, priced(sold).length))
    // Money without a rate is told by itself, and in no sum.
    const foreign = sold.filter((order) => exactly(order) === null)
    expect(found.others.map(({ currency, total }) => [currency, total])).toEqual([
      ['USD', Math.round(foreign.reduce((sum, order) => sum + order.total_price * 100, 0)) / 100],
    ])
    let converted = 0
    for (const [at, step] of found.chart.entries()) {
      const orders = await open(salesOfStep(found.chart, at, scope))
      expect([step.date, step.orders, step.revenue]).toEqual([step.date, orders.length, worthOf(orders)])
      const average = priced(orders).length === 0 ? null : worthOf(orders, priced(orders).length)
      expect([step.date, step.average_order_value]).toEqual([step.date, average])
      if (orders.some(({ currency }) => currency === 'VND')) converted++
    }
    expect(converted).toBeGreaterThan(6)
    // Refunds are of 5 ringgit, 500 dong or 5 dollars each.
    const back = await open(refunded(scope))
    expect(back.length).toBeGreaterThan(10)
    const net = Math.round((found.revenue.value - found.refund_value.value) * 100) / 100
    expect(found.net_revenue.value).toBeCloseTo(net, 1)
  })

  it('shops, places and hours have the converted money of their orders, and the parts that they are', async () => {
    const scope = of()
    const { ask } = lists()
    const all = await open(sales(scope))
    const rows = await ask<Reply<'GET /analytics/sales/shop-detail-statistic'>['data']>(
      '/analytics/sales/shop-detail-statistic',
      scope,
    )
    for (const row of rows) {
      const ofShop = { ...scope, shop_id: [row.shop.id] }
      const sold = await open(sales(ofShop))
      expect([row.orders, row.revenue]).toEqual([sold.length, worthOf(sold)])
      expect(row.average_order_value).toBe(worthOf(sold, priced(sold).length))
      expect(row.percent).toBe(percent(worthOf(sold), worthOf(all)))
      // Placed orders are those of the list without a status.
      expect(row.canceled_rate).toBe(percent(await countOf(canceled(ofShop)), await countOf(ofShop)))
      expect(row.return_rate).toBe(percent(await countOf(returned(ofShop)), sold.length))
    }
    const places = await ask<Reply<'GET /analytics/location-statistic'>['data']>(
      '/analytics/location-statistic',
      scope,
    )
    for (const { code, revenue, orders, percent: share } of places) {
      const sold = await open(sales(scope, { region: code }))
      expect([code, orders, revenue]).toEqual([code, sold.length, worthOf(sold)])
      expect(share).toBe(percent(sold.length, all.length))
    }
    expect(places.length).toBe(2)
    const hours = await ask<Reply<'GET /analytics/sales/hours'>['data']>('/analytics/sales/hours', scope)
    for (const { weekday, hour, orders, revenue } of hours.slice(0, 40)) {
      const sold = await open(sales(scope, { sold_weekday: weekday, sold_hour: hour }))
      expect([weekday, hour, orders, revenue]).toEqual([weekday, hour, sold.length, worthOf(sold)])
    }
  })

  it('couriers, cancellations and products divide what their lists count', async () => {
    const scope = of()
    const { ask } = lists()
    const couriers = await ask<Reply<'GET /analytics/orders/shipping-statistic'>['data']>(
      '/analytics/orders/shipping-statistic',
      scope,
    )
    for (const row of couriers) {
      const carried = row.shipment === null ? { has_courier: 0 as const } : { shipment_id: [row.shipment.id] }
      const ended = await Promise.all(
        (['delivered', 'failed', 'returned'] as const).map((status) =>
          countOf(shipped(scope, { ...carried, status })),
        ),
      )
      expect(row.success_rate).toBe(percent(ended[0] ?? 0, ended[0]! + ended[1]! + ended[2]!))
    }
    expect(couriers.some(({ success_rate: rate }) => rate !== null && rate > 0)).toBe(true)
    const allCanceled = await countOf(canceled(scope))
    const initiators = await ask<Reply<'GET /analytics/orders/cancel-initiator'>['data']>(
      '/analytics/orders/cancel-initiator',
      scope,
    )
    for (const { initiator, percent: share } of initiators)
      expect(share).toBe(
        percent(await countOf(canceled(scope, { cancel_initiator: initiator })), allCanceled),
      )
    const reasons = await ask<Reply<'GET /analytics/orders/cancel-reason'>['data']>(
      '/analytics/orders/cancel-reason',
      scope,
    )
    for (const { reason_code: code, percent: share } of reasons)
      expect(share).toBe(
        percent(await countOf(canceled(scope, { cancel_reason: code ?? 'none' })), allCanceled),
      )
    const broad = await ask<Reply<'GET /analytics/products/products-sold-metrics'>['data']>(
      '/analytics/products/products-sold-metrics',
      scope,
    )
    const sold = await open(sales(scope))
    const pieces = sold.reduce((sum, { total_quantity: quantity }) => sum + quantity, 0)
    expect(broad.quantity.value).toBe(pieces)
    expect(broad.average_items_per_order.value).toBe(Math.round((pieces / sold.length) * 10) / 10)
  })

  it('customers: how many come back and what they spend are those of the lists', async () => {
    const scope = of()
    const { ask, totalOf } = lists()
    const found = await ask<Reply<'GET /analytics/customers-metrics'>['data']>(
      '/analytics/customers-metrics',
      { ...scope, group: 'day' },
    )
    const buyers = await totalOf('/customers', buyersOf(scope))
    expect(found.returning_rate.value).toBe(
      percent(await totalOf('/customers', buyersOf(scope, 'returning')), buyers),
    )
    const known = await open(sales(scope, { customer_type: 'known' }))
    const paying = new Set(priced(known).map(({ customer }) => customer.data?.id))
    expect(found.spent).toEqual({ revenue: worthOf(known), customers: paying.size })
    expect(found.average_spend.value).toBe(worthOf(known, paying.size))
    type Buyers = Reply<'GET /analytics/customers/customers-statistic'>['data']
    const top = await ask<Buyers>('/analytics/customers/customers-statistic', { ...scope, limit: 40 })
    expect(top.length).toBeGreaterThan(20)
    for (const { customer, orders, revenue, quantity } of top) {
      const own = await open(sales(scope, { customer_id: customer.id }))
      const pieces = own.reduce((sum, order) => sum + order.total_quantity, 0)
      expect([customer.id, orders, revenue, quantity]).toEqual([
        customer.id,
        own.length,
        worthOf(own),
        pieces,
      ])
    }
  })
})

it('a customer’s delivered rate divides the orders that ended', async () => {
  const list = await seller.call('GET /customers?limit=100')
  type Row = Reply<'GET /customers'>['data'][number]
  let rated = 0
  for (const { id, total_order: orders, total_order_success: delivered, delivered_rate: rate } of list.at<
    Row[]
  >('data')) {
    const statusOf = (status: string) => countOf({ customer_id: id, status })
    const [arrived = 0, failed = 0, back = 0] = await Promise.all(
      ['delivered', 'failed', 'returned'].map(statusOf),
    )
    expect([id, orders, delivered]).toEqual([id, await countOf({ customer_id: id }), arrived])
    if (rate === null) continue
    rated++
    const part = percent(arrived, arrived + failed + back) ?? 0
    expect([id, part, rate]).toEqual([id, part, part >= 90 ? 3 : part >= 60 ? 2 : 1])
  }
  expect(rated).toBeGreaterThan(5)
})

it('home’s revenue of today is the converted money of the orders that it opens', async () => {
  const found = await lists().ask<Reply<'GET /dashboard/today-sales'>['data']>('/dashboard/today-sales')
  const scope = { from: today, to: today }
  const sold = await open(sales(scope))
  expect([found.currency, found.orders]).toEqual(['MYR', sold.length])
  const { refund_value: refunds } = await lists().ask<Revenue>('/analytics/revenue-metrics', scope)
  expect(found.total).toBeCloseTo(worthOf(sold) - refunds.value, 1)
  for (const { hour, orders } of found.hours)
    expect([hour, orders]).toEqual([hour, await countOf(sales(scope, { sold_hour: hour }))])
})
