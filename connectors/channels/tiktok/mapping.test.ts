import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actualReceiveValue, orderValue } from '../../../model/order.ts'
import { toChannelOrder } from './mapping.ts'
import { orderSchema } from './wire.ts'

type Row = Record<string, unknown>

const [sample] = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'orders.json'), 'utf8')) as {
    data: { orders: (Row & { line_items: Row[]; payment: Row; recipient_address: Row })[] }
  }
).data.orders
if (!sample) throw new Error('the fixture is empty')

const map = (change: Row) => toChannelOrder(orderSchema.parse({ ...sample, ...change }))
const units = (...changes: Row[]) =>
  changes.map((change, at) => ({ ...sample.line_items[0], id: `L${at}`, ...change }))

describe('status', () => {
  test.each([
    ['UNPAID', 'unpaid'],
    ['ON_HOLD', 'pending'],
    ['AWAITING_SHIPMENT', 'pending'],
    ['PARTIALLY_SHIPPING', 'ready_to_ship'],
    ['AWAITING_COLLECTION', 'ready_to_ship'],
    ['IN_TRANSIT', 'shipped'],
    ['DELIVERED', 'delivered'],
    ['COMPLETED', 'delivered'],
    ['CANCELLED', 'canceled'],
  ])('%s is %s, and the word is kept', (word, status) => {
    expect(map({ status: word })).toMatchObject({ status, channelStatus: word })
  })

  test('[cancel-spelling] CANCEL is canceled too', () => {
    expect(map({ status: 'CANCEL' }).status).toBe('canceled')
  })

  test.each([
    [['TO_FULFILL', 'FULFILLING'], 'pending'],
    [['FULFILLING', 'COMPLETED'], 'shipped'],
    [['CANCELLED', 'COMPLETED'], 'delivered'],
    [[], 'pending'],
  ])('[unknown-status] a new word with parcels at %j is %s', (parcels, status) => {
    const rows =
      parcels.length > 0 ? parcels.map((word) => ({ package_status: word })) : [{ package_status: null }]
    expect(map({ status: 'TELEPORTED', line_items: units(...rows) }).status).toBe(status)
  })

  test.each(['package_lost', 'Package lost', 'PACKAGE_DAMAGED', 'returned_to_shipper_wrong_address'])(
    '[lost] CANCELLED because of %s is failed',
    (reason) => {
      expect(map({ status: 'CANCELLED', cancel_reason: reason }).status).toBe('failed')
    },
  )

  test.each([
    ['seller_cancel_reason_out_of_stock', 'out_of_stock'],
    ['seller_cancel_reason_wrong_price_uk', 'wrong_price'],
    ['buyer_cancel_no_longer_needed', 'buyer_changed_mind'],
    ['ecom_order_to_ship_canceled_reason_no_longer_needed', 'buyer_changed_mind'],
    ['No longer needed', 'buyer_changed_mind'],
    ['Customer overdue to pay', 'payment_timeout'],
    ['seller_cancel_because_of_rain', 'Because of rain'],
    ['My cat ran away', 'My cat ran away'],
    ['', null],
  ])('[cancel-reason] %j is told as %j', (word, told) => {
    expect(map({ status: 'CANCELLED', cancel_reason: word }).cancelReason).toBe(told)
  })

  test('[on-hold] an order on hold has no address and no package', () => {
    const rows = units({ package_id: null, package_status: null })
    const order = map({
      status: 'ON_HOLD',
      recipient_address: undefined,
      packages: undefined,
      line_items: rows,
    })
    expect(order).toMatchObject({ status: 'pending', address: null, packages: [] })
  })

  test('an order left when it was collected, and arrived when it was delivered', () => {
    const times = { collection_time: 1_623_812_100, delivery_time: 1_623_912_100 }
    expect(map({ status: 'COMPLETED', ...times })).toMatchObject({
      shippedAt: new Date(1_623_812_100_000),
      deliveredAt: new Date(1_623_912_100_000),
    })
    const open = map({ status: 'AWAITING_SHIPMENT', collection_time: 0, delivery_time: 0 })
    expect([open.shippedAt, open.deliveredAt]).toEqual([undefined, undefined])
  })

  test('[completed-at] COMPLETED was completed at its last change, DELIVERED was not', () => {
    const completed = map({ status: 'COMPLETED' })
    expect(completed.completedAt).toEqual(completed.changedAt)
    expect(map({ status: 'DELIVERED' }).completedAt).toBeNull()
  })
})

describe('[cancel-request] a request to cancel', () => {
  test('has a moment, no deadline, and comes of the buyer', () => {
    const asked = {
      is_buyer_request_cancel: true,
      request_cancel_time: 1_623_812_000,
      cancel_order_sla_time: 9,
    }
    expect(map(asked)).toMatchObject({
      status: 'ready_to_ship',
      cancelRequestedAt: new Date(1_623_812_000_000),
      cancelDeadline: null,
      cancelInitiator: 'buyer',
    })
  })

  test('is over once the order is canceled', () => {
    const over = { status: 'CANCELLED', is_buyer_request_cancel: true, cancellation_initiator: 'SELLER' }
    expect(map(over)).toMatchObject({ cancelRequestedAt: null, cancelInitiator: 'seller' })
  })
})

describe('lines', () => {
  test('[unit-rows] rows of one SKU become one line', () => {
    const { lines } = map({ line_items: units({ sku_id: 'A' }, { sku_id: 'B' }, { sku_id: 'A' }) })
    expect(lines).toMatchObject([
      { shopSku: 'A', quantity: 2, total: 3000 },
      { shopSku: 'B', quantity: 1, total: 1500 },
    ])
  })

  test('[canceled-units] units that were called off are no part of an order that goes on', () => {
    const rows = units({}, { display_status: 'CANCELLED' })
    expect(map({ line_items: rows }).lines).toMatchObject([{ quantity: 1 }])
    expect(map({ line_items: rows, status: 'CANCELLED' }).lines).toMatchObject([{ quantity: 2 }])
    expect(map({ line_items: units({ display_status: 'CANCELLED' }) }).lines).toMatchObject([{ quantity: 1 }])
  })

  test('parcels of a split order keep their own numbers', () => {
    const rows = units(
      { package_id: 'P1', tracking_number: 'T1' },
      { package_id: 'P2', tracking_number: null },
    )
    const packages = [{ id: 'P1' }, { id: 'P2' }]
    expect(map({ line_items: rows, packages }).packages).toMatchObject([
      { channelPackageId: 'P1', trackingNumber: 'T1' },
      { channelPackageId: 'P2', trackingNumber: null },
    ])
  })
})

describe('money', () => {
  const paid = (payment: Row, change: Row = {}) =>
    map({ ...change, payment: { ...sample.payment, ...payment } }).payment

  test('[charges] the order is worth what TikTok Shop says, to the cent', () => {
    for (const total of ['57.40', '56.90', '60.01', '50.00'])
      expect(orderValue(paid({ total_amount: total }))).toBe(Math.round(Number(total) * 100))
  })

  test('[charges] a reduction of unknown origin is taken from the seller', () => {
    expect(paid({ total_amount: '50.00' })).toMatchObject({ sellerDiscount: 1090, tax: 0, platformFee: 0 })
  })

  test('[no-fees-yet] the estimate passes shipping and charges on, and nothing is settled', () => {
    const payment = paid({})
    expect(payment).toMatchObject({ settled: null, fees: [{ code: 'other', amount: 50 }] })
    // Goods less the seller's own discount, less the shipping that the seller gave.
    expect(actualReceiveValue(payment)).toBe(5990 - 400 - 100)
  })

  test('[canceled-payment] a canceled order keeps its worth, is refunded, and brings nothing', () => {
    const payment = paid({}, { status: 'CANCELLED' })
    expect(orderValue(payment)).toBe(5740)
    expect(payment.refund).toBe(5740)
    expect(actualReceiveValue(payment)).toBe(0)
    expect(paid({}, { status: 'CANCELLED', paid_time: undefined }).refund).toBe(0)
  })

  test.each([
    ['Cash on delivery', 'cod'],
    ['Credit/Debit Card', 'card'],
    ['ZaloPay', 'e_wallet'],
    ['Bank Transfer', 'bank_transfer'],
    ['Something new', 'marketplace_pay'],
  ])('%s is %s', (words, method) => {
    expect(map({ payment_method_name: words }).paymentMethod).toBe(method)
  })
})

describe('address', () => {
  const live = (address: Row) =>
    map({ recipient_address: { ...sample.recipient_address, ...address } }).address

  test('[masked] asterisks anywhere make it masked', () => {
    const clear = { name: 'Nur Aisyah', phone_number: '(+60)12345678', full_address: 'No. 1, Jalan Mawar' }
    expect(live({})?.isMasked).toBe(true)
    expect(live(clear)?.isMasked).toBe(false)
    expect(live({ ...clear, phone_number: '(+60)1****678' })?.isMasked).toBe(true)
  })

  test('[divisions] names decide, then levels', () => {
    const info = (...rows: [string, string, string][]) => ({
      district_info: rows.map(([address_level, address_level_name, address_name]) => ({
        address_level,
        address_level_name,
        address_name,
      })),
    })
    expect(
      live(
        info(
          ['L0', 'Country', 'VN'],
          ['L1', 'Province', 'Hà Nội'],
          ['L2', 'District', 'Quận Cầu Giấy'],
          ['L3', 'Ward', 'Phường Dịch Vọng'],
        ),
      ),
    ).toMatchObject({ province: 'Hà Nội', district: 'Quận Cầu Giấy', ward: 'Phường Dịch Vọng', city: null })
    expect(live(info(['L1', '', 'Johor'], ['L2', '', 'Muar'], ['L3', '', 'Bakri']))).toMatchObject({
      province: 'Johor',
      city: 'Muar',
      district: 'Bakri',
    })
  })
})
