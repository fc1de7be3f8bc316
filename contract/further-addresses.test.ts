/** Addresses of figures, files, logs and choices as clients send them: the remedy for what is wrong, and the values that a route reads. */
import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { allEndpoints } from './endpoints.ts'
import { readAt, toldAt } from '../test/steps/changed-requests.ts'

const anyDate = 'Enter a date such as 2026-01-31'
const usualYears = 'Enter a date from 1900 to 2999'
const formats = 'Use one of these: csv, xlsx'
const blank = 'Field cannot be left blank'
const unexpected = 'This is not in the expected form. Check what you entered'
const currencies = 'Use one of these: MYR, VND, JPY, USD, SGD, THB, IDR, PHP, TWD, GBP, EUR'

describe('an address that is wrong', () => {
  it.each([
    ['GET /analytics/products/stock-cover', 'shop_id=x', 'shop_id.0', 'Enter a number'],
    ['GET /analytics/products/stock-cover', 'limit=101', 'limit', 'Enter 100 or less'],
    ['GET /analytics/products/bought-together', 'from=2026-02-30', 'from', anyDate],
    ['GET /analytics/products/bought-together', 'limit=0', 'limit', 'Enter 1 or more'],
    ['GET /analytics/products/products-sold-metrics', 'compare=3', 'compare', 'Use one of these: 0, 1, 2'],
    ['GET /analytics/products/products-sold-metrics', 'from=2026-11-31', 'from', anyDate],
    ['GET /analytics/customers/customers-statistic', 'page=0', 'page', 'Enter 1 or more'],
    ['GET /analytics/customers/cohorts', 'shop_id=x', 'shop_id.0', 'Enter a number'],
    ['GET /analytics/orders/shipping-statistic', 'from=3000-01-01', 'from', usualYears],
    ['GET /analytics/orders/shipping-statistic', 'platform_id=x', 'platform_id.0', 'Enter a number'],
    ['GET /analytics/orders/cancel-reason', 'to=x', 'to', anyDate],
    ['GET /analytics/orders/cancel-initiator', 'to=1899-12-31', 'to', usualYears],
    [
      'GET /analytics/product-ranking',
      'sort=x',
      'sort',
      'Use one of these: -quantity, -revenue, quantity, revenue',
    ],
    ['GET /analytics/product-ranking', 'from=', 'from', anyDate],
    ['GET /analytics/sales/hours', 'shop_id=1.5', 'shop_id.0', 'Enter a whole number'],
    ['GET /analytics/sales/shop-detail-statistic', 'from=2026-1-1', 'from', anyDate],
    ['GET /dashboard/top-products', 'from=today', 'from', anyDate],
    ['GET /products/{id}/sale-overall', 'from=x', 'from', anyDate],
    ['GET /products/{id}/statistic', 'to=2026-13-01', 'to', anyDate],
    ['GET /sku-centers/forecasts', 'ids=x', 'ids.0', 'Enter a number'],
    ['GET /sku-centers/linkable', 'keyword=', 'keyword', blank],
    ['GET /sku-centers/suggestions', 'limit=0', 'limit', 'Enter 1 or more'],
    ['GET /sku-centers/{id}/timeline', 'after=x', 'after', unexpected],
    ['GET /settlements/totals', 'currency=myr', 'currency', currencies],
    ['GET /settlements/export', 'format=pdf', 'format', formats],
    ['GET /settlements/export', 'format=', 'format', blank],
    ['GET /settlements/export', 'from=1899-01-01', 'from', usualYears],
    ['GET /audit-logs/export', 'action=fly', 'action.0', 'Choose a value from the list'],
    ['GET /audit-logs/export', 'user_id=x', 'user_id', 'Enter a number'],
    ['GET /orders/export', 'format=CSV', 'format', formats],
    ['GET /products/export', 'stock=high', 'stock.0', 'Use one of these: in, low, out'],
    ['GET /sku-centers/export', 'shop_count=x', 'shop_count.0', 'Enter a number'],
    ['GET /customers/export', 'total_price_min=-1', 'total_price_min', 'Enter 0 or more'],
    ['GET /customers/export', 'total_order_min=x', 'total_order_min', 'Enter a number'],
    ['GET /customers/shortlists/export', 'shortlist_id=x', 'shortlist_id', 'Enter a number'],
    ['GET /customers/shortlists', 'pagination=2', 'pagination', 'Use one of these: 0, 1'],
    ['GET /customers/search', 'limit=0', 'limit', 'Enter 1 or more'],
    ['GET /customers/duplicates', 'page=0', 'page', 'Enter 1 or more'],
    ['GET /customers/{id}/order-history', 'limit=101', 'limit', 'Enter 100 or less'],
    ['GET /stock-takes', 'limit=101', 'limit', 'Enter 100 or less'],
    ['GET /stock-takes/{id}', 'limit=1e9', 'limit', 'Enter 200 or less'],
    ['GET /bills', 'page=1.5', 'page', 'Enter a whole number'],
    ['GET /mails', 'page=x', 'page', 'Enter a number'],
    ['GET /orders/get-status', 'is_star=2', 'is_star', 'Enter 1 or less'],
    ['GET /orders/queue', 'ids=x', 'ids.0', 'Enter a number'],
    ['GET /orders/cancel-reasons', 'order_id=0', 'order_id', 'Enter more than 0'],
    ['GET /orders/cancel-reasons', 'platform_id=', 'platform_id', blank],
    ['GET /orders/return-reject-reasons', 'ids=1,x', 'ids.1', 'Enter a number'],
    ['GET /deliveries/orders/get-pickup-date', 'shipment_id=', 'shipment_id', blank],
    ['GET /deliveries/orders/get-available-pickup-time', 'order_id=x', 'order_id', 'Enter a number'],
    ['GET /imports/{id}/rows', 'limit=101', 'limit', 'Enter 100 or less'],
    ['GET /shops/{id}/sync-logs', 'page=0', 'page', 'Enter 1 or more'],
    ['GET /products/search', 'shop_id=x', 'shop_id.0', 'Enter a number'],
    ['GET /products/texts', 'ids=0', 'ids.0', 'Enter more than 0'],
    ['GET /products/variants', 'ids=1,2,x', 'ids.2', 'Enter a number'],
    ['GET /categories/{id}/attributes', 'shop_id=', 'shop_id', blank],
    ['GET /categories/{id}/attributes/{attribute_id}/options', 'page=0', 'page', 'Enter 1 or more'],
    ['GET /faq/search', 'keyword=%20', 'keyword', blank],
    ['GET /sso/authorize-url', 'redirect=https://elsewhere.test', 'redirect', unexpected],
    [
      'GET /saved-filters',
      'list=shops',
      'list',
      'Use one of these: orders, products, skus, templates, customers, settlements, audit',
    ],
  ])('%s?%s is refused at %s with the remedy', (name, search, field, told) => {
    expect(toldAt(name, search)).toEqual({ [field]: told })
  })

  const asked = Object.entries(allEndpoints as Record<string, Endpoint>).filter(([, { query }]) => query)

  it('asks for what nobody knows at no endpoint', () => {
    const names = asked.map(([name]) => name)
    expect(names.length).toBeGreaterThan(100)
    const told = names.map((name) => [name, toldAt(name, 'colour=red')['colour']])
    expect(told.filter(([, text]) => text !== 'Unknown field "colour"')).toEqual([])
  })

  it('of paging is refused by every list alike', () => {
    const lists = asked.filter(([, { query }]) => query && 'page' in query.shape)
    expect(lists.length).toBeGreaterThan(20)
    for (const [name] of lists)
      expect([
        name,
        toldAt(name, 'page=0'),
        toldAt(name, 'page=10000001'),
        toldAt(name, 'page=1&page=2'),
      ]).toEqual([
        name,
        { page: 'Enter 1 or more' },
        { page: 'Enter 10000000 or less' },
        { page: 'Enter a number' },
      ])
  })

  it('of days is refused by every figure alike, and the ends of the calendar are taken', () => {
    const dated = asked.filter(([, { query }]) => query && 'from' in query.shape)
    expect(dated.length).toBeGreaterThan(20)
    for (const [name] of dated)
      expect([
        name,
        toldAt(name, 'from=2025-02-29'),
        toldAt(name, 'from=3000-01-01'),
        toldAt(name, 'from=2024-02-29'),
        toldAt(name, 'from=1900-01-01&to=2999-12-31'),
      ]).toEqual([name, { from: anyDate }, { from: usualYears }, {}, {}])
  })
})

describe('an address', () => {
  it.each([
    ['GET /analytics/product-ranking', 'limit=100', { limit: 100 }],
    ['GET /analytics/products/products-sold-metrics', 'compare=2&shop_id=-1', { compare: '2', shop_id: [] }],
    ['GET /analytics/sales/hours', 'shop_id[]=2&shop_id[]=1', { shop_id: [2, 1] }],
    ['GET /customers/export', 'total_price_min=0.5&total_price_max=', { total_price_min: 0.5 }],
    ['GET /customers/export', 'keyword=%E4%BD%90%E8%97%A4', { keyword: '佐藤' }],
    ['GET /orders/export', 'status=2,2,pending', { status: ['pending'] }],
    ['GET /orders/queue', 'ids=3,1,3', { ids: [3, 1] }],
    ['GET /sku-centers/export', 'stock=out,low,out', { stock: ['out', 'low'] }],
    ['GET /products/variants', 'ids=', { ids: [] }],
    ['GET /saved-filters', 'list=audit', { list: 'audit' }],
    ['GET /settlements/totals', 'currency=JPY&shop_id=', { currency: 'JPY', shop_id: [] }],
    ['GET /sku-centers/linkable', 'keyword=%E3%80%80LAMP+01%20', { keyword: 'LAMP+01' }],
  ])('%s?%s is read as it is meant', (name, search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })
})
