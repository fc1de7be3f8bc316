/** Spending of customers in several currencies over real HTTP: one sum wherever a customer is shown, and no amount left out. */
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { exportList, readExport } from '../../test/steps/export-steps.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { withClient } from '../../bench/bench-database.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account
const shops: number[] = []
const written: Record<string, ChannelOrder> = {}

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('trader')
  for (const name of ['One', 'Two']) shops.push(await addShop(running, seller.ownerId, name))
})
afterAll(() => running?.stop())

let minutes = 0
/** An order, or the same again with something changed. */
async function put(shop: number, code: string, order: Partial<ChannelOrder> & { worth?: number } = {}) {
  const at = new Date(Date.UTC(2026, 0, 1, 0, ++minutes))
  const { worth, ...more } = order
  const known: Partial<ChannelOrder> = written[code] ?? { placedAt: at }
  written[code] = orderOf({
    channelOrderId: code,
    status: 'delivered',
    ...known,
    ...more,
    changedAt: at,
    payment: worth === undefined ? (known.payment ?? noPayment) : { ...noPayment, subTotal: worth },
  })
  await putOrders(running, seller.ownerId, shops[shop] ?? 0, [written[code]])
}
const mei = { channelBuyerId: 'mei', name: 'Mei' }
const lan = { channelBuyerId: 'lan', name: 'Lan' }

type Row = Reply<'GET /customers'>['data'][number]
const list = async (query = '') =>
  (await seller.call(`GET /customers?${query}` as 'GET /customers')).at<Row[]>('data')
const spentOf = async (name: string) => {
  const row = (await list()).find((one) => one.name === name)
  return row && [row.total_price, row.currency, row.other_prices]
}
const orderId = async (code: string) =>
  (await seller.call(`GET /orders/search?keyword=${code}`)).at<number>('data.0.id')
const names = async (query: string) => (await list(query)).map(({ name }) => name)
const vnd = (total: number) => ({ currency: 'VND', total })

it('lists what was spent in other currencies beside the customer’s own, and follows every change', async () => {
  await put(0, 'M1', { buyer: mei, worth: 10_000 })
  await put(0, 'M2', { buyer: mei, worth: 500_000, currency: 'VND' })
  await put(0, 'M3', { buyer: mei, worth: 250_000, currency: 'VND' })
  await put(0, 'M4', { buyer: mei, worth: 900, currency: 'JPY', status: 'shipped' })
  expect(await spentOf('Mei')).toEqual([100, 'MYR', [vnd(750_000)]])
  await put(0, 'M3', { status: 'returned' })
  await put(0, 'M4', { status: 'delivered' })
  expect(await spentOf('Mei')).toEqual([100, 'MYR', [{ currency: 'JPY', total: 900 }, vnd(500_000)]])
  await put(0, 'M4', { status: 'returned' })
  expect(await spentOf('Mei')).toEqual([100, 'MYR', [vnd(500_000)]])
  await put(1, 'L1', { buyer: lan, worth: 600_000, currency: 'VND' })
  await put(1, 'L2', { buyer: lan, worth: 3000 })
  expect(await spentOf('Lan')).toEqual([600_000, 'VND', [{ currency: 'MYR', total: 30 }]])
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it('says the same of the buyer of an order as of the customer', async () => {
  const [row] = (await list()).filter(({ name }) => name === 'Mei')
  const id = await orderId('M1')
  const buyer = (await seller.call(`GET /orders/${id}/customer`)).at<Row>('data')
  const summary = (await seller.call(`GET /orders/${id}`)).at<Row>('data.customer_summary')
  const detail = (await seller.call(`GET /customers/${row?.id}`)).at<Row>('data')
  const spent = (await seller.call(`GET /customers/${row?.id}/spent-total`)).at<Row>('data')
  const figures = ({ total_price: total, currency, other_prices: others }: Row) => ({
    total,
    currency,
    others,
  })
  const expected = { total: 100, currency: 'MYR', others: [vnd(500_000)] }
  expect([buyer, summary, detail, spent].map(figures)).toEqual([expected, expected, expected, expected])
})

it('says of each month and of open orders what is in other currencies', async () => {
  const now = new Date()
  await put(0, 'M5', { buyer: mei, worth: 20_000, currency: 'VND', placedAt: now })
  await put(0, 'M6', { buyer: mei, worth: 30_000, currency: 'VND', status: 'pending' })
  await put(0, 'M7', { buyer: mei, worth: 40_000, currency: 'VND', status: 'unpaid' })
  const [row] = (await list()).filter(({ name }) => name === 'Mei')
  const spent = await seller.call(`GET /customers/${row?.id}/spent-total`)
  expect(spent.at<object[]>('data.by_month').at(-1)).toMatchObject({ total: 0, others: [vnd(20_000)] })
  const statistic = await seller.call(`GET /customers/${row?.id}/order-statistic`)
  expect(statistic.at('data')).toMatchObject({
    delivering_price: 0,
    delivering_others: [vnd(70_000)],
    unpaid_price: 0,
    unpaid_others: [vnd(40_000)],
  })
  await put(0, 'M5', { status: 'canceled' })
})

it('writes them into files', async () => {
  const file = await exportList(running, seller, 'GET /customers/export', { query: 'format=csv' })
  const { rows } = await readExport(running, seller, file)
  const mine = rows.find((row) => row['Name'] === 'Mei')
  expect(mine).toMatchObject({
    Channel: 'Shopee',
    'Total spent': '100.00',
    Currency: 'MYR',
    'Spent in other currencies': 'VND 500000',
    Rank: 'Member',
  })
})

it('compares all of it at the rates of today', async () => {
  const rates = (vndRate: string) =>
    seller.call('PUT /settings/exchange-rates', {
      rates: [{ currency: 'VND', from: '2020-01-01', rate: vndRate }],
      updated_at: null,
    })
  expect((await rates('0.0002')).status).toBe(200)
  // Mei: 100 + 500,000 x 0.0002 = 200; Lan: 600,000 x 0.0002 + 30 = 150.
  expect(await names('sort=-total_price')).toEqual(['Mei', 'Lan'])
  expect(await names('total_price_min=151')).toEqual(['Mei'])
  expect(await names('total_price_min=200')).toEqual(['Mei'])
  expect(await names('total_price_min=200.01')).toEqual([])
  expect(await names('total_price_max=150')).toEqual(['Lan'])
  expect(await names('total_price_max=149.99')).toEqual([])
})

it('adds up a person’s customers by currency, and compares all of that', async () => {
  const ids = (await list()).map(({ id }) => id)
  expect((await seller.call('POST /customers/merge', { customer_ids: ids })).status).toBe(200)
  const [person] = await list()
  const own = person?.currency === 'MYR'
  expect([person?.total_price, person?.other_prices]).toEqual(
    own ? [130, [vnd(1_100_000)]] : [1_100_000, [{ currency: 'MYR', total: 130 }]],
  )
  for (const code of ['M1', 'L1']) {
    const buyer = (await seller.call(`GET /orders/${await orderId(code)}/customer`)).at<Row>('data')
    expect(buyer).toMatchObject({
      total_price: person?.total_price,
      currency: person?.currency,
      other_prices: person?.other_prices,
      total_order: person?.total_order,
    })
  }
  expect(await names('total_price_min=350&total_price_max=350')).toHaveLength(1)
  expect(await names('total_price_min=350.01')).toEqual([])
  const rules = [{ field: 'spent', test: 'is', value: 350 }]
  expect((await seller.call('POST /customers/shortlists/count', { rules })).at('data.total')).toBe(1)
})

it('orders, finds and counts customers as if each amount were converted by hand', async () => {
  const trader = await running.signUp('many currencies')
  const shop = await addShop(running, trader.ownerId, 'Strait')
  // Thousandths of a sen for a minor unit; nothing is known of dollars.
  const worth: Record<string, number> = { MYR: 1000, VND: 18, JPY: 3100 }
  const amounts = [0, 1, 3226, 10_000, 10_001, 9_999, 31_000, 555_555, 555_556, 555_557, 1_000_000]
  type Bought = { buyer: string; currency: ChannelOrder['currency']; subTotal: number }
  const bought = (['MYR', 'VND', 'JPY', 'USD'] as const).flatMap((currency): Bought[] =>
    amounts.map((subTotal) => ({ buyer: `${currency} ${subTotal}`, currency, subTotal })),
  )
  const second: Bought[] = [
    { buyer: 'MYR 9999', currency: 'VND', subTotal: 56 },
    { buyer: 'VND 3226', currency: 'JPY', subTotal: 3207 },
    { buyer: 'JPY 1', currency: 'USD', subTotal: 5 },
  ]
  await putOrders(
    running,
    trader.ownerId,
    shop,
    [...bought, ...second].map(({ buyer, currency, subTotal }, at) =>
      orderOf({
        channelOrderId: `T${at}`,
        buyer: { channelBuyerId: buyer, name: buyer },
        status: 'delivered',
        placedAt: new Date(Date.UTC(2026, 0, 1, 0, at)),
        currency,
        payment: { ...noPayment, subTotal },
      }),
    ),
  )
  await trader.call('PUT /settings/exchange-rates', {
    rates: [
      { currency: 'VND', from: '2020-01-01', rate: '0.00018' },
      { currency: 'JPY', from: '2020-01-01', rate: '0.031' },
    ],
    updated_at: null,
  })
  const read = async (query: string) => {
    const reply = await trader.call(`GET /customers?${query}` as 'GET /customers')
    return { rows: reply.at<Row[]>('data'), total: reply.at<number>('meta.pagination.total') }
  }
  const valueOf = (name: string) => {
    const parts = [...bought, ...second].filter((one) => one.buyer === name && one.subTotal > 0)
    const values = parts.map(({ currency, subTotal }) => (worth[currency] ?? Number.NaN) * subTotal)
    const value = values.reduce((sum, one) => sum + one, 0)
    return Number.isNaN(value) ? null : value
  }
  const { rows: all } = await read('limit=100')
  expect(all).toHaveLength(bought.length)
  for (const way of [1, -1]) {
    const compare = (a: Row, b: Row) => {
      const [first, other] = [valueOf(a.name), valueOf(b.name)]
      if (first === null || other === null)
        return (
          Number(first === null) - Number(other === null) ||
          a.currency.localeCompare(b.currency) ||
          way * (a.total_price - b.total_price)
        )
      const byCurrency = a.currency.localeCompare(b.currency) || way * (a.total_price - b.total_price)
      return way * (first - other) || byCurrency || way * (a.id - b.id)
    }
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((page) => read(`sort=${way < 0 ? '-' : ''}total_price&limit=7&page=${page}`)),
    )
    expect(pages.flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(
      all.toSorted(compare).map(({ name }) => name),
    )
  }
  const count = async (test: string, value: number) => {
    const rules = [{ field: 'spent', test, value }]
    return (await trader.call('POST /customers/shortlists/count', { rules })).at('data.total')
  }
  const fitting = (fits: (value: number) => boolean) =>
    all.flatMap(({ name }) => {
      const value = valueOf(name)
      return value !== null && fits(value) ? name : []
    })
  for (const bound of [0, 0.01, 99.99, 100, 100.01, 310]) {
    const thousandths = Math.round(bound * 100_000)
    const atLeast = fitting((value) => value >= thousandths)
    const atMost = fitting((value) => value <= thousandths)
    const least = await read(`total_price_min=${bound}&limit=100`)
    const most = await read(`total_price_max=${bound}&limit=100&sort=-total_price`)
    expect(new Set(least.rows.map(({ name }) => name))).toEqual(new Set(atLeast))
    expect(new Set(most.rows.map(({ name }) => name))).toEqual(new Set(atMost))
    expect([least.total, most.total]).toEqual([atLeast.length, atMost.length])
    expect([await count('at_least', bound), await count('at_most', bound), await count('is', bound)]).toEqual(
      [atLeast.length, atMost.length, fitting((value) => value === thousandths).length],
    )
  }
})

it('begins so in an account that was there', async () => {
  const folder = new URL('../db/migrations/', import.meta.url)
  const file = (await readdir(folder)).find((name) => name.endsWith('-other-prices.sql')) ?? ''
  const migration = await readFile(new URL(file, folder), 'utf8')
  const begin = /^update customers c[^;]*;/m.exec(migration)?.[0] ?? ''
  await withClient(running.adminUrl, async (admin) => {
    await admin.query('update customers set other_prices = null')
    expect(await ledgerErrors(running.adminUrl)).not.toEqual(noErrors)
    await admin.query(begin)
  })
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})
