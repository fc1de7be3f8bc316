/** The order list against the same computed the slow way, over orders of every kind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/console.ts'
import {
  countsOf,
  day,
  fieldOf,
  matching,
  putKnownOrders,
  sorted,
  type Known,
  type KnownOrders,
  type Query,
} from '../../test/known-orders.ts'
import { pick, seeded } from '../../test/orders.ts'
import { orderStatuses } from '../../model/order-status.ts'
import { paymentMethodIds } from '../../model/order.ts'

type Row = { id: number; code: string; created_at: string; status: { code: string } }

let console_: TestConsole
let seller: Account
let known: KnownOrders
let all: Known[]
let shops: number[]

beforeAll(async () => {
  console_ = await startTestConsole({ role: 'web' })
  seller = await console_.signUp('seller')
  known = await putKnownOrders(console_, seller)
  ;({ all, shops } = known)
}, 120_000)
afterAll(() => console_?.stop())

const search = (query: Query) =>
  Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')

/** One page of the list, its counts and get-status, each held against brute force. */
async function expectTruth(query: Query, fits?: (order: Known) => boolean): Promise<number> {
  const matched = matching(known, query, fits)
  const statuses = query.status?.split(',') ?? []
  const listed = statuses.length === 0 ? matched : matched.filter(({ status }) => statuses.includes(status))
  const limit = Number(query.limit ?? 20)
  const page = Number(query.page ?? 1)
  const path = query.keyword === undefined ? 'filter' : 'search'
  const answer = await seller.call(`GET /orders/${path}?${search(query)}`)
  const where = `${path}?${search(query)}`
  const expected = sorted(listed, query.sort).slice((page - 1) * limit, page * limit)
  expect(
    answer.at<Row[]>('data').map(({ id }) => id),
    where,
  ).toEqual(expected)
  expect(answer.at('meta.status_counts'), where).toEqual(countsOf(matched))
  expect(answer.at('meta.pagination'), where).toMatchObject({
    total: listed.length,
    count: expected.length,
    per_page: limit,
    current_page: page,
    total_pages: Math.max(1, Math.ceil(listed.length / limit)),
  })
  const { sort: _sort, status: _status, page: _page, limit: _limit, after: _after, ...filters } = query
  const tabs = await seller.call(`GET /orders/get-status?${search(filters)}`)
  const totals = tabs.at<{ code: string; total: number }[]>('data').map(({ code, total }) => [code, total])
  expect(Object.fromEntries(totals), where).toEqual(countsOf(matched))
  return listed.length
}

async function allPages(query: Query): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await seller.call(`GET /orders/filter?${search({ ...query, page: String(page) })}`)
    ids.push(...answer.at<Row[]>('data').map(({ id }) => id))
    pages = answer.at('meta.pagination.total_pages')
  }
  return ids
}

async function allByCursor(query: Query): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | null | undefined; after !== null;) {
    const path = query.keyword === undefined ? 'filter' : 'search'
    const answer = await seller.call(
      `GET /orders/${path}?${search({ ...query, ...(after === undefined ? {} : { after }) })}`,
    )
    ids.push(...answer.at<Row[]>('data').map(({ id }) => id))
    after = answer.at<string | null>('meta.next_after')
    if (ids.length > 2 * all.length) throw new Error('the cursor goes round in circles')
  }
  return ids
}

describe('a filter', () => {
  it('of none gives everything', async () => {
    expect(await expectTruth({})).toBe(3000)
  })

  it('of each status, and of several', async () => {
    for (const status of orderStatuses) expect(await expectTruth({ status })).toBeGreaterThan(200)
    await expectTruth({ status: 'pending,shipped,failed' })
    await expectTruth({ status: orderStatuses.join(',') })
  })

  it('of each shop and platform, of several, and of none that is there', async () => {
    for (const shop of shops) expect(await expectTruth({ shop_id: String(shop) })).toBe(1000)
    await expectTruth({ shop_id: `${shops[0]},${shops[2]}` })
    await expectTruth({ shop_id: '-1' })
    expect(await expectTruth({ shop_id: '999999' })).toBe(0)
    expect(await expectTruth({ platform_id: '1' })).toBe(1000)
    expect(await expectTruth({ platform_id: '2' })).toBe(2000)
    expect(await expectTruth({ platform_id: '1', shop_id: String(shops[0]) })).toBe(0)
    expect(await expectTruth({ platform_id: '7' })).toBe(0)
  })

  it('of each payment method', async () => {
    for (const id of Object.values(paymentMethodIds)) await expectTruth({ payment_method: String(id) })
    await expectTruth({ payment_method: '1,5' })
    await expectTruth({ payment_method: '-1' })
  })

  it('of stars, printed slips and requests to cancel', async () => {
    for (const key of ['is_star', 'is_printed', 'has_cancel_request']) {
      const [with_, without] = [await expectTruth({ [key]: '1' }), await expectTruth({ [key]: '0' })]
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
    await expectTruth(dates)
    await expectTruth({ ...dates, status: 'shipped', shop_id: String(shops[1]) })
    for (const date_field of ['paid', 'shipped']) await expectTruth({ ...dates, date_field })
  })

  it('of anything, together with anything', { timeout: 60_000 }, async () => {
    const random = seeded(11)
    for (let round = 0; round < 120; round++) {
      const maybe = (share: number, query: Query): Query => (random() < share ? query : {})
      const from = `2025-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-0${1 + Math.floor(random() * 9)}`
      const to = new Date(Date.parse(from) + Math.floor(random() * 100) * day).toISOString().slice(0, 10)
      await expectTruth({
        ...maybe(0.4, { status: [pick(random, orderStatuses), pick(random, orderStatuses)].join(',') }),
        ...maybe(0.4, { shop_id: `${pick(random, shops)},${pick(random, shops)}` }),
        ...maybe(0.2, { platform_id: pick(random, ['1', '2', '1,2']) }),
        ...maybe(0.3, { payment_method: pick(random, ['1', '5', '2,3,4']) }),
        ...maybe(0.4, { from }),
        ...maybe(0.4, { to }),
        ...maybe(0.3, { date_field: pick(random, ['created', 'paid', 'shipped']) }),
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
      expect(await allPages({ sort, limit: '100' })).toEqual(sorted(all, sort))
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
  ])('are so under filters: %j', async (query) => {
    const statuses = query.status?.split(',')
    const expected = matching(known, query).filter(({ status }) => !statuses || statuses.includes(status))
    expect(await allPages({ ...query, limit: '90' })).toEqual(sorted(expected, query.sort))
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
    for (const page of ['31', '151', '100000']) await expectTruth({ page, limit: '100' })
    await expectTruth({ page: '100', status: 'pending', sort: 'created_at' })
  })

  it('by cursor are the whole list too, both ways and under filters', async () => {
    expect(await allByCursor({ limit: '100' })).toEqual(sorted(all))
    expect(await allByCursor({ limit: '100', sort: 'created_at' })).toEqual(sorted(all, 'created_at'))
    const query = { status: 'pending,shipped', shop_id: `${shops[0]},${shops[1]}`, from: '2025-02-03' }
    const expected = matching(known, query).filter(({ status }) => ['pending', 'shipped'].includes(status))
    expect(await allByCursor({ ...query, limit: '30' })).toEqual(sorted(expected))
  })

  it('by cursor have an end for a keyword as well, rare or common', async () => {
    for (const [keyword, name] of [
      ['田中', '田中 ケンジ'],
      ['siti', 'Siti binti Ahmad'],
    ] as const) {
      const expected = sorted(all.filter((order) => order.name === name))
      expect(await allByCursor({ keyword, limit: '50' })).toEqual(expected)
      expect(await allByCursor({ keyword, limit: '50', sort: 'created_at' })).toEqual(expected.toReversed())
    }
    expect(await allByCursor({ keyword: '250', limit: '100' })).toEqual(
      sorted(all.filter(({ code }) => code.startsWith('250'))),
    )
  })

  it('give no cursor under another sort, and none on the last page', async () => {
    expect((await seller.call('GET /orders/filter?sort=total_price')).at('meta.next_after')).toBeNull()
    expect((await seller.call('GET /orders/filter?limit=100&page=31')).at('meta.next_after')).toBeNull()
  })
})

describe('a keyword', () => {
  const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
  const sample = () => all.filter((_, at) => at % 250 === 3)

  it('finds an order by its code, whole, by its start and by its end', async () => {
    for (const { code } of sample()) {
      expect(await expectTruth({ keyword: code }, (one) => one.code === code)).toBe(1)
      expect(await expectTruth({ keyword: code.toLowerCase() }, (one) => one.code === code)).toBe(1)
      const [start, end] = [code.slice(0, 7), code.slice(-6)]
      expect(await expectTruth({ keyword: start }, (one) => one.code.startsWith(start))).toBeGreaterThan(0)
      expect(await expectTruth({ keyword: end }, (one) => one.code.endsWith(end))).toBeGreaterThan(0)
    }
  })

  it('finds a parcel by its tracking number, whole, by its start and by its end', async () => {
    for (const { tracking } of all.filter((one) => one.tracking).slice(0, 5)) {
      const number = tracking ?? ''
      expect(await expectTruth({ keyword: number }, (one) => one.tracking === number)).toBe(1)
      await expectTruth(
        { keyword: number.slice(0, 8) },
        (one) => one.tracking?.startsWith(number.slice(0, 8)) ?? false,
      )
      await expectTruth(
        { keyword: number.slice(-6) },
        (one) => one.tracking?.endsWith(number.slice(-6)) ?? false,
      )
    }
  })

  it('finds a phone number as people write it', async () => {
    for (const { phone } of sample().filter((one) => one.phone)) {
      const digits = plain(phone ?? '')
      const national = `0${digits.slice(2)}`
      const written = [
        digits,
        `+${digits}`,
        phone ?? '',
        national,
        `${national.slice(0, 3)}-${national.slice(3, 6)} ${national.slice(6)}`,
      ]
      const same = (one: Known) => one.phone !== null && plain(one.phone) === digits
      for (const keyword of written) {
        expect(await expectTruth({ keyword }, same), keyword).toBeGreaterThan(0)
      }
      const ending = digits.slice(-7)
      await expectTruth(
        { keyword: ending },
        (one) =>
          (one.phone !== null && plain(one.phone).endsWith(ending)) ||
          one.code.endsWith(ending) ||
          one.code.startsWith(ending),
      )
    }
  })

  it.each([
    ['nguyen', 'Nguyễn Thị Ánh'],
    ['Nguyễn', 'Nguyễn Thị Ánh'],
    ['NGUYEN THI', 'Nguyễn Thị Ánh'],
    ['anh nguyen', 'Nguyễn Thị Ánh'],
    ['dang', 'Đặng Văn Hùng'],
    ['Đặng hung', 'Đặng Văn Hùng'],
    ['siti', 'Siti binti Ahmad'],
    ['ahm', 'Siti binti Ahmad'],
    ["o'brien", "O'Brien Tan"],
    ['lim wei', 'Lim Wei Jie'],
    ['田', '田中 ケンジ|山田太郎'],
    ['田中', '田中 ケンジ'],
    ['中', '田中 ケンジ'],
    ['ケン', '田中 ケンジ'],
    ['ンジ', '田中 ケンジ'],
    ['ｹﾝｼﾞ', '田中 ケンジ'],
    ['太郎', '山田太郎'],
    ['田太', '山田太郎'],
    ['さくら', 'さくら 高橋'],
    ['高橋 さくら', 'さくら 高橋'],
    ['美', '佐藤 美咲'],
  ])('finds a name by %s', async (keyword, found) => {
    const expected = found.split('|')
    expect(await expectTruth({ keyword }, ({ name }) => expected.includes(name))).toBeGreaterThan(100)
  })

  it.each(['郎太', 'guyen', 'iti', 'nguyen siti', 'zzz', 'l', '鈴木'])(
    'finds nothing by %s',
    async (keyword) => {
      expect(await expectTruth({ keyword }, () => false)).toBe(0)
    },
  )

  it('finds what was ordered by its SKU', async () => {
    for (const keyword of ['LAMP-RED-01', 'lampred01', 'MUG01', '提灯', 't-shirt'])
      expect(
        await expectTruth({ keyword }, ({ sku }) => plain(sku).startsWith(plain(keyword))),
        keyword,
      ).toBeGreaterThan(300)
  })

  it('joins two words with an and, of whatever kind each is', async () => {
    await expectTruth(
      { keyword: 'siti mug01' },
      ({ name, sku }) => name.startsWith('Siti') && sku === 'MUG01',
    )
    const [order] = all.filter(({ name }) => name === '山田太郎')
    expect(await expectTruth({ keyword: `山田 ${order?.code}` }, ({ id }) => id === order?.id)).toBe(1)
  })

  it('goes together with filters, sorts and pages, rare or common', { timeout: 60_000 }, async () => {
    const random = seeded(5)
    const isRare = (order: Known) => order.name === '田中 ケンジ'
    const isCommon = (order: Known) => order.code.startsWith('250') || order.code.endsWith('052')
    // Over 2,000 orders have it, so that the list walks until the page is full.
    expect(all.filter(isCommon).length).toBeGreaterThan(2000)
    for (let round = 0; round < 60; round++) {
      const maybe = (share: number, query: Query): Query => (random() < share ? query : {})
      const common = round % 2 === 0
      await expectTruth(
        {
          keyword: common ? '250' : '田中',
          ...maybe(0.4, { status: [pick(random, orderStatuses), pick(random, orderStatuses)].join(',') }),
          ...maybe(0.3, { shop_id: String(pick(random, shops)) }),
          ...maybe(0.3, { from: '2025-03-10' }),
          ...maybe(0.3, { to: '2025-10-31' }),
          ...maybe(0.2, { is_star: '1' }),
          ...maybe(0.2, { payment_method: '1,2' }),
          ...maybe(0.6, { sort: pick(random, ['', '-']) + pick(random, Object.keys(fieldOf)) }),
          limit: pick(random, ['5', '20', '100']),
          page: pick(random, ['1', '2', '7']),
        },
        common ? (order) => order.code.startsWith('250') : isRare,
      )
    }
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
