import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countedOf, toChannelProduct } from './product-mapping.ts'
import { productSchema } from './product-wire.ts'

type Row = Record<string, unknown>

const text = readFileSync(join(import.meta.dirname, 'fixtures', 'products.json'), 'utf8')
const [sample = {}] = (JSON.parse(text) as { products: Row[] }).products
const [rose = {}] = sample['variants'] as Row[]
const terms = { currency: 'MYR' as const, locationId: 'sloc_shop' }

const read = (change: Row) => toChannelProduct(productSchema.parse({ ...sample, ...change }), terms)
const sku = (change: Row) => read({ variants: [{ ...rose, ...change }] }).skus[0]

test.each([
  ['published', 'active'],
  ['draft', 'draft'],
  ['proposed', 'pending_review'],
  ['rejected', 'rejected'],
  ['retired', 'inactive'],
])('%s is %s', (status, ours) => {
  expect(read({ status })).toMatchObject({ status: ours, channelStatus: status })
})

test('[no-variants] a product without any is one SKU that nobody can buy', () => {
  const { skus } = read({ variants: [] })
  expect(skus).toMatchObject([{ channelSkuId: sample['id'], price: 0, stock: null, isActive: false }])
})

test('[base-price] prices with conditions and in other money do not count', () => {
  const price = { currency_code: 'myr', min_quantity: null, max_quantity: null, rules: {} }
  const prices = [
    { ...price, amount: 99, rules: { region_id: 'reg_1' } },
    { ...price, amount: 98, min_quantity: 5 },
    { ...price, amount: 97, currency_code: 'usd' },
    { ...price, amount: 12.5, min_quantity: 1 },
  ]
  expect(sku({ prices })?.price).toBe(1250)
  expect(sku({ prices: [] })?.price).toBe(0)
})

test('[no-units] what it weighs is not known', () => {
  expect(read({ weight: 400, length: 20 }).package).toEqual({
    weight: null,
    length: null,
    width: null,
    height: null,
  })
})

test('[three-times] the latest of its times is when a product changed', () => {
  expect(read({}).changedAt.toISOString()).toBe('2026-01-09T22:50:00.000Z')
  const later = '2026-01-09T22:59:00.000Z'
  expect(read({ updated_at: later }).changedAt.toISOString()).toBe(later)
  expect(read({ variants: [{ ...rose, updated_at: later }] }).changedAt.toISOString()).toBe(later)
})

test.each([
  ['what lies there less what is promised', [[20, 2, 1]], 18],
  ['nothing below zero', [[5, 9, 1]], 0],
  ['whole bundles', [[20, 2, 4]], 4],
  [
    'as many as the scarcest thing allows',
    [
      [20, 0, 1],
      [7, 0, 2],
    ],
    3,
  ],
  ['none of nothing', [], 0],
] as [string, [number, number, number][], number][])('[kits] counts %s', (_what, items, left) => {
  const inventory_items = items.map(([stocked, reserved, required], at) => ({
    inventory_item_id: `iitem_${at}`,
    required_quantity: required,
    inventory: {
      location_levels: [
        { location_id: 'sloc_far', stocked_quantity: 99, reserved_quantity: 0, updated_at: '' },
        { location_id: 'sloc_shop', stocked_quantity: stocked, reserved_quantity: reserved, updated_at: '' },
      ],
    },
  }))
  expect(countedOf({ id: 'variant_1', manage_inventory: true, inventory_items }, 'sloc_shop')).toBe(left)
  expect(countedOf({ id: 'variant_1', manage_inventory: true, inventory_items }, 'sloc_none')).toBe(0)
})
