import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toChannelOrder } from './mapping.ts'
import { toChannelProduct } from './product-mapping.ts'
import { productSchema } from './product-wire.ts'
import { orderSchema } from './wire.ts'

type Row = Record<string, unknown>

const dataOf = (name: string) =>
  (JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')) as { data: Row }).data
const sample = dataOf('product.json')
const [firstSku] = sample.skus as Row[]

const read = (change: Row) => toChannelProduct(productSchema.parse({ ...sample, ...change }), 'MYR')
const readSku = (change: Row) => read({ skus: [{ ...firstSku, ...change }] }).skus[0]

test.each([
  ['ACTIVATE', 'active'],
  ['SELLER_DEACTIVATED', 'inactive'],
  ['PLATFORM_DEACTIVATED', 'banned'],
  ['FREEZE', 'banned'],
  ['DELETED', 'deleted_on_channel'],
  ['DRAFT', 'draft'],
  ['PENDING', 'pending_review'],
  ['FAILED', 'rejected'],
  ['ON_AUCTION', 'inactive'],
])('[unknown-product-status] %s is %s', (status, ours) => {
  expect(read({ status })).toMatchObject({ status: ours, channelStatus: status })
})

test.each([undefined, null, ''])(
  '[no-status] a product without a status (%j) is listed elsewhere',
  (status) => {
    expect(read({ status })).toMatchObject({ status: 'inactive', channelStatus: 'NONE' })
  },
)

test('[sku-names] what is listed has the name by which the lines of orders call it', () => {
  const [order] = dataOf('orders.json').orders as Row[]
  const sold = toChannelOrder(orderSchema.parse(order)).lines.map(({ shopSku }) => shopSku)
  const listed = read({}).skus.map(({ shopSku }) => shopSku)
  expect(sold.length).toBeGreaterThan(0)
  expect(listed).toEqual(expect.arrayContaining(sold))
})

test.each([
  [{ currency: 'MYR', sale_price: '23.90', tax_exclusive_price: '22.00' }, 2390],
  [{ currency: 'MYR', tax_exclusive_price: '22.00' }, 2200],
  [{ currency: 'MYR', sale_price: '', tax_exclusive_price: '22' }, 2200],
  [undefined, 0],
])('[display-price] %j is a price of %i', (price, minor) => {
  expect(readSku({ price })?.price).toBe(minor)
})

test('[one-currency] a product is sold in one currency, which is one of ours', () => {
  const sku = (currency: string) => ({ ...firstSku, id: currency, price: { currency, sale_price: '5' } })
  expect(read({ skus: [sku('VND')] })).toMatchObject({ currency: 'VND', skus: [{ price: 5 }] })
  expect(read({ skus: [{ ...firstSku, price: undefined }] }).currency).toBe('MYR')
  expect(() => read({ skus: [sku('BRL')] })).toThrow('BRL is not supported')
  expect(() => read({ skus: [sku('MYR'), sku('SGD')] })).toThrow('MYR and SGD in one product')
})

test.each([
  [
    [
      { warehouse_id: '1', quantity: 40 },
      { warehouse_id: '2', quantity: 5 },
    ],
    45,
  ],
  [[{ warehouse_id: '1' }], 0],
  [[], 0],
  [undefined, 0],
])('[warehouses] [empty-is-omitted] %j is %i', (inventory, left) => {
  expect(readSku({ inventory })?.stock).toBe(left)
})

test('the leaf of the category tree is the one that is marked, or else the last', () => {
  const chain = [
    { id: '3', is_leaf: true },
    { id: '1', is_leaf: false },
  ]
  expect(read({ category_chains: chain }).channelCategoryId).toBe('3')
  expect(read({ category_chains: [{ id: '1' }, { id: '2' }] }).channelCategoryId).toBe('2')
  expect(read({ category_chains: undefined }).channelCategoryId).toBeNull()
})

test.each([
  ['KILOGRAM', '1.32', 1.32],
  ['POUND', '2', 0.907],
  ['GRAM', '250', 0.25],
  ['STONE', '1', null],
  ['KILOGRAM', '', null],
  ['KILOGRAM', 'heavy', null],
])('a weight in %s of "%s" is %s kilograms', (unit, value, weight) => {
  expect(read({ package_weight: { unit, value } }).package.weight).toBe(weight)
})

test('a draft that has nothing but an SKU can be read', () => {
  const draft = {
    id: '1729592969712207500',
    status: 'DRAFT',
    update_time: 1_623_812_000,
    skus: [{ id: '1' }],
  }
  expect(toChannelProduct(productSchema.parse(draft), 'MYR')).toEqual({
    channelProductId: '1729592969712207500',
    name: '#1729592969712207500',
    description: null,
    status: 'draft',
    channelStatus: 'DRAFT',
    currency: 'MYR',
    channelCategoryId: null,
    brand: null,
    images: [],
    attributes: [],
    package: { weight: null, length: null, width: null, height: null },
    url: null,
    changedAt: new Date('2021-06-16T02:53:20Z'),
    skus: [
      {
        channelSkuId: '1',
        shopSku: '1',
        sellerSku: null,
        barcode: null,
        options: [],
        price: 0,
        specialPrice: null,
        stock: 0,
        imageUrl: null,
        isActive: true,
      },
    ],
  })
})
