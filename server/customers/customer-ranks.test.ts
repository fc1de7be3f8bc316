/** Spending of customers and the resulting levels: after every change of their orders, and while the limits change. */
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RankChange } from '../../contract/realtime.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { orderStatuses } from '../../model/order-status.ts'
import { countLockWaits } from '../../test/citus.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { addShop, noPayment, orderOf, pick, putOrders, seeded } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { openStream, type StreamEvent } from '../../test/steps/stream.ts'
import { lockRanksForShare, rankNext } from './customer-rank-store.ts'
import { createRankCustomers } from './rank-customers.ts'

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
  seller = await running.signUp(`seller${++accounts}`)
  shop = await addShop(running, seller.ownerId, `shop${accounts}`)
})

const minute = (at: number) => new Date(Date.UTC(2026, 2, 5, 0, at))
/** An order of `buyer` worth so many ringgit, as reported in that minute. */
function sold(code: string, { worth = 0, buyer = 'aoi', at = 0, ...order }: Sold = {}): ChannelOrder {
  return orderOf({
    channelOrderId: `${accounts}-${code}`,
    status: 'delivered',
    placedAt: minute(0),
    changedAt: minute(at),
    buyer: buyer === null ? null : { channelBuyerId: buyer, name: buyer },
    payment: { ...noPayment, subTotal: worth * 100 },
    ...order,
  })
}
type Sold = Partial<Omit<ChannelOrder, 'buyer'>> & { worth?: number; buyer?: string | null; at?: number }

const put = (...orders: ChannelOrder[]) => putOrders(running, seller.ownerId, shop, orders)
const customerOf = async (code: string) => {
  const found = await seller.call(`GET /orders/search?keyword=${accounts}-${code}`)
  return (await seller.call(`GET /orders/${found.at<number>('data.0.id')}/customer`)).at<Card>('data')
}
type Card = Record<string, unknown> & { level: { data: { level_value: number; name: string } } }
const levelOf = async (code: string) => (await customerOf(code)).level.data.level_value
const ranks = async () => seller.call('GET /settings/customer-rank')
const counts = async () =>
  (await ranks()).at<{ total_customer: number }[]>('data').map(({ total_customer: total }) => total)
const save = (...limits: number[]) =>
  seller.call('PUT /settings/update-rank-limit', {
    ranks: limits.map((limit, place) => ({ level_value: place + 1, limit })),
  })
const rankAll = () => createRankCustomers(running.db)({ ownerId: seller.ownerId }, {})
const expectExact = async () => expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)

describe('a customer', () => {
  it('rises by what was delivered, and falls by what comes back', async () => {
    await put(sold('one', { worth: 900 }), sold('two', { worth: 4200, status: 'shipped' }))
    expect(await customerOf('one')).toMatchObject({
      total_order: 2,
      total_order_success: 1,
      total_price: 900,
      currency: 'MYR',
      level: { data: { level_value: 1, name: 'Member' } },
    })
    await put(sold('two', { worth: 4200, at: 1 }))
    expect(await customerOf('one')).toMatchObject({
      total_order_success: 2,
      total_price: 5100,
      level: { data: { level_value: 3, name: 'Gold' } },
    })
    expect(await counts()).toEqual([0, 0, 1, 0])
    await putReturns(running, seller.ownerId, shop, [
      returnOf({ channelReturnId: 'R1', channelOrderId: `${accounts}-two`, status: 'refunded' }),
    ])
    expect(await customerOf('two')).toMatchObject({ total_order_success: 1, total_price: 900 })
    expect([await levelOf('two'), await counts()]).toEqual([1, [1, 0, 0, 0]])
    await expectExact()
  })

  it('follows corrections, whichever way, and no late report', async () => {
    await put(sold('one', { worth: 1200, at: 5 }))
    expect(await levelOf('one')).toBe(2)
    await put(sold('one', { worth: 30_000, at: 1 }))
    expect(await levelOf('one')).toBe(2)
    await put(sold('one', { worth: 20_000, at: 6 }))
    expect([await levelOf('one'), await counts()]).toEqual([4, [0, 0, 0, 1]])
    await put(sold('one', { worth: 999, at: 7 }))
    expect(await levelOf('one')).toBe(1)
    await put(sold('one', { worth: 1000, at: 8 }))
    await put(sold('one', { worth: 1000, at: 9, status: 'canceled' }))
    expect(await customerOf('one')).toMatchObject({ total_order: 1, total_order_success: 0, total_price: 0 })
    await put(sold('one', { worth: 1000, at: 10 }))
    expect([await levelOf('one'), await counts()]).toEqual([1, [1, 0, 0, 0]])
    await expectExact()
  })

  it('keeps an order whose report no longer names him, and loses one that is somebody else’s', async () => {
    await put(sold('one', { worth: 1000 }))
    await put(sold('one', { worth: 6000, buyer: null, at: 1 }))
    expect(await customerOf('one')).toMatchObject({ name: 'aoi', total_price: 6000 })
    await put(sold('late', { worth: 5, buyer: null }))
    await put(sold('late', { worth: 5, buyer: 'aoi', at: 1 }))
    expect(await customerOf('late')).toMatchObject({ total_order: 2, total_price: 6005 })
    await put(sold('one', { worth: 6000, buyer: 'bao', at: 2 }))
    expect(await customerOf('one')).toMatchObject({ name: 'bao', total_order: 1, total_price: 6000 })
    expect(await customerOf('late')).toMatchObject({ total_order: 1, total_price: 5 })
    expect(await counts()).toEqual([1, 0, 1, 0])
    await expectExact()
  })

  it('has a level by orders in the account’s currency alone, and each currency by itself', async () => {
    await put(sold('dong', { worth: 90_000, currency: 'VND', buyer: 'chi' }))
    expect(await customerOf('dong')).toMatchObject({ total_price: 9_000_000, currency: 'VND' })
    expect(await levelOf('dong')).toBe(1)
    await put(sold('ringgit', { worth: 1500, buyer: 'chi' }))
    expect(await customerOf('dong')).toMatchObject({
      total_price: 9_000_000,
      currency: 'VND',
      other_prices: [{ currency: 'MYR', total: 1500 }],
      total_order: 2,
    })
    expect(await levelOf('dong')).toBe(2)
    await expectExact()
  })

  it('is not blamed for what was canceled before it was sent', async () => {
    const taken = (code: string, order: Sold) => sold(code, { at: 1, ...order })
    await put(sold('one'), sold('two'), sold('three'), sold('four', { status: 'shipped' }))
    await put(
      taken('seller', { status: 'canceled', cancelInitiator: 'seller' }),
      taken('early', { status: 'canceled', cancelInitiator: 'buyer' }),
    )
    expect((await customerOf('one'))['delivered_rate']).toBe(3)
    await put(taken('four', { status: 'canceled', cancelInitiator: 'buyer' }))
    expect((await customerOf('one'))['delivered_rate']).toBe(2)
    await expectExact()
  })
})

describe('the limits', () => {
  it('begin with something that fits the currency', async () => {
    expect((await ranks()).body).toEqual({
      data: [
        { level_value: 1, name: 'Member', limit: 0, currency: 'MYR', total_customer: 0 },
        { level_value: 2, name: 'Silver', limit: 1000, currency: 'MYR', total_customer: 0 },
        { level_value: 3, name: 'Gold', limit: 5000, currency: 'MYR', total_customer: 0 },
        { level_value: 4, name: 'Platinum', limit: 20_000, currency: 'MYR', total_customer: 0 },
      ],
      meta: { recomputing: null, updated_at: null },
    })
  })

  it.each([
    [[1, 2, 3, 4], { 'ranks.0.limit': 'The first rank starts at 0' }],
    [[0, 2, 2, 4], { 'ranks.2.limit': 'Enter more than the limit of the previous rank' }],
    [
      [0, 0, 3, -4],
      {
        'ranks.1.limit': 'Enter more than the limit of the previous rank',
        'ranks.3.limit': 'Enter more than the limit of the previous rank',
      },
    ],
    [[0, 2, 3, 1_000_000_001], { 'ranks.3.limit': 'Enter 1,000,000,000 at most' }],
    [[0, 2, 3.005, 4], { 'ranks.2.limit': 'Too many decimals for this currency' }],
  ])('of %j are refused at the field, with what to do', async (limits, fields) => {
    const refused = await save(...limits)
    expect([refused.status, refused.at('invalid_fields')]).toEqual([422, fields])
    expect((await ranks()).at('data.1.limit')).toBe(1000)
  })

  it('take all ranks in their order, and the highest that may be', async () => {
    const two = [1, 1].map((level) => ({ level_value: level, limit: 0 }))
    expect((await seller.call('PUT /settings/update-rank-limit', { ranks: two })).status).toBe(422)
    const twice = [1, 2, 2, 4].map((level, place) => ({ level_value: level, limit: place }))
    const refused = await seller.call('PUT /settings/update-rank-limit', { ranks: twice })
    expect(refused.at('invalid_fields')).toEqual({
      'ranks.2.level_value': 'List each rank once, from the lowest to the highest',
    })
    const saved = await save(0, 0.01, 0.02, 1_000_000_000)
    expect([saved.status, saved.at('data.3.limit'), saved.at('data.1.limit')]).toEqual([
      200, 1_000_000_000, 0.01,
    ])
  })

  it('are told of in the audit log', async () => {
    await save(0, 10, 20, 30)
    const log = await seller.call('GET /audit-logs')
    expect(log.at('data.0')).toMatchObject({
      action: 'settings.customer_ranks',
      changes: [{ field: 'customer_ranks', after: { currency: 'MYR', limits: [0, 1000, 2000, 3000] } }],
    })
  })

  it('count, for staff, the customers of their own shops', async () => {
    const other = await addShop(running, seller.ownerId, `other${accounts}`)
    await put(sold('mine', { worth: 1000 }))
    await putOrders(running, seller.ownerId, other, [
      sold('other', { worth: 1000 }),
      sold('new', { buyer: 'bao' }),
    ])
    const email = `manager${accounts}@example.test`
    const manager = await running.addStaff(seller.ownerId, { email, role: 'manager' }, [shop])
    const seen = await manager.call('GET /settings/customer-rank')
    expect(seen.at<{ total_customer: number }[]>('data').map((rank) => rank.total_customer)).toEqual([
      0, 1, 0, 0,
    ])
    expect(await counts()).toEqual([1, 2, 0, 0])
  })
})

describe('new limits', () => {
  const buyers = (many: number, worth: (place: number) => number) =>
    put(
      ...Array.from({ length: many }, (_, place) =>
        sold(`b${place}`, { buyer: `buyer${place}`, worth: worth(place) }),
      ),
    )

  it('give everybody a new level, up and down, and say how far that is', async () => {
    await buyers(40, (place) => place * 100)
    expect(await counts()).toEqual([10, 30, 0, 0])
    const stream = await openStream(running.url, seller.token)
    const saved = await save(0, 2000, 3000, 3500)
    expect(saved.at('meta')).toMatchObject({ recomputing: { percent: 0 } })
    await rankAll()
    expect([await counts(), (await ranks()).at('meta.recomputing')]).toEqual([[20, 10, 5, 5], null])
    const isOver = ({ channel, data }: StreamEvent) =>
      channel === 'customer.rank' && (data.value as RankChange | null)?.percent === 100
    await stream.next(isOver)
    await stream.close()
    await expectExact()
    // Once more, or for the same limits: nothing to do.
    await rankAll()
    expect((await save(0, 2000, 3000, 3500)).at('meta')).toMatchObject({ recomputing: null })
    await expectExact()
  })

  it('reach whoever buys meanwhile, on either side of the bookmark, and limits that change again', async () => {
    const { ownerId } = seller
    const next = () => running.db.asOwner(ownerId, (tx) => rankNext(tx, ownerId, 7))
    await buyers(30, (place) => place * 100)
    await save(0, 500, 1000, 2000)
    expect(await next()).toMatchObject({ seen: 7, total: 30 })
    await put(
      sold('b0', { buyer: 'buyer0', worth: 2500, at: 1 }),
      sold('b9', { buyer: 'buyer9', worth: 10, at: 1 }),
      sold('new', { buyer: 'a first one', worth: 600 }),
      sold('newer', { buyer: 'zoe', worth: 3000 }),
    )
    expect([await levelOf('b0'), await levelOf('b9'), await levelOf('new')]).toEqual([4, 1, 2])
    await next()
    await save(0, 50, 60, 70)
    expect((await ranks()).at('meta')).toMatchObject({ recomputing: { percent: 0 } })
    // A worker that dies in the middle of a batch leaves nothing of it.
    const dying = running.db.asOwner(ownerId, async (tx) => {
      await rankNext(tx, ownerId, 7)
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    await rankAll()
    expect((await counts()).reduce((sum, one) => sum + one)).toBe(32)
    expect(await levelOf('b9')).toBe(1)
    await expectExact()
  })

  it('wait for whoever still counts by the old ones', async () => {
    const { ownerId } = seller
    await save(0, 1, 2, 3)
    const saving = await running.db.asOwner(ownerId, async (tx) => {
      await lockRanksForShare(tx, ownerId)
      const asked = save(0, 5, 10, 20)
      await until('the change to wait', async () => {
        return (await countLockWaits(admin)) === 1
      })
      return { asked }
    })
    expect((await saving.asked).status).toBe(200)
  })

  it('stay exact while orders of the same buyers come in from everywhere at once', async () => {
    const random = seeded(20_261_123)
    const { ownerId } = seller
    const other = await addShop(running, ownerId, `second${accounts}`)
    const storm = async (shopId: number, lane: number) => {
      for (let round = 1; round <= 12; round++) {
        const batch = Array.from({ length: 8 }, () =>
          sold(`l${lane}-${Math.floor(random() * 12)}`, {
            buyer: random() < 0.1 ? null : `buyer${Math.floor(random() * 6)}`,
            worth: Math.floor(random() * 3000),
            status: pick(random, orderStatuses),
            cancelInitiator: pick(random, ['buyer', 'seller', null] as const),
            currency: lane === 3 ? 'VND' : 'MYR',
            at: round,
          }),
        )
        await putOrders(running, ownerId, shopId, batch)
      }
    }
    const settings = async () => {
      for (let round = 1; round <= 6; round++) {
        expect((await save(0, round * 100, round * 1000, round * 3000)).status).toBe(200)
        await rankAll()
      }
    }
    await Promise.all([
      storm(shop, 1),
      storm(shop, 2),
      storm(shop, 3),
      storm(other, 4),
      settings(),
      rankAll(),
    ])
    await rankAll()
    expect((await ranks()).at('meta')).toMatchObject({ recomputing: null })
    await expectExact()
  })
})

describe('another currency of the account', () => {
  const change = (currency: string) =>
    seller.call('PUT /settings/account', { timezone: 'Asia/Kuala_Lumpur', currency })

  it('begins with its own limits, and with what was spent in it', async () => {
    await put(
      sold('one', { worth: 30_000 }),
      sold('dong', { worth: 90_000, currency: 'VND', buyer: 'bao' }),
      sold('sent', { worth: 90_000, currency: 'VND', buyer: 'bao', status: 'shipped' }),
    )
    expect([await levelOf('one'), await levelOf('dong')]).toEqual([4, 1])
    await save(0, 10, 20, 30)
    expect((await change('VND')).status).toBe(200)
    const limits = (await ranks()).at<{ limit: number; currency: string }[]>('data')
    expect(limits.map(({ limit, currency }) => [limit, currency])).toEqual(
      [0, 1_000_000, 5_000_000, 20_000_000].map((limit) => [limit, 'VND']),
    )
    await rankAll()
    // Ringgit have two decimals and dong none.
    expect([await levelOf('one'), await levelOf('dong')]).toEqual([1, 3])
    await expectExact()
    await change('MYR')
    await rankAll()
    expect([await levelOf('one'), await levelOf('dong')]).toEqual([4, 1])
    await expectExact()
  })

  it('stays exact while orders come in', async () => {
    const random = seeded(7)
    const order = (at: number) =>
      sold(`s${at % 9}`, {
        at,
        worth: 100 * at,
        buyer: `buyer${at % 4}`,
        status: pick(random, ['shipped', 'delivered', 'delivered']),
        currency: at % 9 < 5 ? 'MYR' : 'VND',
      })
    await put(...Array.from({ length: 9 }, (_, at) => order(at)))
    const rounds = Array.from({ length: 30 }, (_, at) => put(order(at + 9)))
    await Promise.all([...rounds, change('VND'), save(0, 5, 6, 7), change('MYR'), change('VND')])
    await rankAll()
    await expectExact()
  })
})

it('begins so in an account that was there', async () => {
  await put(
    sold('one', { worth: 6000 }),
    sold('two', { worth: 1000, buyer: 'bao' }),
    sold('three', { worth: 20_000, buyer: 'chi' }),
    sold('dong', { worth: 20_000, buyer: 'chi', currency: 'VND' }),
    sold('lost', { status: 'failed' }),
    sold('canceled', { status: 'canceled', cancelInitiator: 'seller' }),
  )
  const kept = async () => [
    (
      await admin.query(
        'select id, total_price, spent, total_order_lost, level from customers where owner_id = $1 order by id',
        [seller.ownerId],
      )
    ).rows,
    await counts(),
  ]
  const before = await kept()
  expect(await counts()).toEqual([0, 1, 1, 1])
  const folder = new URL('../db/migrations/', import.meta.url)
  const file = (await readdir(folder)).find((name) => name.endsWith('-customer-ranks.sql')) ?? ''
  const migration = await readFile(new URL(file, folder), 'utf8')
  const begin = /^update customers c[^;]*;\s*insert into customer_counts[^;]*;/m.exec(migration)?.[0] ?? ''
  await admin.query('update customers set total_price = 7, spent = 0, total_order_lost = 7, level = 1')
  await admin.query('delete from customer_counts')
  await admin.query(begin)
  expect(await kept()).toEqual(before)
})
