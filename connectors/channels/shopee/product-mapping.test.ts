import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Currency } from '../../../model/money.ts'
import { toChannelProduct } from './product-mapping.ts'
import { itemSchema, modelListSchema } from './product-wire.ts'
import type { ShopeeModel, ShopeeModels, ShopeeProduct } from './product-wire.ts'

function read(name: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')).response
}
const item = itemSchema.parse(read('get_item_base_info.json').item_list[1])
const withModels = itemSchema.parse(read('get_item_base_info.json').item_list[0])
const list = modelListSchema.parse(read('get_model_list.json'))
const shop = { channelShopId: '727720655', currency: 'MYR' as Currency }

function productWith(changes: Partial<ShopeeProduct>) {
  return toChannelProduct({ ...item, ...changes }, null, shop)
}

function skuWith(changes: Partial<ShopeeModel>, more: Partial<ShopeeModels> = {}) {
  const [first] = list.model as [ShopeeModel]
  return toChannelProduct(withModels, { ...list, ...more, model: [{ ...first, ...changes }] }, shop).skus[0]
}

test.each([
  ['NORMAL', 'active'],
  ['UNLIST', 'inactive'],
  ['REVIEWING', 'pending_review'],
  ['BANNED', 'banned'],
  ['SELLER_DELETE', 'deleted_on_channel'],
  ['SHOPEE_DELETE', 'deleted_on_channel'],
  ['HIBERNATING', 'inactive'],
])('[unknown-item-status] %s is %s', (word, status) => {
  expect(productWith({ item_status: word })).toMatchObject({ status, channelStatus: word })
})

test('[item-without-models] an item without models is the model 0, with its own code', () => {
  expect(productWith({}).skus).toMatchObject([
    { channelSkuId: '0', shopSku: '2600144044_0', sellerSku: 'COASTER', options: [] },
  ])
  expect(productWith({ item_sku: '  ' }).skus[0]?.sellerSku).toBeNull()
})

test('[parent-code] a model without a code of its own does not borrow the one of its item', () => {
  expect(skuWith({ model_sku: '' })).toMatchObject({ sellerSku: null, shopSku: '2600144043_88001' })
  expect(skuWith({ model_sku: ' H-1 ' })?.sellerSku).toBe('H-1')
})

test.each([
  [5.55, 4.95, { price: 495, from: null, to: null }],
  [5.55, 5.55, null],
  [5.55, 6, null],
  [5.55, null, null],
])('[price-now] original %d and current %j', (original, current, specialPrice) => {
  const price = { currency: 'MYR', original_price: original, current_price: current }
  expect(productWith({ price_info: [price] }).skus[0]).toMatchObject({ price: 555, specialPrice })
})

test('money without decimals stays whole', () => {
  const price = { currency: 'VND', original_price: 125_000, current_price: 99_000 }
  const product = toChannelProduct({ ...item, price_info: [price] }, null, { ...shop, currency: 'VND' })
  expect(product).toMatchObject({
    currency: 'VND',
    skus: [{ price: 125_000, specialPrice: { price: 99_000 } }],
    url: 'https://shopee.vn/product/727720655/2600144044',
  })
})

test('[stock-available] stock is what can be sold now, never less than none, and unknown where nothing is said', () => {
  const stock = (available: number) => ({ summary_info: { total_available_stock: available } })
  expect(productWith({ stock_info_v2: stock(40) }).skus[0]?.stock).toBe(40)
  expect(productWith({ stock_info_v2: stock(-3) }).skus[0]?.stock).toBe(0)
  expect(productWith({ stock_info_v2: null }).skus[0]?.stock).toBeNull()
})

test('[no-brand] the brand with the number 0 is none', () => {
  expect(productWith({}).brand).toBeNull()
  expect(productWith({ brand: { brand_id: 7, original_brand_name: 'Oak' } }).brand).toBe('Oak')
  expect(productWith({ brand: null }).brand).toBeNull()
})

test('[extended-description] a description in pieces is their text, and an empty one is none', () => {
  expect(productWith({}).description).toBe('Oak, oiled.\nSet of one.')
  expect(productWith({ description: 'Plain.' }).description).toBe('Plain.')
  expect(productWith({ description_info: null }).description).toBeNull()
})

test('[product-address] the address is the country’s shop window with both numbers', () => {
  expect(productWith({}).url).toBe('https://shopee.com.my/product/727720655/2600144044')
  expect(toChannelProduct(item, null, { ...shop, currency: 'USD' }).url).toBeNull()
})

test('sizes that are 0, empty or no number were not given', () => {
  expect(productWith({}).package).toEqual({ weight: 0.05, length: 10, width: 10, height: 1 })
  const none = { weight: null, length: null, width: null, height: null }
  expect(productWith({ weight: '', dimension: null }).package).toEqual(none)
  const zeros = { package_length: 0, package_width: 0, package_height: 0 }
  expect(productWith({ weight: 'light', dimension: zeros }).package).toEqual(none)
})

test('options are named by their tiers, with the image of the option', () => {
  expect(skuWith({ tier_index: [1, 0] })).toMatchObject({
    options: [
      { name: 'Size', value: 'Small' },
      { name: 'Colour', value: 'White' },
    ],
    imageUrl: 'https://cf.shopee.com.my/file/heart-w',
  })
  expect(skuWith({ tier_index: [9] })).toMatchObject({ options: [], imageUrl: null })
  expect(skuWith({}, { tier_variation: null })).toMatchObject({ options: [], imageUrl: null })
})

test('a model that cannot be sold is not active; one of which nothing is said is', () => {
  expect(skuWith({ model_status: 'MODEL_UNAVAILABLE' })?.isActive).toBe(false)
  expect(skuWith({ model_status: undefined })?.isActive).toBe(true)
})

test('models that are not told apart are refused rather than merged', () => {
  const [first] = list.model as [ShopeeModel]
  expect(() => toChannelProduct(withModels, { ...list, model: [first, first] }, shop)).toThrow(RangeError)
})
