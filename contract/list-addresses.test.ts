/** Addresses of lists as clients send them: the values that a route reads, and the remedy for what is wrong. */
import { describe, expect, it } from 'vitest'
import { readAt, toldAt } from '../test/steps/changed-requests.ts'

describe('the order list', () => {
  const name = 'GET /orders/filter'

  it.each([
    ['shop_id=3,1,3', { shop_id: [3, 1] }],
    ['shop_id=3&shop_id=1', { shop_id: [3, 1] }],
    ['shop_id[]=3&shop_id[]=1', { shop_id: [3, 1] }],
    ['shop_id%5B%5D=3', { shop_id: [3] }],
    ['shop_id=3,%201%20,', { shop_id: [3, 1] }],
    ['shop_id=-1', { shop_id: [] }],
    ['shop_id=-1,4', { shop_id: [4] }],
    ['shop_id=', { shop_id: [] }],
    ['payment_method=-1', { payment_method: [] }],
    ['payment_method=1,2', { payment_method: [1, 2] }],
    ['status=pending', { status: ['pending'] }],
    ['status=2,5', { status: ['pending', 'shipped'] }],
    ['status[]=pending&status[]=shipped', { status: ['pending', 'shipped'] }],
    ['status=', { status: [] }],
    ['status=pending,,shipped', { status: ['pending', 'shipped'] }],
    ['is_star=1', { is_star: 1 }],
    ['is_star=0', { is_star: 0 }],
    ['is_star=', { is_star: undefined }],
    ['is_printed=1&is_star=0', { is_printed: 1, is_star: 0 }],
    ['from=2026-11-01&to=2026-11-30', { from: '2026-11-01', to: '2026-11-30' }],
    ['keyword=+60123456789', { keyword: '+60123456789' }],
    ['keyword=%20%E7%94%B0%20', { keyword: '田' }],
    ['keyword=a%26b%23c', { keyword: 'a&b#c' }],
    ['keyword=100%25', { keyword: '100%' }],
    ['keyword=', { keyword: '' }],
    ['page=2&limit=100', { page: 2, limit: 100 }],
    ['sort=-created_at', { sort: '-created_at' }],
    ['hour=0,23', { hour: [0, 23] }],
    ['ids=1,2,2', { ids: [1, 2] }],
    ['region=MY/kuala%20lumpur,%20wp', { region: ['MY/kuala lumpur, wp'] }],
    ['region=MY&region=VN', { region: ['MY', 'VN'] }],
    ['sku_id=7', { sku_id: [7] }],
    ['customer_id=5', { customer_id: 5 }],
    ['after=abc', { after: 'abc' }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['shop_id=all', { 'shop_id.0': 'Enter a number' }],
    ['shop_id=1.5', { 'shop_id.0': 'Enter a whole number' }],
    ['shop_id=9007199254740993', { 'shop_id.0': 'Enter 9007199254740991 or less' }],
    ['payment_method=cash', { 'payment_method.0': 'Enter a number' }],
    [
      'status=sent',
      {
        'status.0':
          'Use one of these: unpaid, pending, confirmed, ready_to_ship, shipped, delivered, canceled, returned, failed',
      },
    ],
    [
      'status=0',
      {
        'status.0':
          'Use one of these: unpaid, pending, confirmed, ready_to_ship, shipped, delivered, canceled, returned, failed',
      },
    ],
    ['is_star=true', { is_star: 'Enter a number' }],
    ['is_star=2', { is_star: 'Enter 1 or less' }],
    ['has_courier=no', { has_courier: 'Enter a number' }],
    ['from=', { from: 'Enter a date such as 2026-01-31' }],
    ['from=2026-11-31', { from: 'Enter a date such as 2026-01-31' }],
    ['from=01.11.2026', { from: 'Enter a date such as 2026-01-31' }],
    ['to=2026-11-30T10:00:00Z', { to: 'Enter a date such as 2026-01-31' }],
    ['from=1899-12-31', { from: 'Enter a date from 1900 to 2999' }],
    ['keyword=a&keyword=b', { keyword: 'Enter text' }],
    ['page=0', { page: 'Enter 1 or more' }],
    ['page=', { page: 'Field cannot be left blank' }],
    ['page=1e9', { page: 'Enter 10000000 or less' }],
    ['page=two', { page: 'Enter a number' }],
    ['page=1&page=2', { page: 'Enter a number' }],
    ['limit=0', { limit: 'Enter 1 or more' }],
    ['limit=101', { limit: 'Enter 100 or less' }],
    ['limit=20.5', { limit: 'Enter a whole number' }],
    [
      'sort=price',
      {
        sort: 'Use one of these: created_at, -created_at, updated_at, -updated_at, total_price, -total_price, ship_by_at, -ship_by_at',
      },
    ],
    ['sort=', { sort: 'Field cannot be left blank' }],
    ['hour=24', { 'hour.0': 'Enter 23 or less' }],
    ['ids=0', { 'ids.0': 'Enter more than 0' }],
    ['ids=x', { 'ids.0': 'Enter a number' }],
    ['region=', { 'region.0': 'Field cannot be left blank' }],
    ['customer_id=', { customer_id: 'Field cannot be left blank' }],
    ['segment_id=0', { segment_id: 'Enter more than 0' }],
    ['colour=red', { colour: 'Unknown field "colour"' }],
    ['page=1&colour=red&size=9', { colour: 'Unknown field "colour"', size: 'Unknown field "size"' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('the product list', () => {
  const name = 'GET /products/filter'

  it.each([
    ['keyword=%20lamp%20', { keyword: 'lamp' }],
    ['shop_id=1,2', { shop_id: [1, 2] }],
    ['stock=low,out', { stock: ['low', 'out'] }],
    ['stock=', { stock: [] }],
    ['status=active,inactive', { status: ['active', 'inactive'] }],
    ['status=1,0', { status: ['active', 'inactive'] }],
    ['linked=1', { linked: 1 }],
    ['sort=-updated_at', { sort: '-updated_at' }],
    ['limit=100', { limit: 100 }],
    ['sold_from=2026-11-01&sold_to=2026-11-30', { sold_from: '2026-11-01', sold_to: '2026-11-30' }],
    ['category_id=17', { category_id: '17' }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['stock=none', { 'stock.0': 'Use one of these: in, low, out' }],
    [
      'status=7',
      {
        'status.0':
          'Use one of these: inactive, active, pending_review, rejected, banned, deleted_on_channel, draft',
      },
    ],
    ['linked=maybe', { linked: 'Enter a number' }],
    ['sort=name', { sort: 'Use one of these: updated_at, -updated_at, price, -price, score, -score' }],
    ['limit=500', { limit: 'Enter 100 or less' }],
    ['sold_from=soon', { sold_from: 'Enter a date such as 2026-01-31' }],
    ['page=-3', { page: 'Enter 1 or more' }],
    ['brand=x', { brand: 'Unknown field "brand"' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('the SKU list', () => {
  const name = 'GET /sku-centers'

  it.each([
    ['keyword=LAMP', { keyword: 'LAMP' }],
    ['stock=in', { stock: ['in'] }],
    ['shop_id=2', { shop_id: [2] }],
    ['sort=prime_sku', { sort: 'prime_sku' }],
    ['page=3&limit=50', { page: 3, limit: 50 }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['stock=empty', { 'stock.0': 'Use one of these: in, low, out' }],
    ['sort=cost', { sort: 'Use one of these: updated_at, -updated_at, prime_sku, -prime_sku' }],
    ['limit=1000', { limit: 'Enter 100 or less' }],
    ['warehouse=1', { warehouse: 'Unknown field "warehouse"' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('the customer list', () => {
  const name = 'GET /customers'

  it.each([
    ['keyword=0901%20234', { keyword: '0901 234' }],
    ['total_price_min=10.5&total_price_max=99.99', { total_price_min: 10.5, total_price_max: 99.99 }],
    ['total_price_min=', { total_price_min: undefined }],
    ['total_price_max=', { total_price_max: undefined }],
    ['total_price_max=1.234', { total_price_max: 1.234 }],
    ['total_order_min=&total_order_max=', { total_order_min: undefined, total_order_max: undefined }],
    ['total_order_max=0', { total_order_max: 0 }],
    ['level_value=1,4', { level_value: [1, 4] }],
    ['delivered_rate=3', { delivered_rate: [3] }],
    ['from=2026-11-01', { from: '2026-11-01' }],
    ['first_sold_from=2026-11-01', { first_sold_from: '2026-11-01' }],
    ['shortlist_id=2', { shortlist_id: 2 }],
    ['sort=-total_price', { sort: '-total_price' }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['total_price_max=1,5', { total_price_max: 'Enter a number' }],
    ['total_price_min=-1', { total_price_min: 'Enter 0 or more' }],
    ['total_order_max=2.5', { total_order_max: 'Enter a whole number' }],
    ['level_value=gold', { 'level_value.0': 'Enter a number' }],
    ['from=0000-01-01', { from: 'Enter a date from 1900 to 2999' }],
    ['first_sold_to=9999-12-31', { first_sold_to: 'Enter a date from 1900 to 2999' }],
    ['shortlist_id=', { shortlist_id: 'Field cannot be left blank' }],
    [
      'sort=age',
      {
        sort: 'Use one of these: latest_order_date, -latest_order_date, total_price, -total_price, total_order, -total_order, name, -name',
      },
    ],
    ['limit=101', { limit: 'Enter 100 or less' }],
    ['keyword=a%00b', { keyword: 'Remove line breaks and hidden characters' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('notifications', () => {
  const name = 'GET /users/notifications'

  it.each([
    ['status=unread&pagination=0', { status: 'unread', pagination: '0' }],
    ['limit=10', { limit: 10 }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['status=read', { status: 'Use one of these: all, unread' }],
    ['pagination=2', { pagination: 'Use one of these: 0, 1' }],
    ['page=0', { page: 'Enter 1 or more' }],
    ['limit=', { limit: 'Field cannot be left blank' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /users', () => {
  const name = 'GET /users'

  it.each([
    ['limit=999', { limit: 999 }],
    ['keyword=%20aoi', { keyword: 'aoi' }],
    ['page=2', { page: 2 }],
    ['include_owner=1', { include_owner: '1' }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([['limit=1000', { limit: 'Enter 999 or less' }]])(
    '%s is refused with the field and the remedy',
    (search, named) => {
      expect(toldAt(name, search)).toEqual(named)
    },
  )
})

describe('GET /shops', () => {
  const name = 'GET /shops'

  it.each([
    ['limit=999', { limit: 999 }],
    ['page=1', { page: 1 }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([['limit=x', { limit: 'Enter a number' }]])(
    '%s is refused with the field and the remedy',
    (search, named) => {
      expect(toldAt(name, search)).toEqual(named)
    },
  )
})
