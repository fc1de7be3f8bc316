/** Answers of every call of analytics in short: the figures of each row, in an order of their own. figures-truth.ts has the same form. */
import { expect } from 'vitest'
import { allEndpoints, type EndpointName, type Reply } from '../../contract/endpoints.ts'
import type { Account } from '../start-test-console.ts'

const by = (a: readonly unknown[], b: readonly unknown[]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** Calls that begin a file, apart from which every call of analytics is asked. */
export const figureCalls = Object.keys(allEndpoints).filter(
  (name) => name.startsWith('GET /analytics/') && !name.endsWith('/export'),
)

type Figures<K extends EndpointName> = Reply<K> extends { data: infer D } ? D : never

/** By the last part of each call's path; a call that stands under several has to answer the same. */
export async function shownFigures(seller: Account, days: string): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {}
  for (const name of figureCalls) {
    const last = name.split('/').at(-1) ?? ''
    const figures = await short[last]?.(seller, `${name}?${days}`)
    if (figures === undefined) throw new Error(`nothing reads ${name}`)
    if (Object.hasOwn(shown, last)) expect([name, figures]).toEqual([name, shown[last]])
    shown[last] = figures
  }
  return shown
}

/** All rows of a list that may have pages. */
async function rowsOf<T>(seller: Account, path: string): Promise<T[]> {
  const rows: T[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const reply = await seller.call(`${path}&limit=100&page=${page}`)
    expect([path, reply.status]).toEqual([path, 200])
    pages = reply.at<number | undefined>('meta.pagination.total_pages') ?? 1
    rows.push(...reply.at<T[]>('data'))
  }
  return rows
}

const one = async <T>(seller: Account, path: string): Promise<T> => (await seller.call(path)).at<T>('data')
const without = (path: string, name: string) =>
  path.replace(new RegExp(`[?&]${name}=[^&]*`), '?').replace('?&', '?')

const short: Record<string, (seller: Account, path: string) => Promise<unknown>> = {
  async 'revenue-metrics'(seller, path) {
    const found = await one<Figures<'GET /analytics/revenue-metrics'>>(seller, `${path}&group=day&compare=0`)
    return {
      orders: found.orders.value,
      revenue: found.revenue.value,
      refunds: found.refund_value.value,
      net: found.net_revenue.value,
      canceled: found.canceled_orders.value,
      average: found.average_order_value.value,
      days: found.chart
        .map((step) => [step.date, step.orders, step.revenue, step.refund_value, step.canceled_orders])
        .filter(([, ...figures]) => figures.some((figure) => figure !== 0))
        .toSorted(by),
    }
  },
  async 'products-sold'(seller, path) {
    const found = await one<Figures<'GET /analytics/products-sold'>>(seller, `${path}&group=day&compare=0`)
    const days = found.chart
      .map(({ date, quantity }) => [date, quantity])
      .filter(([, pieces]) => pieces !== 0)
    return { quantity: found.quantity, days: days.toSorted(by) }
  },
  async 'products-sold-metrics'(seller, path) {
    const found = await one<Figures<'GET /analytics/products/products-sold-metrics'>>(
      seller,
      `${path}&compare=0`,
    )
    return {
      products: found.products_sold.value,
      skus: found.skus_sold.value,
      quantity: found.quantity.value,
      orders: found.orders.value,
      each: found.average_items_per_order.value,
    }
  },
  async 'customers-metrics'(seller, path) {
    const found = await one<Figures<'GET /analytics/customers-metrics'>>(
      seller,
      `${path}&group=day&compare=0`,
    )
    return {
      total: found.total.value,
      fresh: found.new.value,
      returning: found.returning.value,
      rate: found.returning_rate.value,
      spent: found.spent.revenue,
      average: found.average_spend.value,
      days: found.chart
        .map((step) => [step.date, step.new, step.returning])
        .filter(([, ...figures]) => figures.some((figure) => figure !== 0))
        .toSorted(by),
    }
  },
  async 'customers-statistic'(seller, path) {
    const rows = await rowsOf<Figures<'GET /analytics/customers/customers-statistic'>[number]>(seller, path)
    return rows.map((row) => [row.orders, row.quantity, row.revenue, row.latest_order_date]).toSorted(by)
  },
  async cohorts(seller, path) {
    const found = await one<Figures<'GET /analytics/customers/cohorts'>>(seller, without(path, 'from'))
    const begun = found.filter(({ customers }) => (customers ?? 0) > 0)
    return begun
      .map(({ month, customers, returned }) => [
        month,
        customers,
        returned
          .filter(({ from }) => begun.some((later) => later.from === from))
          .map((cell) => cell.customers),
      ])
      .toSorted(by)
  },
  async 'location-statistic'(seller, path) {
    const rows = await one<Figures<'GET /analytics/location-statistic'>>(seller, path)
    return rows.map(({ code, orders, revenue, percent }) => [code, orders, revenue, percent]).toSorted(by)
  },
  async 'shipping-statistic'(seller, path) {
    const rows = await one<Figures<'GET /analytics/orders/shipping-statistic'>>(seller, path)
    return rows
      .map((row) => [row.orders, row.delivered, row.failed, row.returned, row.success_rate, row.shipping_fee])
      .toSorted(by)
  },
  async 'product-ranking'(seller, path) {
    const rows = await rowsOf<Figures<'GET /analytics/product-ranking'>[number]>(seller, path)
    return rows
      .map(({ sku, quantity, orders, revenue }) => [sku.code, quantity, orders, revenue])
      .toSorted(by)
  },
  async 'shop-detail-statistic'(seller, path) {
    const rows = await one<Figures<'GET /analytics/sales/shop-detail-statistic'>>(seller, path)
    return rows
      .map((row) => [
        row.shop.id,
        row.orders,
        row.revenue,
        row.net_revenue,
        row.canceled_orders,
        row.canceled_rate,
        row.returned_orders,
        row.return_rate,
      ])
      .toSorted(by)
  },
  async hours(seller, path) {
    const rows = await one<Figures<'GET /analytics/sales/hours'>>(seller, path)
    return rows
      .map(({ weekday, hour, orders, revenue }) => [`${weekday}/${hour}`, orders, revenue])
      .toSorted(by)
  },
  async 'cancel-reason'(seller, path) {
    const rows = await one<Figures<'GET /analytics/orders/cancel-reason'>>(seller, path)
    return rows.map(({ reason, orders, percent }) => [reason, orders, percent]).toSorted(by)
  },
  async 'cancel-initiator'(seller, path) {
    const rows = await one<Figures<'GET /analytics/orders/cancel-initiator'>>(seller, path)
    return rows.map(({ initiator, orders, percent }) => [initiator, orders, percent]).toSorted(by)
  },
  async 'stock-cover'(seller, path) {
    const [call = ''] = path.split('?')
    const rows = await rowsOf<Figures<'GET /analytics/products/stock-cover'>[number]>(seller, `${call}?`)
    for (const { available, per_day: perDay, days_left: left } of rows)
      expect(left).toBe(Math.ceil(Number((available / perDay).toFixed(9))))
    return rows
      .map(({ sku, quantity, orders, per_day: perDay }) => [
        sku.code,
        quantity,
        orders,
        Math.round(quantity / perDay),
      ])
      .toSorted(by)
  },
  async 'dead-stock'(seller, path) {
    const [call = ''] = path.split('?')
    const rows = await rowsOf<Figures<'GET /analytics/products/dead-stock'>[number]>(
      seller,
      `${call}?days=30`,
    )
    return rows.map(({ sku }) => sku.code).toSorted()
  },
  async 'bought-together'(seller, path) {
    const rows = await rowsOf<Figures<'GET /analytics/products/bought-together'>[number]>(seller, path)
    return rows
      .map(({ first, second, orders }) => [[first.code, second.code].toSorted().join(' + '), orders])
      .toSorted(by)
  },
}
