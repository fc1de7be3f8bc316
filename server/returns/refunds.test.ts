/** Refunds come off the revenue of their own day, once, as long as their order is a sale. */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { OrderStatus } from '../../model/order-status.ts'
import type { ChannelOrder } from '../../model/order.ts'
import type { ReturnCase } from '../../model/return-case.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { addShop, noPayment, orderOf, pick, putOrders, seeded } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { saveOrders } from '../orders/intake/order-intake-store.ts'
import { findOwner } from '../settings/owners-store.ts'
import { joinReturns } from './returned-orders-store.ts'

let running: TestConsole
let admin: pg.Client
let seller: Account
let shop: number
let accounts = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})
beforeEach(async () => {
  seller = await running.signUp(`refunds${accounts++}`)
  shop = await addShop(running, seller.ownerId, `refunds${accounts}`)
})
afterEach(async () => {
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

/** Time in the account's time zone, Asia/Kuala_Lumpur: eight hours ahead. */
const local = (time: string) => new Date(`2026-03-${time}:00+08:00`)
const put = (orders: ChannelOrder[]) => putOrders(running, seller.ownerId, shop, orders)
const report = (returns: ReturnCase[]) => putReturns(running, seller.ownerId, shop, returns)
/** Delivered and paid at once; `worth` in minor units. */
const sold = (id: string, at: string, worth: number, more: Partial<ChannelOrder> = {}) =>
  orderOf({
    channelOrderId: id,
    status: 'delivered',
    placedAt: local(at),
    payment: { ...noPayment, subTotal: worth },
    ...more,
  })
const back = (id: string, of: string, at: string, more: Partial<ReturnCase> = {}) =>
  returnOf({
    channelReturnId: id,
    channelOrderId: of,
    status: 'refunded',
    requestedAt: local('01T09:00'),
    changedAt: local(at),
    lines: [],
    ...more,
  })
/** Day of March, currency, orders, revenue before refunds, refunds. */
const days = async () => {
  const { rows } = await admin.query<(string | number)[]>({
    text: `select to_char(day, 'DD'), currency, orders, revenue::int, refunds::int from sales_days
      where owner_id = $1 and (orders <> 0 or revenue <> 0 or refunds <> 0) order by 1, 2`,
    values: [seller.ownerId],
    rowMode: 'array',
  })
  return rows
}
const shown = async (query: string) =>
  (await seller.call(`GET /dashboard/total-revenue?${query}`)).at<
    Reply<'GET /dashboard/total-revenue'>['data']
  >('data')

/**
 *                   2 March        3 March            4 March        5 March
 *   sold            A 100.00                          B 40.00, C 25.00
 *                                  D 500 dong
 *   given back                     of A 30.00, 23:59  of A 20.00, 00:00
 *                                                     of D 700 dong  of B 40.00
 *   revenue         100.00         -30.00             45.00          -40.00
 *                                  500 dong           -700 dong
 */
it('come off on their own days, in their own currencies, as worked out by hand', async () => {
  const dong = { currency: 'VND' } as const
  await put([
    sold('A', '02T12:00', 10_000),
    sold('B', '04T10:00', 4000),
    sold('C', '04T11:00', 2500),
    sold('D', '03T12:00', 500, dong),
  ])
  await report([
    back('A-1', 'A', '03T23:59', { refund: 3000 }),
    back('A-2', 'A', '04T00:00', { refund: 2000 }),
    back('B-1', 'B', '05T15:00', { refund: 4000 }),
    back('D-1', 'D', '04T12:00', { refund: 700, ...dong }),
    // Asked for, refused, withdrawn: nothing was paid.
    back('C-1', 'C', '05T10:00', { status: 'requested' }),
    back('C-2', 'C', '05T10:00', { status: 'rejected' }),
    back('C-3', 'C', '05T10:00', { status: 'closed' }),
  ])
  expect(await days()).toEqual([
    ['02', 'MYR', 1, 10_000, 0],
    ['03', 'MYR', 0, 0, 3000],
    ['03', 'VND', 1, 500, 0],
    ['04', 'MYR', 2, 6500, 2000],
    ['04', 'VND', 0, 0, 700],
    ['05', 'MYR', 0, 0, 4000],
  ])
  const revenue = await shown('from=2026-03-02&to=2026-03-05')
  expect(revenue).toMatchObject({
    currency: 'MYR',
    total: 75,
    refunds: 90,
    others: [{ currency: 'VND', total: -200 }],
  })
  expect(revenue.chart).toEqual([
    { date: '2026-03-02', revenue: 100, orders: 1, refunds: 0, previous_revenue: 0 },
    { date: '2026-03-03', revenue: -30, orders: 1, refunds: 30, previous_revenue: 0 },
    { date: '2026-03-04', revenue: 45, orders: 2, refunds: 20, previous_revenue: 0 },
    { date: '2026-03-05', revenue: -40, orders: 0, refunds: 40, previous_revenue: 0 },
  ])
  const after = await shown('from=2026-03-04&to=2026-03-05')
  expect(after).toMatchObject({ total: 5, previous: 70, percent_change: -92.9 })
  // A negative base has no percentage.
  expect(await shown('from=2026-03-06&to=2026-03-06')).toMatchObject({
    total: 0,
    previous: -40,
    percent_change: null,
  })
})

it('are of the days of a new time zone once that has changed', async () => {
  await put([sold('A', '02T12:00', 1000)])
  await report([back('A-1', 'A', '03T00:30'), back('A-2', 'A', '09T00:30', { refund: 1 })])
  const change = (timezone: string) => seller.call('PUT /settings/account', { timezone, currency: 'MYR' })
  await change('UTC')
  expect(await days()).toEqual([
    ['02', 'MYR', 1, 1000, 1000],
    ['08', 'MYR', 0, 0, 1],
  ])
  await report([back('A-1', 'A', '03T00:30', { status: 'rejected' })])
  await change('Asia/Kuala_Lumpur')
  expect(await days()).toEqual([
    ['02', 'MYR', 1, 1000, 0],
    ['09', 'MYR', 0, 0, 1],
  ])
})

describe('a return', () => {
  beforeEach(() => put([sold('A', '02T12:00', 10_000)]))
  const soldDay = ['02', 'MYR', 1, 10_000, 0]

  it('that is told twice, in whatever words, counts once and stays on its day', async () => {
    const one = back('R', 'A', '03T10:00')
    await report([one, one])
    await report([one])
    await report([back('R', 'A', '06T10:00', { channelStatus: 'REFUND_PAID', trackingNumber: 'T1' })])
    expect(await days()).toEqual([soldDay, ['03', 'MYR', 0, 0, 1000]])
  })

  it('that is told late, or after what came later, counts as the latest report says', async () => {
    await report([back('R', 'A', '05T10:00', { status: 'rejected' })])
    await report([back('R', 'A', '03T10:00')])
    expect(await days()).toEqual([soldDay])
    await report([back('R', 'A', '06T10:00')])
    await report([back('R', 'A', '04T10:00', { status: 'requested' })])
    expect(await days()).toEqual([soldDay, ['06', 'MYR', 0, 0, 1000]])
  })

  it('whose amount is corrected moves the difference, on the day on which it was refunded', async () => {
    await report([back('R', 'A', '03T10:00')])
    await report([back('R', 'A', '07T10:00', { refund: 1250 })])
    expect(await days()).toEqual([soldDay, ['03', 'MYR', 0, 0, 1250]])
    await report([back('R', 'A', '08T10:00', { refund: 0 })])
    expect(await days()).toEqual([soldDay])
    await report([back('R', 'A', '09T10:00', { refund: 500 })])
    expect(await days()).toEqual([soldDay, ['03', 'MYR', 0, 0, 500]])
  })

  it('that is rejected after all, or taken up again, is put back where it was taken off', async () => {
    await report([back('R', 'A', '03T10:00'), back('S', 'A', '03T11:00', { refund: 200 })])
    await report([back('R', 'A', '05T10:00', { status: 'rejected' })])
    expect(await days()).toEqual([soldDay, ['03', 'MYR', 0, 0, 200]])
    await report([back('S', 'A', '05T10:00', { status: 'disputed' })])
    expect(await days()).toEqual([soldDay])
    await report([back('S', 'A', '06T10:00', { refund: 300 })])
    expect(await days()).toEqual([soldDay, ['06', 'MYR', 0, 0, 300]])
  })

  it('that is closed stays what it was: paid back, or not', async () => {
    await report([back('R', 'A', '03T10:00'), back('S', 'A', '03T11:00', { status: 'disputed' })])
    const closed = { status: 'closed', channelStatus: 'CLOSED' } as const
    await report([back('R', 'A', '05T10:00', closed), back('S', 'A', '05T10:00', closed)])
    expect(await days()).toEqual([soldDay, ['03', 'MYR', 0, 0, 1000]])
    const order = await seller.call(`GET /orders/${await orderId('A')}`)
    expect(order.at('data.payment.refund_value')).toBe(10)
  })
})

async function orderId(channelOrderId: string): Promise<number> {
  const { rows } = await admin.query<{ id: string }>(
    'select id from orders where owner_id = $1 and channel_order_id = $2',
    [seller.ownerId, channelOrderId],
  )
  return Number(rows[0]?.id)
}

describe('an order', () => {
  const later = (status: OrderStatus, at: string) =>
    sold('A', '02T12:00', 1000, { status, changedAt: local(at) })

  it('that is canceled after its refunds takes them along', async () => {
    await put([later('pending', '02T12:00'), sold('B', '02T13:00', 500)])
    await report([
      back('R', 'A', '03T10:00', { refund: 300 }),
      back('S', 'A', '04T10:00', { refund: 100 }),
      back('T', 'B', '04T11:00', { refund: 50 }),
    ])
    await put([later('canceled', '05T10:00')])
    expect(await days()).toEqual([
      ['02', 'MYR', 1, 500, 0],
      ['04', 'MYR', 0, 0, 50],
    ])
    await report([back('S', 'A', '06T10:00', { refund: 150 }), back('U', 'A', '06T10:00')])
    expect(await days()).toEqual([
      ['02', 'MYR', 1, 500, 0],
      ['04', 'MYR', 0, 0, 50],
    ])
  })

  it('that becomes a sale after its refund brings it along', async () => {
    await put([later('unpaid', '02T12:00')])
    await report([back('R', 'A', '03T10:00', { refund: 300 })])
    expect(await days()).toEqual([])
    await put([later('pending', '04T10:00')])
    expect(await days()).toEqual([
      ['02', 'MYR', 1, 1000, 0],
      ['03', 'MYR', 0, 0, 300],
    ])
    await put([later('shipped', '05T10:00')])
    expect(await days()).toHaveLength(2)
  })

  const shopOf = () => ({ ownerId: seller.ownerId, shopId: shop })
  const join = (ids: string[]) => running.db.asOwner(seller.ownerId, (tx) => joinReturns(tx, shopOf(), ids))

  it('that comes after its return finds it', async () => {
    await report([back('R', 'A', '03T10:00', { refund: 300 })])
    expect(await days()).toEqual([])
    await put([later('delivered', '04T10:00')])
    expect(await days()).toEqual([
      ['02', 'MYR', 1, 1000, 0],
      ['03', 'MYR', 0, 0, 300],
    ])
    expect((await join(['A'])).joined).toHaveLength(0)
  })

  it('that came while its return was told once more is caught up with, and joined no second time', async () => {
    await put([later('delivered', '04T10:00')])
    await report([back('R', 'A', '03T10:00', { status: 'requested' })])
    // State after a transaction that looked for the order just before it was saved.
    await admin.query(
      `update return_cases set status = 7, refunded_at = $2, changed_at = $2 where owner_id = $1`,
      [seller.ownerId, local('05T10:00')],
    )
    expect((await join(['A'])).joined).toHaveLength(0)
    expect(await days()).toContainEqual(['05', 'MYR', 0, 0, 1000])
  })
})

describe('an order whose channel tells of no returns', () => {
  let store: number
  const told = (refund: number, at: string, more: Partial<ChannelOrder> = {}) =>
    sold('W', '02T12:00', 0, {
      changedAt: local(at),
      payment: { ...noPayment, subTotal: 1000, refund },
      ...more,
    })
  const hear = (order: ChannelOrder) => putOrders(running, seller.ownerId, store, [order], false)
  const soldDay = ['02', 'MYR', 1, 1000, 0]
  beforeEach(async () => {
    store = await addShop(running, seller.ownerId, `store${accounts}`, 4)
  })

  it('gives back what its refund rose by, on the day of each report, and the latest of it comes back first', async () => {
    await hear(told(0, '02T12:00'))
    await hear(told(200, '03T23:59'))
    await hear(told(200, '04T10:00', { sellerNote: 'Called' }))
    await hear(told(500, '04T12:00'))
    await hear(told(500, '04T12:00'))
    expect(await days()).toEqual([soldDay, ['03', 'MYR', 0, 0, 200], ['04', 'MYR', 0, 0, 300]])
    await hear(told(350, '06T12:00'))
    expect(await days()).toEqual([soldDay, ['03', 'MYR', 0, 0, 200], ['04', 'MYR', 0, 0, 150]])
    await hear(told(100, '07T12:00'))
    expect(await days()).toEqual([soldDay, ['03', 'MYR', 0, 0, 100]])
    await hear(told(0, '08T12:00'))
    expect(await days()).toEqual([soldDay])
  })

  it('takes its refunds along when it is canceled, and moves them with the time zone', async () => {
    await hear(told(1000, '03T00:30', { status: 'returned' }))
    expect(await days()).toEqual([soldDay, ['03', 'MYR', 0, 0, 1000]])
    await seller.call('PUT /settings/account', { timezone: 'UTC', currency: 'MYR' })
    expect(await days()).toEqual([['02', 'MYR', 1, 1000, 1000]])
    await hear(told(400, '04T12:00', { channelOrderId: 'U', status: 'unpaid' }))
    await hear(told(400, '05T12:00', { channelOrderId: 'V', status: 'pending' }))
    await hear(told(400, '06T12:00', { channelOrderId: 'V', status: 'canceled' }))
    expect(await days()).toEqual([['02', 'MYR', 1, 1000, 1000]])
    await hear(told(400, '07T12:00', { channelOrderId: 'U', status: 'delivered' }))
    expect(await days()).toEqual([
      ['02', 'MYR', 2, 2000, 1000],
      ['04', 'MYR', 0, 0, 400],
    ])
  })

  it('counts nothing by its own word where the channel tells of returns', async () => {
    await put([told(400, '03T12:00')])
    expect(await days()).toEqual([soldDay])
  })
})

it('are the same through any order of reports, several writers and changes of the time zone', async () => {
  const statuses = ['unpaid', 'unpaid', 'pending', 'pending', 'shipped', 'delivered', 'canceled'] as const
  const told = ['refunded', 'refunded', 'closed', 'rejected', 'requested', 'disputed'] as const
  const start = local('02T00:00').getTime()
  const writer = async (name: number) => {
    const random = seeded(20_261_123 + name)
    for (let round = 0; round < 10; round++) {
      const batch = Array.from({ length: 5 }, () => {
        const place = Math.floor(random() * 20)
        const placedAt = new Date(start + place * 5 * 3_600_000)
        return orderOf({
          channelOrderId: `w${name}-${place}`,
          placedAt,
          status: pick(random, statuses),
          changedAt: new Date(placedAt.getTime() + round * 60_000),
          payment: { ...noPayment, subTotal: Math.floor(random() * 5000) },
          currency: place % 4 === 0 ? 'VND' : 'MYR',
        })
      })
      await put(batch)
      await report(
        batch.slice(0, 3).map(({ channelOrderId, currency }) =>
          returnOf({
            channelReturnId: `${channelOrderId}-${Math.floor(random() * 2)}`,
            channelOrderId,
            currency,
            refund: Math.floor(random() * 4000),
            status: pick(random, told),
            changedAt: new Date(start + (round + Math.floor(random() * 4) - 2) * 7 * 3_600_000),
          }),
        ),
      )
    }
  }
  const zones = ['Asia/Tokyo', 'America/New_York', 'Pacific/Auckland', 'Asia/Kuala_Lumpur']
  const changes = async () => {
    for (const timezone of zones)
      expect((await seller.call('PUT /settings/account', { timezone, currency: 'MYR' })).status).toBe(200)
  }
  await Promise.all([writer(1), writer(2), writer(3), changes()])
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)

  const kept = await days()
  expect(kept.filter(([, , , , refunds]) => Number(refunds) > 0).length).toBeGreaterThan(3)
})

it('are taken off while orders find their returns and returns of the same day are told, and nobody waits for ever', async () => {
  const there = Array.from({ length: 40 }, (_, at) => sold(`there${at}`, '02T10:00', 1000))
  await put(there)
  const comers = async () => {
    for (let round = 0; round < 40; round++) {
      const ids = Array.from({ length: 4 }, (_, at) => `come${round}-${at}`)
      await report(ids.map((id) => back(`of-${id}`, id, '02T11:00', { status: 'requested' })))
      await running.db.asOwner(seller.ownerId, async (tx) => {
        const owner = await findOwner(tx, seller.ownerId)
        const kept = { ownerId: seller.ownerId, ownerNumber: owner?.number ?? 0, shopId: shop, platformId: 2 }
        const arrived = ids.map((id) => sold(id, '02T10:00', 1000))
        await saveOrders(tx, { ...kept, hasCrm: false, supportsReturns: true }, arrived, 'import')
      })
    }
  }
  const returns = async () => {
    for (let round = 0; round < 120; round++) {
      const status = round % 2 === 0 ? 'refunded' : 'requested'
      const at = new Date(local('02T12:00').getTime() + round * 60_000)
      await report(
        there.map(({ channelOrderId: id }) =>
          returnOf({
            channelReturnId: `of-${id}`,
            channelOrderId: id,
            status,
            changedAt: at,
            refund: 10,
            lines: [],
          }),
        ),
      )
    }
  }
  await Promise.all([comers(), returns()])
})
