/** Sales of one product and one SKU, and when it runs out. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'
import { countStock } from '../stock/ledger/first-figure-store.ts'

type Overall = Reply<'GET /products/{id}/sale-overall'>['data']
type Statistic = Reply<'GET /products/{id}/statistic'>['data']
type Forecasts = Reply<'GET /sku-centers/forecasts'>['data']

const today = dayIn('Asia/Kuala_Lumpur', new Date())
let running: TestConsole
let admin: pg.Client
let seller: Account
let shops: [number, number]
let skuId: number
let productId: number
let runs = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

/** Two shops that list one SKU; the first lists another variant in the same product. */
beforeEach(async () => {
  seller = await running.signUp(`sales${++runs}`)
  shops = [
    await addShop(running, seller.ownerId, `one ${runs}`),
    await addShop(running, seller.ownerId, `two ${runs}`),
  ]
  const { ownerId } = seller
  const [red = 0] = await putProducts(running, { ownerId, shopId: shops[0] }, [
    productOf({
      channelProductId: '100',
      skus: [
        skuOf({ shopSku: '100_1', sellerSku: 'RED', channelSkuId: '1' }),
        skuOf({ shopSku: '100_2', sellerSku: 'BLUE', channelSkuId: '2' }),
      ],
    }),
  ])
  await putProducts(running, { ownerId, shopId: shops[1] }, [
    productOf({ channelProductId: '900', skus: [skuOf({ shopSku: '900_1', sellerSku: 'red' })] }),
  ])
  skuId = red
  const sku = await seller.call(`GET /sku-centers/${skuId}`)
  expect(sku.at('data.prime_sku')).toBe('RED')
  const listings = sku.at<{ product_id: number; shop_sku: string }[]>('data.listings.data')
  productId = listings.find((one) => one.shop_sku === '100_1')?.product_id ?? 0
})

const noon = (daysAgo: number) => new Date(`${addDays(today, -daysAgo)}T04:00:00Z`)
const line = (shopSku: string, quantity = 1) => lineOf({ shopSku, quantity, total: quantity * 500 })
const put = (id: string, daysAgo: number, order: Partial<ChannelOrder>, shopId = shops[0]) =>
  putOrders(running, seller.ownerId, shopId, [
    orderOf({ channelOrderId: id, status: 'delivered', placedAt: noon(daysAgo), ...order }),
  ])
const overall = async (path: string, account = seller) =>
  (await account.call(`GET ${path}/sale-overall`)).at<Overall>('data')
const statistic = async (path: string, query = '') =>
  (await seller.call(`GET ${path}/statistic${query}`)).at<Statistic>('data')
const forecast = async (account = seller) =>
  (await account.call(`GET /sku-centers/forecasts?ids=${skuId}`)).at<Forecasts>('data')[0]
const count = (quantity: number, daysAgo: number) =>
  running.db.asOwner(seller.ownerId, (tx) =>
    countStock(tx, { ownerId: seller.ownerId, shopId: shops[0] }, [{ skuId, quantity }], noon(daysAgo)),
  )

describe('the sales', () => {
  it('of a product are those of its variants, of a SKU those of its listings in all shops', async () => {
    await put('a', 2, { lines: [line('100_1', 3), line('100_2', 1)] })
    await put('b', 1, { lines: [line('100_1', 1), lineOf({ shopSku: '100_1', isGift: true })] })
    await put('c', 0, { lines: [line('900_1', 2)] }, shops[1])
    await put('old', 50, { lines: [line('100_1', 4)] })
    for (const status of ['unpaid', 'canceled'] as const)
      await put(status, 1, { status, lines: [line('100_1', 9)] })

    expect(await overall(`/products/${productId}`)).toEqual({
      total_quantity: 9,
      total_order: 4,
      revenue: 45,
      currency: 'MYR',
      is_converted: false,
      others: [],
      rates: [],
      return_rate: 0,
      last_sold_at: noon(1).toISOString(),
      by_shop: [{ shop: expect.objectContaining({ id: shops[0] }) as object, quantity: 9, revenue: 45 }],
    })
    const ofSku = await overall(`/sku-centers/${skuId}`)
    expect(ofSku).toMatchObject({ total_quantity: 10, total_order: 4, revenue: 50 })
    expect(ofSku.by_shop.map(({ shop, quantity }) => [shop.id, quantity])).toEqual([
      [shops[0], 8],
      [shops[1], 2],
    ])
    const some = await seller.call(`GET /sku-centers/${skuId}/sale-overall?from=${addDays(today, -1)}`)
    expect(some.at('data.total_quantity')).toBe(3)

    const days = await statistic(`/sku-centers/${skuId}`)
    expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([30, addDays(today, -29), today])
    expect(days.slice(-3)).toEqual([
      { date: addDays(today, -2), quantity: 3, revenue: 15, orders: 1 },
      { date: addDays(today, -1), quantity: 1, revenue: 5, orders: 1 },
      { date: today, quantity: 2, revenue: 10, orders: 1 },
    ])
    const old = await statistic(
      `/products/${productId}`,
      `?from=${addDays(today, -50)}&to=${addDays(today, -50)}`,
    )
    expect(old).toMatchObject([{ quantity: 4, orders: 1 }])
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('of what no shop lists any more have its name, also when the latest order has it no longer', async () => {
    const gone = (name: string) => lineOf({ shopSku: 'gone', name, variantLabel: 'Blue', sellerSku: 'OLD-1' })
    await put('older', 4, { lines: [gone('Old lamp')] })
    await put('later', 3, { lines: [gone('Lamp')] })
    await put('changed', 2, { lines: [gone('Newest lamp'), line('100_1')] })
    const ranked = async () =>
      (await seller.call('GET /analytics/product-ranking?is_listed=0')).at<object[]>('data')
    const named = (name: string, quantity: number) => [
      { product: { id: null, name, is_listed: false }, sku: { id: null, code: 'OLD-1' }, quantity },
    ]
    expect(await ranked()).toMatchObject(named('Newest lamp, Blue', 3))
    await put('changed', 2, { lines: [line('100_1', 2)], changedAt: noon(1) })
    expect(await ranked()).toMatchObject(named('Lamp, Blue', 2))
  })

  it('in several currencies are one amount by the rates of their days, and what has no rate is named', async () => {
    const { rowCount } = await admin.query(`update shops set currency = 'VND' where id = $1`, [shops[1]])
    expect(rowCount).toBe(1)
    await put('a', 2, { lines: [line('100_1', 2)] })
    const abroad = { currency: 'VND' as const, lines: [lineOf({ shopSku: '900_1', total: 100_000 })] }
    await put('b', 2, abroad, shops[1])
    await put('c', 1, abroad, shops[1])
    await seller.call('PUT /settings/exchange-rates', {
      rates: [{ currency: 'VND', from: addDays(today, -1), rate: '0.000168' }],
    })

    expect(await overall(`/sku-centers/${skuId}`)).toMatchObject({
      total_quantity: 4,
      currency: 'MYR',
      revenue: 26.8,
      is_converted: true,
      others: [{ currency: 'VND', total: 100_000 }],
      by_shop: [
        { quantity: 2, revenue: 10 },
        { quantity: 2, revenue: 16.8 },
      ],
    })
    const days = await seller.call(`GET /sku-centers/${skuId}/statistic`)
    expect(
      days
        .at<Statistic>('data')
        .slice(-3)
        .map(({ revenue }) => revenue),
    ).toEqual([10, 16.8, 0])
    expect(days.at('meta')).toMatchObject({ currency: 'MYR', is_converted: true })
    const { listings } = (await seller.call(`GET /sku-centers/${skuId}`)).at<{
      listings: { data: { product_id: number; shop_sku: string }[] }
    }>('data')
    const abroadId = listings.data.find((one) => one.shop_sku === '900_1')?.product_id
    expect(await overall(`/products/${abroadId}`)).toMatchObject({
      currency: 'VND',
      revenue: 200_000,
      is_converted: false,
      others: [],
    })
  })

  it('follow a cancellation and a return', async () => {
    const later = { changedAt: new Date(noon(1).getTime() + 60_000) }
    await put('a', 1, { lines: [line('100_1', 3)] })
    await put('b', 1, { lines: [line('100_1', 1)] })
    await put('b', 1, { lines: [line('100_1', 1)], status: 'canceled', ...later })
    await putReturns(running, seller.ownerId, shops[0], [
      returnOf({
        channelReturnId: 'back',
        channelOrderId: 'a',
        status: 'refunded',
        lines: [{ shopSku: '100_1', quantity: 1, refund: 500 }],
      }),
    ])
    expect(await overall(`/products/${productId}`)).toMatchObject({
      total_quantity: 3,
      total_order: 1,
      return_rate: 33.3,
    })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('are those of the shops that the reader may see', async () => {
    await put('a', 1, { lines: [line('100_1', 3)] })
    await put('c', 0, { lines: [line('900_1', 2)] }, shops[1])
    const viewer = await running.addStaff(
      seller.ownerId,
      { email: `viewer${runs}@example.test`, role: 'viewer' },
      [shops[1]],
    )
    expect(await overall(`/sku-centers/${skuId}`, viewer)).toMatchObject({
      total_quantity: 2,
      by_shop: [{ quantity: 2 }],
    })
    expect((await viewer.call(`GET /products/${productId}/statistic`)).status).toBe(404)
    const backwards = await seller.call(`GET /products/${productId}/sale-overall?from=${today}&to=2026-01-01`)
    expect([backwards.status, Object.keys(backwards.at<object>('invalid_fields'))]).toEqual([422, ['from']])
    expect((await seller.call(`GET /products/${productId}/statistic?from=2020-01-01`)).status).toBe(422)
  })

  it('begin with the orders of an account that was there', async () => {
    await put('a', 2, { lines: [line('100_1', 3), line('100_1', 1)] })
    await put('b', 2, { lines: [line('100_1', 1)] })
    const kept = () =>
      admin.query('select shop_sku, pieces, orders from sold_products where shop_id = $1', [shops[0]])
    const { rows: before } = await kept()
    expect(before).toEqual([{ shop_sku: '100_1', pieces: 5, orders: 2 }])
    await admin.query('begin')
    await admin.query('update sold_products set orders = 0')
    await admin.query(await beginning())
    expect((await kept()).rows).toEqual(before)
    await admin.query('rollback')
  })
})

it('shows on home how many SKUs are low and out, of the shops that the reader may see', async () => {
  const short = async (account = seller) => {
    const { low_stock: low, out_of_stock: out } = (await account.call('GET /dashboard/to-do')).at<
      Record<string, number>
    >('data')
    return [low, out]
  }
  const viewer = (visible: number[]) =>
    running.addStaff(
      seller.ownerId,
      { email: `home${runs}${visible.length}@example.test`, role: 'viewer' },
      visible,
    )
  expect(await short()).toEqual([0, 0])
  const blue = (await seller.call('GET /sku-centers?keyword=BLUE')).at<number>('data.0.id')
  await running.db.asOwner(seller.ownerId, (tx) => {
    const figures = [
      { skuId, quantity: 1 },
      { skuId: blue, quantity: 0 },
    ]
    return countStock(tx, { ownerId: seller.ownerId, shopId: shops[0] }, figures, new Date())
  })
  expect([await short(), await short(await viewer([shops[1]])), await short(await viewer(shops))]).toEqual([
    [1, 1],
    [1, 0],
    [1, 1],
  ])
})

describe('the forecast', () => {
  it('divides what is available by the mean of the days with stock', async () => {
    await put('first', 29, { lines: [line('100_1', 1)] })
    for (let at = 0; at < 14; at++)
      await put(`a${at}`, at + 1, { lines: [line(at % 2 ? '100_1' : '900_1', 1)] }, shops[at % 2 ? 0 : 1])
    await count(8, 0)
    expect(await forecast()).toMatchObject({ pieces: 15, days: 30, per_day: 0.5, days_left: 16, missing: 7 })
    expect((await forecast())?.out_on).toBe(addDays(today, 16))
  })

  it('leaves out days on which there was nothing, and says nothing of a SKU that hardly sells', async () => {
    for (let at = 0; at < 4; at++) await put(`few${at}`, 29 - at, { lines: [line('100_1', 5)] })
    await count(8, 25)
    expect(await forecast()).toMatchObject({ pieces: 20, per_day: null, days_left: null, out_on: null })
    await put('fifth', 29, { lines: [line('100_1', 4)] })
    expect(await forecast()).toMatchObject({ pieces: 24, days: 6 })
    // Four on the first of the days above them, then a day each; today is the last.
    expect((await forecast())?.by_day).toEqual([9, 5, 5, 5, ...Array.from({ length: 26 }, () => 0)])
    await admin.query("update stock_movements set at = $2 where sku_id = $1 and kind = 'import'", [
      skuId,
      noon(25),
    ])
    expect(await forecast()).toMatchObject({ days: 30, per_day: 0.8, days_left: 10, missing: 16 })
    // Out from the 20th day ago to the fifth.
    await admin.query(
      `insert into stock_movements (owner_id, id, sku_id, warehouse_id, kind, on_hand_change, reserved_change, available_after, at)
       select owner_id, nextval('ids'), sku_id, warehouse_id, 'adjust', v.change, 0, 0, v.at
       from stock, (values (-8, $2::timestamptz), (8, $3::timestamptz)) as v(change, at) where sku_id = $1`,
      [skuId, noon(20), noon(5)],
    )
    expect(await forecast()).toMatchObject({ pieces: 24, days: 16, per_day: 1.5, days_left: 6, missing: 37 })
  })

  it('is that of all shops for a reader of one, and of no SKU that he may not see', async () => {
    for (let at = 0; at < 6; at++) await put(`a${at}`, at, { lines: [line('100_1', 5)] })
    await count(30, 29)
    const viewer = await running.addStaff(
      seller.ownerId,
      { email: `reader${runs}@example.test`, role: 'viewer' },
      [shops[1]],
    )
    expect(await forecast(viewer)).toEqual(await forecast())
    const blue = (await seller.call('GET /sku-centers?keyword=BLUE')).at<number>('data.0.id')
    expect((await viewer.call(`GET /sku-centers/forecasts?ids=${blue}`)).at('data')).toEqual([])
    expect((await seller.call(`GET /sku-centers/forecasts?ids=${blue}`)).at('data')).toMatchObject([
      { available: null, days_left: null },
    ])
  })
})

/** The statement of the migration that counts the orders of accounts that are there. */
async function beginning(): Promise<string> {
  const file = new URL('../db/migrations/0057-sales-of-products.sql', import.meta.url)
  return /^update sold_products[^;]*;/m.exec(await readFile(file, 'utf8'))?.[0] ?? ''
}
