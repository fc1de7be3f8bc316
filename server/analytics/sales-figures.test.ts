/** Revenue, orders, cancellations, refunds and pieces by the steps of a chart. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { addShop, lineOf, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'

type Revenue = Reply<'GET /analytics/revenue-metrics'>['data']
type Pieces = Reply<'GET /analytics/products-sold'>['data']

let running: TestConsole
let seller: Account
let shops: [number, number]
let runs = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(async () => {
  await running?.stop()
})
beforeEach(async () => {
  seller = await running.signUp(`figures${++runs}`)
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, `a${runs}`), await addShop(running, ownerId, `b${runs}`)]
})

/** Kuala Lumpur is 8 hours ahead of UTC all year. */
const at = (moment: string) => new Date(`${moment}:00+08:00`)
const put = (
  id: string,
  moment: string,
  order: Partial<ChannelOrder> & { worth?: number } = {},
  shop = shops[0],
) =>
  putOrders(running, seller.ownerId, shop, [
    orderOf({
      channelOrderId: id,
      placedAt: at(moment),
      payment: { ...noPayment, subTotal: order.worth ?? 1000 },
      ...order,
    }),
  ])
const revenue = async (query: string, account = seller) =>
  (await account.call(`GET /analytics/revenue-metrics?${query}`)).at<Revenue>('data')
const pieces = async (query: string, account = seller) =>
  (await account.call(`GET /analytics/products/products-sold?${query}`)).at<Pieces>('data')

describe('revenue', () => {
  it('is counted on its day, beside that of as many days before', async () => {
    await put('a', '2026-03-09T10:00', { worth: 1250 })
    await put('b', '2026-03-09T10:30', { paymentMethod: 'card', paidAt: at('2026-03-10T00:00'), worth: 700 })
    await put('before', '2026-03-07T23:59', { worth: 1000 })
    await put('early', '2026-03-05T12:00')
    await put('gone', '2026-03-09T11:00', { status: 'canceled' })
    await put('open', '2026-03-09T11:00', { status: 'unpaid' })
    await putReturns(running, seller.ownerId, shops[0], [
      returnOf({
        channelReturnId: 'r',
        channelOrderId: 'a',
        status: 'refunded',
        changedAt: at('2026-03-10T09:00'),
        refund: 250,
        lines: [],
      }),
    ])
    const found = await revenue('from=2026-03-09&to=2026-03-10')
    expect(found).toMatchObject({
      from: '2026-03-09',
      to: '2026-03-10',
      previous_from: '2026-03-07',
      previous_to: '2026-03-08',
      currency: 'MYR',
      is_converted: false,
      others: [],
      group: 'day',
      revenue: { value: 19.5, previous: 10, percent_change: 95 },
      net_revenue: { value: 17, previous: 10, percent_change: 70 },
      orders: { value: 2, previous: 1, percent_change: 100 },
      average_order_value: { value: 9.75, previous: 10, percent_change: -2.5 },
      canceled_orders: { value: 1, previous: 0, percent_change: null },
      refund_value: { value: 2.5, previous: 0, percent_change: null },
    })
    expect(found.chart).toEqual([
      expect.objectContaining({
        date: '2026-03-09',
        revenue: 12.5,
        canceled_orders: 1,
        previous_revenue: 10,
      }),
      expect.objectContaining({
        date: '2026-03-10',
        revenue: 7,
        net_revenue: 4.5,
        refund_value: 2.5,
        previous_orders: 0,
      }),
    ])
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('of one day is drawn by the hour', async () => {
    await put('a', '2026-03-09T00:00', {
      lines: [lineOf({ quantity: 3 }), lineOf({ shopSku: 'gift', isGift: true })],
    })
    await put('b', '2026-03-09T13:59')
    await put('c', '2026-03-09T14:00', { status: 'canceled' })
    await put('d', '2026-03-08T13:10')
    const found = await revenue('from=2026-03-09&to=2026-03-09')
    expect([found.group, found.chart.length, found.orders.value, found.canceled_orders.value]).toEqual([
      'hour',
      24,
      2,
      1,
    ])
    expect(found.chart.filter(({ orders, canceled_orders }) => orders + canceled_orders > 0)).toMatchObject([
      { date: '2026-03-09T00', orders: 1, previous_date: '2026-03-08T00', previous_orders: 0 },
      { date: '2026-03-09T13', orders: 1, previous_date: '2026-03-08T13', previous_orders: 1 },
      { date: '2026-03-09T14', canceled_orders: 1 },
    ])
    const sold = await pieces('from=2026-03-09&to=2026-03-09')
    expect(sold).toMatchObject({ quantity: 4, previous: 1, percent_change: 300 })
    expect([sold.chart[0]?.quantity, sold.chart[13]?.quantity]).toEqual([3, 1])
  })

  it('has zeros and all steps where nothing was sold', async () => {
    const found = await revenue('from=2026-01-05&to=2026-02-20&compare=0')
    expect(found).toMatchObject({
      group: 'week',
      previous_from: null,
      revenue: { value: 0, previous: null, percent_change: null },
      average_order_value: { value: null, previous: null, percent_change: null },
    })
    expect(found.chart.map(({ date }) => date)).toEqual([
      '2026-01-05',
      '2026-01-12',
      '2026-01-19',
      '2026-01-26',
      '2026-02-02',
      '2026-02-09',
      '2026-02-16',
    ])
    expect(found.chart.every((step) => step.revenue === 0 && step.previous_date === null)).toBe(true)
  })
})

describe('a year before', () => {
  it('sets 28 February beside 28 February, and 29 February beside nothing', async () => {
    await put('a', '2023-02-28T12:00')
    const found = await revenue('from=2024-02-28&to=2024-03-01&compare=2')
    expect(found.orders.previous).toBe(1)
    expect(
      found.chart.map(({ date, previous_date, previous_orders }) => [date, previous_date, previous_orders]),
    ).toEqual([
      ['2024-02-28', '2023-02-28', 1],
      ['2024-02-29', null, null],
      ['2024-03-01', '2023-03-01', 0],
    ])
  })
  it('counts 29 February with the day before it', async () => {
    await put('a', '2024-02-29T12:00')
    const found = await revenue('from=2025-02-27&to=2025-03-01&compare=2')
    expect(found.orders.previous).toBe(1)
    expect(found.chart.map(({ previous_orders }) => previous_orders)).toEqual([0, 1, 0])
  })
})

describe('what is asked for', () => {
  it('is refused where it is no range, or more than a chart can show', async () => {
    const refused = async (query: string) => {
      const reply = await seller.call(`GET /analytics/revenue-metrics?${query}`)
      return [reply.status, Object.keys(reply.at<object>('invalid_fields') ?? {})]
    }
    expect(await refused('from=2026-03-02&to=2026-03-01')).toEqual([422, ['from']])
    expect(await refused('from=2025-01-01&to=2026-01-02')).toEqual([422, ['from']])
    expect(await refused('from=2026-01-01&to=2026-02-01&group=hour')).toEqual([422, ['group']])
    expect(await refused('from=yesterday')).toEqual([422, ['from']])
    expect(await refused('group=decade')).toEqual([422, ['group']])
    expect(await refused('customer=1')).toEqual([422, expect.any(Array)])
    const year = await revenue('from=2025-01-01&to=2026-01-01')
    expect([year.group, year.chart.length]).toEqual(['month', 13])
    const usual = await revenue('')
    expect([usual.group, usual.chart.length]).toEqual(['day', 7])
  })

  it('is of the shops that are chosen, of those that the reader may see', async () => {
    await put('a', '2026-03-09T10:00', { worth: 100 })
    await put('b', '2026-03-09T10:00', { worth: 10_000 }, shops[1])
    const days = 'from=2026-03-09&to=2026-03-09'
    const worth = async (query: string, account = seller) =>
      (await revenue(`${days}${query}`, account)).revenue.value
    expect(await worth('')).toBe(101)
    expect(await worth('&shop_id=-1')).toBe(101)
    expect(await worth(`&shop_id=${shops[1]}`)).toBe(100)
    expect(await worth('&platform_id=2')).toBe(101)
    expect(await worth('&platform_id=1')).toBe(0)
    const viewer = await running.addStaff(seller.ownerId, {
      email: `viewer${runs}@example.test`,
      role: 'viewer',
      shopIds: [shops[0]],
    })
    expect(await worth('', viewer)).toBe(1)
    expect(await worth(`&shop_id=${shops[1]}`, viewer)).toBe(0)
    const stranger = await running.signUp(`stranger${runs}`)
    expect(await worth(`&shop_id=${shops[0]},${shops[1]}`, stranger)).toBe(0)
  })
})

describe('the order list', () => {
  it('refuses a part of the sales without the days of sale, or with too many', async () => {
    for (const [filter, field] of [
      ['region=MY', 'region'],
      ['sold_hour=3&from=2026-03-01&to=2026-03-02', 'sold_hour'],
      ['sold_weekday=1&date_field=sold&from=2026-03-01', 'sold_weekday'],
      ['sku_id=1&date_field=sold&from=2025-01-01&to=2026-01-02', 'sku_id'],
      ['shop_sku=a&date_field=paid&from=2026-03-01&to=2026-03-02', 'shop_sku'],
      ['sold_hour=24&date_field=sold&from=2026-03-01&to=2026-03-02', 'sold_hour'],
    ]) {
      const reply = await seller.call(`GET /orders/filter?${filter}`)
      const fields = Object.keys(reply.at<object>('invalid_fields')).map((name) => name.split('.')[0])
      expect([filter, reply.status, fields]).toEqual([filter, 422, [field]])
    }
  })
})

describe('a user of one shop', () => {
  it('sees the totals of that one alone in every call', async () => {
    const line = (shopSku: string) => [lineOf({ shopSku })]
    await put('a', '2026-03-09T10:00', { lines: line('mine') })
    await put('b', '2026-03-09T11:00', { lines: line('theirs'), worth: 5000 }, shops[1])
    const viewer = await running.addStaff(
      seller.ownerId,
      { email: `one${runs}@example.test`, role: 'viewer' },
      [shops[0]],
    )
    const days = 'from=2026-03-09&to=2026-03-09'
    const stranger = await running.signUp(`nobody${runs}`)
    for (const [path, figure] of [
      ['location-statistic', 'data.0.orders'],
      ['sales/hours', 'data.0.orders'],
      ['sales/shop-detail-statistic', 'data.0.orders'],
      ['product-ranking', 'data.0.orders'],
    ] as const) {
      const shown = await viewer.call(`GET /analytics/${path}?${days}`)
      expect([path, shown.at<object[]>('data').length, shown.at(figure)]).toEqual([path, 1, 1])
      const all = await seller.call(`GET /analytics/${path}?${days}`)
      const orders = all.at<{ orders: number }[]>('data').map((row) => row.orders)
      expect([path, orders.reduce((sum, one) => sum + one, 0)]).toEqual([path, 2])
      const none = await stranger.call(`GET /analytics/${path}?${days}&shop_id=${shops[0]}`)
      expect([path, none.at('data')]).toEqual([path, []])
    }
    const metrics = await viewer.call(`GET /analytics/products/products-sold-metrics?${days}`)
    expect(metrics.at('data')).toMatchObject({
      products_sold: { value: 1, previous: 0, percent_change: null },
      skus_sold: { value: 1 },
      quantity: { value: 1 },
      average_items_per_order: { value: 1, previous: null },
    })
  })
})
