import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toChannelOrder } from '../../woocommerce/mapping.ts'
import { orderSchema } from '../../woocommerce/wire.ts'
import { locationOf, profile } from './wire.ts'

type Row = Record<string, unknown>

const fixture = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')) as Row[]
const [sale = {}] = fixture('orders.json')
const bunting = fixture('products.json').find(({ id }) => id === 95) ?? {}

const read = (change: Row) => toChannelOrder(orderSchema.parse({ ...sale, ...change }), profile)
const unpaid = { date_paid_gmt: null, date_completed_gmt: null }
const tracked = [{ key: '_tracking_number', value: 'MY123' }]
const at = (location: string, isDefault = 'no') => ({ location, isDefault })

test.each([
  ['completed', {}, 'delivered'],
  ['refunded', {}, 'returned'],
  ['cancelled', unpaid, 'canceled'],
  ['trash', {}, 'canceled'],
  ['parked', {}, 'delivered'],
])('%s with %j is %s', (status, change, ours) => {
  expect(read({ status, ...change })).toMatchObject({ status: ours, channelStatus: status })
})

test.each(['pending', 'processing', 'on-hold', 'parked'])('[open-ticket] %s is confirmed', (status) => {
  expect(read({ status, ...unpaid })).toMatchObject({ status: 'confirmed', paidAt: null, completedAt: null })
})

test.each([
  ['processing', 'confirmed', 'confirmed'],
  ['processing', 'ready_to_ship', 'ready_to_ship'],
  ['on-hold', 'shipped', 'shipped'],
  ['processing', 'delivered', 'confirmed'],
  ['completed', 'delivered', 'delivered'],
  ['completed', 'shipped', 'delivered'],
  ['completed', 'returned', 'returned'],
  ['failed', 'failed', 'failed'],
  ['failed', 'returned', 'returned'],
  ['cancelled', 'shipped', 'canceled'],
])('[brought-along] %s, which we told is %s, is %s', (status, step, ours) => {
  const meta_data = [...tracked, { key: '_seller_console_step', value: step }]
  const packages = [{ trackingNumber: 'MY123' }]
  expect(read({ status, meta_data, ...unpaid })).toMatchObject({ status: ours, packages })
})

test('[declined-card] a card that was declined is canceled, and nobody is owed anything', () => {
  expect(read({ status: 'failed', ...unpaid })).toMatchObject({ status: 'canceled', payment: { settled: 0 } })
})

test.each([
  [{ date_paid_gmt: '2026-01-09T21:11:00' }, '2026-01-09T21:11:00.000Z'],
  [{ date_paid_gmt: null }, '2026-01-09T21:10:04.000Z'],
  [unpaid, '2026-01-09T21:10:00.000Z'],
])('[born-paid] a sale with %j was paid at %s', (change, paidAt) => {
  expect(read(change).paidAt?.toISOString()).toBe(paidAt)
})

test.each([
  ['cod', 'cash'],
  ['pos_cash', 'cash'],
  ['pos_card', 'card'],
  ['woocommerce_payments', 'card'],
  ['voucher', 'other'],
])('[cash-is-cod] %s is %s', (slug, ours) => {
  expect(read({ payment_method: slug }).paymentMethod).toBe(ours)
})

test('[at-the-counter] who says no name has no address, who says one has, and nothing is sent', () => {
  const billing = sale.billing as Row
  expect(read({ billing: { ...billing, country: 'MY' } })).toMatchObject({ address: null, buyer: null })
  const named = read({ billing: { ...billing, first_name: 'Mei', phone: '60123' }, customer_id: 7 })
  expect(named).toMatchObject({ address: { name: 'Mei', phone: '60123' }, buyer: { channelBuyerId: '7' } })
  expect(read({ meta_data: tracked, status: 'processing' })).toMatchObject({ packages: [] })
})

test('[no-seller-code] lines are named by numbers, whatever code the site has', () => {
  const lines = (sale.line_items as Row[]).map((line) => ({ ...line, sku: 'BUNT-1' }))
  const read3 = read({ line_items: lines }).lines
  expect(read3.map(({ sellerSku }) => sellerSku)).toEqual([null, null])
  expect(read3.map(({ shopSku }) => shopSku)).toEqual(['93_96', '95_0'])
})

test.each([
  [{ created_via: 'pos-rest-api' }, at('2'), true],
  [{ created_via: 'checkout' }, at('2'), false],
  [{ created_via: 'pos-rest-api' }, at('1', 'yes'), false],
  [{ created_via: undefined }, at('2'), false],
  // Null stands for a webhook: the sync checks again.
  [{ created_via: 'pos-rest-api' }, null, true],
])('[whose-sale] an order with %j is ours at %j: %s', (change, more, isOurs) => {
  expect(profile.isOurs({ ...sale, ...change }, more)).toBe(isOurs)
})

test.each([
  [[{ key: '_pos_location_id', value: '2' }], at('2'), true],
  [[{ key: '_pos_location_id', value: 2 }], at('2'), true],
  [[{ key: '_pos_location_id', value: '3' }], at('1', 'yes'), false],
  [[{ key: '_pos_location_id', value: '' }], at('1', 'yes'), true],
  [[], at('1', 'yes'), true],
  [[], at('2'), false],
  [[{ key: '_pos_location_id', value: '9' }], at('', 'yes'), true],
])('[where-sold] a sale with %j was made at %j: %s', (meta_data, more, isOurs) => {
  expect(profile.isOurs({ ...sale, meta_data }, more)).toBe(isOurs)
})

test('[shop-by-place] the place is a part of the shop, and is found again in it', () => {
  expect(profile.shopIdOf('shop.example/till', at('2'))).toBe('shop.example/till#2')
  expect(profile.shopIdOf('shop.example', at('', 'yes'))).toBe('shop.example')
  expect(locationOf('shop.example/till#north-1')).toBe('north-1')
  expect(locationOf('shop.example')).toBeNull()
})

test('[not-sold-here] what its place has taken off the shelf is private, its figures kept', () => {
  const shares = [{ location_id: 2, available: 5, price: null, is_sold: false }]
  const view = profile.viewRow({ ...bunting, pos_locations: shares }, at('2'))
  expect(view).toMatchObject({ status: 'private', stock_quantity: 5, manage_stock: true, sku: null })
  const binned = profile.viewRow({ ...bunting, status: 'trash', pos_locations: shares }, at('2'))
  expect(binned).toMatchObject({ status: 'trash' })
})

test('[price-by-place] without a price of its own a place has the regular one, and no special price', () => {
  const shares = [{ location_id: 2, available: 5 }]
  expect(profile.viewRow({ ...bunting, pos_locations: shares }, at('2'))).toMatchObject({
    regular_price: '30.00',
    sale_price: null,
  })
  expect(profile.viewRow(bunting, at('1'))).toMatchObject({ regular_price: '29.00' })
})

test('[no-places] a site without places has its own stock', () => {
  expect(profile.viewRow(bunting, at('', 'yes'))).toMatchObject({ stock_quantity: 19, sku: null })
  expect(profile.stockFields(3, at('', 'yes'))).toEqual({ manage_stock: true, stock_quantity: 3 })
  expect(profile.stockFields(3, at('north-1'))).toMatchObject({
    pos_locations: [{ location_id: 'north-1', available: 3 }],
  })
})
