/** Customers and segments over real HTTP, from orders of two shops. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportChange } from '../../contract/realtime.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { statementsAbout } from '../../test/steps/counted-statements.ts'
import { exportList, readExport } from '../../test/steps/export-steps.ts'
import { addressOf, addShop, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { openStream } from '../../test/steps/stream.ts'

let running: TestConsole
let seller: Account
let packer: Account
const shops: number[] = []

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  for (const name of ['One', 'Two']) shops.push(await addShop(running, seller.ownerId, name))
  packer = await running.addStaff(seller.ownerId, { email: 'viewer@example.test', role: 'viewer' }, [
    shops[0] ?? 0,
  ])
  let number = 0
  const order = (shop: number, buyer: string, name: string, more: Partial<ChannelOrder> = {}) =>
    putOrders(running, seller.ownerId, shops[shop] ?? 0, [
      orderOf({
        channelOrderId: `C${++number}`,
        buyer: { channelBuyerId: buyer, name },
        address: addressOf({ name, phone: '+60 12-345 6789', country: 'MY' }),
        status: 'delivered',
        payment: { ...noPayment, subTotal: 10_000 },
        placedAt: new Date(Date.UTC(2026, 0, number)),
        ...more,
      }),
    ])
  for (let times = 0; times < 3; times++) await order(0, 'hong', 'Lê Thị Hồng')
  await order(0, 'kenji', '田中 ケンジ', { status: 'returned' })
  await order(0, 'kenji', '田中 ケンジ', { status: 'returned' })
  await order(0, 'kenji', '田中 ケンジ')
  await order(1, 'aisyah', 'Nur Aisyah', { status: 'unpaid' })
})
afterAll(() => running?.stop())

type Row = {
  id: number
  name: string
  phone: string | null
  total_order: number
  delivered_rate: number | null
}
const list = async (query: string, who = seller) =>
  (await who.call(`GET /customers?${query}` as 'GET /customers')).at<Row[]>('data')
const names = async (query: string, who = seller) => (await list(query, who)).map(({ name }) => name)

describe('customers', () => {
  it('come with their figures, those with the latest orders first', async () => {
    const answer = await seller.call('GET /customers')
    expect(answer.at('meta.pagination.total')).toBe(3)
    expect(answer.at<Row[]>('data')).toMatchObject([
      { name: 'Nur Aisyah', total_order: 1, delivered_rate: null, total_price: 0 },
      { name: '田中 ケンジ', total_order: 3, total_order_lost: 2, delivered_rate: 1, total_price: 100 },
      { name: 'Lê Thị Hồng', total_order: 3, delivered_rate: 3, total_price: 300 },
    ])
  })

  it('are found by parts of names in any writing, and by their numbers', async () => {
    expect(await names('keyword=thi%20hong')).toEqual(['Lê Thị Hồng'])
    expect(await names('keyword=HỒNG')).toEqual(['Lê Thị Hồng'])
    expect(await names('keyword=田中')).toEqual(['田中 ケンジ'])
    expect(await names('keyword=ケン')).toEqual(['田中 ケンジ'])
    expect(await names('keyword=345%206789')).toHaveLength(3)
    expect(await names('keyword=nobody')).toEqual([])
    expect(await names('keyword=!!')).toEqual([])
  })

  it('are filtered and sorted by what the list shows', async () => {
    expect(await names(`shop_id=${shops[1]}`)).toEqual(['Nur Aisyah'])
    expect(await names('delivered_rate=1,3&sort=name')).toEqual(['Lê Thị Hồng', '田中 ケンジ'])
    expect(await names('total_price_min=100&total_price_max=200')).toEqual(['田中 ケンジ'])
    expect(await names('total_order_max=1')).toEqual(['Nur Aisyah'])
    expect(await names('from=2026-01-04&to=2026-01-06')).toEqual(['田中 ケンジ'])
    expect(await names('sort=-total_price&limit=1')).toEqual(['Lê Thị Hồng'])
    const first = await seller.call('GET /customers?limit=1')
    const behind = await names(`limit=1&after=${encodeURIComponent(first.at('meta.next_after'))}`)
    expect(behind).toEqual(['田中 ケンジ'])
    expect((await seller.call('GET /customers?from=2026-02-01&to=2026-01-01')).status).toBe(422)
  })

  it('hide contacts and other shops from those who may not see them', async () => {
    const rows = await list('', packer)
    expect(rows.map(({ name, phone }) => [name, phone])).toEqual([
      ['田中 ケンジ', '+** **-*** **89'],
      ['Lê Thị Hồng', '+** **-*** **89'],
    ])
  })

  it('have orders, how these ended, and spending by month', async () => {
    const [hong] = await list('keyword=hong')
    const history = await seller.call(`GET /customers/${hong?.id}/order-history?limit=2`)
    expect(history.at('meta.pagination')).toMatchObject({ total: 3, count: 2 })
    expect(history.at<{ channel_order_id: string }[]>('data').map((row) => row.channel_order_id)).toEqual([
      'C3',
      'C2',
    ])
    const [kenji] = await list('keyword=ケンジ')
    const ended = await seller.call(`GET /customers/${kenji?.id}/order-statistic`)
    expect(ended.at('data')).toMatchObject({ total_order: 3, success: 1, returned: 2, success_rate: 33.3 })
    const [aisyah] = await list('keyword=aisyah')
    const open = await seller.call(`GET /customers/${aisyah?.id}/order-statistic`)
    expect(open.at('data')).toMatchObject({
      success: 0,
      delivering: 1,
      delivering_price: 100,
      currency: 'MYR',
    })
    expect(open.at('data')).toMatchObject({ unpaid: 1, unpaid_price: 100 })
    const spent = await seller.call(`GET /customers/${hong?.id}/spent-total`)
    expect(spent.at('data')).toMatchObject({ total_price: 300, average_order_value: 100 })
    const months = spent.at<{ month: string; total: number }[]>('data.by_month')
    expect(months).toHaveLength(12)
    expect(months.find(({ month }) => month === '2026-01')?.total ?? 300).toBe(300)
  })

  it('have a note with who wrote it', async () => {
    const [hong] = await list('keyword=hong')
    const path = `PUT /customers/${hong?.id}/note` as const
    const written = await seller.call(path, { note: ' Calls on Sundays ' })
    expect(written.at('data')).toMatchObject({ note: 'Calls on Sundays', note_by: 'seller' })
    expect((await seller.call(path, { note: 'x'.repeat(1001) })).status).toBe(422)
    expect((await seller.call(path, { note: '' })).at('data')).toMatchObject({ note: null, note_by: null })
  })
})

it('come with where their latest orders went, as the page of each and the buyer of an order', async () => {
  type Addressed = {
    name: string
    id: number
    addresses: { data: { phone: string | null; country: string }[] }
  }
  const rows = (await seller.call('GET /customers')).at<Addressed[]>('data')
  const hong = rows.find(({ name }) => name === 'Lê Thị Hồng')
  expect(hong?.addresses.data).toMatchObject([
    { name: 'Lê Thị Hồng', phone: '+60 12-345 6789', country: 'MY' },
  ])
  const detail = await seller.call(`GET /customers/${hong?.id}`)
  expect(detail.at('data.addresses')).toEqual(hong?.addresses)
  const order = (await seller.call(`GET /orders/filter?customer_id=${hong?.id}`)).at<number>('data.0.id')
  const buyer = await seller.call(`GET /orders/${order}/customer`)
  expect(buyer.at('data')).toEqual(hong)
  // Without the right to contacts, as everywhere.
  const [masked] = (await packer.call('GET /customers')).at<Addressed[]>('data')
  expect(masked?.addresses.data[0]?.phone).not.toContain('12-345')
})

it('come with each of their latest addresses once, of few orders and of many', async () => {
  const other = await running.signUp('addresses')
  const shop = await addShop(running, other.ownerId, 'Addresses')
  const streets = ['1, Jalan Satu', '2, Jalan Dua', '3, Jalan Tiga', '4, Jalan Empat', '5, Jalan Lima', '6']
  const orders = (name: string, towards: number[]) =>
    towards.map((at, day) =>
      orderOf({
        channelOrderId: `${name}${day}`,
        buyer: { channelBuyerId: name, name },
        address: addressOf({ name, street: streets[at] ?? null }),
        placedAt: new Date(Date.UTC(2026, 1, 1 + day)),
      }),
    )
  const few = orders('Few', [0, 1, 0])
  const many = orders('Many', [0, 0, 1, 2, 3, 4, 5, 1])
  await putOrders(running, other.ownerId, shop, [...few, ...many])
  type Addressed = { id: number; name: string; addresses: { data: { street: string }[] } }
  const rows = (await other.call('GET /customers?sort=name')).at<Addressed[]>('data')
  expect(rows.map(({ addresses }) => addresses.data.map(({ street }) => street))).toEqual([
    [0, 1].map((at) => streets[at]),
    [1, 5, 4, 3, 2].map((at) => streets[at]),
  ])
  for (const { id, addresses } of rows)
    expect((await other.call(`GET /customers/${id}`)).at('data.addresses')).toEqual(addresses)
})

describe('customers of several currencies', () => {
  it('are compared in the account’s, at the rates of today', async () => {
    const trader = await running.signUp('trader')
    const shop = await addShop(running, trader.ownerId, 'Border')
    const bought = [
      ['Ringgit', 'MYR', 10_000],
      ['Dong', 'VND', 1_000_000],
      ['Yen', 'JPY', 900],
    ] as const
    await putOrders(
      running,
      trader.ownerId,
      shop,
      bought.map(([name, currency, subTotal]) =>
        orderOf({
          channelOrderId: name,
          buyer: { channelBuyerId: name, name },
          status: 'delivered',
          currency,
          payment: { ...noPayment, subTotal },
        }),
      ),
    )
    await trader.call('PUT /settings/exchange-rates', {
      rates: [
        { currency: 'VND', from: '2020-01-01', rate: '0.5' },
        { currency: 'VND', from: '2021-01-01', rate: '0.00018' },
        { currency: 'VND', from: '2199-01-01', rate: '0.5' },
      ],
      updated_at: null,
    })
    expect(await names('sort=-total_price', trader)).toEqual(['Dong', 'Ringgit', 'Yen'])
    expect(await names('sort=total_price', trader)).toEqual(['Ringgit', 'Dong', 'Yen'])
    expect(await names('total_price_min=100.01', trader)).toEqual(['Dong'])
    expect(await names('total_price_max=180&sort=name', trader)).toEqual(['Dong', 'Ringgit'])
    for (const path of ['customers', 'orders/filter']) {
      const compared = await trader.call(`GET /${path}?sort=-total_price`)
      expect(compared.at('meta.compared_in')).toEqual({
        currency: 'MYR',
        converted: ['VND'],
        without_rate: ['JPY'],
      })
      expect((await trader.call(`GET /${path}`)).at('meta.compared_in')).toBeNull()
    }
    // Rules of segments find the same customers, also as a filter of orders.
    const ofRule = async (rule: object) => {
      const rules = [{ field: 'spent', ...rule }]
      const made = await trader.call('POST /customers/shortlists', { name: JSON.stringify(rule), rules })
      const id = made.at<number>('data.id')
      const orders = await trader.call(`GET /orders/filter?segment_id=${id}`)
      expect(orders.at('meta.pagination.total')).toBe(made.at('data.total_customer'))
      return names(`shortlist_id=${id}&sort=name`, trader)
    }
    expect(await ofRule({ test: 'at_least', value: 100.01 })).toEqual(['Dong'])
    expect(await ofRule({ test: 'at_most', value: 180 })).toEqual(['Dong', 'Ringgit'])
    expect((await seller.call('GET /customers?sort=-total_price')).at('meta.compared_in')).toBeNull()
  })
})

it('come without their addresses where others are asked for', async () => {
  const has = async (include: string) =>
    (await seller.call(`GET /customers?include=${include}`))
      .at<object[]>('data')
      .some((row) => 'addresses' in row)
  expect([await has('level'), await has('level,addresses')]).toEqual([false, true])
})

it('come with their addresses in one statement', async () => {
  const asked = async () => {
    const reply = await seller.call('GET /customers')
    expect(
      reply.at<{ addresses: { data: object[] } }[]>('data').map((row) => row.addresses.data.length),
    ).toContain(1)
  }
  expect(await statementsAbout('customers', asked)).toHaveLength(1)
})

describe('segments', () => {
  it('kept by hand have whom people put in', async () => {
    const all = await list('')
    const ids = all.map(({ id }) => id)
    const made = await seller.call('POST /customers/shortlists', {
      name: 'Regulars',
      customer_ids: ids.slice(0, 1),
    })
    expect(made.at('data')).toMatchObject({ name: 'Regulars', rules: null, total_customer: 1 })
    const id = made.at<number>('data.id')
    const again = await seller.call('POST /customers/shortlists', { name: 'regulars' })
    expect([again.status, again.at('field_codes.name')]).toEqual([422, 'segment_name_taken'])
    const add = await seller.call(`POST /customers/shortlists/${id}/add-customers`, {
      customer_ids: [...ids, 1],
    })
    expect(add.at('data')).toEqual({ added: 2, skipped: 2 })
    expect(await names(`shortlist_id=${id}`)).toHaveLength(3)
    // A user of one shop sees those of that shop.
    expect((await packer.call(`GET /customers/shortlists/${id}`)).at('data.total_customer')).toBe(2)
    const less = await seller.call(`POST /customers/shortlists/${id}/remove-customers`, {
      customer_ids: ids.slice(1),
    })
    expect(less.at('data')).toEqual({ removed: 2, skipped: 0 })
    expect(
      (await seller.call(`GET /customers/shortlists/${id}`)).at<Row[]>('data.customers.data'),
    ).toHaveLength(1)
    const stream = await openStream(running.url, seller.token)
    const file = await exportList(running, seller, 'GET /customers/shortlists/export', {
      query: `shortlist_id=${id}&format=csv`,
    })
    expect(file).toMatchObject({ type: 'shortlists', status: 'done', rows: 1 })
    const told = await stream.next(
      ({ channel, data: { value } }) =>
        channel === 'export.shortlists' && exportChange.safeParse(value).data?.status === 'done',
    )
    expect(told.data.value).toMatchObject({ export_id: file.id, rows: 1, percent: 100 })
    await stream.close()
    const [row] = (await readExport(running, seller, file)).rows
    expect(row?.['Name']).toBe('Nur Aisyah')
    expect((await seller.call(`DELETE /customers/shortlists/${id}`)).status).toBe(204)
    expect((await seller.call(`GET /customers?shortlist_id=${id}`)).at('field_codes.shortlist_id')).toBe(
      'segment_gone',
    )
  })

  it('by rules keep themselves', async () => {
    const rules = [
      { field: 'orders', test: 'at_least', value: 2 },
      { field: 'spent', test: 'at_least', value: 200 },
    ]
    const counted = await seller.call('POST /customers/shortlists/count', { rules })
    expect(counted.at('data')).toEqual({ total: 1, all: 3, left: [2, 1], faults: [null, null] })
    const made = await seller.call('POST /customers/shortlists', { name: 'Best', rules })
    const id = made.at<number>('data.id')
    expect(await names(`shortlist_id=${id}`)).toEqual(['Lê Thị Hồng'])
    const put = await seller.call(`PUT /customers/shortlists/${id}`, { rules: rules.slice(0, 1) })
    expect(put.at('data')).toMatchObject({ name: 'Best', total_customer: 2 })
    const lapsed = [{ field: 'last_order', test: 'at_least', value: 30 }]
    expect((await seller.call('POST /customers/shortlists/count', { rules: lapsed })).at('data.total')).toBe(
      3,
    )
    const refused = await seller.call(`POST /customers/shortlists/${id}/add-customers`, { customer_ids: [1] })
    expect(refused.at('field_codes.customer_ids')).toBe('segment_by_rules')
    const stale = await seller.call(`PUT /customers/shortlists/${id}`, { name: 'Other', updated_at: null })
    expect([stale.status, stale.at('code')]).toEqual([409, 'changed_by_other'])
  })

  it('come page by page, and all of them as one file of who is in any', async () => {
    const [first, ...others] = (await list('')).map(({ id }) => id)
    const none = [{ field: 'orders', test: 'at_least', value: 1_000 }]
    await seller.call('POST /customers/shortlists', { name: 'A none', rules: none })
    const hand = await seller.call('POST /customers/shortlists', { name: 'B hand', customer_ids: [first] })
    const page = await seller.call('GET /customers/shortlists?limit=1&page=2')
    expect(page.at<{ name: string }[]>('data').map(({ name }) => name)).toEqual(['B hand'])
    expect(page.at('meta.pagination')).toMatchObject({ count: 1, per_page: 1, current_page: 2 })
    const whole = await seller.call('GET /customers/shortlists?pagination=0')
    expect(whole.at<object[]>('data')).toHaveLength(whole.at<number>('meta.pagination.total'))
    const query = 'format=csv'
    const kept = whole.at<{ id: number }[]>('data').filter(({ id }) => id !== hand.at('data.id'))
    for (const { id } of kept.slice(1)) await seller.call(`DELETE /customers/shortlists/${id}`)
    const file = await exportList(running, seller, 'GET /customers/shortlists/export', { query })
    expect(file).toMatchObject({ type: 'shortlists', rows: 1 })
    const rules = [{ field: 'orders', test: 'at_least', value: 1 }]
    await seller.call('POST /customers/shortlists', { name: '=C, all', rules })
    const all = await exportList(running, seller, 'GET /customers/shortlists/export', { query })
    expect(all.rows).toBe(others.length + 1)
    const { rows } = await readExport(running, seller, all)
    const both = rows.filter((row) => row['Segments'] === "'=C, all; B hand")
    expect([both.length, new Set(rows.map((row) => row['Segments']))]).toEqual([
      1,
      new Set(["'=C, all; B hand", "'=C, all"]),
    ])
    const one = await exportList(running, seller, 'GET /customers/shortlists/export', {
      query: `shortlist_id=${hand.at<number>('data.id')}&${query}`,
    })
    expect(Object.keys((await readExport(running, seller, one)).rows[0] ?? {})).not.toContain('Segments')
  })
})
