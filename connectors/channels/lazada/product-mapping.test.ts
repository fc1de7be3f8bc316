import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Currency } from '../../../model/money.ts'
import { toChannelProduct } from './product-mapping.ts'
import { productSchema } from './product-wire.ts'
import type { LazadaProduct, LazadaSku } from './product-wire.ts'

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')).data.products[0]
}
const product = productSchema.parse(read('products_get.json'))
const plain = productSchema.parse(read('products_get-last.json'))
const [sku] = product.skus as [LazadaSku]
const shop = { currency: 'MYR' as Currency, country: 'my' }

function productWith(changes: Partial<LazadaProduct>) {
  return toChannelProduct({ ...product, subStatus: null, suspendedSkus: null, ...changes }, shop)
}

function skuWith(changes: Partial<LazadaSku>, where = shop) {
  return toChannelProduct({ ...product, skus: [{ ...sku, ...changes }] }, where).skus[0]
}

test.each([
  ['Active', null, 'active'],
  ['live', null, 'active'],
  ['InActive', null, 'inactive'],
  ['Inactive', '', 'inactive'],
  ['Pending QC', null, 'pending_review'],
  ['PendingQC', null, 'pending_review'],
  ['RejectedQC', null, 'rejected'],
  ['InActive', 'Live_Reject', 'rejected'],
  ['Suspended', null, 'banned'],
  ['InActive', 'Lock', 'banned'],
  ['Deleted', null, 'deleted_on_channel'],
  ['Deleted', 'Lock', 'deleted_on_channel'],
  ['Draft', null, 'draft'],
  ['Sleeping', null, 'inactive'],
])('[product-status-words] %s, %j is %s', (status, subStatus, ours) => {
  expect(productWith({ status, subStatus })).toMatchObject({
    status: ours,
    channelStatus: subStatus ? `${status}, ${subStatus}` : status,
  })
})

test('[deleted-variants] a deleted variant is left out as long as there are others', () => {
  const gone = { ...sku, SkuId: 7, Status: 'deleted' }
  expect(productWith({ skus: [sku, gone] }).skus.map((one) => one.channelSkuId)).toEqual(['88001'])
  expect(productWith({ skus: [gone] }).skus).toMatchObject([{ channelSkuId: '7', isActive: false }])
})

test('[suspended-variants] a variant that Lazada suspended is not active though it says so', () => {
  expect(productWith({ suspendedSkus: [{ SkuId: '88001' }] }).skus[0]?.isActive).toBe(false)
  expect(productWith({}).skus[0]?.isActive).toBe(true)
})

test('variants that are not told apart are refused rather than merged', () => {
  expect(() => productWith({ skus: [sku, sku] })).toThrow(RangeError)
})

test('a SKU without a name for orders gets the one that orders make up', () => {
  expect(skuWith({ ShopSku: '' })?.shopSku).toBe('2600144043_88001')
})

test.each([
  [
    { special_from_time: '2026-01-01 00:00', special_to_time: '2026-01-31 23:59' },
    'my',
    '2025-12-31T16:00:00.000Z',
    '2026-01-31T15:59:00.000Z',
  ],
  [
    { special_from_time: '2026-01-01 00:00', special_to_time: '2026-01-31 23:59' },
    'vn',
    '2025-12-31T17:00:00.000Z',
    '2026-01-31T16:59:00.000Z',
  ],
  [
    { special_from_date: '2026-01-01', special_to_date: '2026-01-31' },
    'my',
    '2025-12-31T16:00:00.000Z',
    '2026-01-31T16:00:00.000Z',
  ],
  [{ special_from_time: 'soon', special_to_time: null }, 'my', null, null],
])('[local-special-times] %j in %s', (times, country, from, to) => {
  const none = {
    special_from_time: null,
    special_to_time: null,
    special_from_date: null,
    special_to_date: null,
  }
  const { specialPrice } = skuWith({ ...none, ...times }, { ...shop, country }) ?? {}
  expect(JSON.parse(JSON.stringify(specialPrice))).toEqual({ price: 1090, from, to })
})

test.each([
  [10.9, 1090],
  ['10.90', 1090],
  [0, null],
  ['0.00', null],
  [null, null],
  [12.9, null],
])('[no-special-price] a special price of %j beside 12.90 is %j', (special, price) => {
  expect(skuWith({ special_price: special })?.specialPrice?.price ?? null).toBe(price)
})

test('a special price that is no amount fails its product', () => {
  expect(() => skuWith({ special_price: 'cheap' })).toThrow(RangeError)
})

test.each([
  [{ Available: 17, quantity: 19 }, 17],
  [{ Available: '17', quantity: 19 }, 17],
  [{ Available: null, quantity: 19 }, 19],
  [{ Available: -1, quantity: 19 }, 0],
  [{ Available: null, quantity: null }, null],
])('[stock-to-buy] of %j %j can be bought', (figures, stock) => {
  expect(skuWith(figures)?.stock).toBe(stock)
})

test('[stock-to-buy] what is no count fails its product', () => {
  expect(() => skuWith({ Available: 'many' })).toThrow(RangeError)
})

test('[variation-names] options have the names and the order of the variation, in either place', () => {
  expect(skuWith({})?.options).toEqual([
    { name: 'Size', value: 'Large' },
    { name: 'Colour', value: 'White' },
  ])
  expect(skuWith({ saleProp: null, color_family: 'Red' })?.options).toEqual([
    { name: 'Colour', value: 'Red' },
  ])
  const unnamed = toChannelProduct({ ...product, variation: null }, shop)
  expect(unnamed.skus[0]?.options).toEqual([
    { name: 'color_family', value: 'White' },
    { name: 'size', value: 'Large' },
  ])
  expect(toChannelProduct(plain, shop).skus[0]?.options).toEqual([])
})

test('[images-as-text] images come as a list or as that list in a text', () => {
  const images = ['https://my-live.slatic.net/p/a.jpg', 'https://my-live.slatic.net/p/b.jpg']
  expect(productWith({ images }).images).toEqual(images)
  expect(productWith({ images: JSON.stringify(images) }).images).toEqual(images)
  expect(productWith({ images: images[0] }).images).toEqual([images[0]])
  expect(productWith({ images: [''] }).images).toEqual([])
  expect(productWith({ images: '' }).images).toEqual([])
  expect(productWith({ images: null }).images).toEqual([])
})

test('sizes that are 0, empty or no number were not given', () => {
  expect(productWith({}).package).toEqual({ weight: 0.2, length: 11, width: 12, height: null })
  expect(productWith({ skus: [{ ...sku, package_weight: 'light' }] }).package.weight).toBeNull()
})

test('a product without a description has its short one, and "No Brand" is none', () => {
  const words = { name: 'A', description: ' ', short_description: 'Short', brand: 'No Brand' }
  expect(productWith({ attributes: words })).toMatchObject({
    description: 'Short',
    brand: null,
    attributes: [],
  })
  expect(productWith({ attributes: { name: 'A' } })).toMatchObject({ description: null, brand: null })
})
