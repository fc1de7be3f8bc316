import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toChannelOrder } from '../../woocommerce/mapping.ts'
import { toChannelProduct } from '../../woocommerce/product-mapping.ts'
import type { Units } from '../../woocommerce/product-mapping.ts'
import { productSchema, variationSchema } from '../../woocommerce/product-wire.ts'
import { orderSchema } from '../../woocommerce/wire.ts'
import { profile } from './wire.ts'

type Row = Record<string, unknown>

const fixture = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')) as Row[]
const [varied, simple] = fixture('products.json')
const variations = fixture('product-variations.json')

const unmeasured: Units = { weight: null, length: null }

function read(change: Row, rows: Row[] = [], units = unmeasured) {
  const product = productSchema.parse({ ...(rows.length > 0 ? varied : simple), ...change })
  return toChannelProduct(
    product,
    rows.map((row) => variationSchema.parse(row)),
    { currency: 'MYR', units },
  )
}

const onlySku = (change: Row) => read(change).skus[0]

test.each([
  ['publish', 'active'],
  ['draft', 'draft'],
  ['pending', 'pending_review'],
  ['private', 'inactive'],
  ['trash', 'deleted_on_channel'],
  ['future', 'inactive'],
  ['archived', 'inactive'],
])('[unknown-product-status] %s is %s', (status, ours) => {
  expect(read({ status })).toMatchObject({ status: ours, channelStatus: status })
})

test('[sku-names] what is listed has the name by which the lines of orders call it', () => {
  const [order] = fixture('orders.json')
  const sold = toChannelOrder(orderSchema.parse(order), profile).lines.map(({ shopSku }) => shopSku)
  const listed = [...read({}, variations).skus, ...read({}).skus].map(({ shopSku }) => shopSku)
  expect(sold).toEqual(['93_94', '95_0'])
  expect(listed).toEqual(expect.arrayContaining(sold))
})

test.each([
  [{ manage_stock: true, stock_quantity: 4 }, 4],
  [{ manage_stock: true, stock_quantity: null }, 0],
  [{ manage_stock: true, stock_quantity: -2 }, 0],
  [{ manage_stock: true, stock_quantity: 2.75 }, 2],
  [{ manage_stock: false, stock_quantity: 9 }, null],
  [{ manage_stock: undefined, stock_quantity: undefined }, null],
])('[stock-below-zero] %j leaves %s to sell', (change, stock) => {
  expect(onlySku(change)?.stock).toBe(stock)
})

test('[parents-stock] a variation that leaves the counting to its product has the figure of the product', () => {
  const [white] = variations
  const shared = { ...white, manage_stock: 'parent', stock_quantity: null }
  expect(read({ stock_quantity: 31 }, [shared]).skus[0]?.stock).toBe(31)
})

test.each([
  [{ regular_price: '12.345', sale_price: '' }, 1235, null],
  [{ regular_price: '', price: '8.00', sale_price: '' }, 800, null],
  [{ regular_price: '', price: '', sale_price: '' }, 0, null],
  [{ regular_price: 20, sale_price: 15.5 }, 2000, 1550],
  [{ regular_price: '20', sale_price: '20' }, 2000, null],
])('[no-price] %j costs %i, and %s on sale', (change, price, sale) => {
  const sku = onlySku(change)
  expect([sku?.price, sku?.specialPrice?.price ?? null]).toEqual([price, sale])
})

test('a sale without an end, or without a beginning, has none', () => {
  expect(onlySku({ date_on_sale_to_gmt: null })?.specialPrice).toEqual({
    price: 2500,
    from: new Date('2025-12-31T16:00:00Z'),
    to: null,
  })
  expect(onlySku({ date_on_sale_from_gmt: null })?.specialPrice?.from).toBeNull()
})

test('[shared-sku] a code that all variations have from their product is the code of none', () => {
  const skus = read({ sku: 'SET' }, [
    { ...variations[0], sku: 'SET' },
    { ...variations[1], sku: ' SET-B ' },
    { ...variations[2], sku: '' },
  ]).skus
  expect(skus.map(({ channelSkuId: id, sellerSku }) => [id, sellerSku])).toEqual([
    ['96', null],
    ['94', 'SET-B'],
    ['92', null],
  ])
})

test('[shared-sku] so is a barcode, and one that is not valid is none', () => {
  const skus = read({ global_unique_id: '4006381333931' }, [
    { ...variations[0], global_unique_id: '4006381333931' },
    { ...variations[1], global_unique_id: ' 96385074 ' },
    { ...variations[2], global_unique_id: '96385075' },
  ]).skus
  expect(skus.map(({ channelSkuId: id, barcode }) => [id, barcode])).toEqual([
    ['96', null],
    ['94', '96385074'],
    ['92', null],
  ])
})

test('[variation-changes] what changed last among a product and its variations is when it changed', () => {
  const at = (time: string) => read({ date_modified_gmt: time }, variations).changedAt.toISOString()
  expect(at('2026-01-09T22:00:00')).toBe('2026-01-09T22:30:00.000Z')
  expect(at('2026-01-09T23:00:00')).toBe('2026-01-09T23:00:00.000Z')
  expect(() => read({ date_modified_gmt: null, date_created_gmt: null })).toThrow('date_modified_gmt')
})

test('[no-variations] a product that should have variations and has none is one SKU that cannot be bought', () => {
  const [only, ...others] = read({ type: 'variable', variations: [] }).skus
  expect(others).toEqual([])
  expect(only).toMatchObject({ channelSkuId: '95', shopSku: '95_0', isActive: false, options: [] })
})

test('variations that are switched off are not active, whatever the product is', () => {
  const skus = read({}, variations).skus
  expect(Object.fromEntries(skus.map((sku) => [sku.channelSkuId, sku.isActive]))).toEqual({
    92: false,
    94: true,
    96: true,
  })
})

test.each([
  [
    { weight: 1, length: 1 },
    { weight: 0.75, length: 10 },
  ],
  [
    { weight: 0.45359237, length: 2.54 },
    { weight: 0.34, length: 25.4 },
  ],
  [
    { weight: null, length: null },
    { weight: null, length: null },
  ],
])('[units] with %j measures become %j', (units, measures) => {
  const dimensions = { length: '10', width: '', height: 'tall' }
  const { package: size } = read({ weight: '0.75', dimensions }, [], units)
  expect(size).toEqual({ ...measures, width: null, height: null })
})

test('a product without a name goes by its code or number, and addresses that are none are left out', () => {
  expect(read({ name: ' ' }).name).toBe('BUNT-1')
  expect(read({ name: '', sku: '' }).name).toBe('#95')
  const images = [{ src: 'not an address' }, { src: 'https://shop.example/a.jpg' }, { src: null }]
  expect(read({ images, permalink: '' })).toMatchObject({ images: ['https://shop.example/a.jpg'], url: null })
})
