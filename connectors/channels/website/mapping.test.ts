import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actualReceiveValue, orderValue } from '../../../model/order.ts'
import { toChannelOrder } from '../../woocommerce/mapping.ts'
import { orderSchema } from '../../woocommerce/wire.ts'
import { profile } from './wire.ts'

type Row = Record<string, unknown>

const [sample] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures', 'orders.json'), 'utf8'),
) as Row[]
const [firstLine] = (sample?.line_items ?? []) as Row[]

const read = (change: Row) => toChannelOrder(orderSchema.parse({ ...sample, ...change }), profile)
const tracked = [{ key: '_tracking_number', value: 'MY123' }]
const step = (value: string) => ({ key: '_seller_console_step', value })

test.each([
  ['pending', {}, 'unpaid'],
  ['on-hold', {}, 'unpaid'],
  ['on-hold', { payment_method: 'cod' }, 'pending'],
  ['processing', {}, 'pending'],
  ['processing', { meta_data: tracked }, 'shipped'],
  ['packed', {}, 'ready_to_ship'],
  ['completed', { meta_data: tracked }, 'delivered'],
  ['cancelled', {}, 'canceled'],
  ['trash', {}, 'canceled'],
  ['failed', {}, 'failed'],
  ['failed', { date_paid_gmt: null }, 'canceled'],
  ['failed', { date_paid_gmt: null, meta_data: tracked }, 'failed'],
  [
    'failed',
    { date_paid_gmt: null, meta_data: [{ key: '_seller_console_step', value: 'failed' }] },
    'failed',
  ],
  [
    'failed',
    { date_paid_gmt: null, meta_data: [{ key: '_seller_console_step', value: 'confirmed' }] },
    'canceled',
  ],
  ['waiting-for-fabric', {}, 'pending'],
  ['waiting-for-fabric', { date_paid_gmt: null }, 'unpaid'],
  ['waiting-for-fabric', { meta_data: tracked }, 'shipped'],
  ['archived', { date_completed_gmt: '2026-01-12T00:00:00' }, 'delivered'],
])('%s with %j is %s', (status, change, ours) => {
  expect(read({ status, ...change })).toMatchObject({ status: ours, channelStatus: status })
})

test('[failed-payment] a declined payment is no parcel that was lost', () => {
  expect(read({ status: 'failed', date_paid_gmt: null }).status).toBe('canceled')
})

test.each([
  ['was completed', { date_completed_gmt: '2026-01-12T00:00:00' }, 'returned'],
  ['has a tracking number', { meta_data: tracked }, 'returned'],
  ['left with our courier', { meta_data: [step('shipped')] }, 'returned'],
  ['waits for our courier', { meta_data: [...tracked, step('ready_to_ship')] }, 'canceled'],
  ['was only paid', {}, 'canceled'],
])('[refunded-before-sending] a refunded order that %s, %j, is %s', (_, change, ours) => {
  expect(read({ status: 'refunded', ...change })).toMatchObject({ status: ours, channelStatus: 'refunded' })
})

test('an order of downloads alone is digital, and none whose product is gone', () => {
  expect(read({ needs_processing: false }).isDigital).toBe(true)
  const gone = { needs_processing: false, line_items: [{ ...firstLine, product_id: 0 }] }
  for (const change of [{ needs_processing: true }, gone])
    expect(read(change)).not.toHaveProperty('isDigital')
})

test('[gmt-without-zone] times are read as UTC wherever we are', () => {
  const order = read({ status: 'completed', date_completed_gmt: '2026-03-29T01:30:00' })
  expect(order.completedAt?.toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(order.placedAt.toISOString()).toBe('2026-01-09T21:10:00.000Z')
})

test('[total-decides] what no line names is a charge or a discount', () => {
  const dearer = read({ total: '100.10' })
  expect([orderValue(dearer.payment), dearer.payment.tax]).toEqual([10010, 710])
  const cheaper = read({ total: '90.00' })
  expect([orderValue(cheaper.payment), cheaper.payment.sellerDiscount]).toEqual([9000, 1310])
})

test.each([
  ['MYR', '93', 9300],
  ['MYR', '93.1000', 9310],
  ['VND', '320000', 320000],
  ['VND', '320000.00', 320000],
  ['JPY', '1200', 1200],
])('[decimals-of-the-store] %s %s is %i', (currency, total, minor) => {
  expect(orderValue(read({ currency, total }).payment)).toBe(minor)
})

test('[refunds-are-negative] a part that was paid back is taken off, and the status stays', () => {
  const order = read({
    refunds: [
      { id: 1, reason: 'Broken', total: '-20.00' },
      { id: 2, total: '-3.10' },
    ],
  })
  expect([order.status, order.payment.refund, actualReceiveValue(order.payment)]).toEqual([
    'pending',
    2310,
    7500,
  ])
  const all = read({ status: 'refunded', refunds: [] })
  expect([all.payment.refund, actualReceiveValue(all.payment)]).toEqual([9810, 0])
})

test('an order that was called off unpaid brings nothing, and is still worth what it was', () => {
  const { payment } = read({ status: 'cancelled', date_paid_gmt: null })
  expect([orderValue(payment), actualReceiveValue(payment)]).toEqual([9810, 0])
})

test('[cod-is-not-paid] cash on delivery is to be sent though nobody has paid', () => {
  const order = read({ payment_method: 'cod', date_paid_gmt: null })
  expect([order.status, order.paymentMethod, order.paidAt]).toEqual(['pending', 'cod', null])
})

test.each([
  ['bacs', 'bank_transfer'],
  ['paypal', 'e_wallet'],
  ['', 'other'],
])('the way of payment "%s" is %s', (slug, ours) => {
  expect(read({ payment_method: slug }).paymentMethod).toBe(ours)
})

test('[guests] a guest is known by the e-mail address, else by the phone, and is nobody without both', () => {
  const billing = sample?.billing as Row
  const guest = read({ customer_id: 0 }).buyer
  expect(guest).toEqual({ channelBuyerId: 'guest:mei.ling@example.test', name: 'Mei Ling Tan' })
  const known = { ...billing, email: '', phone: '０１２－３４５ 6789', country: 'MY' }
  expect(read({ customer_id: 0, billing: known }).buyer?.channelBuyerId).toBe('guest:+60123456789')
  const hidden = { ...billing, email: '', phone: '******6789' }
  const none = { ...billing, email: '', phone: '' }
  for (const one of [hidden, none])
    expect(read({ customer_id: 0, billing: one, shipping: null }).buyer).toBeNull()
})

test('an order without a parcel is addressed to whom it is billed', () => {
  expect(read({ shipping: {} }).address).toMatchObject({ name: 'Mei Ling Tan', province: 'Selangor' })
  expect(read({ shipping: null, billing: null }).address).toBeNull()
})

test('[deleted-products] lines of deleted products stay apart', () => {
  const lines = [
    { ...firstLine, id: 1, product_id: 0, variation_id: 0 },
    { ...firstLine, id: 2, product_id: 0 },
  ]
  expect(read({ line_items: lines }).lines.map(({ shopSku }) => shopSku)).toEqual(['line-1', 'line-2'])
})

test('tracking numbers are read in both habits of plugins', () => {
  const list = [
    { tracking_provider: 'J&T', tracking_number: ' A1 ' },
    { tracking_number: '' },
    null,
    { tracking_provider: '', custom_tracking_provider: 'Ninja Van', tracking_number: 630000000001 },
  ]
  expect(read({ meta_data: [{ key: '_wc_shipment_tracking_items', value: list }] }).packages).toEqual([
    { channelPackageId: 'A1', provider: 'J&T', trackingNumber: 'A1', channelStatus: 'tracked' },
    {
      channelPackageId: '630000000001',
      provider: 'Ninja Van',
      trackingNumber: '630000000001',
      channelStatus: 'tracked',
    },
  ])
  expect(read({ meta_data: tracked }).packages).toMatchObject([{ trackingNumber: 'MY123', provider: null }])
})
