/** The account's time zone and currency, and what is counted by its days, held against what can be counted anew. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import { orderStatusIds, type OrderStatus } from '../../model/order-status.ts'
import { paymentMethods, type ChannelOrder } from '../../model/order.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { addShop, noPayment, orderOf, pick, putOrders, seeded } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { nextDigestAt } from '../i18n/digest-time.ts'
import { lockTimezoneForShare, lockTimezoneForUpdate } from './account-store.ts'

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
  seller = await running.signUp(`settled${accounts++}`)
  shop = await addShop(running, seller.ownerId, `settled${accounts}`)
})

const put = (orders: ChannelOrder[]) => putOrders(running, seller.ownerId, shop, orders)
const change = (timezone: string, currency = 'MYR') =>
  seller.call('PUT /settings/account', { timezone, currency })
const errors = () => ledgerErrors(running.adminUrl)
/** Returns a day's orders from the order list: the total from its kept counts, and the rows that it finds. */
async function placedOn(day: string): Promise<[number, string[]]> {
  const list = await seller.call(`GET /orders/filter?from=${day}&to=${day}`)
  const codes = list.at<{ channel_order_id: string }[]>('data').map((one) => one.channel_order_id)
  return [list.at<number>('meta.pagination.total'), codes.toSorted()]
}

describe('a change of the time zone', () => {
  it('moves orders around midnight to the day that they are of now, and back', async () => {
    // Kuala Lumpur is 8 hours ahead of UTC, Tokyo 9, New York 5 or 4 behind.
    const at = (channelOrderId: string, placedAt: string) =>
      orderOf({
        channelOrderId,
        placedAt: new Date(placedAt),
        paidAt: new Date(placedAt),
        paymentMethod: 'card',
        status: 'shipped',
      })
    await put([
      at('before-both', '2026-03-05T14:59:59Z'),
      at('between', '2026-03-05T15:30:00Z'),
      at('last-of-month', '2026-03-31T15:30:00Z'),
      at('after-both', '2026-03-05T16:00:00Z'),
    ])
    expect(await placedOn('2026-03-05')).toEqual([2, ['before-both', 'between']])
    expect(await errors()).toEqual(noErrors)

    expect((await change('Asia/Tokyo')).status).toBe(200)
    expect(await placedOn('2026-03-05')).toEqual([1, ['before-both']])
    expect(await placedOn('2026-03-06')).toEqual([2, ['after-both', 'between']])
    expect(await placedOn('2026-04-01')).toEqual([1, ['last-of-month']])
    expect(await errors()).toEqual(noErrors)
    const april = await seller.call('GET /dashboard/total-revenue?from=2026-04-01&to=2026-04-01')
    expect(april.at('data.total')).toBe(10)

    await change('America/New_York')
    expect(await placedOn('2026-03-05')).toEqual([3, ['after-both', 'before-both', 'between']])
    expect(await errors()).toEqual(noErrors)
    await change('Asia/Kuala_Lumpur')
    expect(await placedOn('2026-03-05')).toEqual([2, ['before-both', 'between']])
    expect(await errors()).toEqual(noErrors)
  })

  it('keeps every other figure, and counts what is of no day as before', async () => {
    const { created } = await put([
      orderOf({ channelOrderId: 'starred' }),
      orderOf({ channelOrderId: 'plain' }),
    ])
    await seller.call('PUT /orders/star', { ids: created.slice(0, 1), is_star: 1 })
    await change('Pacific/Auckland')
    const starred = await seller.call('GET /orders/filter?is_star=1')
    expect(starred.at('meta.pagination.total')).toBe(1)
    expect((await seller.call('GET /orders/filter')).at('meta.pagination.total')).toBe(2)
    expect(await errors()).toEqual(noErrors)
  })

  it('is right for an account without orders, for years of them, and where clocks go on at midnight', async () => {
    expect((await change('America/Santiago')).at('data.orders')).toBe(0)
    await put([
      orderOf({ channelOrderId: 'first', placedAt: new Date('2009-12-31T23:30:00Z') }),
      orderOf({ channelOrderId: 'gap', placedAt: new Date('2023-09-03T03:59:59Z') }),
      orderOf({ channelOrderId: 'after-gap', placedAt: new Date('2023-09-03T04:00:00Z') }),
    ])
    expect(await placedOn('2023-09-03')).toEqual([1, ['after-gap']])
    await change('Asia/Kathmandu')
    expect(await errors()).toEqual(noErrors)
    await change('America/Santiago')
    expect(await placedOn('2023-09-02')).toEqual([1, ['gap']])
    expect(await errors()).toEqual(noErrors)
  })

  it('is right for orders that lie centuries apart, as they came in before dates had limits', async () => {
    await put([
      orderOf({ channelOrderId: 'old', placedAt: new Date('1000-06-01T20:00:00Z') }),
      orderOf({ channelOrderId: 'now', placedAt: new Date('2026-03-05T15:30:00Z') }),
      orderOf({ channelOrderId: 'far', placedAt: new Date('9998-06-01T20:00:00Z') }),
    ])
    expect((await change('Asia/Tokyo')).at('data.orders')).toBe(3)
    expect(await placedOn('2026-03-06')).toEqual([1, ['now']])
    expect(await errors()).toEqual(noErrors)
  })

  it('lets another account alone', async () => {
    await put([orderOf({ channelOrderId: 'one', placedAt: new Date('2026-03-05T15:30:00Z') })])
    const other = await running.signUp('neighbour')
    await other.call('PUT /settings/account', { timezone: 'Asia/Tokyo', currency: 'JPY' })
    expect(await placedOn('2026-03-05')).toEqual([1, ['one']])
    expect((await seller.call('GET /settings/account')).at('data.currency')).toBe('MYR')
    expect(await errors()).toEqual(noErrors)
  })

  it('moves the mail of the day to the new morning', async () => {
    const { rows } = await admin.query<{ id: number }>('select id from users where owner_id = $1', [
      seller.ownerId,
    ])
    await admin.query('insert into digest_readers values ($1, $2, $3)', [
      seller.ownerId,
      rows[0]?.id,
      nextDigestAt('Asia/Kuala_Lumpur', new Date()),
    ])
    await change('America/New_York')
    const moved = await admin.query<{ next_at: Date }>(
      'select next_at from digest_readers where owner_id = $1',
      [seller.ownerId],
    )
    expect(moved.rows).toEqual([{ next_at: nextDigestAt('America/New_York', new Date()) }])
  })
})

describe('orders that come in at the same time', () => {
  const late = orderOf({ channelOrderId: 'late', placedAt: new Date('2026-03-05T15:30:00Z') })
  const waiting = async (least: number) =>
    until(`${least} who wait for the time zone`, async () => {
      const { rows } = await admin.query(
        `select from pg_locks where locktype = 'advisory' and not granted and database = (
           select oid from pg_database where datname = current_database())`,
      )
      return rows.length >= least
    })

  it('are waited for, and counted again with the rest', async () => {
    const saved = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const intake = running.db.asOwner(seller.ownerId, async (tx) => {
      await putOrders({ db: { ...running.db, asOwner: (_, work) => work(tx) } }, seller.ownerId, shop, [late])
      saved.resolve()
      await release.promise
    })
    await saved.promise
    const changed = change('Asia/Tokyo')
    await waiting(1)
    release.resolve()
    await intake
    expect((await changed).at('data.orders')).toBe(1)
    expect(await placedOn('2026-03-06')).toEqual([1, ['late']])
    expect(await errors()).toEqual(noErrors)
  })

  it('wait for it, and are counted by the new days', async () => {
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const changing = running.db.asOwner(seller.ownerId, async (tx) => {
      await lockTimezoneForUpdate(tx, seller.ownerId)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const changed = change('Asia/Tokyo')
    await waiting(1)
    const intake = put([late])
    await waiting(2)
    release.resolve()
    await Promise.all([changing, changed, intake])
    expect(await placedOn('2026-03-06')).toEqual([1, ['late']])
    expect(await errors()).toEqual(noErrors)
  })

  it('do not wait for each other', async () => {
    await running.db.asOwner(seller.ownerId, async (tx) => {
      await lockTimezoneForShare(tx, seller.ownerId)
      await put([late])
    })
    expect(await errors()).toEqual(noErrors)
  })

  it('leave every figure right, whatever is changed how often meanwhile', async () => {
    const random = seeded(20_261_122)
    const statuses = Object.keys(orderStatusIds) as OrderStatus[]
    const zones = [
      'Asia/Tokyo',
      'America/New_York',
      'Asia/Kathmandu',
      'Pacific/Auckland',
      'Asia/Kuala_Lumpur',
    ]
    const start = Date.parse('2026-02-26T00:00:00Z')
    const batch = (writer: number, round: number) =>
      Array.from({ length: 6 }, () => {
        const place = Math.floor(random() * 30)
        const placedAt = new Date(start + place * 4 * 3_600_000 - 1000 * (place % 2))
        return orderOf({
          channelOrderId: `w${writer}-${place}`,
          placedAt,
          changedAt: new Date(placedAt.getTime() + round * 60_000),
          paidAt: random() < 0.5 ? new Date(placedAt.getTime() + 20 * 3_600_000) : null,
          paymentMethod: pick(random, paymentMethods),
          status: pick(random, statuses),
          currency: place % 4 === 0 ? 'VND' : 'MYR',
          payment: { ...noPayment, subTotal: Math.floor(random() * 5000) },
        })
      })
    const writers = [0, 1, 2].map(async (writer) => {
      for (let round = 0; round < 14; round++) {
        const orders = batch(writer, round)
        await put(orders)
        const given = orders.find(({ status }) => status === 'delivered')
        if (given)
          await putReturns(running, seller.ownerId, shop, [
            returnOf({
              channelReturnId: `r-${given.channelOrderId}`,
              channelOrderId: given.channelOrderId,
              status: 'refunded',
              changedAt: new Date(start + round * 3_600_000),
            }),
          ])
      }
    })
    const changes = (async () => {
      for (let round = 0; round < 10; round++)
        expect((await change(zones[round % zones.length] ?? 'UTC')).status).toBe(200)
    })()
    await Promise.all([...writers, changes])
    expect(await errors()).toMatchObject({ counts: [], sales: [] })
    await change('UTC')
    expect(await errors()).toMatchObject({ counts: [], sales: [] })
  })
})

describe('the setting', () => {
  it('is shown with what there is to choose from, and counts for everybody at once', async () => {
    const packer = await running.addStaff(seller.ownerId, {
      email: `packer${accounts}@example.test`,
      role: 'operator',
    })
    expect((await packer.call('GET /users/me')).at('data.timezone')).toBe('Asia/Kuala_Lumpur')
    await put([orderOf({ channelOrderId: 'one' })])
    const shown = (await seller.call('GET /settings/account')).at<Reply<'GET /settings/account'>['data']>(
      'data',
    )
    expect(shown).toMatchObject({ timezone: 'Asia/Kuala_Lumpur', currency: 'MYR', orders: 1 })
    expect(shown.timezones.length).toBeGreaterThan(350)
    expect(shown.timezones).toEqual(expect.arrayContaining(['Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'UTC']))
    expect(shown.timezones).not.toContain('Asia/Saigon')

    const changed = await change('Asia/Ho_Chi_Minh', 'VND')
    expect(changed.at('data')).toEqual({
      ...shown,
      timezone: 'Asia/Ho_Chi_Minh',
      currency: 'VND',
      updated_at: expect.any(String) as string,
    })
    const me = await seller.call('GET /users/me?include=shop_owner')
    expect(me.at('data.shop_owner.data')).toMatchObject({ currency: 'VND', timezone: 'Asia/Ho_Chi_Minh' })
    expect((await packer.call('GET /users/me')).at('data.timezone')).toBe('Asia/Ho_Chi_Minh')
  })

  it('keeps how figures are written, dots unless somebody has chosen', async () => {
    const formatOf = async () => (await seller.call('GET /users/me')).at('data.number_format')
    expect(await formatOf()).toBe('dots')
    const wanted = { timezone: 'Asia/Kuala_Lumpur', currency: 'MYR', number_format: 'language' }
    expect((await seller.call('PUT /settings/account', wanted)).at('data.number_format')).toBe('language')
    expect(await formatOf()).toBe('language')
    await change('Asia/Tokyo')
    expect(await formatOf()).toBe('language')
    const refused = await seller.call('PUT /settings/account', { ...wanted, number_format: 'roman' })
    expect(refused.status).toBe(422)
    const log = await seller.call('GET /audit-logs?limit=2')
    expect(log.at('data.1.changes')).toEqual([
      expect.objectContaining({ name: 'Number format', before: 'dots', after: 'language' }),
    ])
  })

  it.each([
    'Mars/Base',
    'asia/tokyo',
    'EST',
    'CET',
    'JST',
    '+09:00',
    'posix/Asia/Tokyo',
    'localtime',
    'Asia/Tokyo; --',
  ])('takes no time zone %s', async (timezone) => {
    const refused = await change(timezone)
    expect([refused.status, refused.at('invalid_fields.timezone')]).toEqual([
      422,
      'Select a time zone from the list',
    ])
    expect((await seller.call('GET /settings/account')).at('data.timezone')).toBe('Asia/Kuala_Lumpur')
  })

  it('takes the other names of a zone, and no currency that channels do not trade in', async () => {
    for (const timezone of ['Asia/Saigon', 'Asia/Calcutta', 'Asia/Kolkata'])
      expect((await change(timezone)).at('data.timezone')).toBe(timezone)
    for (const currency of ['XXX', 'myr', ''])
      expect((await change('UTC', currency)).at('invalid_fields.currency')).toBeTypeOf('string')
  })

  it("leaves orders and shops in their own currency, and has home speak in the account's", async () => {
    const placedAt = new Date()
    const worth = { payment: { ...noPayment, subTotal: 1000 } }
    await put([
      orderOf({ channelOrderId: 'ringgit', placedAt, ...worth }),
      orderOf({ channelOrderId: 'ringgit-2', placedAt, ...worth }),
      orderOf({ channelOrderId: 'dollar', placedAt, currency: 'SGD', ...worth }),
    ])
    const revenue = async () =>
      (await seller.call('GET /dashboard/total-revenue')).at<{
        currency: string
        total: number
        others: object[]
      }>('data')
    expect(await revenue()).toMatchObject({
      currency: 'MYR',
      total: 20,
      others: [{ currency: 'SGD', total: 10 }],
    })
    await change('Asia/Kuala_Lumpur', 'SGD')
    expect(await revenue()).toMatchObject({
      currency: 'SGD',
      total: 10,
      others: [{ currency: 'MYR', total: 20 }],
    })
    const orders = await seller.call('GET /orders/filter')
    expect(
      orders
        .at<{ currency: string }[]>('data')
        .map((one) => one.currency)
        .toSorted(),
    ).toEqual(['MYR', 'MYR', 'SGD'])
    expect((await seller.call('GET /shops')).at('data.0.currency')).toBe('MYR')
  })

  it('is told in the audit log, with what was before', async () => {
    await change('Asia/Tokyo', 'JPY')
    const log = await seller.call('GET /audit-logs?limit=1')
    expect(log.at('data.0')).toMatchObject({
      action: 'settings.account',
      target: { type: 'settings' },
      changes: [
        { name: 'Time zone', before: 'Asia/Kuala_Lumpur', after: 'Asia/Tokyo' },
        { name: 'Currency', before: 'MYR', after: 'JPY' },
        // Limits in another currency are different limits.
        { field: 'customer_ranks' },
      ],
    })
  })
})
