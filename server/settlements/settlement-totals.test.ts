/** Payouts as an accountant reconciles them: each beside what was expected, and the sums of everything that matches, listed and in a file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Settlement } from '../../model/settlement.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { exportList, findExport, readExport, writeExport } from '../../test/steps/export-steps.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { saveSettlements } from './settlement-store.ts'

let running: TestConsole
let seller: Account
let member: Account
let one: number
let two: number

const payoutOf = (channelOrderId: string, more: Partial<Settlement> = {}): Settlement => ({
  channelOrderId,
  currency: 'MYR',
  settledAt: new Date('2026-11-20T00:00:00Z'),
  amount: 900,
  revenue: 1000,
  shipping: 0,
  fees: [{ code: 'commission', amount: 80 }],
  taxes: [{ code: 'withholding_tax', amount: 20 }],
  refund: 0,
  adjustment: 0,
  ...more,
})

/** An order of 10.00, of which the channel has named its fee of 1.00. */
const soldOf = (channelOrderId: string, more = {}) =>
  orderOf({
    channelOrderId,
    status: 'delivered',
    payment: {
      ...noPayment,
      subTotal: 1000,
      platformFee: 100,
      fees: [{ code: 'commission', amount: 100 }],
      ...more,
    },
  })

const noFees = { platformFee: 0, fees: [] }

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  const { ownerId } = seller
  one = await addShop(running, ownerId, 'one')
  two = await addShop(running, ownerId, 'two', 1)
  member = await running.addStaff(ownerId, { email: 'one@example.test', role: 'manager', shopIds: [one] })
  const pay = (shopId: number, payouts: Settlement[]) =>
    running.db.asOwner(ownerId, (tx) => saveSettlements(tx, { ownerId, shopId }, payouts))
  await putOrders(running, ownerId, one, [
    soldOf('SAME'),
    soldOf('LESS', { coins: 150 }),
    soldOf('LATE-FEES', noFees),
    soldOf('UNNAMED', noFees),
    soldOf('BACK'),
  ])
  await putReturns(running, ownerId, one, [
    returnOf({ channelReturnId: 'R1', channelOrderId: 'BACK', status: 'refunded', refund: 300 }),
  ])
  await pay(one, [
    payoutOf('SAME'),
    payoutOf('LESS', { amount: 850, adjustment: -50 }),
    payoutOf('LATE-FEES'),
    payoutOf('UNNAMED', {
      amount: 870,
      fees: [
        { code: 'commission', amount: 80 },
        { code: 'other', amount: 30 },
      ],
    }),
    payoutOf('BACK', { amount: 600, refund: 300 }),
    payoutOf('NOT-HERE', { settledAt: new Date('2026-10-31T00:00:00Z') }),
  ])
  const foreign = { currency: 'JPY' as const }
  await putOrders(running, ownerId, two, [{ ...soldOf('YEN'), ...foreign }])
  await pay(two, [
    payoutOf('YEN', { ...foreign, amount: 950, fees: [{ code: 'commission', amount: 50 }], taxes: [] }),
    payoutOf('YEN-2', { ...foreign, settledAt: new Date('2026-11-22T00:00:00Z') }),
  ])
})
afterAll(() => running?.stop())

type Row = { order_code: string; settled_value: number; difference_value: number | null }
const codes = async (account: Account, query: string) =>
  (await account.call(`GET /settlements?${query}`))
    .at<Row[]>('data')
    .map((row) => row.order_code)
    .toSorted()

describe('a payout', () => {
  it('is compared with what its order promised, after fees and refunds', async () => {
    const rows = (await seller.call(`GET /settlements?shop_id=${one}`)).at<(Row & object)[]>('data')
    expect(Object.fromEntries(rows.map((row) => [row.order_code, row]))).toMatchObject({
      SAME: { buyer_paid_value: 10, expected_value: 9, difference_value: 0 },
      // Coins are the platform's gift to the buyer, and cost the seller nothing.
      LESS: { buyer_paid_value: 8.5, expected_value: 9, settled_value: 8.5, difference_value: -0.5 },
      // Its channel names fees with the payout alone.
      'LATE-FEES': { expected_value: 9, difference_value: 0 },
      // It kept 0.30 more, without saying for what.
      UNNAMED: { expected_value: 9, settled_value: 8.7, difference_value: -0.3 },
      // A refund that the seller knows of is no difference.
      BACK: { expected_value: 6, settled_value: 6, difference_value: 0 },
      'NOT-HERE': { buyer_paid_value: null, expected_value: null, difference_value: null },
    })
  })

  it('is found by channel, by a part of its order’s number, and by having a difference', async () => {
    expect(await codes(seller, 'platform_id=1')).toEqual(['YEN', 'YEN-2'])
    expect(await codes(seller, `platform_id=1&shop_id=${one}`)).toEqual([])
    expect(await codes(seller, 'keyword=late')).toEqual(['LATE-FEES'])
    expect(await codes(seller, 'has_difference=1')).toEqual(['LESS', 'UNNAMED', 'YEN'])
    expect(await codes(seller, 'has_difference=0')).toEqual(['BACK', 'LATE-FEES', 'SAME'])
    expect(await codes(seller, `has_difference=1&shop_id=${one}&keyword=E&limit=1`)).toEqual(['UNNAMED'])
  })
})

it('is found by a part of the code that its store shows', async () => {
  const other = await running.signUp('short-codes')
  const shop = await addShop(running, other.ownerId, 'short codes')
  await putOrders(running, other.ownerId, shop, [
    { ...soldOf('LONG-1'), shortCode: '#1042' },
    soldOf('LONG-2'),
  ])
  await running.db.asOwner(other.ownerId, (tx) =>
    saveSettlements(tx, { ownerId: other.ownerId, shopId: shop }, [payoutOf('LONG-1'), payoutOf('LONG-2')]),
  )
  expect(await codes(other, 'keyword=104')).toEqual(['#1042'])
  expect(await codes(other, 'keyword=long')).toEqual(['#1042', 'LONG-2'])
})

it('is not held against what a canceled order would have brought, and neither is its line of the file of orders', async () => {
  const other = await running.signUp('called-off')
  const { ownerId } = other
  const shopId = await addShop(running, ownerId, 'called off')
  await putOrders(running, ownerId, shopId, [
    { ...soldOf('NOTHING'), status: 'canceled' },
    { ...soldOf('PENALTY', noFees), status: 'canceled' },
    { ...soldOf('UNPAID'), status: 'canceled' },
  ])
  const none = { revenue: 0, fees: [], taxes: [] }
  const penalty = [{ code: 'cancellation', amount: 30 }]
  const saved = await running.db.asOwner(ownerId, (tx) =>
    saveSettlements(tx, { ownerId, shopId }, [
      payoutOf('NOTHING', { ...none, amount: 0 }),
      payoutOf('PENALTY', { ...none, amount: -30, fees: penalty }),
    ]),
  )
  // Nobody is told that such a payout differs from its order.
  expect(saved.differing).toEqual([])
  const rows = (await other.call('GET /settlements')).at<Row[]>('data')
  expect(Object.fromEntries(rows.map((row) => [row.order_code, row.difference_value]))).toEqual({
    NOTHING: 0,
    PENALTY: 0,
  })
  const id = (await other.call('GET /orders/filter?keyword=NOTHING')).at<number>('data.0.id')
  const page = await other.call(`GET /orders/${id}`)
  expect(page.at('data.payment')).toMatchObject({ expected_receive_value: 0, settlement_difference: 0 })
  const entry = await exportList(running, other, 'GET /orders/export', { query: 'format=csv' })
  const file = await readExport(running, other, entry)
  const nets = file.rows.map((row) => [row['Order code'], row['Payout (expected until paid out)']])
  expect(Object.fromEntries(nets)).toEqual({ NOTHING: '0.00', PENALTY: '-0.30', UNPAID: '0.00' })
})

describe('the totals', () => {
  const ofOne = {
    currency: 'MYR',
    order_count: 6,
    settled_value: 50.2,
    fee_value: 6.3,
    buyer_paid_value: 48.5,
    expected_value: 42,
    difference_value: -0.8,
    difference_count: 2,
    unmatched_count: 1,
  }
  const ofTwo = { currency: 'JPY', order_count: 2, settled_value: 1850, fee_value: 150, difference_value: 50 }

  it('are of each shop and currency, and never add up two currencies', async () => {
    const totals = await seller.call('GET /settlements/totals')
    expect(totals.at('data')).toMatchObject({
      shops: [
        { shop: { data: { id: one, system_name: 'one', platform_id: 2 } }, ...ofOne },
        { shop: { data: { id: two, system_name: 'two', platform_id: 1 } }, ...ofTwo },
      ],
      currencies: [ofTwo, ofOne],
    })
  })

  it('are of the rows that the same filters list', async () => {
    for (const query of [
      'from=2026-11-01&to=2026-11-20',
      'has_difference=1',
      'keyword=YEN',
      'currency=JPY',
      'platform_id=2',
    ]) {
      const rows = (await seller.call(`GET /settlements?limit=100&${query}`)).at<
        (Row & { currency: string })[]
      >('data')
      const totals = (await seller.call(`GET /settlements/totals?${query}`)).at<
        { currency: string; settled_value: number; order_count: number }[]
      >('data.currencies')
      const expected = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
        currency,
        order_count: own.length,
        settled_value: Math.round(own.reduce((sum, row) => sum + row.settled_value, 0) * 100) / 100,
      }))
      expect([query, totals]).toMatchObject([
        query,
        expected.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
      ])
    }
  })

  it('are of the shops that the reader may see', async () => {
    const totals = await member.call('GET /settlements/totals')
    expect(totals.at('data')).toMatchObject({ shops: [ofOne], currencies: [ofOne], converted: null })
    expect((await member.call(`GET /settlements/totals?shop_id=${two}`)).at('data.shops')).toEqual([])
    expect((await member.call('GET /settlements/totals?platform_id=1')).at('data.shops')).toEqual([])
  })

  it('are converted by the rate of each payout’s day, and say what has none', async () => {
    const converted = async () => (await seller.call('GET /settlements/totals')).at('data.converted')
    const unrated = (paid: number) => [{ currency: 'JPY', settled_value: paid }]
    expect(await converted()).toEqual({ currency: 'MYR', settled_value: 50.2, without_rate: unrated(1850) })
    await seller.call('PUT /settings/exchange-rates', {
      rates: [{ currency: 'JPY', from: '2026-11-22', rate: '0.03' }],
    })
    // 900 yen of the 22nd are 27.00; the 20th has no rate.
    expect(await converted()).toEqual({ currency: 'MYR', settled_value: 77.2, without_rate: unrated(950) })
  })
})

describe('the file', () => {
  it('has the rows of the list, money as numbers, in the language of the reader', async () => {
    const query = 'has_difference=1'
    for (const format of ['csv', 'xlsx']) {
      const file = await exportList(running, seller, 'GET /settlements/export', {
        query: `format=${format}&${query}`,
        language: 'jp',
      })
      expect(file).toMatchObject({ type: 'settlements', status: 'done', rows: 3, total: 3 })
      const { rows, heads } = await readExport(running, seller, file)
      expect(heads.slice(0, 3)).toEqual(['注文番号', 'チャネル', 'ショップ'])
      expect(new Set(rows.map((row) => row['注文番号']))).toEqual(new Set(['LESS', 'UNNAMED', 'YEN']))
      const less = rows.find((row) => row['注文番号'] === 'LESS')
      expect(less).toMatchObject({ ショップ: 'one', 通貨: 'MYR' })
      expect([less?.['入金額'], less?.['手数料控除後の見込み額'], less?.['差額']].map(Number)).toEqual([
        8.5, 9, -0.5,
      ])
      expect(Number(rows.find((row) => row['注文番号'] === 'YEN')?.['入金額'])).toBe(950)
    }
  })

  it('goes on behind any row, each once', async () => {
    const { ownerId } = seller
    const shopId = await addShop(running, ownerId, 'many')
    const many = Array.from({ length: 2050 }, (_, at) => payoutOf(`A "${at}", b`))
    await running.db.asOwner(ownerId, (tx) => saveSettlements(tx, { ownerId, shopId }, many))
    const file = await exportList(running, seller, 'GET /settlements/export', {
      query: `format=csv&shop_id=${shopId}`,
    })
    const { rows } = await readExport(running, seller, file)
    expect(new Set(rows.map((row) => row['Order code'])).size).toBe(2050)
    expect(rows).toHaveLength(2050)
  })

  it('has the shops of a scoped reader alone, is audited, and is not for who may not see payments', async () => {
    const asked = await member.call('GET /settlements/export?format=csv')
    expect(asked.status).toBe(202)
    const exportId = asked.at<number>('export_id')
    await writeExport(running, member, exportId)
    const { rows } = await readExport(running, member, await findExport(member, exportId))
    expect(new Set(rows.map((row) => row['Shop']))).toEqual(new Set(['one']))
    expect(rows).toHaveLength(6)
    const log = await seller.call('GET /audit-logs?action=export.ask&limit=1')
    expect(log.at('data.0')).toMatchObject({
      user: { name: 'one@example.test' },
      target: { label: 'settlements.csv' },
    })
    const clerk = await running.addStaff(seller.ownerId, {
      email: 'clerk@example.test',
      role: 'operator',
      permissions: ['orders.export'],
    })
    expect((await clerk.call('GET /settlements/export')).status).toBe(403)
  })
})
