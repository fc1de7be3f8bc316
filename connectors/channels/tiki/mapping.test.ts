import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actualReceiveValue, orderValue } from '../../../model/order.ts'
import { toChannelOrder } from './mapping.ts'
import { orderSchema } from './wire.ts'

type Raw = {
  items: Record<string, unknown>[]
  invoice: Record<string, unknown>
  [name: string]: unknown
}

function recorded(): Raw {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/order.json'), 'utf8')) as Raw
}

function read(raw: Raw) {
  return toChannelOrder(orderSchema.parse(raw))
}

const withItems = (raw: Raw, states: string[]): Raw => {
  const [first] = raw.items
  const items = states.map((status, at) => ({
    ...first,
    product: { id: at + 1, name: 'Đèn' },
    confirmation: { status },
  }))
  return { ...raw, items }
}

test.each([
  ['waiting_payment', 'unpaid'],
  ['queueing', 'pending'],
  ['holded', 'pending'],
  ['picking', 'confirmed'],
  ['packaging', 'ready_to_ship'],
  ['finished_packing', 'ready_to_ship'],
  ['handover_to_partner', 'shipped'],
  ['shipping', 'shipped'],
  ['successful_delivery', 'delivered'],
  ['complete', 'delivered'],
  ['canceled', 'canceled'],
  ['returned', 'returned'],
  ['failed_delivery', 'failed'],
])('%s is %s', (word, status) => {
  const order = read({ ...recorded(), status: word })
  expect([order.status, order.channelStatus]).toEqual([status, word])
  expect(order.completedAt !== null).toBe(word === 'complete')
})

test('[confirmed-in-queue] is confirmed once an item is and none waits', () => {
  expect(read(withItems(recorded(), ['seller_confirmed', 'waiting'])).status).toBe('pending')
  expect(read(withItems(recorded(), ['seller_confirmed', 'confirmed'])).status).toBe('confirmed')
})

test('[refused-items] leaves out what the seller did not have, unless the order is over', () => {
  const part = withItems(recorded(), ['seller_confirmed', 'seller_canceled'])
  expect(read(part).lines.map(({ shopSku }) => shopSku)).toEqual(['1'])
  expect(read({ ...part, status: 'canceled' }).lines).toHaveLength(2)
  const none = withItems({ ...recorded(), status: 'canceled' }, ['seller_canceled'])
  expect(read(none).cancelInitiator).toBe('seller')
})

test('[unknown-status] follows the parcel where the word says nothing', () => {
  const closed = { ...recorded(), status: 'closed' }
  expect(read(closed).status).toBe('pending')
  expect(read({ ...closed, shipping: { tracking_code: 'TKN1' } }).status).toBe('ready_to_ship')
  expect(read({ ...closed, delivery: { delivery_confirmed: true } }).status).toBe('delivered')
})

test('[shared-reductions] adds up to the total of Tiki, whatever its parts are called', () => {
  const raw = recorded()
  const dearer = { ...raw, invoice: { ...raw.invoice, grand_total: 319_000 } }
  const { payment } = read(dearer)
  expect(payment).toMatchObject({ sellerDiscount: 0, platformDiscount: 0, tax: 5000, platformFee: 16_100 })
  expect([orderValue(payment), actualReceiveValue(payment)]).toEqual([319_000, 288_900])
})

test('keeps a zero time from becoming a date', () => {
  const raw = recorded()
  expect(orderSchema.safeParse({ ...raw, created_at: '0000-00-00 00:00:00' }).success).toBe(false)
})
