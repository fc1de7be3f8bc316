import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actualReceiveValue, orderValue } from '../../../model/order.ts'
import { toChannelOrder } from './mapping.ts'
import { itemSchema, orderSchema } from './wire.ts'
import type { LazadaItem, LazadaOrder } from './wire.ts'

function read(name: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')).data
}
const sample = orderSchema.parse(read('order_get.json'))
const rows = itemSchema.array().parse(read('orders_items_get.json')[0].order_items)
const [row] = rows as [LazadaItem]

function orderWith(changes: Partial<LazadaOrder>, items: Partial<LazadaItem>[] = rows) {
  return toChannelOrder(
    { ...sample, ...changes },
    items.map((item) => ({ ...row, ...item })),
  )
}

const withStatuses = (...statuses: string[]) =>
  orderWith(
    {},
    statuses.map((status, index) => ({ status, order_item_id: index + 1 })),
  )

test('an order is digital when nothing of it that is not canceled is shipped', () => {
  const digital = { is_digital: 1 }
  expect(orderWith({}, [digital, { status: 'canceled' }]).isDigital).toBe(true)
  expect(orderWith({}, [digital, {}])).not.toHaveProperty('isDigital')
})

describe('the status', () => {
  test.each([
    ['unpaid', 'unpaid'],
    ['pending', 'pending'],
    ['topack', 'pending'],
    ['packed', 'pending'],
    ['repacked', 'pending'],
    ['ready_to_ship', 'ready_to_ship'],
    ['toship', 'ready_to_ship'],
    ['shipped', 'shipped'],
    ['shipping', 'shipped'],
    ['delivered', 'delivered'],
    ['confirmed', 'delivered'],
    ['canceled', 'canceled'],
    ['returned', 'returned'],
    ['shipped_back', 'returned'],
    ['shipped_back_success', 'returned'],
    ['failed', 'failed'],
    ['failed_delivery', 'failed'],
    ['shipped_back_failed', 'failed'],
    ['lost', 'failed'],
    ['lost_by_3pl', 'failed'],
    ['damaged_by_3pl', 'failed'],
    ['package_scrapped', 'failed'],
  ])('of rows that are all %s is %s', (word, status) => {
    expect(withStatuses(word, word)).toMatchObject({ status, channelStatus: word })
  })

  test.each([
    [['delivered', 'lost_by_3pl'], 'failed', 'lost_by_3pl'],
    [['failed', 'lost', 'pending'], 'failed', 'lost'],
    [['failed_delivery', 'failed'], 'failed', 'failed_delivery'],
    [['shipped', 'pending', 'delivered'], 'pending', 'pending'],
    [['packed', 'ready_to_ship'], 'pending', 'packed'],
    [['canceled', 'shipped'], 'shipped', 'shipped'],
    [['canceled', 'unpaid', 'pending'], 'unpaid', 'unpaid'],
    [['canceled', 'canceled'], 'canceled', 'canceled'],
    [['cancelled', 'Canceled'], 'canceled', 'canceled'],
    [['Ready To Ship'], 'ready_to_ship', 'ready_to_ship'],
  ])('of rows that are %j is %s', (words, status, channelStatus) => {
    expect(withStatuses(...words)).toMatchObject({ status, channelStatus })
  })

  test.each([
    [['returned', 'returned'], 'returned', 'returned'],
    [['returned', 'delivered'], 'delivered', 'delivered'],
    [['returned', 'confirmed'], 'delivered', 'confirmed'],
    [['shipped_back', 'delivered'], 'returned', 'shipped_back'],
    [['shipped_back', 'returned', 'confirmed'], 'returned', 'shipped_back'],
    [['returned', 'canceled'], 'returned', 'returned'],
    [['returned', 'pending'], 'pending', 'pending'],
    [['shipped_back', 'shipped', 'delivered'], 'shipped', 'shipped'],
  ])('[returned-is-final] of rows that are %j is %s', (words, status, channelStatus) => {
    expect(withStatuses(...words)).toMatchObject({ status, channelStatus })
  })

  test.each([
    [['teleported'], 'pending', 'teleported'],
    [['teleported', 'canceled'], 'pending', 'teleported'],
    [['teleported', 'returned'], 'pending', 'teleported'],
    [['teleported', 'shipped'], 'shipped', 'shipped'],
  ])('[unknown-status] of rows that are %j is %s', (words, status, channelStatus) => {
    expect(withStatuses(...words)).toMatchObject({ status, channelStatus })
  })

  test('[confirmed] only an order whose rows are all confirmed is completed', () => {
    expect(withStatuses('confirmed', 'confirmed').completedAt).toEqual(new Date('2026-01-09T22:06:40Z'))
    expect(withStatuses('confirmed', 'delivered').completedAt).toBeNull()
  })
})

describe('lines and money', () => {
  test('[called-off-pieces] a canceled piece leaves the order, its lines and its money', () => {
    const order = orderWith({}, [rows[0] ?? {}, { ...rows[1], status: 'canceled' }, rows[2] ?? {}])
    expect(order.lines.map(({ quantity, total }) => [quantity, total])).toEqual([
      [1, 940],
      [1, 565],
    ])
    expect(orderValue(order.payment)).toBe(1090 + 565 - 150 + 163 + 164)
  })

  test('[called-off-pieces] an order whose pieces are all canceled keeps its value and earns nothing', () => {
    const all = rows.map((item) => ({ ...item, status: 'canceled' }))
    const order = orderWith({}, all)
    expect(order.lines).toHaveLength(2)
    expect(orderValue(order.payment)).toBe(2935)
    expect([order.payment.refund, actualReceiveValue(order.payment)]).toEqual([2545, 0])
    const unpaid = orderWith(
      {},
      all.map((item) => ({ ...item, payment_time: 0 })),
    )
    expect([unpaid.payment.refund, actualReceiveValue(unpaid.payment)]).toEqual([0, 0])
  })

  test('a returned piece is paid back', () => {
    const order = orderWith({}, [{ ...rows[0], status: 'returned' }, rows[1] ?? {}, rows[2] ?? {}])
    expect(order.payment.refund).toBe(1090 - 100)
  })

  test('[vouchers] what nobody is said to have given, the seller gave', () => {
    const items = [{ voucher_amount: '3.00', voucher_seller: 0, voucher_platform: 1 }]
    expect(orderWith({}, items).payment).toMatchObject({ sellerDiscount: 200, platformDiscount: 100 })
  })

  test('shipping is the rows’ shares, or the order’s fee where a row has none', () => {
    expect(orderWith({ shipping_fee: '9.90' }).payment.shippingFee).toBe(490)
    expect(orderWith({ shipping_fee: '9.90' }, [{ shipping_amount: null }]).payment.shippingFee).toBe(990)
  })

  test('[vouchers] a line is worth what the buyer pays for it, after the vouchers of its pieces', () => {
    const { lines, payment } = orderWith({})
    const { subTotal, sellerDiscount, platformDiscount } = payment
    expect(sellerDiscount + platformDiscount).toBeGreaterThan(0)
    expect(lines.reduce((sum, { total }) => sum + total, 0)).toBe(
      subTotal - sellerDiscount - platformDiscount,
    )
  })

  test('a piece at no price is a gift on a line of its own', () => {
    const order = orderWith({}, [row, { ...row, item_price: '0.00' }])
    expect(order.lines.map(({ quantity, total, isGift }) => [quantity, total, isGift])).toEqual([
      [1, 940, false],
      [1, 0, true],
    ])
  })

  test('dong have no decimals', () => {
    const money = { voucher_amount: 0, voucher_seller: 0, voucher_platform: 0, shipping_amount: 0 }
    expect(orderWith({}, [{ ...money, currency: 'VND', item_price: '10471.00' }])).toMatchObject({
      currency: 'VND',
      lines: [{ total: 10_471 }],
    })
  })

  test.each([
    [{ item_price: '1,090.00' }, 'not an amount of MYR: 1,090.00'],
    [{ voucher_seller: 'x' }, 'not an amount of MYR: x'],
    [{ currency: 'XXX' }, 'currency: XXX is not supported'],
  ])('a row with %j is refused', (changes, reason) => {
    expect(() => orderWith({}, [changes])).toThrow(reason)
  })
})

test('[rows-after-orders] the later of the times of change counts', () => {
  const later = '2026-01-10 09:00:00 +0800'
  expect(orderWith({}, [{ updated_at: later }]).changedAt).toEqual(new Date('2026-01-10T01:00:00Z'))
  expect(orderWith({ updated_at: later }).changedAt).toEqual(new Date('2026-01-10T01:00:00Z'))
})

test.each([[true], ['true'], [1]])(
  '[cancel-request] need_cancel_confirm %j is a request of the buyer',
  (yes) => {
    const order = orderWith({ need_cancel_confirm: yes })
    expect(order).toMatchObject({
      status: 'delivered',
      cancelRequestedAt: order.changedAt,
      cancelDeadline: null,
      cancelInitiator: 'buyer',
    })
    expect(orderWith({ need_cancel_confirm: false }).cancelRequestedAt).toBeNull()
  },
)

test('an order that says nothing of a request to cancel has none', () => {
  const { need_cancel_confirm: _, is_cancel_pending: __, ...silent } = sample
  expect(toChannelOrder(orderSchema.parse(silent), rows).cancelRequestedAt).toBeNull()
})

test.each([
  ['cancellation-customer', 'buyer'],
  ['cancellation-seller', 'seller'],
  ['cancellation-internal', 'platform'],
  ['cancellation-failed Delivery', 'system'],
  ['return-customer', 'buyer'],
  ['', null],
])('what %j began is the work of %j', (word, initiator) => {
  const order = orderWith({}, [{ status: 'canceled', cancel_return_initiator: word, reason: 'Out of stock' }])
  expect(order).toMatchObject({
    cancelInitiator: initiator,
    cancelReason: 'out_of_stock',
    cancelText: 'Out of stock',
  })
})

test.each([
  ['COD', 'cod'],
  ['MIXEDCARD', 'card'],
  ['CREDITCARD', 'card'],
  ['PAYMENT_ACCOUNT_WALLET', 'e_wallet'],
  ['ONLINE_BANKING', 'bank_transfer'],
  ['', 'marketplace_pay'],
])('payment by %j is %s', (word, method) => {
  expect(orderWith({ payment_method: word }).paymentMethod).toBe(method)
})

test('[masked] one asterisk anywhere makes an address a masked one', () => {
  const address = sample.address_shipping!
  expect(orderWith({}).address?.isMasked).toBe(false)
  for (const field of ['first_name', 'phone', 'address1', 'city', 'post_code'] as const)
    expect(orderWith({ address_shipping: { ...address, [field]: 'N***a' } }).address?.isMasked).toBe(true)
})

test('each parcel has its own courier, number and status; canceled pieces are in none', () => {
  const order = orderWith({}, [
    { package_id: 'FP1', tracking_code: 'T1', shipment_provider: 'LEX', status: 'shipped' },
    { package_id: 'FP2', tracking_code: '', shipment_provider: '', status: 'packed' },
    { package_id: 'FP2', tracking_code: '', shipment_provider: '', status: 'canceled' },
    { package_id: '', status: 'pending' },
  ])
  expect(order.packages).toEqual([
    { channelPackageId: 'FP1', provider: 'LEX', trackingNumber: 'T1', channelStatus: 'shipped' },
    { channelPackageId: 'FP2', provider: null, trackingNumber: null, channelStatus: 'packed' },
  ])
})

test('an order in several packages is as far as the least advanced of them, whatever their order', () => {
  const way = ['pending', 'packed', 'ready_to_ship', 'shipped', 'delivered']
  // The same numbers every time, so that a failure can be had again.
  let state = 7
  const below = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % most
  }
  for (let round = 0; round < 300; round++) {
    const packages = Array.from({ length: 1 + below(4) }, () =>
      below(6) === 0 ? 'canceled' : (way[below(5)] ?? ''),
    )
    const pieces = packages.flatMap((status, at) =>
      Array.from({ length: 1 + below(3) }, () => ({
        status,
        package_id: status === 'pending' ? '' : `P${at}`,
      })),
    )
    const shuffled = pieces
      .map((piece, at) => ({ ...piece, order_item_id: at + 1, turn: below(1000) }))
      .toSorted((a, b) => a.turn - b.turn)
    const least = way.find((word) => packages.includes(word)) ?? 'canceled'
    const expected = withStatuses(least).status
    expect([packages, orderWith({}, shuffled).status]).toEqual([packages, expected])
  }
})
