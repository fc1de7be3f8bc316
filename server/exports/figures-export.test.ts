/** Tables of analytics as files: the rows of the page, of the shops that the user may see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { exportList, readExport } from '../../test/steps/export-steps.ts'
import { addressOf, addShop, lineOf, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { listingOf, putProducts } from '../../test/steps/stored-products.ts'

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
}, 60_000)
afterAll(() => running?.stop())

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
      { Shop: 'Official', Orders: '3', Revenue: '41.00', 'Share in %': '22.20' },
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
    expect(rows.map((row) => [row['Rank'], row['Product'], row['Quantity'], row['Orders']])).toEqual(
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
    expect(rows.map((row) => [row['Quantity'], row[head]])).toEqual([['8', byDay.join(' ')]])
    const all = await rowsOf(own, ranked, `format=csv&sort=-quantity&from=${byMonthAgo}`)
    expect(all.rows.map((row) => row[head])).toEqual([byDay.join(' '), ''])
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
