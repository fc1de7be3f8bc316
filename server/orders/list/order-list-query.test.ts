import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addressOf, addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  const shopId = await addShop(running, seller.ownerId, 'shop')
  const address = addressOf({ name: '田中 ケンジ', phone: '+60 12-345 6789' })
  await putOrders(running, seller.ownerId, shopId, [
    orderOf({ channelOrderId: '2603050A', address }),
    orderOf({ channelOrderId: '2603050B', address: addressOf({ name: "O'Brien \\ & (Sons)" }) }),
  ])
})
afterAll(() => running?.stop())

/** Calls the list with the query encoded as the console's own pages do: a space is %20, a plus is a plus. */
const list = (query: Record<string, string>) =>
  seller.call(
    `GET /orders/filter?${Object.entries(query)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&')}`,
  )

const fieldsOf = (answer: Awaited<ReturnType<typeof list>>) =>
  Object.keys(answer.at<object | undefined>('invalid_fields') ?? {})

describe('the query of the order list', () => {
  it.each<Record<string, string>>([
    { sort: 'code' },
    { sort: '-' },
    { sort: '--created_at' },
    { sort: 'created_at,updated_at' },
    { limit: '0' },
    { limit: '101' },
    { limit: '1.5' },
    { page: '0' },
    { page: '-1' },
    { page: '10000001' },
    { from: '2026-02-30' },
    { from: '2026-2-3' },
    { from: 'yesterday' },
    { to: '2026-13-01' },
    { from: '0001-01-01' },
    { to: '9999-12-31' },
    { status: 'sold' },
    { status: '10' },
    { status: 'pending,sold' },
    { shop_id: 'one' },
    { shop_id: '-2' },
    { shop_id: Array.from({ length: 201 }, (_, at) => at).join(',') },
    { payment_method: '99999' },
    { shipment_id: 'gdex' },
    { shipment_id: '99999' },
    { date_field: 'delivered' },
    { is_star: '2' },
    { is_printed: 'yes' },
    { keyword: 'x'.repeat(256) },
    { after: 'x' },
    { after: '2026~1' },
    { after: '1~1' },
    { after: '2026-02-30T00:00:00+00:00~1' },
    { after: '2026-03-05T04:00:00+00:00~x' },
    { after: '2026-03-05T04:00:00+00:00~99999999999999999999' },
  ])('refuses %j by name', async (query) => {
    const [field = ''] = Object.keys(query)
    const answer = await list(query)
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer).map((one) => one.split('.')[0])).toEqual([field])
    expect(answer.at('message')).toBeUndefined()
  })

  it('refuses days in the wrong order, and cursors under a sort that has none', async () => {
    expect(fieldsOf(await list({ from: '2026-03-02', to: '2026-03-01' }))).toEqual(['from'])
    const cursor = { after: '2026-03-05T04:00:00+00:00~1', sort: 'total_price' }
    expect(fieldsOf(await list(cursor))).toEqual(['after'])
  })

  it('takes the edges of what is allowed', async () => {
    const queries: Record<string, string>[] = [
      { limit: '1' },
      { limit: '100' },
      { page: '10000000', limit: '100' },
      { from: '1900-01-01', to: '2999-12-31' },
      { keyword: 'x'.repeat(255) },
      { keyword: '㌀'.repeat(255) },
      { keyword: 'ﷺ'.repeat(255) },
      { keyword: '1'.repeat(255) },
      { keyword: 'a '.repeat(127) },
      { shop_id: '-1' },
      { shop_id: '' },
      { shop_id: '9007199254740991' },
      { payment_method: '-1' },
      { shipment_id: '-1' },
      { is_star: '' },
    ]
    for (const query of queries) {
      expect([query, (await list(query)).status]).toEqual([query, 200])
    }
    expect((await list({ is_star: '' })).at('meta.pagination.total')).toBe(2)
  })

  it('is empty far after its end, with the true total', async () => {
    for (const sort of ['created_at', '-created_at', 'total_price']) {
      const answer = await list({ page: '9999999', sort })
      expect(answer.at('data')).toEqual([])
      expect(answer.at('meta.pagination')).toMatchObject({ total: 2, count: 0, total_pages: 1 })
    }
  })

  it('finds nothing by symbols, and words among them', async () => {
    for (const keyword of [
      '&|!:*()',
      "'",
      "''",
      '\\',
      "\\'",
      '\u0000',
      '%',
      '_',
      '.....',
      '<->',
      ':*',
      '🏮',
    ]) {
      expect([keyword, (await list({ keyword })).at('meta.pagination.total')]).toEqual([keyword, 0])
    }
    for (const keyword of ["O'Brien", 'brien \\ & (sons', "'brien':*", '!brien', 'brien\u0000sons']) {
      expect([keyword, (await list({ keyword })).at('meta.pagination.total')]).toEqual([keyword, 1])
    }
  })

  it('takes a plus for a plus, and lists in three ways', async () => {
    const total = async (query: string) =>
      (await seller.call(`GET /orders/filter?${query}`)).at('meta.pagination.total')
    expect(await total('keyword=+60123456789')).toBe(1)
    expect(await total('keyword=2603050A+x')).toBe(0)
    for (const query of ['status=pending,shipped', 'status=pending&status=shipped', 'status[]=pending'])
      expect([query, await total(query)]).toEqual([query, 2])
    expect(await total('status%5B%5D=shipped&status%5B%5D=failed')).toBe(0)
    const first = await seller.call('GET /orders/filter?limit=1')
    const after = first.at<string>('meta.next_after')
    const second = await seller.call(`GET /orders/filter?limit=1&after=${after}`)
    expect(
      [first.at<string>('data.0.code'), second.at<string>('data.0.code')].toSorted((a, b) =>
        a.localeCompare(b),
      ),
    ).toEqual(['2603050A', '2603050B'])
  })
})
