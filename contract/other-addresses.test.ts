/** Addresses beside the lists as clients send them: the values that a route reads, and the remedy for what is wrong. */
import { describe, expect, it } from 'vitest'
import { readAt, toldAt } from '../test/steps/changed-requests.ts'

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
