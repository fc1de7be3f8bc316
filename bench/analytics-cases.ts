/** The requests of the bench about analytics, customers and segments, and what some are compared with. */
import type { SegmentRule } from '../model/segment.ts'
import { addDays } from '../server/i18n/calendar.ts'

export type FigureCase = { name: string; path: string }
/** `bare`: path of the bare server that counts the same customers. Amounts there are in minor units of the account's currency. */
export type SegmentCase = { name: string; rules: SegmentRule[]; bare: string }

const base = '/api/v2/analytics'

/** Each call over a week, and over a year beside the year before. */
export function figureCases(today: string, shopId: number): FigureCase[] {
  const year = `from=${addDays(today, -364)}&to=${today}`
  const both = (name: string, path: string, extra = ''): FigureCase[] => [
    { name: `${name}, 7 days`, path: `${base}/${path}?${extra}` },
    { name: `${name}, a year`, path: `${base}/${path}?${extra}${year}` },
  ]
  return [
    ...both('revenue', 'revenue-metrics', 'compare=2&'),
    { name: 'revenue of a shop, a year', path: `${base}/revenue-metrics?${year}&shop_id=${shopId}` },
    ...both('pieces sold', 'products-sold', 'compare=2&'),
    ...both('breadth of the sales', 'products/products-sold-metrics'),
    ...both('customers', 'customers-metrics'),
    ...both('customers by revenue', 'customers/customers-statistic'),
    { name: 'cohorts', path: `${base}/customers/cohorts` },
    ...both('places', 'location-statistic'),
    ...both('couriers', 'orders/shipping-statistic'),
    ...both('product ranking', 'product-ranking'),
    ...both('shops', 'sales/shop-detail-statistic'),
    ...both('hours', 'sales/hours'),
    ...both('reasons of cancellation', 'orders/cancel-reason'),
    ...both('who canceled', 'orders/cancel-initiator'),
    { name: 'stock cover', path: `${base}/products/stock-cover` },
    { name: 'dead stock', path: `${base}/products/dead-stock` },
    ...['to-do', 'waiting', 'today-sales', 'new-order', 'total-revenue', 'top-products', 'anomalies'].map(
      (call) => ({ name: `home: ${call}`, path: `/api/v2/dashboard/${call}` }),
    ),
  ]
}

/** As the console's page asks, which shows no addresses. */
const customers = '/api/v2/customers?limit=20&include=level'

export const customerPage = { name: 'page 1', path: customers, bare: '/customers' }

type Known = { shopId: number; customers: number; keywords: string[] }

export function customerCases({
  shopId,
  customers: all,
  keywords,
}: Known): (FigureCase & { bare: string })[] {
  return [
    { name: 'page 1 with addresses', path: `${customers},addresses`, bare: '/customers-and-addresses' },
    { name: 'of a shop', path: `${customers}&shop_id=${shopId}`, bare: `/customers-of-shop/${shopId}` },
    { name: 'by what they spent', path: `${customers}&sort=-total_price`, bare: '/customers-by-spent' },
    { name: 'with five orders and more', path: `${customers}&total_order_min=5`, bare: '/customers-often/5' },
    ...keywords.map((keyword) => ({
      name: `keyword: ${keyword.includes('@') || /\d/.test(keyword) ? 'phone' : 'name'}`,
      path: `${customers}&keyword=${encodeURIComponent(keyword)}`,
      bare: '',
    })),
    // A page that lies beyond the data of a small run is left out of it.
    ...(all >= 20_000 ? [{ name: 'page 1,000', path: `${customers}&page=1000`, bare: '' }] : []),
  ]
}

export function segmentCases(skuIds: number[]): SegmentCase[] {
  const spent: SegmentRule = { field: 'spent', test: 'at_least', value: 500 }
  const orders: SegmentRule = { field: 'orders', test: 'at_least', value: 3 }
  const recent: SegmentRule = { field: 'last_order', test: 'at_most', value: 90 }
  const bought: SegmentRule = { field: 'bought', test: 'at_least', value: 1, sku_ids: skuIds, days: null }
  return [
    { name: 'spent 500 and more', rules: [spent], bare: '/count-spent/50000' },
    { name: 'three orders and more', rules: [orders], bare: '/count-orders/3' },
    {
      name: 'spent, orders and last order',
      rules: [spent, orders, recent],
      bare: '/count-regulars/50000/3/90',
    },
    {
      name: 'a sale in Selangor',
      rules: [{ field: 'region', test: 'is', places: ['MY/selangor'] }],
      bare: '/count-in-region/MY%2Fselangor',
    },
    { name: 'bought one of two SKUs', rules: [bought], bare: `/count-bought/${skuIds.join(',')}` },
  ]
}
