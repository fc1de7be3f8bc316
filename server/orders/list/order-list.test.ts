/** The order list against the same computed the slow way, over orders of every kind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import {
  day,
  fieldOf,
  matching,
  putKnownOrders,
  sorted,
  sortOf,
  type Known,
  type KnownOrders,
  type Query,
} from '../../../test/steps/known-orders.ts'
import { listChecks, type Row } from '../../../test/steps/list-checks.ts'
import { addShop, orderOf, pick, putOrders, seeded } from '../../../test/steps/stored-orders.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { everyOrderFor } from './order-filter.ts'
import { listOrders } from './order-list-store.ts'
import { orderStatuses } from '../../../model/order-status.ts'
import { paymentMethodIds } from '../../../model/order.ts'

let running: TestConsole
let seller: Account
let known: KnownOrders
let all: Known[]
let shops: number[]
let checks: ReturnType<typeof listChecks>

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  known = await putKnownOrders(running, seller)
  ;({ all, shops } = known)
  checks = listChecks(seller, known)
})
afterAll(() => running?.stop())

describe('a filter', () => {
  it('of none gives everything', async () => {
    expect(await checks.expectTruth({})).toBe(3000)
  })

  it('of each status, and of several', async () => {
    for (const status of orderStatuses) expect(await checks.expectTruth({ status })).toBeGreaterThan(200)
    await checks.expectTruth({ status: 'pending,shipped,failed' })
    await checks.expectTruth({ status: orderStatuses.join(',') })
  })

  it('of each shop and platform, of several, and of none that is there', async () => {
    for (const shop of shops) expect(await checks.expectTruth({ shop_id: String(shop) })).toBe(1000)
    await checks.expectTruth({ shop_id: `${shops[0]},${shops[2]}` })
    await checks.expectTruth({ shop_id: '-1' })
    expect(await checks.expectTruth({ shop_id: '999999' })).toBe(0)
    expect(await checks.expectTruth({ platform_id: '1' })).toBe(1000)
    expect(await checks.expectTruth({ platform_id: '2' })).toBe(2000)
    expect(await checks.expectTruth({ platform_id: '1', shop_id: String(shops[0]) })).toBe(0)
    expect(await checks.expectTruth({ platform_id: '7' })).toBe(0)
  })

  it('of each payment method', async () => {
    for (const id of Object.values(paymentMethodIds)) await checks.expectTruth({ payment_method: String(id) })
    await checks.expectTruth({ payment_method: '1,5' })
    await checks.expectTruth({ payment_method: '-1' })
  })

  it('of each courier, of several, and of one that no order goes by', async () => {
    for (const courier of ['0', '1', '3', '5', '6'])
      expect(await checks.expectTruth({ shipment_id: courier })).toBeGreaterThan(100)
    await checks.expectTruth({ shipment_id: '-1' })
    await checks.expectTruth({ shipment_id: '0,6', sort: 'created_at' })
    await checks.expectTruth({ shipment_id: '1', shop_id: String(shops[1]), status: 'shipped,delivered' })
    await checks.expectTruth({ shipment_id: '3', from: '2025-02-15', to: '2025-06-20', date_field: 'paid' })
    await checks.expectTruth({ shipment_id: '3', is_star: '1' })
    await checks.expectTruth({ shipment_id: '5', page: '40' })
    expect(await checks.expectTruth({ shipment_id: '5', shop_id: String(shops[2]) })).toBe(0)
    expect(await checks.expectTruth({ shipment_id: '2' })).toBe(0)
  })

  it('of stars, printed slips and requests to cancel', async () => {
    for (const key of ['is_star', 'is_printed', 'has_cancel_request']) {
      const [with_, without] = [
        await checks.expectTruth({ [key]: '1' }),
        await checks.expectTruth({ [key]: '0' }),
      ]
      expect(with_).toBeGreaterThan(100)
      expect(with_ + without).toBe(3000)
    }
  })

  it.each([
    ['2025-03-01', '2025-03-31'],
    ['2025-03-15', '2025-03-15'],
    ['2025-02-28', '2025-03-01'],
    ['2025-01-31', '2025-02-01'],
    ['2025-12-31', '2026-01-01'],
    ['2025-01-15', '2025-02-20'],
    ['2025-01-15', '2025-02-28'],
    ['2025-01-15', '2025-11-20'],
    ['2025-01-01', '2025-12-31'],
    ['2024-02-29', '2030-01-01'],
    ['2025-06-01', undefined],
    ['2025-06-02', undefined],
    [undefined, '2025-06-30'],
    [undefined, '2025-06-29'],
    ['2019-01-01', '2019-12-31'],
  ])('of the days %s to %s, as the account counts them', async (from, to) => {
    const dates = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
    await checks.expectTruth(dates)
    await checks.expectTruth({ ...dates, status: 'shipped', shop_id: String(shops[1]) })
    for (const date_field of ['paid', 'shipped', 'sold']) await checks.expectTruth({ ...dates, date_field })
  })

  it('of anything, together with anything', async () => {
    const random = seeded(11)
    for (let round = 0; round < 120; round++) {
      const maybe = (share: number, query: Query): Query => (random() < share ? query : {})
      const from = `2025-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-0${1 + Math.floor(random() * 9)}`
      const to = new Date(Date.parse(from) + Math.floor(random() * 100) * day).toISOString().slice(0, 10)
      await checks.expectTruth({
        ...maybe(0.4, { status: [pick(random, orderStatuses), pick(random, orderStatuses)].join(',') }),
        ...maybe(0.4, { shop_id: `${pick(random, shops)},${pick(random, shops)}` }),
        ...maybe(0.2, { platform_id: pick(random, ['1', '2', '1,2']) }),
        ...maybe(0.3, { shipment_id: pick(random, ['5', '0', '3,6', '1,5']) }),
        ...maybe(0.3, { payment_method: pick(random, ['1', '5', '2,3,4']) }),
        ...maybe(0.4, { from }),
        ...maybe(0.4, { to }),
        ...maybe(0.3, { date_field: pick(random, ['created', 'paid', 'shipped', 'sold']) }),
        ...maybe(0.2, { is_star: pick(random, ['0', '1']) }),
        ...maybe(0.2, { is_printed: pick(random, ['0', '1']) }),
        ...maybe(0.2, { has_cancel_request: pick(random, ['0', '1']) }),
        ...maybe(0.7, {
          sort: pick(random, ['', '-']) + pick(random, Object.keys(fieldOf)),
        }),
        limit: pick(random, ['1', '7', '20', '100']),
        page: pick(random, ['1', '1', '2', '5', '60']),
      })
    }
  })
})

describe('pages', () => {
  it.each(Object.keys(fieldOf).flatMap((field) => [field, `-${field}`]))(
    'laid one after another are the whole list: %s',
    async (sort) => {
      expect(await checks.allPages({ sort, limit: '100' })).toEqual(sorted(all, sort))
    },
  )

  it.each<Query>([
    { status: 'pending' },
    { status: 'pending,delivered,canceled,unpaid' },
    { platform_id: '2' },
    { from: '2025-02-10' },
    { to: '2025-12-15', sort: 'created_at' },
    { from: '2025-02-10', to: '2025-12-15', status: 'shipped,delivered' },
    { payment_method: '1,2,3,4' },
    { is_star: '0' },
    { date_field: 'paid', from: '2025-03-01' },
    { date_field: 'sold', from: '2025-03-01' },
    { date_field: 'sold', to: '2025-11-30', sort: 'created_at', status: 'shipped,delivered' },
  ])('are so under filters: %j', async (query) => {
    const statuses = query.status?.split(',')
    const expected = matching(known, query).filter(({ status }) => !statuses || statuses.includes(status))
    expect(await checks.allPages({ ...query, limit: '90' })).toEqual(sorted(expected, sortOf(query)))
  })

  it('far away begin where they should, whatever the step', async () => {
    const way = sorted(all)
    for (const [limit, page] of [
      [20, 21],
      [20, 22],
      [1, 401],
      [1, 402],
      [1, 3000],
      [7, 100],
      [13, 231],
      [100, 30],
      [3, 777],
    ] as const) {
      for (const sort of ['-created_at', 'created_at']) {
        const answer = await seller.call(`GET /orders/filter?limit=${limit}&page=${page}&sort=${sort}`)
        const expected = sort === '-created_at' ? way : way.toReversed()
        expect(answer.at<Row[]>('data').map(({ id }) => id)).toEqual(
          expected.slice((page - 1) * limit, page * limit),
        )
      }
    }
  })

  it('after the last are empty', async () => {
    for (const page of ['31', '151', '100000']) await checks.expectTruth({ page, limit: '100' })
    await checks.expectTruth({ page: '100', status: 'pending', sort: 'created_at' })
  })

  it('by cursor are the whole list too, both ways and under filters', async () => {
    expect(await checks.allByCursor({ limit: '100' })).toEqual(sorted(all))
    expect(await checks.allByCursor({ limit: '100', sort: 'created_at' })).toEqual(sorted(all, 'created_at'))
    const query = { status: 'pending,shipped', shop_id: `${shops[0]},${shops[1]}`, from: '2025-02-03' }
    const expected = matching(known, query).filter(({ status }) => ['pending', 'shipped'].includes(status))
    expect(await checks.allByCursor({ ...query, limit: '30' })).toEqual(sorted(expected))
    const bySale = { ...query, date_field: 'sold' }
    const sold = matching(known, bySale).filter(({ status }) => ['pending', 'shipped'].includes(status))
    expect(await checks.allByCursor({ ...bySale, limit: '30' })).toEqual(sorted(sold, sortOf(bySale)))
  })

  it('by cursor have an end for a keyword as well, rare or common', async () => {
    for (const [keyword, name] of [
      ['田中', '田中 ケンジ'],
      ['siti', 'Siti binti Ahmad'],
    ] as const) {
      const expected = sorted(all.filter((order) => order.name === name))
      expect(await checks.allByCursor({ keyword, limit: '50' })).toEqual(expected)
      expect(await checks.allByCursor({ keyword, limit: '50', sort: 'created_at' })).toEqual(
        expected.toReversed(),
      )
    }
    expect(await checks.allByCursor({ keyword: '250', limit: '100' })).toEqual(
      sorted(all.filter(({ code }) => code.startsWith('250'))),
    )
  })

  it('give no cursor under another sort, and none on the last page', async () => {
    expect((await seller.call('GET /orders/filter?sort=total_price')).at('meta.next_after')).toBeNull()
    expect((await seller.call('GET /orders/filter?limit=100&page=31')).at('meta.next_after')).toBeNull()
  })
})

describe('the envelope', () => {
  it('links to the pages before and after, under the same filters', async () => {
    const first = await seller.call('GET /orders/filter?limit=50&status=shipped')
    expect(first.at('meta.pagination.links')).toEqual({
      next: '/api/v2/orders/filter?limit=50&status=shipped&page=2',
    })
    const second = await seller.call('GET /orders/filter?limit=50&page=2&status=shipped')
    expect(second.at('meta.pagination.links.previous')).toBe(
      '/api/v2/orders/filter?limit=50&status=shipped&page=1',
    )
  })
})

describe('a row', () => {
  it('says what was put in', async () => {
    const [order] = all
    const answer = await seller.call(`GET /orders/search?keyword=${order?.code}`)
    expect(answer.at('data.0')).toMatchObject({
      id: order?.id,
      code: order?.code,
      shop: { data: { id: order?.shop } },
      status: { code: order?.status },
      payment_method: { id: order?.payment },
      customer: { data: { name: order?.name, phone: order?.phone } },
      total_price: (order?.total ?? 0) / 100,
      currency: 'MYR',
      tracking_number: order?.tracking,
      is_star: order?.isStar ? 1 : 0,
      is_printed: order?.isPrinted ? 1 : 0,
      place: 'Ipoh',
    })
    expect(Date.parse(answer.at('data.0.created_at'))).toBe(order?.placed)
    expect((await seller.call('GET /users/me')).at('data.timezone')).toBe('Asia/Kuala_Lumpur')
  })
})

describe('a statement that forgets its owner, past row-level security,', () => {
  it('brings an error, and no row of somebody else', async () => {
    const other = await running.signUp('elsewhere')
    const shop = await addShop(running, other.ownerId, 'elsewhere')
    await putOrders(running, other.ownerId, shop, [orderOf({ channelOrderId: 'THEIRS' })])
    const unbound = openDatabase(running.adminUrl)
    const forgetful: Database = {
      ...unbound,
      hotRead: (ownerId, statement) =>
        unbound.hotRead(ownerId, {
          ...statement,
          name: 'forgetful',
          text: statement.text.replaceAll(/\b(?!r\.)(\w+)\.owner_id = \$1/g, '$1.owner_id is not null'),
        }),
    }
    const filter = everyOrderFor({ ownerId: seller.ownerId, timezone: 'Asia/Kuala_Lumpur', shopIds: [] })
    const paging = { sort: 'created_at' as const, descending: true, limit: 100, offset: 0, after: undefined }
    try {
      expect((await listOrders(unbound, filter, paging)).rows).toHaveLength(100)
      await expect(listOrders(forgetful, filter, paging)).rejects.toThrow('a row of another owner')
    } finally {
      await unbound.close()
    }
  })
})
