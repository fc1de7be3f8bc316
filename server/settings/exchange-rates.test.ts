/** Exchange rates: who writes them, and what figures make of them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'

type Rates = Reply<'GET /settings/exchange-rates'>['data']

let running: TestConsole
let seller: Account
let accounts = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())
beforeEach(async () => {
  seller = await running.signUp(`rates${accounts++}`)
  const shop = await addShop(running, seller.ownerId, `rates${accounts}`)
  await putOrders(running, seller.ownerId, shop, [
    orderOf({ channelOrderId: 'a', currency: 'VND', payment: { ...noPayment, subTotal: 100_000 } }),
    orderOf({ channelOrderId: 'b', currency: 'SGD', payment: { ...noPayment, subTotal: 1000 } }),
    orderOf({ channelOrderId: 'c' }),
  ])
})

const read = async (account = seller) =>
  (await account.call('GET /settings/exchange-rates')).at<Rates>('data')
const write = (rates: object[], more: object = {}) =>
  seller.call('PUT /settings/exchange-rates', { rates, ...more })
const vnd = (rate: string, from = '2026-03-01') => ({ currency: 'VND', from, rate })
const revenue = async () =>
  (await seller.call('GET /analytics/revenue-metrics?from=2026-03-01&to=2026-03-10')).at<
    Reply<'GET /analytics/revenue-metrics'>['data']
  >('data')

it('say which are missing, and convert as soon as they are there', async () => {
  expect(await read()).toEqual({
    currency: 'MYR',
    rates: [],
    missing: [
      { currency: 'SGD', from: '2026-03-05' },
      { currency: 'VND', from: '2026-03-05' },
    ],
    updated_at: null,
  })
  expect(await revenue()).toMatchObject({
    revenue: { value: 10 },
    orders: { value: 3 },
    average_order_value: { value: 10 },
    is_converted: false,
    others: [
      { currency: 'SGD', total: 10 },
      { currency: 'VND', total: 100_000 },
    ],
    rates: [],
  })
  // In force from the day after the sale: of no use for it.
  const late = await write([vnd('0.000171', '2026-03-06')])
  expect(late.at<Rates>('data')).toMatchObject({
    rates: [
      {
        currency: 'VND',
        from: '2026-03-06',
        rate: '0.000171',
        source: 'hand',
        changed_by: expect.any(String) as string,
      },
    ],
    missing: [{ currency: 'SGD' }, { currency: 'VND' }],
  })
  expect((await revenue()).is_converted).toBe(false)
  await write([vnd('0.000171255'), vnd('0.5', '2026-03-06')])
  expect(await revenue()).toMatchObject({
    // 100,000 × 0.000171255 = 17.1255
    revenue: { value: 27.13 },
    average_order_value: { value: 13.56 },
    is_converted: true,
    others: [{ currency: 'SGD', total: 10 }],
    rates: [
      { currency: 'VND', from: '2026-03-01', rate: '0.000171255', source: 'hand' },
      { currency: 'VND', from: '2026-03-06', rate: '0.5', source: 'hand' },
    ],
  })
  const drawn = (await revenue()).chart.filter(({ orders }) => orders > 0)
  expect(drawn.map((step) => [step.orders, step.average_order_value])).toEqual([[3, 13.56]])
})

it('keep who wrote a rate that stays, and are gone where they are left out', async () => {
  const first = (await write([vnd('0.1'), vnd('0.2', '2026-04-01')])).at<Rates>('data')
  const second = (await write([vnd('0.1'), { currency: 'SGD', from: '2026-03-01', rate: '3.3' }])).at<Rates>(
    'data',
  )
  expect(second.rates.map(({ currency, rate }) => [currency, rate])).toEqual([
    ['SGD', '3.3'],
    ['VND', '0.1'],
  ])
  expect(second.rates[1]).toEqual(first.rates[0])
  const stale = await write([], { updated_at: first.updated_at })
  expect([stale.status, (await read()).rates.length]).toEqual([409, 2])
})

it('belong to the reporting currency that they lead to', async () => {
  await write([vnd('0.1')])
  await seller.call('PUT /settings/account', { timezone: 'Asia/Kuala_Lumpur', currency: 'SGD' })
  expect(await read()).toMatchObject({
    currency: 'SGD',
    rates: [],
    missing: [{ currency: 'MYR' }, { currency: 'VND' }],
  })
  expect(await revenue()).toMatchObject({ currency: 'SGD', revenue: { value: 10 }, is_converted: false })
  await seller.call('PUT /settings/account', { timezone: 'Asia/Kuala_Lumpur', currency: 'MYR' })
  expect((await read()).rates.length).toBe(1)
})

it('are refused where they are none', async () => {
  for (const [rate, field] of [
    [vnd('0'), 'rate'],
    [vnd('0.000'), 'rate'],
    [vnd('-1'), 'rate'],
    [vnd('1e5'), 'rate'],
    [vnd('0.0000000000001'), 'rate'],
    [vnd('1', '2026-02-30'), 'from'],
    [{ ...vnd('1'), currency: 'XXX' }, 'currency'],
    [{ ...vnd('1'), currency: 'MYR' }, 'currency'],
  ] as const) {
    const reply = await write([rate])
    expect([rate, reply.status, Object.keys(reply.at<object>('invalid_fields'))]).toEqual([
      rate,
      422,
      [`rates.0.${field}`],
    ])
  }
  const twice = await write([vnd('1'), vnd('2')])
  expect(Object.keys(twice.at<object>('invalid_fields'))).toEqual(['rates.1.from'])
  expect((await read()).rates).toEqual([])
})

it('are of one account', async () => {
  await write([vnd('0.1')])
  const other = await running.signUp(`other${accounts}`)
  expect((await read(other)).rates).toEqual([])
  await other.call('PUT /settings/exchange-rates', { rates: [] })
  expect((await read()).rates.length).toBe(1)
})
