/** Addresses as clients send them: what a route reads in the query, and what the sender is told when something in it is wrong. */
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

describe("one customer's orders, notifications and staff", () => {
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

describe('figures', () => {
  const name = 'GET /analytics/revenue-metrics'

  it.each([
    ['from=2026-11-01&to=2026-11-30', { from: '2026-11-01', to: '2026-11-30' }],
    ['shop_id=-1', { shop_id: [] }],
    ['shop_id=1,2', { shop_id: [1, 2] }],
    ['platform_id=2', { platform_id: [2] }],
    ['compare=1', { compare: '1' }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['compare=yes', { compare: 'Use one of these: 0, 1, 2' }],
    ['from=yesterday', { from: 'Enter a date such as 2026-01-31' }],
    ['currency=VND', { currency: 'Unknown field "currency"' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /analytics/products/dead-stock', () => {
  const name = 'GET /analytics/products/dead-stock'

  it.each([['days=90', { days: 90 }]])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['days=91', { days: 'Use one of these: 30, 60, 90, 180, 365' }],
    ['days=', { days: 'Use one of these: 30, 60, 90, 180, 365' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /settlements', () => {
  const name = 'GET /settlements'

  it.each([['currency=MYR', { currency: 'MYR' }]])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['currency=myr', { currency: 'Use one of these: MYR, VND, JPY, USD, SGD, THB, IDR, PHP, TWD, GBP, EUR' }],
    ['status=x', { status: 'Unknown field "status"' }],
    ['page=1&limit=5', { page: 'Unknown field "page"' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('the log of what people did', () => {
  const name = 'GET /audit-logs'

  it.each([
    ['target_id=', { target_id: undefined }],
    ['target_id=12', { target_id: 12 }],
    ['user_id=3', { user_id: 3 }],
    ['action=', { action: [] }],
    ['before=10', { before: 10 }],
    ['from=2026-11-01', { from: '2026-11-01' }],
    ['limit=50', { limit: 50 }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['target_id=x', { target_id: 'Enter a number' }],
    ['action=fly', { 'action.0': 'Choose a value from the list' }],
    ['before=', { before: 'Field cannot be left blank' }],
    ['limit=0', { limit: 'Enter 1 or more' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('movements of stock', () => {
  const name = 'GET /stock-movements'

  it.each([
    ['sku_id=5', { sku_id: 5 }],
    ['warehouse_id=2', { warehouse_id: 2 }],
    ['limit=100', { limit: 100 }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['sku_id=', { sku_id: 'Field cannot be left blank' }],
    ['kind=', { kind: 'Field cannot be left blank' }],
    ['from=2026-02-30', { from: 'Enter a date such as 2026-01-31' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('couriers', () => {
  const name = 'GET /deliveries/orders/check-cod'

  it.each([
    ['shipment_id=3', { shipment_id: 3 }],
    ['shipment_id=0', { shipment_id: 0 }],
    ['order_id=12', { order_id: 12 }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['shipment_id=', { shipment_id: 'Field cannot be left blank' }],
    ['shipment_id=gdex', { shipment_id: 'Enter a number' }],
    ['order_id=', { order_id: 'Field cannot be left blank' }],
    ['order_id=x', { order_id: 'Enter a number' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /settings/delivery', () => {
  const name = 'GET /settings/delivery'

  it.each([['shipment_id=4', { shipment_id: 4 }]])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['shipment_id=', { shipment_id: 'Field cannot be left blank' }],
    ['shipment_id=100', { shipment_id: 'Enter 99 or less' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /orders/{id}/confirm-info', () => {
  const name = 'GET /orders/{id}/confirm-info'

  it.each([
    ['shipment_id=', { shipment_id: undefined }],
    ['shipment_id=2&parcel=1', { shipment_id: 2, parcel: 1 }],
    ['weight=1.5&length=10&width=10&height=10', { weight: 1.5, length: 10, width: 10, height: 10 }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['parcel=0', { parcel: 'Enter 1 or more' }],
    ['weight=1,5', { weight: 'Enter a number' }],
    ['weight=0', { weight: 'Enter 0.01 or more' }],
    ['district_id=12a', { district_id: 'Enter a whole number' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /deliveries/districts', () => {
  const name = 'GET /deliveries/districts'

  it.each([['province_id=202', { province_id: '202' }]])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['province_id=', { province_id: 'Field cannot be left blank' }],
    ['province_id=hcm', { province_id: 'Enter a whole number' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /deliveries/wards', () => {
  const name = 'GET /deliveries/wards'

  it.each([['district_id=1442', { district_id: '1442' }]])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([['district_id=x', { district_id: 'Enter a whole number' }]])(
    '%s is refused with the field and the remedy',
    (search, named) => {
      expect(toldAt(name, search)).toEqual(named)
    },
  )
})

describe('papers', () => {
  const name = 'GET /orders/{id}/print-waybill'

  it.each([
    ['ids=1,2,1', { ids: [1, 2] }],
    ['ids[]=1&ids[]=2', { ids: [1, 2] }],
    ['ids=', { ids: [] }],
    ['ids=1,%202', { ids: [1, 2] }],
    ['shipment_id=', { shipment_id: undefined }],
    ['shipment_id=3', { shipment_id: 3 }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([['ids=x', { 'ids.0': 'Enter a number' }]])(
    '%s is refused with the field and the remedy',
    (search, named) => {
      expect(toldAt(name, search)).toEqual(named)
    },
  )
})

describe('GET /orders/confirm-plan', () => {
  const name = 'GET /orders/confirm-plan'

  it.each([
    ['ids=1,2', { ids: [1, 2] }],
    ['ids[]=1', { ids: [1] }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([['ids=one', { 'ids.0': 'Enter a number' }]])(
    '%s is refused with the field and the remedy',
    (search, named) => {
      expect(toldAt(name, search)).toEqual(named)
    },
  )
})

describe('GET /orders/scan', () => {
  const name = 'GET /orders/scan'

  it.each([['code=%20240101ABC', { code: '240101ABC' }]])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['code=', { code: 'Field cannot be left blank' }],
    ['code=a%0Ab', { code: 'Remove line breaks and hidden characters' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('what channels ask of listings', () => {
  const name = 'GET /categories/tiktok'

  it.each([
    ['shop_ids=1,2,2', { shop_ids: [1, 2] }],
    ['shop_ids[]=1&shop_ids[]=2', { shop_ids: [1, 2] }],
    ['lang=vn', { lang: 'vn' }],
    ['parent_id=100', { parent_id: '100' }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['shop_ids=', { shop_ids: 'Field cannot be left blank' }],
    ['shop_ids=0', { 'shop_ids.0': 'Enter more than 0' }],
    ['shop_ids=x', { 'shop_ids.0': 'Enter a number' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /categories/shopee', () => {
  const name = 'GET /categories/shopee'

  it.each([['shop_id=7', { shop_id: 7 }]])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['shop_id=', { shop_id: 'Field cannot be left blank' }],
    ['shop_id=x', { shop_id: 'Enter a number' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /attributes/{platform}', () => {
  const name = 'GET /attributes/{platform}'

  it.each([['shop_id=1&category_id=100637', { shop_id: 1, category_id: '100637' }]])(
    'is read as it is meant: %s',
    (search, read) => {
      expect(readAt(name, search)).toMatchObject(read)
    },
  )

  it.each([
    ['category_id=', { category_id: 'Field cannot be left blank' }],
    ['category_id=a%00', { category_id: 'Remove line breaks and hidden characters' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('places that ask for something', () => {
  const name = 'GET /orders/search'

  it.each([['keyword=%E7%94%B0', { keyword: '田' }]])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['keyword=', { keyword: 'Field cannot be left blank' }],
    ['keyword=%20', { keyword: 'Field cannot be left blank' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /orders/new/products', () => {
  const name = 'GET /orders/new/products'

  it.each([['shop_id=1&keyword=cup', { shop_id: 1, keyword: 'cup' }]])(
    'is read as it is meant: %s',
    (search, read) => {
      expect(readAt(name, search)).toMatchObject(read)
    },
  )

  it.each([['shop_id=', { shop_id: 'Field cannot be left blank' }]])(
    '%s is refused with the field and the remedy',
    (search, named) => {
      expect(toldAt(name, search)).toEqual(named)
    },
  )
})

describe('GET /product-template', () => {
  const name = 'GET /product-template'

  it.each([
    ['status=draft,ready', { status: ['draft', 'ready'] }],
    ['upload_status=queued', { upload_status: ['queued'] }],
    ['platform_id=2,5', { platform_id: [2, 5] }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    ['platform_id=shopee', { 'platform_id.0': 'Enter a number' }],
    ['keyword=a%0Ab', { keyword: 'Remove line breaks and hidden characters' }],
    ['page=1&limit=101', { limit: 'Enter 100 or less' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /returns', () => {
  const name = 'GET /returns'

  it.each([
    ['status=requested', { status: ['requested'] }],
    ['status=1,2', { status: ['requested', 'accepted'] }],
  ])('is read as it is meant: %s', (search, read) => {
    expect(readAt(name, search)).toMatchObject(read)
  })

  it.each([
    [
      'status=lost',
      {
        'status.0':
          'Use one of these: requested, accepted, rejected, disputed, in_transit, received, refunded, closed',
      },
    ],
    ['page=2', { page: 'Unknown field "page"' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})

describe('GET /shops/authorization-url', () => {
  const name = 'GET /shops/authorization-url'

  it.each([['platform_id=2&region=my', { platform_id: 2, region: 'MY' }]])(
    'is read as it is meant: %s',
    (search, read) => {
      expect(readAt(name, search)).toMatchObject(read)
    },
  )

  it.each([
    ['platform_id=', { platform_id: 'Field cannot be left blank' }],
    ['region=MYS', { region: 'Enter a country code of two capital letters, such as MY' }],
    ['region=', { region: 'Field cannot be left blank' }],
  ])('%s is refused with the field and the remedy', (search, named) => {
    expect(toldAt(name, search)).toEqual(named)
  })
})
