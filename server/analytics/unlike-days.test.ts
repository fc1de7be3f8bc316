/** Comparisons with days that are not alike: a currency has an exchange rate on some of them alone, or a shop's orders are not known of all. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { Currency } from '../../model/money.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, lineOf, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account
let shop: number
let runs = 0
let orders = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())
beforeEach(async () => {
  seller = await running.signUp(`unlike${++runs}`)
  shop = await addShop(running, seller.ownerId, `unlike${runs}`)
})

const dayMs = 86_400_000
/** Noon of a day in Kuala Lumpur. */
const noon = (day: string) => new Date(`${day}T12:00:00+08:00`)
/** Somewhere it is neither just before nor just after midnight. */
const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(new Date()))
const zone = ['Asia/Tokyo', 'America/Phoenix'].find((name) => hourIn(name) >= 2 && hourIn(name) <= 21) ?? ''
const dayBefore = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() - days * dayMs)

/** `worth` in whole units of a currency with decimals. */
async function sell(
  placedAt: Date,
  worth: number,
  { currency = 'MYR', shopSku = 'a', of = shop }: { currency?: Currency; shopSku?: string; of?: number } = {},
): Promise<void> {
  const total = worth * 100
  await putOrders(running, seller.ownerId, of, [
    orderOf({
      channelOrderId: `u${orders++}`,
      placedAt,
      currency,
      buyer: { channelBuyerId: `b${orders}`, name: 'B' },
      payment: { ...noPayment, subTotal: total },
      lines: [lineOf({ shopSku, total })],
    }),
  ])
}

const read = async (path: string, at = 'data') => (await seller.call(`GET ${path}`)).at<object>(at)
const rate = async (currency: string, from: string, of = '0.1') => {
  const rates = [{ currency, from, rate: of }]
  expect((await seller.call('PUT /settings/exchange-rates', { rates })).status).toBe(200)
}

describe('a currency with a rate on some of the days compared', () => {
  const days = 'from=2026-03-09&to=2026-03-10'
  beforeEach(async () => {
    await sell(noon('2026-03-07'), 100)
    await sell(noon('2026-03-07'), 1000, { currency: 'THB', shopSku: 'b' })
    await sell(noon('2026-03-09'), 100)
    await sell(noon('2026-03-10'), 1000, { currency: 'THB', shopSku: 'b' })
  })

  it('gives no percentage of any amount, and says why; numbers of orders are compared', async () => {
    await rate('THB', '2026-03-08')
    const why = { partly_converted: [{ currency: 'THB', rated_from: '2026-03-08' }] }
    const alone = { previous: 100, percent_change: null }
    expect(await read(`/analytics/revenue-metrics?${days}`)).toMatchObject({
      ...why,
      revenue: { value: 200, ...alone },
      net_revenue: { value: 200, ...alone },
      average_order_value: { value: 100, ...alone },
      orders: { value: 2, previous: 2, percent_change: 0 },
    })
    expect(await read(`/analytics/customers-metrics?${days}`)).toMatchObject({
      ...why,
      total: { value: 2, previous: 2, percent_change: 0 },
      average_spend: { value: 100, ...alone },
    })
    const ranking = `/analytics/product-ranking?${days}&compare=1`
    expect(await read(ranking, 'meta')).toMatchObject(why)
    expect(await read(ranking)).toMatchObject([
      { shop_sku: 'a', earlier: { revenue: 100, percent_change: 0 } },
      { shop_sku: 'b', earlier: { revenue: 0, percent_change: null } },
    ])
    // Units have no currency.
    expect(await read(`${ranking}&sort=-quantity`)).toMatchObject([
      { earlier: { percent_change: 0 } },
      { earlier: { percent_change: 0 } },
    ])
    expect(await read(`/dashboard/total-revenue?${days}`)).toMatchObject({
      ...why,
      total: 200,
      previous: 100,
      percent_change: null,
    })
  })

  it('is compared where all of its days have a rate, or none has', async () => {
    const like = { partly_converted: [], revenue: { value: 100, previous: 100, percent_change: 0 } }
    expect(await read(`/analytics/revenue-metrics?${days}`)).toMatchObject(like)
    await rate('THB', '2026-03-01')
    expect(await read(`/analytics/revenue-metrics?${days}`)).toMatchObject({
      partly_converted: [],
      revenue: { value: 200, previous: 200, percent_change: 0 },
    })
    await rate('THB', '2026-03-08')
    expect(await read(`/analytics/revenue-metrics?${days}&compare=0`)).toMatchObject({ partly_converted: [] })
  })

  it('is told where nothing was sold on the days asked for', async () => {
    await rate('THB', '2026-03-08')
    expect(await read('/analytics/revenue-metrics?from=2026-03-11&to=2026-03-15')).toMatchObject({
      revenue: { value: 0, previous: 300, percent_change: null },
      partly_converted: [{ currency: 'THB' }],
    })
  })
})

it('holds today against no weekday whose sales had no rate', async () => {
  seller = await running.signUp(`today${runs}`, { timezone: zone })
  shop = await addShop(running, seller.ownerId, `today${runs}`)
  const at = (weeks: number) => new Date(Date.now() - weeks * 7 * dayMs - 3_600_000)
  for (const weeks of [0, 1, 2]) await sell(at(weeks), 100)
  for (const weeks of [0, 1, 2]) await sell(at(weeks), 1000, { currency: 'THB' })
  const rated = dayBefore(8)
  await rate('THB', rated)
  expect(await read('/dashboard/today-sales')).toMatchObject({
    usual: null,
    percent_change: null,
    partly_converted: [{ currency: 'THB', rated_from: rated }],
  })
})

describe('days before the first import of a shop', () => {
  /** Linked thirty days later, as far back as a first import reaches. */
  const importFrom = (day: string, of = shop) =>
    running.db.asOwner(seller.ownerId, (tx) =>
      sql`update shops set created_at = ${new Date(+noon(day) + 30 * dayMs)} where owner_id = ${seller.ownerId} and id = ${of}`.execute(
        tx,
      ),
    )
  const since = (day: string, id = shop) => [
    expect.objectContaining({ since: day, shop: expect.objectContaining({ id }) }),
  ]

  it('are not compared, and said so', async () => {
    await importFrom('2026-03-06')
    await sell(noon('2026-03-10'), 100)
    // Some orders of these days came in with a later change of theirs.
    await sell(noon('2026-03-06'), 10)
    const days = 'from=2026-03-09&to=2026-03-11'
    const nothing = { previous: 10, percent_change: null }
    const revenue = await read(`/analytics/revenue-metrics?${days}`)
    expect(revenue).toMatchObject({
      data_since: since('2026-03-07'),
      revenue: { value: 100, ...nothing },
      orders: { value: 1, previous: 1, percent_change: null },
    })
    expect(await read(`/analytics/customers-metrics?${days}`)).toMatchObject({
      total: { value: 1, percent_change: null },
      average_spend: { percent_change: null },
    })
    expect(await read(`/analytics/products/products-sold-metrics?${days}`)).toMatchObject({
      products_sold: { percent_change: null },
      quantity: { percent_change: null },
    })
    expect(await read(`/analytics/products-sold?${days}`)).toMatchObject({ percent_change: null })
    // No product is new because nothing is known of it.
    expect(await read(`/analytics/product-ranking?${days}&compare=1`)).toMatchObject([{ earlier: null }])
    expect(await read(`/dashboard/total-revenue?${days}`)).toMatchObject({ percent_change: null })
    // All of these days are known.
    expect(await read('/analytics/revenue-metrics?from=2026-03-10&to=2026-03-10')).toMatchObject({
      data_since: [],
      orders: { value: 1, previous: 0 },
    })
  })

  it('are no zeros where nothing at all is known of them', async () => {
    await importFrom('2026-03-08')
    await sell(noon('2026-03-10'), 100)
    const year = await read('/analytics/revenue-metrics?from=2026-03-09&to=2026-03-11&compare=2')
    expect(year).toMatchObject({
      previous_from: null,
      data_since: since('2026-03-09'),
      revenue: { value: 100, previous: null, percent_change: null },
      chart: [{ previous_revenue: null }, { previous_revenue: null }, { previous_revenue: null }],
    })
    const half = await read('/analytics/revenue-metrics?from=2026-03-10&to=2026-03-11')
    expect(half).toMatchObject({ chart: [{ previous_revenue: null }, { previous_revenue: 0 }] })
  })

  it('are those of the shops that are asked for, from the first import of each', async () => {
    const other = await addShop(running, seller.ownerId, `other${runs}`)
    await importFrom('2026-02-01', other)
    await importFrom('2026-03-08')
    await sell(noon('2026-03-10'), 100)
    await sell(noon('2026-03-10'), 100, { of: other })
    await sell(noon('2026-03-08'), 100, { of: other })
    const days = 'from=2026-03-10&to=2026-03-11'
    expect(await read(`/analytics/revenue-metrics?${days}`)).toMatchObject({
      data_since: since('2026-03-09'),
      revenue: { value: 200, previous: 100, percent_change: null },
    })
    expect(await read(`/analytics/revenue-metrics?${days}&shop_id=${other}`)).toMatchObject({
      data_since: [],
      revenue: { value: 100, previous: 100, percent_change: 0 },
    })
  })

  it('are blank in the cohorts, and a month without a sale behind them is a zero', async () => {
    await importFrom('2026-01-20')
    await sell(noon('2026-03-10'), 100)
    const cohorts = '/analytics/customers/cohorts?to=2026-03-31'
    const data = (await read(cohorts)) as Reply<'GET /analytics/customers/cohorts'>['data']
    expect(data.map(({ month, customers }) => [month, customers]).slice(-4)).toEqual([
      ['2025-12', null],
      ['2026-01', 0],
      ['2026-02', 0],
      ['2026-03', 1],
    ])
    expect(data.at(-4)?.returned.map(({ customers }) => customers)).toEqual([null, null, null])
    expect(await read(cohorts, 'meta')).toMatchObject({ data_since: since('2026-01-21') })
  })
})
