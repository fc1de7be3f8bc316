/** List of payouts for accountants: payouts of a shop, page by page, each with the sum of its deductions. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Settlement } from '../../model/settlement.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { saveSettlements } from './settlement-store.ts'

let running: TestConsole
let seller: Account
let shops: [number, number]

const settlementOf = (channelOrderId: string, more: Partial<Settlement> = {}): Settlement => ({
  channelOrderId,
  currency: 'MYR',
  settledAt: new Date('2026-11-20T00:00:00Z'),
  amount: 8265,
  revenue: 9500,
  shipping: -100,
  fees: [
    { code: 'commission', amount: 476 },
    { code: 'service', amount: 381 },
  ],
  taxes: [{ code: 'withholding_tax', amount: 48 }],
  refund: 200,
  adjustment: -30,
  ...more,
})

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  shops = [await addShop(running, seller.ownerId, 'one'), await addShop(running, seller.ownerId, 'two')]
})
afterAll(() => running?.stop())

const save = (shopId: number, settlements: Settlement[]) =>
  running.db.asOwner(seller.ownerId, (tx) =>
    saveSettlements(tx, { ownerId: seller.ownerId, shopId }, settlements),
  )
type Row = { order_code: string; shop: { data: { id: number } } }

it('shows each payout with its parts, which add up, and the way to its order', async () => {
  const { created } = await putOrders(running, seller.ownerId, shops[0], [
    orderOf({ channelOrderId: 'SOLD' }),
  ])
  await save(shops[0], [settlementOf('SOLD'), settlementOf('UNSEEN', { currency: 'JPY' })])
  const list = await seller.call(`GET /settlements?shop_id=${shops[0]}`)
  expect(list.at('data.1')).toMatchObject({
    order_id: created[0],
    order_code: 'SOLD',
    shop: { data: { id: shops[0], system_name: 'one' } },
    settled_at: '2026-11-20T00:00:00+00:00',
    currency: 'MYR',
    settled_value: 82.65,
    goods_value: 95,
    shipping_value: -1,
    fee_value: 8.57,
    fees: [
      { code: 'commission', amount: 4.76 },
      { code: 'service', amount: 3.81 },
    ],
    tax_value: 0.48,
    refund_value: 2,
    adjustment_value: -0.3,
  })
  // An order that nobody has heard of yet, in a currency without cents.
  expect(list.at('data.0')).toMatchObject({ order_id: null, order_code: 'UNSEEN', fee_value: 857 })
})

it('leaves a refund that came after the payout to be taken off, in the order’s own sums', async () => {
  const later = await running.signUp('later')
  const shop = await addShop(running, later.ownerId, 'paid early')
  const saveOne = (one: Settlement) =>
    running.db.asOwner(later.ownerId, (tx) =>
      saveSettlements(tx, { ownerId: later.ownerId, shopId: shop }, [one]),
    )
  const settledAt = new Date('2025-05-20T00:00:00Z')
  const [id = 0] = (
    await putOrders(running, later.ownerId, shop, [orderOf({ channelOrderId: 'LATER', status: 'delivered' })])
  ).created
  await saveOne(settlementOf('LATER', { settledAt }))
  const back = returnOf({
    channelReturnId: 'R-LATER',
    channelOrderId: 'LATER',
    status: 'refunded',
    refund: 1000,
  })
  await putReturns(running, later.ownerId, shop, [back])
  const order = await later.call(`GET /orders/${id}`)
  expect(order.at('data.payment')).toMatchObject({
    actual_receive_value: 82.65,
    refund_value: 2,
    open_refund_value: 8,
  })
  const payout = async () => (await later.call('GET /settlements')).at('data.0')
  expect(await payout()).toMatchObject({ settled_value: 82.65, open_refund_value: 8 })
  await saveOne(
    settlementOf('LATER', { amount: 7465, refund: 1000, settledAt: new Date('2025-05-21T00:00:00Z') }),
  )
  const corrected = await later.call(`GET /orders/${id}`)
  expect(corrected.at('data.payment')).toMatchObject({ actual_receive_value: 74.65, open_refund_value: 0 })
  expect(await payout()).toMatchObject({ settled_value: 74.65, open_refund_value: 0 })
})

it('goes page by page through payouts of one day, each once, shop by shop', async () => {
  const codes = Array.from({ length: 25 }, (_, at) => `PAID-${at}`)
  await save(
    shops[1],
    codes.map((code, at) =>
      settlementOf(code, { settledAt: new Date(at % 2 ? '2026-11-21T00:00:00Z' : '2026-11-19T00:00:00Z') }),
    ),
  )
  const read: Row[] = []
  let after = ''
  for (let pages = 0; pages < 20; pages++) {
    const page = await seller.call(`GET /settlements?shop_id=${shops[1]}&limit=4${after}`)
    read.push(...page.at<Row[]>('data'))
    const next = page.at<string | null>('meta.next_after')
    if (next === null) break
    after = `&after=${encodeURIComponent(next)}`
  }
  expect(read.map((row) => row.order_code).toSorted()).toEqual(codes.toSorted())
  const everywhere = await seller.call('GET /settlements?limit=100')
  const days = everywhere.at<{ settled_at: string }[]>('data').map((row) => row.settled_at)
  expect(days).toHaveLength(27)
  expect(days).toEqual(days.toSorted().toReversed())
})

it('shows what was paid out on the days that are asked for, in the account’s time zone', async () => {
  const account = await running.signUp('malaysian')
  await running.db.asOwner(account.ownerId, async (tx) => {
    await sql`update owners set timezone = 'Asia/Kuala_Lumpur' where owner_id = ${account.ownerId}`.execute(
      tx,
    )
  })
  const shopId = await addShop(running, account.ownerId, 'three')
  const paid = {
    'last minute of the 18th': '2026-11-18T15:59:59.999Z',
    'first of the 19th': '2026-11-18T16:00:00Z',
    'last of the 20th': '2026-11-20T15:59:59.999Z',
    'first of the 21st': '2026-11-20T16:00:00Z',
  }
  await running.db.asOwner(account.ownerId, (tx) =>
    saveSettlements(
      tx,
      { ownerId: account.ownerId, shopId },
      Object.entries(paid).map(([code, at]) => settlementOf(code, { settledAt: new Date(at) })),
    ),
  )
  const found = async (query: string) =>
    (await account.call(`GET /settlements?${query}`)).at<Row[]>('data').map(({ order_code: code }) => code)
  const [before, first, last, after] = Object.keys(paid)
  expect(await found('')).toEqual([after, last, first, before])
  expect(await found('from=2026-11-19&to=2026-11-20')).toEqual([last, first])
  expect(await found('from=2026-11-20')).toEqual([after, last])
  expect(await found('to=2026-11-18')).toEqual([before])
  expect(await found(`from=2026-11-19&to=2026-11-20&shop_id=${shopId}&limit=1`)).toEqual([last])
  const page = await account.call('GET /settlements?from=2026-11-19&to=2026-11-20&limit=1')
  const next = encodeURIComponent(page.at<string>('meta.next_after'))
  expect(await found(`from=2026-11-19&to=2026-11-20&after=${next}`)).toEqual([first])
  // A page of other days goes no further than these.
  expect(await found(`to=2026-11-18&after=${next}`)).toEqual([before])
})

it.each([
  ['from', 'from=2026-02-30'],
  ['from', 'from=1'],
  ['to', 'to=2026-2-3'],
  ['to', 'to=9999-01-01'],
  ['from', 'from=2026-11-21&to=2026-11-20'],
  ['has_difference', 'has_difference=2'],
  ['platform_id.0', 'platform_id=channel'],
])(
  'refuses filters that there are not, and days in the wrong order, by the name %s: %s',
  async (field, query) => {
    for (const call of ['GET /settlements', 'GET /settlements/totals', 'GET /settlements/export']) {
      const answer = await seller.call(`${call}?${query}`)
      expect([call, answer.status, Object.keys(answer.at<object>('invalid_fields'))]).toEqual([
        call,
        422,
        [field],
      ])
    }
  },
)

it('takes no cursor of another making', async () => {
  for (const after of ['x', '2026-11-20T00:00:00+00:00~1', '2026-02-30T00:00:00+00:00~1~A', '~1~A']) {
    const answer = await seller.call(`GET /settlements?after=${encodeURIComponent(after)}`)
    expect([after, answer.status, answer.at('field_codes.after')]).toEqual([after, 422, 'cursor'])
  }
})
