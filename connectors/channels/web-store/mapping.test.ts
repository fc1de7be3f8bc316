import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actualReceiveValue, orderValue } from '../../../model/order.ts'
import { toChannelOrder } from './mapping.ts'
import { orderSchema } from './wire.ts'

type Row = Record<string, unknown>

const { orders } = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'orders.json'), 'utf8')) as {
  orders: Row[]
}
const [sample = {}] = orders
const [line = {}] = sample['items'] as Row[]
const [collection = {}] = sample['payment_collections'] as Row[]
const [payment = {}] = collection['payments'] as Row[]

const read = (change: Row) => toChannelOrder(orderSchema.parse({ ...sample, ...change }))
/** The sample's line, two pieces of it, so many of them so far. */
const gone = (progress: Row, more: Row = {}) => ({
  ...line,
  ...more,
  detail: { ...(line['detail'] as Row), ...progress },
})
const paid = (change: Row) => [
  { ...collection, payments: [{ ...payment, captured_at: '2026-01-09T22:00:00.000Z' }], ...change },
]
const sent = { fulfilled_quantity: 2, shipped_quantity: 2 }
const arrived = { ...sent, delivered_quantity: 2 }

test.each<[string, Row, string]>([
  ['nobody has paid', { payment_status: 'not_paid' }, 'unpaid'],
  [
    'it was written by hand, to be paid at the door',
    { payment_status: 'not_paid', metadata: { seller_console_payment: 'cod' } },
    'pending',
  ],
  [
    'it was written by hand, and the money is waited for',
    { payment_status: 'not_paid', metadata: { seller_console_payment: 'bank_transfer' } },
    'unpaid',
  ],
  ['a part is promised', { payment_status: 'partially_authorized' }, 'unpaid'],
  ['the bank wants to hear from the buyer', { payment_status: 'requires_action' }, 'unpaid'],
  ['the money is promised', { payment_status: 'authorized' }, 'pending'],
  ['the money was taken', { payment_status: 'captured' }, 'pending'],
  ['a word that is new to us', { payment_status: 'blessed' }, 'pending'],
  ['one piece is packed', { items: [gone({ fulfilled_quantity: 1 })] }, 'confirmed'],
  ['all are packed', { items: [gone({ fulfilled_quantity: 2 })] }, 'ready_to_ship'],
  [
    'all are packed, nobody has paid',
    { payment_status: 'not_paid', items: [gone({ fulfilled_quantity: 2 })] },
    'ready_to_ship',
  ],
  ['all have left', { items: [gone(sent)] }, 'shipped'],
  ['one has arrived', { items: [gone({ ...sent, delivered_quantity: 1 })] }, 'shipped'],
  ['all have arrived', { items: [gone(arrived)] }, 'delivered'],
  ['one came back', { items: [gone({ ...arrived, return_received_quantity: 1 })] }, 'delivered'],
  [
    'all came back',
    { items: [gone({ ...arrived, return_received_quantity: 1, written_off_quantity: 1 })] },
    'returned',
  ],
  ['paid back after it had left', { payment_status: 'refunded', items: [gone(sent)] }, 'returned'],
  ['paid back before anything left', { payment_status: 'refunded' }, 'canceled'],
  ['called off', { status: 'canceled', items: [gone(arrived)] }, 'canceled'],
])('%s: %#', (_what, change, ours) => {
  expect(read(change).status).toBe(ours)
})

test.each(['fulfilled', 'shipped', 'delivered'])(
  '[never-too-early] an order with a piece that lies there still is not %s',
  (word) => {
    const items = [gone(arrived), gone({ fulfilled_quantity: 1, shipped_quantity: 1, delivered_quantity: 1 })]
    const order = read({ fulfillment_status: word, items })
    expect([order.status, order.completedAt]).toEqual(['confirmed', null])
  },
)

test.each(['completed', 'archived'])(
  '[completed-is-not-delivered] %s says nothing about the goods',
  (status) => {
    expect(read({ status })).toMatchObject({ status: 'pending', completedAt: null })
  },
)

test('[no-way-to-go] a voucher that was fulfilled has arrived, and waits for what is sent', () => {
  const voucher = gone({ fulfilled_quantity: 2 }, { requires_shipping: false })
  expect(read({ items: [voucher] })).toMatchObject({ status: 'delivered', isDigital: true })
  expect(read({ items: [voucher, line] }).status).toBe('confirmed')
  expect(read({ items: [voucher, line] })).not.toHaveProperty('isDigital')
  expect(read({ items: [voucher, gone(sent)] }).status).toBe('shipped')
})

test('[money-moves-no-order] the latest time of order, payments and parcels is when it changed', () => {
  const at = '2026-01-09T22:45:00.000Z'
  expect(read({ payment_collections: paid({ updated_at: at }) }).changedAt.toISOString()).toBe(at)
  const payments = [{ ...payment, updated_at: at }]
  expect(read({ payment_collections: [{ ...collection, payments }] }).changedAt.toISOString()).toBe(at)
  const fulfillments = [{ id: 'ful_1', updated_at: at }]
  expect(read({ fulfillments }).changedAt.toISOString()).toBe(at)
})

test.each([
  ['pp_system_default', 'cash', 'cash'],
  ['pp_stripe_stripe', 'cash', 'card'],
  ['pp_system_default', 'barter', 'other'],
])('[kept-with-it] what %s took of one written as %s was paid by %s', (provider, written, ours) => {
  const payments = [{ ...payment, provider_id: provider }]
  const metadata = { seller_console_payment: written, seller_console_note: ' Ring twice ' }
  const order = read({ metadata, payment_collections: paid({ payments }) })
  expect(order.paymentMethod).toBe(ours)
  expect(order.buyerMessage?.trim()).toBe('Ring twice')
})

test('an order is called by the number that the store shows, where it shows one', () => {
  expect(read({ display_id: 1042 }).shortCode).toBe('#1042')
  expect(read({ display_id: null })).not.toHaveProperty('shortCode')
})

test('an order bears the reference of the draft that it came of, and of no other text', () => {
  expect(read({ metadata: { seller_console_reference: 'a-reference' } }).draftReference).toBe('a-reference')
  for (const metadata of [null, {}, { seller_console_reference: 7 }])
    expect(read({ metadata })).not.toHaveProperty('draftReference')
})

test('a payment that was called off is none, and one that is only promised is not taken yet', () => {
  const off = { ...payment, canceled_at: '2026-01-09T22:10:00.000Z', provider_id: 'pp_cod_cod' }
  const taken = { ...payment, captured_at: '2026-01-09T22:00:00.000Z' }
  const both = read({ payment_collections: [{ ...collection, payments: [off, taken] }] })
  expect([both.paidAt?.toISOString(), both.paymentMethod]).toEqual(['2026-01-09T22:00:00.000Z', 'card'])
  expect(read({ payment_collections: [{ ...collection, payments: [payment, taken] }] }).paidAt).toBeNull()
})

test('[refund-shrinks-total] an order is worth what it was, and what was paid back is told as such', () => {
  const refund = { total: 41.78, credit_lines: [{ reference: 'payment_collection', amount: 5.5 }] }
  const part = read({ ...refund, payment_collections: paid({ refunded_amount: 5.5 }) })
  expect([orderValue(part.payment), part.payment.refund, actualReceiveValue(part.payment)]).toEqual([
    4728, 550, 4178,
  ])
  const all = {
    status: 'canceled',
    total: 0,
    credit_lines: [{ reference: 'payment_collection', amount: 47.28 }],
  }
  const off = read({ ...all, payment_collections: paid({ refunded_amount: 47.28 }) })
  expect([orderValue(off.payment), actualReceiveValue(off.payment)]).toEqual([4728, 0])
})

test('[return-shrinks-lines] what was sent back had been sold all the same', () => {
  const back = gone(
    { ...arrived, return_received_quantity: 1 },
    { subtotal: 19.99, total: 19.99, return_received_total: 19.99 },
  )
  const order = read({ items: [back], total: 27.29, payment_collections: paid({ refunded_amount: 19.99 }) })
  expect([orderValue(order.payment), order.lines[0]?.total, actualReceiveValue(order.payment)]).toEqual([
    4728, 3998, 2729,
  ])
})

test('[total-decides] what no line names is a charge or a discount', () => {
  const dearer = read({ total: 50.28 })
  expect([orderValue(dearer.payment), dearer.payment.tax]).toEqual([5028, 300])
  const cheaper = read({ total: 40.28, credit_lines: [{ reference: 'gift', amount: 7 }] })
  expect([orderValue(cheaper.payment), cheaper.payment.sellerDiscount]).toEqual([4028, 700])
})

test.each([
  ['myr', 0.1 + 0.2, 30],
  ['myr', 1.005, 101],
  ['myr', 47.28000000000001, 4728],
  ['vnd', 320000, 320000],
  ['jpy', 1200.4, 1200],
])('[major-units] %s %d is %i', (currency, total, minor) => {
  expect(orderValue(read({ currency_code: currency, total }).payment)).toBe(minor)
})

test('discount and tax are told apart, and add up to what the buyer pays', () => {
  const items = [gone({}, { subtotal: 39.98, tax_total: 2.88, total: 38.86 })]
  expect(read({ items, total: 46.16 }).payment).toMatchObject({
    subTotal: 3998,
    sellerDiscount: 400,
    tax: 288,
    shippingFee: 730,
  })
})

test('an order that was called off unpaid brings nothing, and is still worth what it was', () => {
  const { payment: money } = read({ status: 'canceled' })
  expect([orderValue(money), actualReceiveValue(money)]).toEqual([4728, 0])
})

test('[no-variant] a line by hand stays apart, and what an edit took out is no line', () => {
  const items = [
    gone({}, { id: 'ordli_a', variant_id: null }),
    gone({}, { id: 'ordli_b', variant_id: null }),
    gone({}, { quantity: 0 }),
  ]
  expect(read({ items }).lines.map(({ shopSku }) => shopSku)).toEqual(['line-ordli_a', 'line-ordli_b'])
})

test('[guests] the e-mail address stands in for a customer, or the phone', () => {
  expect(read({ customer_id: null }).buyer).toEqual({
    channelBuyerId: 'guest:mei@example.test',
    name: 'Mei Ling Tan',
  })
  expect(read({ customer_id: null, email: null }).buyer?.channelBuyerId).toMatch(/^guest:\+\d+$/)
  const nowhere = { billing_address: null, shipping_address: null }
  expect(read({ customer_id: null, email: null, ...nowhere }).buyer).toBeNull()
})

test('an order without a parcel is addressed to whom it is billed', () => {
  expect(read({ shipping_address: null }).address).toMatchObject({ city: 'Petaling Jaya', country: 'MY' })
  expect(read({ shipping_address: null, billing_address: null }).address).toBeNull()
})

test('a parcel that was called off is none', () => {
  const parcel = { id: 'ful_1', updated_at: '2026-01-09T22:00:00.000Z', labels: [] }
  const fulfillments = [
    { ...parcel, canceled_at: '2026-01-09T22:01:00.000Z' },
    { ...parcel, id: 'ful_2' },
  ]
  expect(read({ fulfillments }).packages).toEqual([
    { channelPackageId: 'ful_2', provider: 'Post', trackingNumber: null, channelStatus: 'fulfilled' },
  ])
})

test.each([
  ['pp_cod_cod', 'cod'],
  ['pp_stripe-ideal_stripe', 'bank_transfer'],
  ['pp_paypal_paypal', 'e_wallet'],
  ['pp_system_default', 'other'],
])('the way of payment %s is %s', (provider, ours) => {
  const payments = [{ ...payment, provider_id: provider }]
  expect(read({ payment_collections: [{ ...collection, payments }] }).paymentMethod).toBe(ours)
})
