/** Tables of analytics as files: the rows of the page, of the shops that the user may see. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { exportList, readExport } from '../../test/steps/export-steps.ts'
import {
  addressOf,
  addShop,
  lineOf,
  noPayment,
  orderOf,
  putOrders,
  seeded,
} from '../../test/steps/stored-orders.ts'
import { listingOf, putProducts } from '../../test/steps/stored-products.ts'
import { drawIds } from '../db/database.ts'
import { countStock } from '../stock/ledger/first-figure-store.ts'

let running: TestConsole
let seller: Account
let elsewhere: Account
let shops: [number, number]

const days = 'from=2026-03-01&to=2026-03-31'
const byMonthAgo = new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('figures')
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, 'Gifts', 2), await addShop(running, ownerId, 'Official', 1)]
  const order = (id: string, worth: number, province: string | null, more: object = {}) =>
    orderOf({
      channelOrderId: id,
      address: province ? addressOf({ country: 'MY', province }) : null,
      payment: { ...noPayment, subTotal: worth },
      lines: [
        lineOf({ shopSku: 'a', name: '=Lamp', quantity: 2, total: worth }),
        lineOf({ shopSku: id, name: 'Cup', total: 1 }),
      ],
      ...more,
    })
  await putOrders(running, ownerId, shops[0], [
    order('1', 12_345, 'Selangor'),
    order('2', 2000, 'W.P. Kuala Lumpur'),
    order('3', 100, null, { status: 'canceled' }),
  ])
  await putOrders(running, ownerId, shops[1], [
    order('4', 500, 'selangor'),
    order('5', 600, null),
    order('6', 150_000, 'Johor', { currency: 'VND' }),
  ])
  await seller.call('PUT /settings/exchange-rates', {
    rates: [{ currency: 'VND', from: '2026-01-01', rate: '0.0002' }],
  })
  elsewhere = await running.addStaff(
    ownerId,
    { email: 'second@example.test', name: 'Second', role: 'manager' },
    [shops[1]],
  )
})
afterAll(() => running?.stop())

/** A movement of so many days ago, which the stock of today has in it. */
async function moveStock(ownerId: string, skuId: number, change: number, daysAgo: number): Promise<void> {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  await running.db.asOwner(ownerId, async (tx) => {
    const [id = 0] = await drawIds(tx, 1)
    await sql`insert into stock_movements (owner_id, id, sku_id, warehouse_id, kind, on_hand_change, reserved_change, available_after, at)
      select owner_id, ${id}, sku_id, warehouse_id, 'adjust', ${change}, 0, 0, ${at} from stock
      where owner_id = ${ownerId} and sku_id = ${skuId}`.execute(tx)
    await sql`update stock set on_hand = on_hand + ${change} where owner_id = ${ownerId} and sku_id = ${skuId}`.execute(
      tx,
    )
  })
}

const rowsOf = async (account: Account, call: `GET /${string}/export`, query = `format=csv&${days}`) => {
  const entry = await exportList(running, account, call, { query })
  expect(entry.status).toBe('done')
  const { rows } = await readExport(running, account, entry)
  expect(entry).toMatchObject({ rows: rows.length, total: rows.length })
  return { entry, rows }
}

describe('a file', () => {
  it('has the shops', async () => {
    const { entry, rows } = await rowsOf(seller, 'GET /analytics/sales/shop-detail-statistic/export')
    expect(entry.type).toBe('sales.shop-detail')
    expect(rows).toMatchObject([
      {
        Channel: 'Shopee',
        Shop: 'Gifts',
        Orders: '2',
        Revenue: '143.45',
        'Net revenue': '143.45',
        'Average order value': '71.73',
        Currency: 'MYR',
        'Orders placed': '3',
        Canceled: '1',
        Returned: '0',
        'Share in %': '77.80',
      },
      { Channel: 'Lazada', Shop: 'Official', Orders: '3', Revenue: '41.00', 'Share in %': '22.20' },
    ])
  })

  it('has the places, the unknown one by its name', async () => {
    const { rows } = await rowsOf(seller, 'GET /analytics/orders/location-statistic/export')
    expect(
      rows.map((row) => [row['Country'], row['State or province'], row['Orders'], row['Revenue']]),
    ).toEqual([
      ['MY', 'Selangor', '2', '128.45'],
      ['MY', 'Johor', '1', '30.00'],
      ['MY', 'W.P. Kuala Lumpur', '1', '20.00'],
      ['', 'Unknown', '1', '6.00'],
    ])
  })

  it.each(['sales', 'products'] as const)('has the products in the order of the page: %s', async (page) => {
    const query = `${days}&sort=-quantity`
    const list = await seller.call(`GET /analytics/${page}/product-ranking?${query}`)
    const { entry, rows } = await rowsOf(
      seller,
      `GET /analytics/${page}/product-ranking/export`,
      `format=xlsx&${query}`,
    )
    expect(entry.type).toBe(`${page}.product-ranking`)
    const shown =
      list.at<{ rank: number; product: { name: string }; quantity: number; orders: number }[]>('data')
    expect(rows.length).toBe(7)
    // No shop lists any of them.
    expect(new Set(rows.map((row) => row['Listing']))).toEqual(new Set(['No longer listed']))
    expect(new Set(rows.map((row) => row['Channel']))).toEqual(new Set(['Shopee', 'Lazada']))
    expect(rows.map((row) => [row['Rank'], row['Product'], row['Units'], row['Orders']])).toEqual(
      shown.map(({ rank, product, quantity, orders }) => [
        String(rank),
        product.name,
        String(quantity),
        String(orders),
      ]),
    )
  })

  it('has the sales of the last thirty days of each SKU, as the page draws them', async () => {
    const own = await running.signUp('trend')
    const shopId = await addShop(running, own.ownerId, 'Trend')
    // Two listings of one SKU, and one that has none.
    await putProducts(running, { ownerId: own.ownerId, shopId }, [
      listingOf('l1', 'LAMP'),
      listingOf('l2', 'LAMP'),
    ])
    const sold = (id: string, daysAgo: number, shopSku: string, quantity: number) => {
      const placedAt = new Date(Date.now() - daysAgo * 86_400_000)
      const lines = [lineOf({ shopSku, quantity })]
      return orderOf({ channelOrderId: id, placedAt, changedAt: placedAt, paidAt: placedAt, lines })
    }
    await putOrders(running, own.ownerId, shopId, [
      sold('t1', 0, 'l1', 2),
      sold('t2', 3, 'l2', 5),
      sold('t3', 3, 'l1', 1),
      sold('t4', 12, 'other', 4),
    ])
    const ranked = 'GET /analytics/products/product-ranking/export'
    const { rows } = await rowsOf(own, ranked, 'format=csv&sort=-quantity')
    const ranking = await own.call('GET /analytics/products/product-ranking?sort=-quantity')
    const id = ranking.at<{ sku: { id: number | null } }[]>('data').find(({ sku }) => sku.id !== null)?.sku.id
    const forecasts = await own.call(`GET /sku-centers/forecasts?ids=${id}`)
    const byDay = forecasts.at<number[]>('data.0.by_day')
    expect(byDay.filter((pieces) => pieces > 0)).toEqual([6, 2])
    const head = 'Units per day, last 30 days'
    expect(rows.map((row) => [row['Units'], row[head]])).toEqual([['8', byDay.join(' ')]])
    const all = await rowsOf(own, ranked, `format=csv&sort=-quantity&from=${byMonthAgo}`)
    expect(all.rows.map((row) => row[head])).toEqual([byDay.join(' '), ''])
    expect(all.rows.map((row) => row['Listing'])).toEqual(['', 'No longer listed'])
  })

  it('has the days for which the stock of each SKU lasts, as the page says them', async () => {
    const own = await running.signUp('lasting')
    const { ownerId } = own
    const shopId = await addShop(running, ownerId, 'Lasting')
    const codes = Array.from({ length: 24 }, (_, at) => `S${at}`)
    const random = seeded(20_261_201)
    const draw = (most: number) => Math.floor(random() * most)
    const skuIds = await putProducts(
      running,
      { ownerId, shopId },
      codes.map((code) => listingOf(code, code)),
    )
    // Some were never counted, the others some days ago; stock comes and goes since, and some have nothing left.
    for (const skuId of skuIds.slice(3)) {
      const counted = new Date(Date.now() - draw(45) * 86_400_000)
      const quantity = draw(3) * 20
      await running.db.asOwner(ownerId, (tx) =>
        countStock(tx, { ownerId, shopId }, [{ skuId, quantity }], counted),
      )
      for (let times = draw(4); times > 0; times--) await moveStock(ownerId, skuId, draw(40) - 15, draw(44))
    }
    const orders = Array.from({ length: 150 }, (_, at) => {
      const placedAt = new Date(Date.now() - Math.floor(random() ** 2 * 40) * 86_400_000)
      const lines = [
        lineOf({ shopSku: codes[Math.floor(random() ** 2 * codes.length)] ?? '', quantity: 1 + draw(3) }),
      ]
      return orderOf({ channelOrderId: `d${at}`, placedAt, changedAt: placedAt, paidAt: placedAt, lines })
    })
    await putOrders(running, ownerId, shopId, orders)
    const forecasts = (await own.call(`GET /sku-centers/forecasts?ids=${skuIds.join(',')}`)).at<
      { sku_id: number; days_left: number | null }[]
    >('data')
    const left = new Map(
      forecasts.map(({ sku_id: id, days_left: days }) => [codes[skuIds.indexOf(id)], days]),
    )
    expect(new Set(left.values()).size).toBeGreaterThan(5)
    expect([...left.values()]).toContain(0)
    for (const page of ['products', 'sales']) {
      const call = `GET /analytics/${page}/product-ranking/export` as const
      const { rows } = await rowsOf(own, call, `format=csv&from=${byMonthAgo}`)
      expect(rows.length).toBeGreaterThan(10)
      expect(rows.map((row) => [row['SKU'], row['Days left']])).toEqual(
        rows.map((row) => [row['SKU'], String(left.get(row['SKU'] ?? '') ?? '')]),
      )
    }
  })

  it('leaves amounts empty where no sale could be converted, and has them below in their own currency', async () => {
    const other = await running.signUp('dong')
    const [dong, ringgit] = [
      await addShop(running, other.ownerId, 'Hanoi', 2),
      await addShop(running, other.ownerId, 'Ipoh', 1),
    ]
    const sold = (id: string, currency: 'MYR' | 'VND', province: string) =>
      orderOf({
        channelOrderId: id,
        currency,
        address: addressOf({ country: 'MY', province }),
        payment: { ...noPayment, subTotal: 5000 },
      })
    await putOrders(running, other.ownerId, dong, [sold('1', 'VND', 'Johor')])
    await putOrders(running, other.ownerId, ringgit, [sold('2', 'MYR', 'Selangor')])
    const ofShops = await rowsOf(other, 'GET /analytics/sales/shop-detail-statistic/export')
    expect(ofShops.rows).toMatchObject([
      { Shop: 'Ipoh', Orders: '1', Revenue: '50.00', 'Net revenue': '50.00', Currency: 'MYR', Note: '' },
      { Shop: 'Hanoi', Orders: '1', Revenue: '', 'Net revenue': '', 'Average order value': '', Note: '' },
      {
        Channel: 'Shopee',
        Shop: 'Hanoi',
        Orders: '',
        Revenue: '5000',
        'Net revenue': '5000',
        'Average order value': '5000',
        Currency: 'VND',
        Note: 'No exchange rate',
        'Orders placed': '',
        'Share in %': '',
      },
    ])
    const ofPlaces = await rowsOf(other, 'GET /analytics/orders/location-statistic/export')
    expect(
      ofPlaces.rows
        .map((row) => [row['State or province'], row['Revenue'], row['Currency'], row['Orders']])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['Johor', '', 'MYR', '1'],
      ['Johor', '5000', 'VND', ''],
      ['Selangor', '50.00', 'MYR', '1'],
    ])
  })

  it('has what could not be converted in its own currency, of products, couriers and customers too', async () => {
    const other = await running.signUp('unrated')
    const { ownerId } = other
    const [mixed, second] = [
      await addShop(running, ownerId, 'Mixed', 2),
      await addShop(running, ownerId, 'Second', 1),
    ]
    // One SKU in both shops, and a listing of another name without one.
    for (const shopId of [mixed, second])
      await putProducts(running, { ownerId, shopId }, [listingOf('l1', 'LAMP')])
    const sold = (id: string, currency: 'MYR' | 'VND' | 'JPY', worth: number, shopSku = 'l1') =>
      orderOf({
        channelOrderId: id,
        currency,
        status: 'shipped',
        buyer: { channelBuyerId: 'aina', name: 'Aina' },
        shippedAt: new Date('2026-03-04T05:00:00Z'),
        payment: { ...noPayment, subTotal: worth, shippingFee: 7 },
        lines: [lineOf({ shopSku, total: worth })],
      })
    await putOrders(running, ownerId, mixed, [
      sold('1', 'MYR', 1000),
      sold('2', 'VND', 5000),
      sold('3', 'VND', 4000),
      sold('4', 'JPY', 300),
      sold('5', 'JPY', 40, 'other'),
    ])
    await putOrders(running, ownerId, second, [sold('6', 'VND', 100)])
    const moneyOf = async (call: `GET /${string}/export`, amount: string, by: string[], format = 'csv') =>
      (await rowsOf(other, call, `format=${format}&${days}`)).rows.map((row) => [
        ...by.map((head) => row[head]),
        row[amount],
        row['Currency'],
        row['Note'],
      ])
    const left = 'No exchange rate'
    for (const format of ['csv', 'xlsx'])
      expect(
        await moneyOf('GET /analytics/sales/product-ranking/export', 'Revenue', ['Rank', 'Orders'], format),
      ).toEqual([
        ['1', '5', format === 'csv' ? '10.00' : '10', 'MYR', ''],
        ['1', '', '300', 'JPY', left],
        ['1', '', '9100', 'VND', left],
        ['2', '1', format === 'csv' ? '0.00' : '0', 'MYR', ''],
        ['2', '', '40', 'JPY', left],
      ])
    expect(
      await moneyOf('GET /analytics/orders/shipping-statistic/export', 'Shipping paid by buyers', [
        'Courier',
        'Orders shipped',
      ]),
    ).toEqual([
      ['Shopee', '5', '0.07', 'MYR', ''],
      ['Shopee', '', '14', 'JPY', left],
      ['Shopee', '', '14', 'VND', left],
      ['Lazada', '1', '0.00', 'MYR', ''],
      ['Lazada', '', '7', 'VND', left],
    ])
    expect(
      (
        await moneyOf('GET /analytics/customers/customers-statistic/export', 'Revenue', ['Shop', 'Orders'])
      ).map((row) => row.slice(0, 5)),
    ).toEqual([
      ['Mixed', '5', '10.07', 'MYR', ''],
      ['Mixed', '', '354', 'JPY', left],
      ['Mixed', '', '9014', 'VND', left],
      ['Second', '1', '0.00', 'MYR', ''],
      ['Second', '', '107', 'VND', left],
    ])
  })

  it('keeps to the shops of the user, and is refused without the right', async () => {
    const { rows } = await rowsOf(elsewhere, 'GET /analytics/sales/shop-detail-statistic/export')
    expect(rows.map((row) => row['Shop'])).toEqual(['Official'])
    const packer = await running.addStaff(seller.ownerId, { email: 'pack@example.test', role: 'catalogue' })
    const refused = await packer.call(`GET /analytics/sales/shop-detail-statistic/export?${days}`)
    expect(refused.status).toBe(403)
    const entries = await seller.call('GET /audit-logs?action=export.ask')
    expect(entries.at<object[]>('data').length).toBeGreaterThan(2)
  })
})
