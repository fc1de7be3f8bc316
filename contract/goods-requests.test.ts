/** Requests about stock, SKUs, listings and templates: what is taken, and the field that what is wrong is refused with. */
import { describe, expect, it } from 'vitest'
import { bodyAs, leftOut, queryAs, refusedIn, refusedInQuery } from '../test/steps/changed-requests.ts'

const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const long = (count: number) => 'x'.repeat(count)

describe('stock', () => {
  it.each([
    ['POST /stock-adjustments', 'lines.0.change', 0],
    ['POST /stock-adjustments', 'lines.0.change', 0.5],
    ['POST /stock-adjustments', 'lines.0.change', 1_000_001],
    ['POST /stock-adjustments', 'lines.0.change', -1_000_001],
    ['POST /stock-adjustments', 'lines.0.change', '2'],
    ['POST /stock-adjustments', 'lines.0.change', Number.NaN],
    ['POST /stock-adjustments', 'lines', []],
    ['POST /stock-adjustments', 'lines', many(501).map((id) => ({ sku_id: id, change: 1 }))],
    [
      'POST /stock-adjustments',
      'lines',
      [1, 2, 1].map((id) => ({ sku_id: id, change: 1 })),
      'lines.2.sku_id',
    ],
    ['POST /stock-adjustments', 'reason', ' \u3000'],
    ['POST /stock-adjustments', 'reason', long(256)],
    ['POST /stock-adjustments', 'reason', leftOut],
    ['POST /stock-adjustments', 'warehouse_id', 0],
    ['POST /stock-adjustments', 'allow_negative', 1],
    ['POST /stock-transfers', 'to_warehouse_id', 1],
    ['POST /stock-transfers', 'lines.0.quantity', 0],
    ['POST /stock-transfers', 'lines.0.quantity', -2],
    ['POST /stock-transfers', 'reason', ''],
    ['POST /stock-receipts', 'lines.0.unit_cost', -0.01],
    ['POST /stock-receipts', 'lines.0.unit_cost', 1e13],
    ['POST /stock-receipts', 'lines.0.unit_cost', null],
    ['POST /stock-receipts', 'lines.0.quantity', 1_000_001],
    ['POST /stock-takes', 'warehouse_id', '1'],
    ['POST /stock-takes/{id}/scans', 'scans.0.id', '1'],
    ['POST /stock-takes/{id}/scans', 'scans.1.set', -1],
    ['POST /stock-takes/{id}/scans', 'scans', []],
    ['POST /stock-takes/{id}/book', 'reason', ''],
    ['PUT /sku-centers/{id}/stock-rules/{shop_id}', 'share', 101],
    ['PUT /sku-centers/{id}/stock-rules/{shop_id}', 'buffer', -1],
    ['PUT /sku-centers/{id}/stock-rules/{shop_id}', 'cap', 1.5],
    ['POST /warehouses', 'name', '\t'],
    ['POST /warehouses', 'phone', '12ab5'],
    ['POST /warehouses', 'address.country', 'Malaysia'],
    ['POST /warehouses', 'address.street', long(256)],
    ['POST /warehouses', 'priority', -1],
    ['POST /warehouses', 'shop_id', leftOut],
    ['POST /warehouses', 'kind', 'virtual', 'shop_id'],
    ['PUT /warehouses/{id}', 'is_default', false],
    ['PUT /warehouses/{id}', 'status', 2],
    ['POST /sales-areas', 'warehouse_ids', []],
    ['POST /sales-areas', 'warehouse_ids', [1, 2, 1]],
    ['POST /sales-areas', 'shop_ids', [3, 3]],
    ['POST /sales-areas', 'regions.0.country', 'MYS'],
    ['POST /sales-areas', 'regions.0.province', long(101)],
    ['POST /sales-areas', 'regions', many(201).map((at) => ({ country: 'MY', province: `P${at}` }))],
  ])('%s names what is wrong: %s', (name, field, value, named: string = field) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [named]])
  })

  it.each([
    [['Selangor', 'selangor'], ['regions']],
    [['Hà Nội', 'Ha Noi'], ['regions']],
    [[null, ''], ['regions']],
    [['Selangor', null], []],
    [['Johor', 'Johor Bahru'], []],
  ])('a sales area has each province once: %j', (provinces, refused) => {
    const regions = provinces.map((province) => ({ country: 'MY', province }))
    expect(refusedIn('POST /sales-areas', { regions })).toEqual(refused)
  })

  it('a warehouse changes something beyond confirming', () => {
    const fields = ['name', 'code', 'contact_name', 'phone', 'address', 'priority', 'status', 'is_default']
    const nothing = Object.fromEntries(fields.map((field) => [field, leftOut]))
    expect(refusedIn('PUT /warehouses/{id}', nothing)).toEqual(['body'])
    expect(refusedIn('PUT /warehouses/{id}', { ...nothing, phone: null })).toEqual([])
  })

  it.each([
    ['from', '2026-02-29'],
    ['to', '0002-01-01'],
    ['kind', 'theft'],
    ['sku_id', '1e400'],
    ['limit', '101'],
    ['after', '-1'],
  ])('movements are asked for with a right %s', (field, value) => {
    expect([value, refusedInQuery('GET /stock-movements', { [field]: value })]).toEqual([value, [field]])
  })
})

describe('SKUs', () => {
  it.each([
    ['POST /sku-centers', 'prime_sku', ''],
    ['POST /sku-centers', 'prime_sku', ' '],
    ['POST /sku-centers', 'prime_sku', long(101)],
    ['POST /sku-centers', 'prime_sku', 'A\nB'],
    ['POST /sku-centers', 'name', 'Lamp'],
    ['POST /sku-centers', 'name', '🏮'.repeat(9)],
    ['POST /sku-centers', 'name', long(256)],
    ['POST /sku-centers', 'image', 'lamp.png'],
    ['POST /sku-centers', 'image', 'javascript:alert(1)'],
    ['POST /sku-centers', 'barcode', ''],
    ['POST /sku-centers', 'threshold', -1],
    ['POST /sku-centers', 'threshold', 1_000_001],
    ['POST /sku-centers', 'parts.0.quantity', 0],
    ['POST /sku-centers', 'parts.0.quantity', 1001],
    ['POST /sku-centers', 'parts', [4, 5, 4].map((id) => ({ sku_id: id, quantity: 1 })), 'parts.2.sku_id'],
    ['POST /sku-centers', 'parts', many(51).map((id) => ({ sku_id: id, quantity: 1 }))],
    ['POST /sku-centers', 'product_sku_ids', many(201)],
    ['PUT /sku-centers/{id}', 'cost_price', -1],
    ['PUT /sku-centers/{id}', 'cost_price', '4,20'],
    ['PUT /sku-centers/{id}', 'cost_method', 'fifo'],
    ['PUT /sku-centers/{id}', 'cost_reason', ' '],
    ['POST /sku-centers/{id}/listings', 'product_sku_ids', []],
    ['POST /sku-centers/{id}/merge', 'sku_ids', [2, 2], 'sku_ids.1'],
    ['POST /sku-centers/{id}/split', 'stock.0.quantity', -1],
  ])('%s names what is wrong: %s', (name, field, value, named: string = field) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [named]])
  })

  it.each([
    [{ name: '提灯 白い紙の大きいもの' }],
    [{ name: '🏮'.repeat(10) }],
    [{ prime_sku: ' LAMP-01 ' }],
    [{ image: null, barcode: null, threshold: 0 }],
    [{ parts: [] }],
  ])('are taken: %j', (changes) => {
    expect(refusedIn('POST /sku-centers', changes)).toEqual([])
  })

  it('are read without the spaces around their codes', () => {
    expect(bodyAs('POST /sku-centers', { prime_sku: '\u3000LAMP-01 ', barcode: ' 955 ' })).toMatchObject({
      prime_sku: 'LAMP-01',
      barcode: '955',
    })
  })
})

describe('listings', () => {
  const special = { price: 9, from: '2026-12-01T00:00:00Z', to: '2026-12-02T00:00:00Z' }

  it.each([
    ['PUT /products/{id}', 'variants.0.price', 0],
    ['PUT /products/{id}', 'variants.0.price', -1],
    ['PUT /products/{id}', 'variants.0.price', 1_000_000_001],
    ['PUT /products/{id}', 'variants.0.price', '12,50'],
    [
      'PUT /products/{id}',
      'variants.0.special_price',
      { ...special, price: 0 },
      'variants.0.special_price.price',
    ],
    [
      'PUT /products/{id}',
      'variants.0.special_price',
      { ...special, from: '2026-12-01' },
      'variants.0.special_price.from',
    ],
    [
      'PUT /products/{id}',
      'variants.0.special_price',
      { ...special, to: '2026-12-01T25:00:00Z' },
      'variants.0.special_price.to',
    ],
    ['PUT /products/{id}', 'variants.0.threshold', 1_000_000],
    ['PUT /products/{id}', 'variants', []],
    ['PUT /products/{id}', 'variants', many(501).map((id) => ({ id }))],
    ['PUT /products/{id}', 'name', ' '],
    ['PUT /products/{id}', 'name', 'a\u0000b'],
    ['PUT /products/{id}', 'name', long(1001)],
    ['PUT /products/{id}', 'description', long(50_001)],
    ['PUT /products/{id}', 'package', { weight: 1, length: 1, width: 1 }, 'package.height'],
    ['PUT /products/{id}', 'package', { weight: -1, length: 1, width: 1, height: 1 }, 'package.weight'],
    ['PUT /products/{id}', 'images', [{}], 'images.0'],
    ['PUT /products/{id}', 'images', [{ id: 1, url: 'x' }], 'images.0'],
    ['PUT /products/{id}', 'images', many(101).map((id) => ({ id }))],
    ['PUT /products/{id}', 'also', many(51)],
    ['POST /products/bulk-changes', 'variants', many(1001).map((id) => ({ id, price: 1 }))],
    ['POST /products/bulk-changes', 'products.0.status', leftOut, 'products.0'],
    ['POST /products/bulk-changes', 'products.0.status', 2],
    ['PATCH /products/{id}/status', 'status', true],
    ['DELETE /products', 'products', []],
    ['DELETE /products', 'products', many(501)],
    ['PUT /imports/{id}/columns', 'columns', []],
    ['PUT /imports/{id}/columns', 'columns', ['no such field'], 'columns.0'],
    ['PUT /imports/{id}/rows/{row}', 'column', -1],
  ])('%s names what is wrong: %s', (name, field, value, named: string = field) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [named]])
  })

  it('change something', () => {
    expect(refusedIn('POST /products/bulk-changes', { variants: [], products: [] })).toEqual(['body'])
    expect(refusedIn('POST /products/bulk-changes', { variants: leftOut })).toEqual([])
  })

  it.each([
    ['stock', 'low,none', 'stock.1'],
    ['status', 'active,lost', 'status.1'],
    ['sold_from', '2026-11-31'],
    ['sort', 'stock'],
    ['category_id', long(101)],
    ['linked', '2'],
    ['limit', '0'],
  ])('are asked for with a right %s', (field, value, named: string = field) => {
    expect([value, refusedInQuery('GET /products/filter', { [field]: value })]).toEqual([value, [named]])
  })

  it.each([
    [{ stock: 'low,out,low' }, { stock: ['low', 'out'] }],
    [{ status: '1' }, { status: ['active'] }],
    [{ refused: '' }, { refused: undefined }],
    [{ keyword: ' 凧 ' }, { keyword: '凧' }],
  ])('are asked for as it is meant: %j', (query, read) => {
    expect(queryAs('GET /products/filter', query)).toMatchObject(read)
  })
})

describe('templates', () => {
  const name = 'PUT /product-template/{id}'

  it.each([
    ['name', long(1001)],
    ['name', '\ud83d'],
    ['skus', many(501).map(() => ({ price: 1, quantity: 1 }))],
    ['skus', [{ price: -1, quantity: 1 }], 'skus.0.price'],
    ['skus', [{ price: 1, quantity: 1.5 }], 'skus.0.quantity'],
    ['skus', [{ price: 1, quantity: 1, special_date_from: '2026-12-01' }], 'skus.0.special_date_from'],
    ['images', many(21).map(() => ({ image_url: 'x' }))],
    ['images', [{}], 'images.0.image_url'],
    ['package_weight', -0.1],
    ['package_length', '10'],
    ['platform_ids', many(11)],
    ['threshold', -1],
    ['is_cod_allowed', 2],
    ['colour', 'red'],
  ])('name %s when it is wrong', (field, value, named: string = field) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [named]])
  })

  it('are read with ids as numbers or as texts, and a special price in either form', () => {
    const skus = [
      { price: 10, quantity: 1, specialPrice: { price: 8, dateFrom: '2026-12-01 00:00', dateTo: '' } },
      { price: 10, quantity: 1, special_price: 7, specialPrice: { price: 8 } },
      { price: null, quantity: null, specialPrice: null },
    ]
    expect(bodyAs(name, { platform_ids: ['2', 5], category_id: '17', skus })).toMatchObject({
      platform_ids: [2, 5],
      category_id: 17,
      skus: [
        { special_price: 8, special_date_from: '2026-12-01 00:00', special_date_to: '' },
        { special_price: 7, special_date_from: '' },
        { special_price: null },
      ],
    })
  })

  it.each(['0', '-1', '1.5', '', ' 1', '9'.repeat(16), null])('have no category of the id %j', (id) => {
    const refused = id === null ? [] : ['category_id']
    expect(refusedIn(name, { category_id: id })).toEqual(refused)
  })
})
