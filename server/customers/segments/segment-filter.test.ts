/**
 * A segment as a filter. One account has the orders of everybody, another those of the segment's customers alone: whatever the first
 * answers for the segment is what the second answers without one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelOrder } from '../../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import {
  addressOf,
  addShop,
  lineOf,
  noPayment,
  orderOf,
  putOrders,
} from '../../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../../test/steps/stored-returns.ts'

let running: TestConsole
let everybody: Account
let alone: Account
let viewer: Account
let segmentId: number
let ruled: number
const shops = new Map<Account, number[]>()

const places = ['selangor', 'johor']
const statuses = [
  'delivered',
  'pending',
  'canceled',
  'shipped',
  'delivered',
  'returned',
  'delivered',
] as const

/** Orders of four buyers over two months and two shops; every second buyer is in the segment. */
function orderAt(at: number): { shop: number; isIn: boolean; order: ChannelOrder } {
  const buyer = at % 4
  const status = statuses[at % statuses.length] ?? 'pending'
  const placedAt = new Date(Date.UTC(2026, 2, 1, at * 7))
  return {
    shop: buyer > 1 ? 1 : 0,
    isIn: buyer % 2 === 0,
    order: orderOf({
      channelOrderId: `S${at}`,
      placedAt,
      changedAt: new Date(placedAt.getTime() + 3_600_000),
      status,
      buyer: { channelBuyerId: `b${buyer}`, name: `Buyer ${buyer}` },
      address: addressOf({ country: 'MY', province: places[at % 2] ?? null }),
      ...(status === 'canceled' && { cancelReason: 'Too late', cancelInitiator: 'buyer' as const }),
      lines: [lineOf({ shopSku: `k${at % 3}`, quantity: 1 + (at % 4), total: 1000 + at })],
      payment: { ...noPayment, subTotal: 1000 + at, shippingFee: 50 },
      packages: [
        {
          channelPackageId: `p${at}`,
          provider: 'J&T Express',
          trackingNumber: `T${at}`,
          channelStatus: 'SHIPPED',
        },
      ],
    }),
  }
}

async function fill(account: Account, only: (isIn: boolean) => boolean): Promise<void> {
  const ids: number[] = []
  for (const name of ['One', 'Two'])
    ids.push(await addShop(running, account.ownerId, `${name} ${account === alone ? 'alone' : 'all'}`))
  shops.set(account, ids)
  const all = Array.from({ length: 90 }, (_, at) => orderAt(at)).filter(({ isIn }) => only(isIn))
  for (const [shop, id] of ids.entries()) {
    const orders = all.filter((one) => one.shop === shop).map(({ order }) => order)
    const isUnderway = ({ status }: ChannelOrder) => status !== 'pending' && status !== 'canceled'
    await putOrders(
      running,
      account.ownerId,
      id,
      orders.filter(isUnderway).map((order) => ({ ...order, status: 'shipped' })),
    )
    await putOrders(
      running,
      account.ownerId,
      id,
      orders.map((order) => ({
        ...order,
        changedAt: new Date(
          order.placedAt.getTime() + (20 + Number(order.channelOrderId.slice(1))) * 3_600_000,
        ),
      })),
    )
    await putReturns(
      running,
      account.ownerId,
      id,
      orders
        .filter(({ channelOrderId }) => Number(channelOrderId.slice(1)) % 5 === 0)
        .map(({ channelOrderId, placedAt }) =>
          returnOf({
            channelReturnId: `R${channelOrderId}`,
            channelOrderId,
            status: 'refunded',
            changedAt: new Date(placedAt.getTime() + 86_400_000),
            refund: 300,
            lines: [],
          }),
        ),
    )
  }
}

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  everybody = await running.signUp('everybody')
  alone = await running.signUp('alone')
  await fill(everybody, () => true)
  await fill(alone, (isIn) => isIn)
  const all = await everybody.call('GET /customers?limit=100')
  const ids = all
    .at<{ id: number; name: string }[]>('data')
    .filter(({ name }) => name === 'Buyer 0' || name === 'Buyer 2')
    .map(({ id }) => id)
  const made = await everybody.call('POST /customers/shortlists', { name: 'Even', customer_ids: ids })
  segmentId = made.at('data.id')
  const rules = [{ field: 'orders', test: 'at_least', value: 1 }]
  ruled = (await alone.call('POST /customers/shortlists', { name: 'All', rules })).at('data.id')
  viewer = await running.addStaff(
    everybody.ownerId,
    { email: 'one-shop@example.test', role: 'viewer' },
    (shops.get(everybody) ?? []).slice(0, 1),
  )
})
afterAll(() => running?.stop())

/** Without what is of the account alone: ids of shops, customers and products. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['id', 'system_name'].includes(key) && key !== 'products_without_sale')
      .map(([key, one]) => [key, withoutIds(one)]),
  )
}

const days = 'from=2026-03-05&to=2026-03-20'
const calls = [
  `/analytics/revenue-metrics?${days}`,
  `/analytics/revenue-metrics?from=2026-03-06&to=2026-03-07&group=hour`,
  `/analytics/sales/revenue-metrics?${days}&compare=2&group=week`,
  `/analytics/products/products-sold?${days}`,
  `/analytics/products/products-sold-metrics?${days}`,
  `/analytics/customers-metrics?${days}`,
  `/analytics/customers/customers-statistic?${days}`,
  `/analytics/orders/location-statistic?${days}`,
  `/analytics/orders/shipping-statistic?from=2026-03-01&to=2026-04-10`,
  `/analytics/product-ranking?${days}`,
  `/analytics/sales/shop-detail-statistic?${days}`,
  `/analytics/sales/hours?${days}`,
  `/analytics/orders/cancel-reason?${days}`,
  `/analytics/orders/cancel-initiator?${days}`,
]

describe('a segment as a filter of analytics', () => {
  it.each(calls)('makes the figures of its customers: %s', async (path) => {
    const name = `GET ${path}` as 'GET /analytics/revenue-metrics'
    const filtered = await everybody.call(`${name}&segment_id=${segmentId}` as typeof name)
    const expected = await alone.call(name)
    expect([filtered.status, expected.status]).toEqual([200, 200])
    expect(withoutIds(filtered.at('data'))).toEqual(withoutIds(expected.at('data')))
    const byRules = await alone.call(`${name}&segment_id=${ruled}` as typeof name)
    expect(byRules.at('data')).toEqual(expected.at('data'))
    const all = await everybody.call(name)
    expect(withoutIds(all.at('data'))).not.toEqual(withoutIds(expected.at('data')))
  })

  it('is in the files too', async () => {
    const path = `GET /analytics/orders/location-statistic/export?${days}&format=csv&segment_id=${segmentId}`
    expect((await everybody.call(path as 'GET /analytics/orders/location-statistic/export')).status).toBe(202)
  })
})

describe('a segment as a filter of orders', () => {
  const list = (query: string, who = everybody) =>
    who.call(`GET /orders/filter?${query}` as 'GET /orders/filter')

  it('leaves the orders of its customers, and counts them', async () => {
    const found = await list(`segment_id=${segmentId}&limit=100`)
    expect(found.at('meta.pagination.total')).toBe(45)
    expect(found.at<unknown[]>('data')).toHaveLength(45)
    expect(found.at('meta.status_counts')).toEqual((await list('', alone)).at('meta.status_counts'))
    const statuses = await everybody.call(`GET /orders/get-status?segment_id=${segmentId}`)
    const sum = statuses.at<{ total: number }[]>('data').reduce((all, { total }) => all + total, 0)
    expect(sum).toBe(45)
    const sold = await list(`segment_id=${segmentId}&date_field=sold&${days}`)
    const revenue = await everybody.call(`GET /analytics/revenue-metrics?${days}&segment_id=${segmentId}`)
    expect(sold.at('meta.pagination.total')).toBe(revenue.at('data.orders.value'))
    const paged = await list(
      `segment_id=${segmentId}&limit=10&page=5&status=delivered,returned,shipped,pending,canceled`,
    )
    expect(paged.at<unknown[]>('data')).toHaveLength(5)
  })

  it('goes with a keyword, other filters and a file', async () => {
    expect((await list(`segment_id=${segmentId}&keyword=S4`)).at('meta.pagination.total')).toBeGreaterThan(0)
    expect(
      (await list(`segment_id=${segmentId}&keyword=S5`))
        .at<{ channel_order_id: string }[]>('data')
        .map((row) => row.channel_order_id),
    ).not.toContain('S5')
    const canceled = await list(`segment_id=${segmentId}&status=canceled`)
    expect(canceled.at('meta.pagination.total')).toBe(canceled.at('meta.status_counts.canceled'))
    const file = await everybody.call(`GET /orders/export?format=csv&segment_id=${segmentId}`)
    expect(file.status).toBe(202)
  })

  it('shows a user of one shop the orders of that shop', async () => {
    expect((await list(`segment_id=${segmentId}`, viewer)).at('meta.pagination.total')).toBe(23)
  })

  it('says that a segment is gone, of another owner, or not to be seen', async () => {
    const gone = (await everybody.call('POST /customers/shortlists', { name: 'Gone' })).at<number>('data.id')
    await everybody.call(`DELETE /customers/shortlists/${gone}`)
    for (const id of [gone, ruled, 1])
      for (const path of [`/orders/filter?segment_id=${id}`, `/analytics/revenue-metrics?segment_id=${id}`]) {
        const refused = await everybody.call(`GET ${path}` as 'GET /orders/filter')
        expect([refused.status, refused.at('field_codes.segment_id')]).toEqual([422, 'segment_gone'])
      }
    const customers = await everybody.call(`GET /customers?shortlist_id=${ruled}`)
    expect(customers.at('field_codes.shortlist_id')).toBe('segment_gone')
  })
})
