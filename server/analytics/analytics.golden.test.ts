/**
 * The figures of analytics against a computation of their own: from the reports that are fed in, with nothing shared with the
 * server. Three time zones, one of them across a change of clocks, two currencies, refunds, late payment, cancellation after the
 * sale, another address, a division into parcels; then the orders behind each figure, and a recount.
 */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { saveRates } from '../../test/steps/channel-sales.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import {
  addressOf,
  addShops,
  lineOf,
  noPayment,
  orderOf,
  pick,
  putOrders,
  seeded,
} from '../../test/steps/stored-orders.ts'
import { listingOf, putProducts } from '../../test/steps/stored-products.ts'
import {
  amount,
  amountsOf,
  clockOf,
  empty,
  isPartlyConverted,
  minus,
  nothing,
  soldByName,
  tally,
  within,
  type Fact,
  type Range,
  type Sold,
} from '../../test/steps/sales-truth.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { rebuildFigures } from './rebuild-figures-store.ts'

const cases = [
  { timezone: 'Asia/Kuala_Lumpur', fedIn: 'Asia/Kuala_Lumpur', from: '2026-03-20', to: '2026-04-05' },
  { timezone: 'Asia/Tokyo', fedIn: 'Asia/Tokyo', from: '2026-03-25', to: '2026-04-02' },
  // Clocks go on at one o'clock on 29 March.
  { timezone: 'Europe/London', fedIn: 'Europe/London', from: '2026-03-27', to: '2026-03-30' },
  // Counted anew for another time zone.
  { timezone: 'Europe/London', fedIn: 'Asia/Tokyo', from: '2026-03-29', to: '2026-03-29' },
]

let running: TestConsole
let admin: pg.Client
let seller: Account
let shops: number[]
let skus: number[]
let facts: Fact[]
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

/** An account of that time zone, fed with 500 orders. */
async function openAccount(timezone: string): Promise<void> {
  seller = await running.signUp(`golden${++accounts}`)
  const { ownerId } = seller
  await setTimezone(timezone)
  shops = await addShops(running, ownerId, { [`one${accounts}`]: 2, [`two${accounts}`]: 1 })
  const [first = 0, second = 0] = shops
  // LAMP is listed twice in the first shop and once in the second.
  skus = await putProducts(running, { ownerId, shopId: first }, [
    listingOf('L1', 'LAMP'),
    listingOf('L2', 'LAMP'),
    listingOf('M1', 'MUG'),
  ])
  await putProducts(running, { ownerId, shopId: second }, [
    listingOf('L3', 'LAMP'),
    listingOf('idle', 'IDLE'),
  ])
  facts = await feed()
  await saveRates(seller)
}

async function setTimezone(timezone: string): Promise<void> {
  const moved = await seller.call('PUT /settings/account', { timezone, currency: 'MYR' })
  expect(moved.status).toBe(200)
}

const hourMs = 3_600_000
const provinces = ['Selangor', ' Johor ', 'Kuala Lumpur,  W.P.', null]

/** Puts 500 orders, each told of up to four times, in no good order; answers what is true in the end. */
async function feed(): Promise<Fact[]> {
  const random = seeded(20_260_329 + accounts)
  const begin = Date.parse('2026-03-10T00:00:00Z')
  const ends: Fact[] = []
  const reports: { shop: number; order: ChannelOrder }[][] = [[], [], [], []]
  const returns: { shop: number; one: ReturnType<typeof returnOf> }[] = []
  for (let at = 0; at < 500; at++) {
    const shop = shops[at % 2] ?? 0
    const placed = new Date(
      begin + Math.floor(random() * 30 * 48) * (hourMs / 2) + pick(random, [0, 1, 1_799_999]),
    )
    const isCod = random() < 0.3
    const late = random() < 0.3 ? Math.floor(random() * 40) * hourMs : 60_000
    const paid = isCod ? null : new Date(placed.getTime() + late)
    const fate = pick(random, [
      'kept',
      'kept',
      'kept',
      'kept',
      'canceled',
      'canceled',
      'unpaid',
      'returned',
    ] as const)
    const currency = pick(random, ['MYR', 'MYR', 'MYR', 'VND', 'USD'] as const)
    const total =
      currency === 'VND' ? 50_000 + Math.floor(random() * 900_000) : 100 + Math.floor(random() * 90_000)
    const lines = ['L1', 'L2', 'M1', 'X9']
      .filter(() => random() < 0.5)
      .concat(at % 5 === 0 ? [] : ['M1'])
      .map((shopSku) =>
        lineOf({
          shopSku: shop === shops[1] && shopSku === 'L1' ? 'L3' : shopSku,
          name: `Sold as ${shopSku}`,
          quantity: 1 + Math.floor(random() * 3),
          total: Math.floor(total / 3),
          isGift: random() < 0.1,
        }),
      )
      .filter((line, place, all) => all.findIndex((one) => one.shopSku === line.shopSku) === place)
    const [before, after] = [pick(random, provinces), pick(random, provinces)]
    const isHidden = random() < 0.15
    const address = (province: string | null) =>
      addressOf({ country: 'my', province, city: 'Ipoh', isMasked: isHidden })
    const common = { channelOrderId: `G${at}`, currency, placedAt: placed, lines } as const
    const money = (subTotal: number) => ({ ...noPayment, subTotal })
    const told = (minutes: number, order: Partial<ChannelOrder>): ChannelOrder =>
      orderOf({
        ...common,
        paymentMethod: isCod ? 'cod' : 'card',
        changedAt: new Date(placed.getTime() + minutes * 60_000),
        address: address(after),
        payment: money(total),
        ...order,
      })
    reports[0]?.push({
      shop,
      order: told(0, {
        status: isCod ? 'pending' : 'unpaid',
        address: address(before),
        payment: money(total + 777),
      }),
    })
    if (fate !== 'unpaid') reports[1]?.push({ shop, order: told(10, { status: 'pending', paidAt: paid }) })
    if (fate === 'canceled') reports[2]?.push({ shop, order: told(20, { status: 'canceled', paidAt: null }) })
    // Told once more, in two parcels; the channel does not repeat when it was paid.
    if (fate === 'kept')
      reports[2]?.push({
        shop,
        order: told(30, {
          status: 'delivered',
          paidAt: at % 2 ? paid : null,
          packages: ['A', 'B'].map((parcel) => ({
            channelPackageId: `G${at}${parcel}`,
            provider: null,
            trackingNumber: null,
            channelStatus: 'READY',
          })),
        }),
      })
    if (fate === 'returned') reports[2]?.push({ shop, order: told(40, { status: 'returned', paidAt: paid }) })
    if (fate === 'kept') reports[3]?.push({ shop, order: told(5, { status: 'canceled' }) })
    const isCanceled = fate === 'canceled'
    const isSale = fate === 'kept' || fate === 'returned'
    const refund =
      at % 7 === 0 ? { at: new Date(placed.getTime() + 50 * hourMs), amount: Math.floor(total / 5) } : null
    if (refund)
      returns.push({
        shop,
        one: returnOf({
          channelReturnId: `R${at}`,
          channelOrderId: `G${at}`,
          status: 'refunded',
          currency,
          refund: refund.amount,
          changedAt: refund.at,
          lines: [],
        }),
      })
    ends.push({
      shop,
      placed,
      sold: isSale || (fate === 'unpaid' && isCod) ? (isCod ? placed : paid) : null,
      isCanceled,
      isReturned: fate === 'returned',
      currency,
      total: fate === 'unpaid' ? total + 777 : total,
      lines,
      region: regionNamed(isHidden, fate === 'unpaid' ? before : after),
      refund: isSale || (fate === 'unpaid' && isCod) ? refund : null,
    })
  }
  for (const round of reports)
    for (const shop of shops) {
      const orders = round.filter((one) => one.shop === shop).map(({ order }) => order)
      for (let start = 0; start < orders.length; start += 100)
        await putOrders(running, seller.ownerId, shop, orders.slice(start, start + 100))
    }
  for (const { shop, one } of returns) await putReturns(running, seller.ownerId, shop, [one])
  return ends
}

function regionNamed(isHidden: boolean, province: string | null): string {
  if (isHidden) return 'unknown'
  return province ? `MY/${province.trim().split(/ +/).join(' ').toLowerCase()}` : 'MY'
}

type Ranked = Reply<'GET /analytics/product-ranking'>['data']
/** Pieces, money and orders of each product, by the reports that were fed in. */
function productsSold(timezone: string, range: Range): Map<string, Sold> {
  const lamps = new Set([`${shops[0]}/L1`, `${shops[0]}/L2`, `${shops[1]}/L3`])
  return soldByName(facts, { timezone, range }, (shop, shopSku) => {
    if (lamps.has(`${shop}/${shopSku}`)) return 'LAMP'
    return shopSku === 'M1' && shop === shops[0] ? 'MUG' : `${shop}/${shopSku}`
  })
}

const rankedName = ({ sku, shop_sku, shop }: Ranked[number]) =>
  sku.id === skus[0] ? 'LAMP' : sku.id === skus[2] ? 'MUG' : `${shop?.id}/${shop_sku}`

const figuresOf = (ranked: Ranked) =>
  Object.fromEntries(ranked.map((row) => [rankedName(row), [row.quantity, row.orders, row.revenue]]))

describe.each(cases)('from $from to $to in $timezone, fed in $fedIn', ({ timezone, fedIn, from, to }) => {
  const range = { from, to }
  const days = `from=${from}&to=${to}`

  beforeAll(async () => {
    await openAccount(fedIn)
    await setTimezone(timezone)
  })

  it.each(['day', 'hour'] as const)('revenue and pieces are true by the %s', async (group) => {
    const found = (
      await seller.call(`GET /analytics/sales/revenue-metrics?${days}&group=${group}&compare=0`)
    ).at<Reply<'GET /analytics/revenue-metrics'>['data']>('data')
    const pieces = (await seller.call(`GET /analytics/products-sold?${days}&group=${group}&compare=0`)).at<
      Reply<'GET /analytics/products-sold'>['data']
    >('data')
    const all = tally(facts, timezone, (hour) => (within(range, hour) ? 'all' : null)).get('all') ?? empty()
    expect(all.orders).toBeGreaterThan(5)
    const isConverted = facts.some(
      ({ sold, refund, currency }) =>
        currency === 'VND' &&
        [sold, refund?.at].some(
          (moment) =>
            moment && within(range, clockOf(timezone, moment)) && clockOf(timezone, moment) >= '2026-03-24',
        ),
    )
    expect(found).toMatchObject({
      is_converted: isConverted,
      revenue: { value: amount(all.revenue) },
      net_revenue: { value: amount(minus(all.revenue, all.refunds)) },
      refund_value: { value: amount(all.refunds) },
      orders: { value: all.orders },
      canceled_orders: { value: all.canceled },
      average_order_value: { value: amount({ ...all.revenue, of: all.revenue.of * BigInt(all.priced) }) },
    })
    expect(pieces.quantity).toBe(all.pieces)
    const steps = tally(facts, timezone, (hour) =>
      within(range, hour) ? hour.slice(0, group === 'day' ? 10 : 13) : null,
    )
    for (const [at, step] of found.chart.entries()) {
      const truth = steps.get(step.date) ?? empty()
      expect(step).toMatchObject({
        revenue: amount(truth.revenue),
        net_revenue: amount(minus(truth.revenue, truth.refunds)),
        refund_value: amount(truth.refunds),
        orders: truth.orders,
        canceled_orders: truth.canceled,
      })
      expect(pieces.chart[at]).toMatchObject({ date: step.date, quantity: truth.pieces })
      steps.delete(step.date)
    }
    expect([...steps]).toEqual([])
    const others = facts.filter(
      ({ sold, currency }) => sold && currency === 'USD' && within(range, clockOf(timezone, sold)),
    )
    expect(found.others.find(({ currency }) => currency === 'USD')?.total ?? 0).toBe(
      others.reduce((sum, { total }) => sum + total, 0) / 100,
    )
  })

  it('places, hours and shops are true, and open their orders', async () => {
    const places = (await seller.call(`GET /analytics/location-statistic?${days}`)).at<
      Reply<'GET /analytics/location-statistic'>['data']
    >('data')
    const byPlace = tally(facts, timezone, (hour, fact, of) =>
      of === 'sale' && within(range, hour) ? fact.region : null,
    )
    expect(Object.fromEntries(places.map(({ code, orders, revenue }) => [code, [orders, revenue]]))).toEqual(
      Object.fromEntries(
        [...byPlace].map(([code, { orders, revenue }]) => [code, [orders, amount(revenue)]]),
      ),
    )
    const hours = (await seller.call(`GET /analytics/sales/hours?${days}`)).at<
      Reply<'GET /analytics/sales/hours'>['data']
    >('data')
    const weekday = (hour: string) => new Date(`${hour.slice(0, 10)}T12:00:00Z`).getUTCDay() || 7
    const byHour = tally(facts, timezone, (hour, _, of) =>
      of === 'sale' && within(range, hour) ? `${weekday(hour)}/${Number(hour.slice(11))}` : null,
    )
    expect(
      Object.fromEntries(hours.map((one) => [`${one.weekday}/${one.hour}`, [one.orders, one.revenue]])),
    ).toEqual(
      Object.fromEntries([...byHour].map(([name, { orders, revenue }]) => [name, [orders, amount(revenue)]])),
    )
    const sold = (await seller.call(`GET /analytics/sales/shop-detail-statistic?${days}`)).at<
      Reply<'GET /analytics/sales/shop-detail-statistic'>['data']
    >('data')
    const byShop = tally(facts, timezone, (hour, { shop }) => (within(range, hour) ? String(shop) : null))
    for (const row of sold) {
      const truth = byShop.get(String(row.shop.id)) ?? empty()
      expect(row).toMatchObject({
        orders: truth.orders,
        revenue: amount(truth.revenue),
        net_revenue: amount(minus(truth.revenue, truth.refunds)),
        canceled_orders: truth.canceled,
      })
    }
    for (const { code, orders } of places)
      expect([code, await opens(`region=${encodeURIComponent(code)}`)]).toEqual([code, orders])
    for (const one of hours)
      expect([one, await opens(`sold_weekday=${one.weekday}&sold_hour=${one.hour}`)]).toEqual([
        one,
        one.orders,
      ])
    for (const { shop, orders, returned_orders: returned } of sold) {
      expect(await opens(`shop_id=${shop.id}`)).toBe(orders)
      expect(await opens(`shop_id=${shop.id}&status=returned`)).toBe(returned)
      const cameBack = facts.filter(
        ({ shop: of, isReturned, sold: at }) =>
          of === shop.id && isReturned && at && within(range, clockOf(timezone, at)),
      )
      expect(returned).toBe(cameBack.length)
      const refunded = facts.filter(
        ({ shop: of, refund }) => of === shop.id && refund && within(range, clockOf(timezone, refund.at)),
      )
      expect(await opens(`shop_id=${shop.id}`, 'refunded')).toBe(refunded.length)
    }
  })

  it('products are true in either order, and open their orders', async () => {
    const truth = productsSold(timezone, range)
    const reply = await seller.call(`GET /analytics/product-ranking?${days}&sort=-quantity`)
    const ranked = reply.at<Ranked>('data')
    expect(figuresOf(ranked)).toEqual(amountsOf(truth))
    expect(ranked.every(({ earlier }) => earlier === null)).toBe(true)
    expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, at) => at + 1))
    expect(ranked.map(({ quantity }) => quantity)).toEqual(
      ranked.map(({ quantity }) => quantity).toSorted((a, b) => b - a),
    )
    for (const row of ranked) {
      const filter = row.sku.id ? `sku_id=${row.sku.id}` : `shop_id=${row.shop?.id}&shop_sku=${row.shop_sku}`
      expect([row, await opens(filter)]).toEqual([row, row.orders])
    }
    // A product that no shop lists any more has the name of its orders; all of them are a list of their own.
    const gone = ranked.filter(({ sku }) => sku.id === null)
    expect(gone.length).toBeGreaterThan(1)
    expect(ranked.filter(({ product }) => !product.is_listed)).toEqual(gone)
    for (const { product, shop_sku: code } of gone) expect(product.name).toBe(`Sold as ${code}`)
    const alone = await seller.call(`GET /analytics/product-ranking?${days}&sort=-quantity&is_listed=0`)
    expect(alone.at<Ranked>('data')).toEqual(gone.map((row, at) => ({ ...row, rank: at + 1 })))
    // All products of the days before, and none where no days are compared.
    const compared = await seller.call(`GET /analytics/product-ranking?${days}&compare=1&sort=-revenue`)
    const { previous_from: first, previous_to: last } = compared.at<{
      previous_from: string
      previous_to: string
    }>('meta')
    const before = productsSold(timezone, { from: first, to: last })
    for (const row of compared.at<Ranked>('data')) {
      const { quantity, revenue } = before.get(rankedName(row)) ?? { quantity: 0, revenue: nothing }
      const isAlike = !isPartlyConverted(timezone, truth.get(rankedName(row)), before.get(rankedName(row)))
      const past = isAlike ? amount(revenue) : 0
      expect([row, row.earlier]).toEqual([
        row,
        {
          quantity,
          revenue: amount(revenue),
          percent_change: past > 0 ? Math.round((row.revenue / past - 1) * 1000) / 10 : null,
        },
      ])
    }
    const second = await seller.call(
      `GET /analytics/products/product-ranking?${days}&limit=1&page=2&sort=revenue`,
    )
    const dearest = [...truth.values()].map(({ revenue }) => amount(revenue)).toSorted((a, b) => a - b)
    expect([
      second.at('data.0.rank'),
      second.at('data.0.revenue'),
      second.at('meta.pagination.total'),
    ]).toEqual([2, dearest[1], truth.size])
  })

  // Rates change within March: months without a change are read whole, of others the days; of days that reach today's month the rest is taken off.
  it.each([
    ['2026-03-01', '2026-04-30'],
    ['2026-03-05', '2026-04-30'],
    ['2026-01-10', '2026-12-20'],
    ['2026-03-02', '2026-03-31'],
    ['2026-03-25', '2027-03-20'],
    ['2025-04-02', '2026-04-01'],
  ])('products are true from %s to %s, by months and years', async (first, last) => {
    const truth = productsSold(timezone, { from: first, to: last })
    const wide = `from=${first}&to=${last}`
    const reply = await seller.call(`GET /analytics/product-ranking?${wide}&sort=-revenue`)
    expect(figuresOf(reply.at<Ranked>('data'))).toEqual(amountsOf(truth))
    const breadth = await seller.call(`GET /analytics/products/products-sold-metrics?${wide}&compare=0`)
    // IDLE and what is listed nowhere are products of their own; LAMP is three listings of one SKU.
    expect(breadth.at('data.skus_sold.value')).toBe(truth.size)
    const top = (await seller.call(`GET /dashboard/top-products?${wide}`)).at<{ pieces: number }[]>(
      'data.products',
    )
    const most = [...truth.values()].map(({ quantity }) => quantity).toSorted((a, b) => b - a)
    expect(top.map(({ pieces }) => pieces)).toEqual(most.slice(0, 5))
  })

  /** Orders of the list by the date of sale, by its count and by its rows. */
  async function opens(filter: string, dateField = 'sold'): Promise<number> {
    const path = `GET /orders/filter?date_field=${dateField}&${days}&${filter}&limit=100`
    const list = await seller.call(path)
    const total = list.at<number>('meta.pagination.total')
    let rows = 0
    for (let page = 1; page <= list.at<number>('meta.pagination.total_pages'); page++)
      rows += (await seller.call(`${path}&page=${page}`)).at<object[]>('data').length
    expect([filter, rows]).toEqual([filter, total])
    return total
  }
})

it('stays the same to the last row when all is counted anew, and is put right where it was wrong', async () => {
  const rebuild = () => running.db.asOwner(seller.ownerId, (tx) => rebuildFigures(tx, seller.ownerId))
  const tables = [
    'sales_days',
    'sales_parts',
    'sold_products',
    'sold_product_sums',
    'order_counts',
    'courier_days',
    'courier_hours',
    'cancel_days',
  ]
  const same = Object.fromEntries(tables.map((table) => [table, []]))
  const { rows } = await admin.query<{ parts: number }>(
    'select count(*)::int as parts from sales_parts where orders > 0',
  )
  expect(rows[0]?.parts).toBeGreaterThan(200)
  expect(await rebuild()).toEqual(same)
  await admin.query(
    `update sales_parts set revenue = revenue + 1 where owner_id = $1 and day = '2026-03-29' and kind = 'place'`,
    [seller.ownerId],
  )
  await admin.query(`delete from sold_products where owner_id = $1 and day = '2026-03-28'`, [seller.ownerId])
  await admin.query(
    `update sold_product_sums set revenue = revenue - 1 where owner_id = $1 and since = '2026-03-01' and span = 1`,
    [seller.ownerId],
  )
  expect(await rebuild()).toEqual({
    ...same,
    sales_parts: ['2026-03-29'],
    sold_products: ['2026-03-28'],
    sold_product_sums: ['2026-03-01'],
  })
  expect(await rebuild()).toEqual(same)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it('begins so in an account that was there', async () => {
  const file = new URL('../db/migrations/0070-sales-figures.sql', import.meta.url)
  const migration = await readFile(file, 'utf8')
  // The statements that fill what is new, between those about the tables and those about their owners.
  const filling = migration.match(/^(?:update orders|insert into|update sales_days)[^;]*;/gm) ?? []
  expect(filling.length).toBe(4)
  await admin.query(`delete from order_counts where span in (11, 12)`)
  await admin.query(`update orders set region = 'unknown'`)
  await admin.query('update sales_days set pieces = 0')
  await admin.query('delete from sales_parts')
  expect((await ledgerErrors(running.adminUrl)).sales.length).toBeGreaterThan(100)
  for (const statement of filling) await admin.query(statement)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})
