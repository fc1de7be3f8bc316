/**
 * A walk over all figures of analytics and home: each that has a link is asked for, the list behind the link too, and both have to
 * have the same count, and the same money where the list tells amounts. The links are those of the pages.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../contract/endpoints.ts'
import type { ChannelOrder } from '../model/order.ts'
import { addDays, dayIn } from '../server/i18n/calendar.ts'
import { buyersOf } from '../web/pages/analytics/customers-of-figure.ts'
import {
  canceled,
  canceledOfStep,
  refunded,
  refundedOfStep,
  returned,
  sales,
  salesOfStep,
  shipped,
  stepScope,
} from '../web/pages/analytics/orders-of-figure.ts'
import { startTestConsole, type Account, type TestConsole } from './start-test-console.ts'
import { openedLists, type Search } from './steps/opened-lists.ts'
import {
  addressOf,
  addShops,
  lineOf,
  noPayment,
  orderOf,
  pick,
  putOrders,
  seeded,
} from './steps/stored-orders.ts'
import { listingOf, putProducts } from './steps/stored-products.ts'
import { putReturns, returnOf } from './steps/stored-returns.ts'

const timezone = 'Asia/Kuala_Lumpur'
const hourMs = 3_600_000
const today = dayIn(timezone, new Date())

let running: TestConsole
let seller: Account
const shops: number[] = []

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('walker')
  // The second is a web store, whose orders have no courier until somebody chooses one.
  shops.push(...(await addShops(running, seller.ownerId, { one: 2, two: 4 })))
  const [first = 0, second = 0] = shops
  await putProducts(running, { ownerId: seller.ownerId, shopId: first }, [
    listingOf('L1', 'LAMP'),
    listingOf('L2', 'LAMP'),
    listingOf('M1', 'MUG'),
    listingOf('idle', 'IDLE'),
  ])
  await putProducts(running, { ownerId: seller.ownerId, shopId: second }, [listingOf('L3', 'LAMP')])
  await feed()
})
afterAll(() => running?.stop())

/** Orders of ten days up to now, with every status, some refunded, some without a courier. */
async function feed(): Promise<void> {
  const random = seeded(20_261_127)
  const orders: ChannelOrder[][] = shops.map(() => [])
  const reasons = ['Too slow', ' Too dear,\n\tit says here ', `${'x'.repeat(199)} and so on`, null]
  for (let at = 0; at < 160; at++) {
    const placedAt = new Date(Date.now() - Math.floor(random() * 240) * hourMs)
    const status = pick(random, [
      ...([
        'delivered',
        'delivered',
        'returned',
        'canceled',
        'shipped',
        'failed',
        'pending',
        'unpaid',
      ] as const),
    ])
    orders[at % 2]?.push(
      orderOf({
        channelOrderId: `W${at}`,
        placedAt,
        changedAt: placedAt,
        status,
        paymentMethod: at % 3 === 0 ? 'cod' : 'card',
        paidAt: at % 3 === 0 || status === 'unpaid' ? null : placedAt,
        buyer: at % 9 === 0 ? null : { channelBuyerId: `b${at % 23}`, name: `Buyer ${at % 23}` },
        address: addressOf({ country: 'MY', province: pick(random, ['Selangor', 'Johor', null]) }),
        cancelInitiator: status === 'canceled' ? pick(random, ['buyer', 'seller', null] as const) : null,
        cancelReason: status === 'canceled' ? pick(random, reasons) : null,
        payment: { ...noPayment, subTotal: 1000 + Math.floor(random() * 90_000) },
        lines: ['L1', 'L2', 'M1', 'gone']
          .filter((_, place) => place === at % 4 || random() < 0.3)
          .map((shopSku) =>
            lineOf({
              shopSku: at % 2 === 1 && shopSku === 'L1' ? 'L3' : shopSku,
              name: `Sold as ${shopSku}`,
              quantity: 1 + Math.floor(random() * 3),
              total: 700,
            }),
          ),
      }),
    )
  }
  for (const [place, some] of orders.entries())
    await putOrders(running, seller.ownerId, shops[place] ?? 0, some)
  for (let at = 0; at < 160; at += 5)
    await putReturns(running, seller.ownerId, shops[at % 2] ?? 0, [
      returnOf({
        channelReturnId: `R${at}`,
        channelOrderId: `W${at}`,
        status: 'refunded',
        refund: 500,
        changedAt: new Date(Date.now() - Math.floor(random() * 72) * hourMs),
        lines: [],
      }),
    ])
}

const lists = () => openedLists(seller)
const ask = <T>(path: string, query: Search = {}) => lists().ask<T>(path, query)
const opened = (search: object) => lists().opened(search)
const totalOf = (path: string, search: object) => lists().totalOf(path, search)

const scopes = [
  { name: 'all shops by days', of: () => ({ from: addDays(today, -9), to: today }), group: 'day' },
  {
    name: 'one shop by hours',
    of: () => ({ from: addDays(today, -5), to: today, shop_id: [shops[1] ?? 0] }),
    group: 'hour',
  },
] as const

describe.each(scopes)('figures of $name', ({ of, group }) => {
  it('of revenue open their orders, in total and step by step', async () => {
    const scope = of()
    const found = await ask<Reply<'GET /analytics/revenue-metrics'>['data']>('/analytics/revenue-metrics', {
      ...scope,
      group,
    })
    const all = await opened(sales(scope))
    expect(all).toEqual({ orders: found.orders.value, worth: found.revenue.value })
    expect(all.orders).toBeGreaterThan(10)
    expect((await opened(canceled(scope))).orders).toBe(found.canceled_orders.value)
    expect(found.canceled_orders.value).toBeGreaterThan(0)
    // Parts of the net revenue.
    expect(Math.round((found.revenue.value - found.refund_value.value) * 100) / 100).toBe(
      found.net_revenue.value,
    )
    // Each refund that was fed in is of 5.
    expect((await opened(refunded(scope))).orders * 5).toBe(found.refund_value.value)
    expect(found.refund_value.value).toBeGreaterThan(0)
    let someHours = 0
    for (const [at, step] of found.chart.entries()) {
      expect(await opened(salesOfStep(found.chart, at, scope))).toEqual({
        orders: step.orders,
        worth: step.revenue,
      })
      expect([step.date, (await opened(canceledOfStep(found.chart, at, scope))).orders]).toEqual([
        step.date,
        step.canceled_orders,
      ])
      expect([step.date, (await opened(refundedOfStep(found.chart, at, scope))).orders * 5]).toEqual([
        step.date,
        step.refund_value,
      ])
      if (step.canceled_orders > 0 || step.refund_value > 0) someHours++
    }
    expect(someHours).toBeGreaterThan(1)
  })

  it('of shops, places and hours open their orders', async () => {
    const scope = of()
    const rows = await ask<Reply<'GET /analytics/sales/shop-detail-statistic'>['data']>(
      '/analytics/sales/shop-detail-statistic',
      scope,
    )
    for (const row of rows) {
      const ofShop = { ...scope, shop_id: [row.shop.id] }
      expect(await opened(sales(ofShop))).toEqual({ orders: row.orders, worth: row.revenue })
      expect((await opened(canceled(ofShop))).orders).toBe(row.canceled_orders)
      expect((await opened(returned(ofShop))).orders).toBe(row.returned_orders)
    }
    expect(rows.some((row) => row.returned_orders > 0)).toBe(true)
    const places = await ask<Reply<'GET /analytics/location-statistic'>['data']>(
      '/analytics/location-statistic',
      scope,
    )
    for (const { code, orders, revenue } of places)
      expect(await opened(sales(scope, { region: code }))).toEqual({ orders, worth: revenue })
    const hours = await ask<Reply<'GET /analytics/sales/hours'>['data']>('/analytics/sales/hours', scope)
    for (const { weekday, hour, orders, revenue } of hours)
      if (orders > 0)
        expect(await opened(sales(scope, { sold_weekday: weekday, sold_hour: hour }))).toEqual({
          orders,
          worth: revenue,
        })
  })

  it('of couriers and cancellations open their orders, those without a courier as well', async () => {
    const scope = of()
    const couriers = await ask<Reply<'GET /analytics/orders/shipping-statistic'>['data']>(
      '/analytics/orders/shipping-statistic',
      scope,
    )
    expect(couriers.some(({ shipment }) => shipment === null)).toBe(true)
    for (const row of couriers) {
      const carried = row.shipment === null ? { has_courier: 0 as const } : { shipment_id: [row.shipment.id] }
      expect((await opened(shipped(scope, carried))).orders).toBe(row.orders)
      for (const status of ['delivered', 'failed', 'returned'] as const)
        expect((await opened(shipped(scope, { ...carried, status }))).orders).toBe(row[status])
    }
    const sum = (of: (row: (typeof couriers)[number]) => number) =>
      couriers.reduce((all, row) => all + of(row), 0)
    expect((await opened(shipped(scope))).orders).toBe(sum(({ orders }) => orders))
    for (const status of ['delivered', 'failed', 'returned'] as const)
      expect((await opened(shipped(scope, { status }))).orders).toBe(sum((row) => row[status]))
    const reasons = await ask<Reply<'GET /analytics/orders/cancel-reason'>['data']>(
      '/analytics/orders/cancel-reason',
      scope,
    )
    for (const { reason_code: code, orders } of reasons)
      expect((await opened(canceled(scope, { cancel_reason: code ?? 'none' }))).orders).toBe(orders)
    const initiators = await ask<Reply<'GET /analytics/orders/cancel-initiator'>['data']>(
      '/analytics/orders/cancel-initiator',
      scope,
    )
    for (const { initiator, orders } of initiators)
      expect((await opened(canceled(scope, { cancel_initiator: initiator }))).orders).toBe(orders)
  })

  it('of products open the lists of products and the ranking, and their orders', async () => {
    const scope = of()
    const { from, to } = scope
    const narrowed = 'shop_id' in scope ? { shop_id: scope.shop_id } : {}
    const found = await ask<Reply<'GET /analytics/products/products-sold-metrics'>['data']>(
      '/analytics/products/products-sold-metrics',
      scope,
    )
    const soldIn = (is: 0 | 1) => ({ ...narrowed, is_sold: is, sold_from: from, sold_to: to })
    expect(found.products_unlisted).toBeGreaterThan(0)
    expect((await totalOf('/products/filter', soldIn(1))) + found.products_unlisted).toBe(
      found.products_sold.value,
    )
    expect(await totalOf('/products/filter', { ...soldIn(0), status: 'active' })).toBe(
      found.products_without_sale,
    )
    expect(await totalOf('/analytics/products/product-ranking', scope)).toBe(found.skus_sold.value)
    const gone = { ...scope, is_listed: 0 as const }
    expect(await totalOf('/analytics/products/product-ranking', gone)).toBe(found.products_unlisted)
    for (const { product, shop_sku: code, shop, orders } of await ask<
      Reply<'GET /analytics/product-ranking'>['data']
    >('/analytics/products/product-ranking', gone)) {
      expect(product).toEqual({ id: null, name: `Sold as ${code}`, is_listed: false })
      const one = { shop_id: [shop?.id ?? 0], shop_sku: code ?? '' }
      expect((await opened(sales(scope, one))).orders).toBe(orders)
    }
    expect((await opened(sales(scope))).orders).toBe(found.orders.value)
    for (const stock of ['low', 'out'] as const)
      expect(await totalOf('/sku-centers', { ...narrowed, stock })).toBe(
        stock === 'low' ? found.low_stock : found.out_of_stock,
      )
    const ranked = await ask<Reply<'GET /analytics/product-ranking'>['data']>(
      '/analytics/product-ranking',
      scope,
    )
    for (const { sku, shop_sku: shopSku, shop, orders } of ranked) {
      const one = shopSku === null ? { sku_id: sku.id ?? 0 } : { shop_id: [shop?.id ?? 0], shop_sku: shopSku }
      expect((await opened(sales(scope, one))).orders).toBe(orders)
    }
  })

  it('of customers open these customers', async () => {
    const scope = of()
    const found = await ask<Reply<'GET /analytics/customers-metrics'>['data']>(
      '/analytics/customers-metrics',
      {
        ...scope,
        group,
      },
    )
    expect(await totalOf('/customers', buyersOf(scope))).toBe(found.total.value)
    expect(await totalOf('/customers', buyersOf(scope, 'new'))).toBe(found.new.value)
    expect(await totalOf('/customers', buyersOf(scope, 'returning'))).toBe(found.returning.value)
    for (const [at, step] of found.chart.entries()) {
      const days = stepScope(found.chart, at, scope)
      if (days.hour === undefined) expect(await totalOf('/customers', buyersOf(days, 'new'))).toBe(step.new)
    }
  })
})

it('home’s figures of today open their orders', async () => {
  const days = { from: today, to: today }
  const found = await ask<Reply<'GET /dashboard/today-sales'>['data']>('/dashboard/today-sales')
  expect((await opened(sales(days))).orders).toBe(found.orders)
  for (const { hour, orders } of found.hours)
    expect((await opened(sales(days, { sold_hour: hour }))).orders).toBe(orders)
  const top = await ask<Reply<'GET /dashboard/top-products'>['data']>('/dashboard/top-products', days)
  for (const { sku_id: skuId, shop_id: shopId, shop_sku: shopSku, pieces } of top.products) {
    const one = skuId === null ? { shop_id: [shopId ?? 0], shop_sku: shopSku ?? '' } : { sku_id: skuId }
    const ranked = await ask<Reply<'GET /analytics/product-ranking'>['data']>(
      '/analytics/product-ranking',
      days,
    )
    const same = ranked.find((row) =>
      skuId === null ? row.shop_sku === shopSku && row.shop?.id === shopId : row.sku.id === skuId,
    )
    expect([same?.quantity, same?.orders]).toEqual([pieces, (await opened(sales(days, one))).orders])
  }
})
