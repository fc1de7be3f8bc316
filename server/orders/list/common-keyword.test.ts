/** A keyword that very many orders have: the newest of them at once, and no figure that was not counted. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderStatusIds } from '../../../model/order-status.ts'
import { buyerKeywordQuery } from '../../db/search-terms.ts'
import { findOwner } from '../../settings/owners-store.ts'
import { estimateHits } from './common-terms-store.ts'
import { everyOrderFor, type OrderFilter, type OrderPaging } from './order-filter.ts'
import { searchOrders } from './order-search-store.ts'
import { placingTimes } from './placing-times.ts'
import { addShop, addressOf, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'

let running: TestConsole
let seller: Account
let shops: number[]

const common = 1_100
const start = Date.UTC(2026, 0, 1)
/** The oldest first. Every eleventh is canceled, every hundredth has another buyer and every fortieth is the second shop's. */
const made = Array.from({ length: common }, (_, at) => ({
  code: `C${String(at).padStart(5, '0')}`,
  status: at % 11 === 0 ? ('canceled' as const) : ('delivered' as const),
  name: at % 100 === 0 ? 'Aisyah Rahman' : 'Nguyen Van An',
  shop: at % 40 === 0 ? 1 : 0,
}))
const codesOf = (orders: typeof made) => orders.map(({ code }) => code).toReversed()
const nguyens = made.filter(({ name }) => name !== 'Aisyah Rahman')

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('common')
  shops = [await addShop(running, seller.ownerId, 'One'), await addShop(running, seller.ownerId, 'Two')]
  const orders = made.map(({ code, status, name }, at) =>
    orderOf({
      channelOrderId: code,
      status,
      placedAt: new Date(start + at * 60_000),
      changedAt: new Date(start + at * 60_000),
      address: addressOf({ name, country: 'VN', isMasked: false }),
    }),
  )
  for (const [place, shopId] of shops.entries())
    await putOrders(
      running,
      seller.ownerId,
      shopId,
      orders.filter((_, at) => made[at]?.shop === place),
    )
  await running.db.pool.query('analyze order_search')
})
afterAll(() => running?.stop())

async function find(query: string) {
  const answer = await seller.call(`GET /orders/search?keyword=nguyen${query}`)
  return {
    codes: answer.at<{ code: string }[]>('data').map(({ code }) => code),
    counts: answer.at('meta.status_counts'),
    pagination: answer.at<{ total: number; is_more?: boolean }>('meta.pagination'),
    next: answer.at<string>('meta.next_after'),
  }
}

it('brings the newest, page by page and behind a cursor, and says that there are more than it counts', async () => {
  const all = codesOf(nguyens)
  const first = await find('')
  expect(first).toMatchObject({
    codes: all.slice(0, 20),
    counts: null,
    pagination: { total: 1000, is_more: true, total_pages: 50 },
  })
  expect((await find('&page=7')).codes).toEqual(all.slice(120, 140))
  expect((await find(`&after=${first.next}`)).codes).toEqual(all.slice(20, 40))
  expect((await find('&sort=created_at')).codes).toEqual(all.toReversed().slice(0, 20))
})

it('counts exactly what a status or a shop leaves, where that can be counted', async () => {
  const canceled = nguyens.filter(({ status }) => status === 'canceled')
  expect(await find('&status=canceled&limit=50')).toMatchObject({
    codes: codesOf(canceled).slice(0, 50),
    counts: null,
    pagination: { total: canceled.length },
  })
  expect((await find('&status=canceled&limit=50')).pagination.is_more).toBeUndefined()
  const last = Math.ceil(canceled.length / 50)
  expect((await find(`&status=canceled&limit=50&page=${last}`)).codes).toEqual(
    codesOf(canceled).slice((last - 1) * 50),
  )
  const ofShop = nguyens.filter(({ shop }) => shop === 1)
  const found = await find(`&shop_id=${shops[1]}`)
  expect(found.codes).toEqual(codesOf(ofShop).slice(0, 20))
  expect(found.counts).toMatchObject({
    canceled: ofShop.filter(({ status }) => status === 'canceled').length,
  })
})

it('sorts and counts all of them where the order of the rows asks for it', async () => {
  const found = await find('&sort=-total_price')
  expect(found.pagination).toMatchObject({ total: nguyens.length })
  expect(found.counts).toMatchObject({
    delivered: nguyens.filter(({ status }) => status === 'delivered').length,
  })
})

/** Straight from the store, with bounds that a small test passes. */
async function search(
  keyword: string,
  asked: Partial<OrderFilter>,
  {
    countedThrough = 300,
    readAtOnce = 100,
    ...paging
  }: Partial<OrderPaging> & { countedThrough?: number; readAtOnce?: number } = {},
) {
  const { ownerId } = seller
  const owner = await running.db.asOwner(ownerId, (tx) => findOwner(tx, ownerId))
  const filter = {
    ...everyOrderFor({ ownerId, timezone: 'Asia/Kuala_Lumpur', shopIds: [] }),
    terms: buyerKeywordQuery(owner?.number ?? 0, keyword) ?? undefined,
    ...asked,
  }
  const page = {
    sort: 'created_at' as const,
    descending: true,
    limit: 4,
    offset: 4,
    after: undefined,
    ...paging,
  }
  const reach = { lookedThrough: 300, readAtOnce }
  const bounds = { counted: 5, countedNarrowed: 60, countedThrough, lookedUp: 100, ...reach }
  const { rows, counts, found } = await searchOrders(running.db, filter, page, bounds)
  return { codes: rows.map(({ channelOrderId }) => channelOrderId), counts, found }
}

it('sorts and counts all hits where they lie so far apart that looking for them is more work', async () => {
  const aisyahs = made.filter(({ name }) => name === 'Aisyah Rahman')
  const canceled = aisyahs.filter(({ status }) => status === 'canceled').length
  expect(await search('aisyah', {})).toEqual({
    codes: codesOf(aisyahs).slice(4, 8),
    counts: {
      [orderStatusIds.canceled]: canceled,
      [orderStatusIds.delivered]: aisyahs.length - canceled,
    },
    found: undefined,
  })
})

it('looks for hits that lie far apart within the last hours, then longer, from either end of the list', async () => {
  const aisyahs = codesOf(made.filter(({ name }) => name === 'Aisyah Rahman'))
  const found = { total: 5, isMore: true }
  const page = { limit: 2, offset: 2 }
  const newest = { codes: aisyahs.slice(2, 4), counts: null, found }
  expect(await search('aisyah', {}, page)).toEqual(newest)
  // The last two hours have one of them.
  expect(await search('aisyah', {}, { ...page, readAtOnce: 0 })).toEqual(newest)
  expect(await search('aisyah', {}, { ...page, descending: false })).toEqual({
    ...newest,
    codes: aisyahs.toReversed().slice(2, 4),
  })
  const day = '2026-01-01'
  const ofDay = await search('aisyah', { from: day, to: day }, { limit: 3, offset: 0 })
  // From midnight in Kuala Lumpur on it is the next day.
  expect(ofDay).toEqual({ codes: aisyahs.slice(1, 4), counts: null, found: { total: 3, isMore: true } })
})

it('numbers hours, days and months of the placing as the database does', async () => {
  const { rows } = await running.db.pool.query<{ at: Date; numbers: number[] }>(
    'select placed_at as at, placed_within as numbers from order_search where owner_id = $1 limit 100',
    [seller.ownerId],
  )
  for (const { at, numbers } of rows)
    for (const time of placingTimes(at, { descending: true }))
      expect(time.numbers.filter((one) => numbers.includes(one))).toHaveLength(1)
  expect(rows).toHaveLength(100)
})

it('knows a very common keyword by the statistics, and counts no hit of it', async () => {
  const { ownerId } = seller
  const owner = await running.db.asOwner(ownerId, (tx) => findOwner(tx, ownerId))
  const estimate = (keyword: string) =>
    estimateHits(running.db, buyerKeywordQuery(owner?.number ?? 0, keyword) ?? '')
  expect(await estimate('nguy')).toBeCloseTo(nguyens.length, -1)
  expect(await estimate('nobody')).toBeUndefined()
  expect(await estimate('nguyen c00012')).toBeUndefined()
  expect((await search('nguyen', {})).found).toEqual({ total: 5, isMore: true })
})

it('counts a very common keyword under a filter: exactly where that has few orders, else up to a lower bound', async () => {
  const canceled = codesOf(nguyens.filter(({ status }) => status === 'canceled'))
  expect(await search('nguyen', { statuses: ['canceled'] })).toEqual({
    codes: canceled.slice(4, 8),
    counts: null,
    found: { total: canceled.length, isMore: false },
  })
  const delivered = codesOf(nguyens.filter(({ status }) => status === 'delivered'))
  const codes = delivered.slice(4, 8)
  const found = { total: 60, isMore: true }
  expect(await search('nguyen', { statuses: ['delivered'] })).toEqual({ codes, counts: null, found })
})

it('counts under a filter no further than a few orders hold hits, and as far as the page', async () => {
  const delivered = codesOf(nguyens.filter(({ status }) => status === 'delivered'))
  const within = (countedThrough: number, offset: number) =>
    search('nguyen', { statuses: ['delivered'] }, { countedThrough, offset })
  expect(await within(20, 4)).toEqual({
    codes: delivered.slice(4, 8),
    counts: null,
    found: { total: 8, isMore: true },
  })
  expect(await within(300, 80)).toEqual({
    codes: delivered.slice(80, 84),
    counts: null,
    found: { total: 84, isMore: true },
  })
  // More than the 300 newest: read out of the index.
  expect(await within(300, 280)).toEqual({
    codes: delivered.slice(280, 284),
    counts: null,
    found: { total: 284, isMore: true },
  })
  // More than half of all hits: all are sorted, and so all are counted.
  const last = await within(300, 600)
  expect(last.codes).toEqual(delivered.slice(600, 604))
  expect(last.counts).toMatchObject({ [orderStatusIds.delivered]: delivered.length })
})
