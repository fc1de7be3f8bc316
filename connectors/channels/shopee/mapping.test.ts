import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { orderValue } from '../../../model/order.ts'
import { toChannelOrder } from './mapping.ts'
import { escrowSchema, type ShopeeEscrow } from './payment.ts'
import { orderSchema } from './wire.ts'
import type { ShopeeOrder } from './wire.ts'

function read(name: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')).response
}
const sample = orderSchema.parse(read('get_order_detail.json').order_list[0])
const escrow = escrowSchema.parse(read('get_escrow_detail_batch.json')[0].escrow_detail)

function orderWith(
  changes: Partial<ShopeeOrder>,
  income?: ShopeeEscrow,
  numbers = new Map<string, string>(),
) {
  return toChannelOrder({ ...sample, ...changes }, income, numbers)
}

function parcels(...statuses: string[]): ShopeeOrder['package_list'] {
  return statuses.map((status, index) => ({
    package_number: `OFG${index}`,
    logistics_status: `LOGISTICS_${status}`,
    shipping_carrier: 'SPX',
  }))
}

describe('the status', () => {
  test.each([
    ['UNPAID', 'unpaid'],
    ['PENDING', 'pending'],
    ['INVOICE_PENDING', 'pending'],
    ['READY_TO_SHIP', 'pending'],
    ['PROCESSED', 'ready_to_ship'],
    ['RETRY_SHIP', 'ready_to_ship'],
    ['SHIPPED', 'shipped'],
    ['TO_CONFIRM_RECEIVE', 'delivered'],
    ['COMPLETED', 'delivered'],
    ['TO_RETURN', 'delivered'],
    ['CANCELLED', 'canceled'],
  ])('[ready-to-ship-is-pending] %s is %s', (word, status) => {
    const order = orderWith({ order_status: word, package_list: parcels('READY') })
    expect(order).toMatchObject({ status, channelStatus: word, pickupFailed: word === 'RETRY_SHIP' })
  })

  test.each([
    [['NOT_START'], 'pending', false],
    [['READY'], 'pending', false],
    [['REQUEST_CREATED'], 'ready_to_ship', false],
    [['PICKUP_RETRY'], 'ready_to_ship', true],
    [['PICKUP_DONE'], 'shipped', false],
    [['REQUEST_CREATED', 'READY'], 'pending', false],
    [['REQUEST_CANCELED', 'REQUEST_CREATED'], 'ready_to_ship', false],
    [[], 'pending', false],
  ])('[in-cancel] with parcels %j IN_CANCEL is %s', (statuses, status, pickupFailed) => {
    const order = orderWith({
      order_status: 'IN_CANCEL',
      package_list: parcels(...statuses),
      buyer_cancel_reason: 'Too late',
    })
    expect(order).toMatchObject({
      status,
      pickupFailed,
      cancelRequestedAt: new Date(sample.update_time * 1000),
      cancelDeadline: new Date((sample.update_time + 2 * 86_400) * 1000),
      cancelReason: 'Too late',
      cancelInitiator: 'buyer',
    })
  })

  test('[unknown-status] a word that is new to us leaves the order with the status of its parcels', () => {
    const changes = { order_status: 'TELEPORTED', package_list: parcels('PICKUP_DONE') }
    expect(orderWith(changes)).toMatchObject({ status: 'shipped', channelStatus: 'TELEPORTED' })
    expect(orderWith({ ...changes, package_list: parcels('BEAMED') })).toMatchObject({ status: 'pending' })
    expect(orderWith({ ...changes, package_list: null })).toMatchObject({ status: 'pending' })
  })

  test.each(['DELIVERY_FAILED', 'LOST', 'PICKUP_FAILED', 'COD_REJECTED'])(
    'CANCELLED with a parcel %s is failed',
    (end) => {
      expect(orderWith({ order_status: 'CANCELLED', package_list: parcels(end) }).status).toBe('failed')
    },
  )

  test.each([
    ['buyer', 'buyer'],
    ['Seller', 'seller'],
    ['system', 'system'],
    ['Ops', 'platform'],
    ['', null],
    [null, null],
  ])('a cancellation by %j is by %j', (word, initiator) => {
    const order = orderWith({ order_status: 'CANCELLED', cancel_by: word, cancel_reason: 'OUT_OF_STOCK' })
    expect(order).toMatchObject({
      cancelInitiator: initiator,
      cancelReason: 'out_of_stock',
      cancelRequestedAt: null,
    })
  })

  test('an order left when its parcel was fetched, and not before it was', () => {
    const fetched = sample.update_time - 3600
    expect(orderWith({ pickup_done_time: fetched }).shippedAt).toEqual(new Date(fetched * 1000))
    expect(orderWith({ pickup_done_time: 0 }).shippedAt).toBeUndefined()
  })

  test('[completed-at] only a completed order has a time of completion', () => {
    expect(orderWith({}).completedAt).toEqual(new Date(sample.update_time * 1000))
    expect(orderWith({ order_status: 'TO_CONFIRM_RECEIVE' }).completedAt).toBeNull()
  })

  test.each([
    ['COMPLETED', ['R1'], -36.45, 'returned'],
    ['TO_RETURN', ['R1'], -36.45, 'returned'],
    ['TO_RETURN', ['R1'], 0, 'delivered'],
    ['COMPLETED', ['R1'], -10, 'delivered'],
    ['COMPLETED', [], -36.45, 'delivered'],
    ['SHIPPED', ['R1'], -36.45, 'shipped'],
  ])('[closed-return] %s with returns %j and a refund of %d is %s', (word, returns, refund, status) => {
    const income = {
      ...escrow,
      return_order_sn_list: returns,
      order_income: { ...escrow.order_income, seller_return_refund: refund },
    }
    expect(orderWith({ order_status: word }, income)).toMatchObject({ status, channelStatus: word })
  })

  test('[closed-return] an order of nothing but gifts is not returned before anything was refunded', () => {
    const { order_income } = escrow
    const free = { ...order_income, original_cost_of_goods_sold: 0, voucher_from_seller: 0 }
    const income = { ...escrow, return_order_sn_list: ['R1'], order_income: free }
    expect(orderWith({ order_status: 'TO_RETURN' }, income).status).toBe('delivered')
  })
})

describe('the lines', () => {
  const [item] = sample.item_list

  function lineOf(changes: Partial<typeof item>, income?: ShopeeEscrow) {
    return orderWith({ item_list: [{ ...item!, ...changes }] }, income).lines[0]
  }

  test('[gifts] the free second item of an add-on deal is a gift', () => {
    const free = { promotion_type: 'add_on_deal_sub', model_discounted_price: 0 }
    expect(lineOf(free)).toMatchObject({ isGift: true, total: 0 })
    expect(lineOf({ ...free, model_discounted_price: 1 })).toMatchObject({ isGift: false, total: 200 })
  })

  test('an item without a discount has its own price', () => {
    expect(lineOf({ model_discounted_price: 0, promotion_type: '' })).toMatchObject({
      isGift: false,
      total: 2580,
    })
  })

  test('[bundle-price] a bundle item is priced by the escrow, and by its own price until there is one', () => {
    const bundled = { promotion_type: 'bundle_deal', model_discounted_price: 0 }
    const sold = {
      item_id: item!.item_id,
      model_id: item!.model_id,
      quantity_purchased: 2,
      discounted_price: 19.99,
    }
    const income = (activity: string) => ({
      ...escrow,
      order_income: { ...escrow.order_income, items: [{ ...sold, activity_type: activity }] },
    })
    expect(lineOf(bundled, income('bundle_deal'))).toMatchObject({ isGift: false, total: 1999 })
    expect(lineOf(bundled, income(''))).toMatchObject({ total: 2580 })
    expect(lineOf(bundled)).toMatchObject({ total: 2580 })
  })

  test('a thing without variants has the variant 0, and its own SKU', () => {
    expect(lineOf({ model_id: null, model_sku: '', model_name: '' })).toMatchObject({
      shopSku: '2600144043_0',
      sellerSku: 'HEART',
      variantLabel: null,
    })
  })
})

test.each([
  [true, 'ShopeePay', 'cod'],
  [false, 'Cash on Delivery', 'cod'],
  [false, 'Credit Card/Debit Card', 'card'],
  [false, 'Kredit/Debit Card', 'card'],
  [false, 'ShopeePay Balance', 'e_wallet'],
  [false, 'Bank Transfer', 'bank_transfer'],
  [false, 'Virtual Account BCA', 'bank_transfer'],
  [false, 'SPayLater', 'marketplace_pay'],
  [false, '', 'marketplace_pay'],
])('cod %j and the words %j are %s', (cod, words, method) => {
  expect(orderWith({ cod, payment_method: words }).paymentMethod).toBe(method)
})

test('[masked] one asterisk anywhere makes an address a masked one', () => {
  const address = sample.recipient_address!
  expect(orderWith({}).address?.isMasked).toBe(false)
  for (const field of Object.keys(address) as (keyof typeof address)[])
    expect(orderWith({ recipient_address: { ...address, [field]: 'N***a' } }).address?.isMasked).toBe(true)
})

test('an address without a word in it is none', () => {
  const empty = Object.fromEntries(Object.keys(sample.recipient_address!).map((key) => [key, '']))
  expect(orderWith({ recipient_address: empty }).address).toBeNull()
  expect(orderWith({ recipient_address: undefined }).address).toBeNull()
})

test.each([[''], [null], [undefined], [0], ['****']])('[buyer-id-empty] the buyer id %j is nobody', (id) => {
  expect(orderWith({ buyer_user_id: id }).buyer).toBeNull()
})

test('[partly-canceled] pieces that were called off are not to be sent, unless all were', () => {
  const [item] = sample.item_list
  const rows = (...pieces: [bought: number, off: number | undefined][]) =>
    pieces.map(([model_quantity_purchased, cancelled_qty], index) => ({
      ...item!,
      item_id: index + 1,
      model_quantity_purchased,
      cancelled_qty,
    }))
  const quantities = (item_list: ShopeeOrder['item_list']) =>
    orderWith({ item_list }).lines.map(({ shopSku, quantity }) => [shopSku.split('_')[0], quantity])
  expect(quantities(rows([3, 1], [2, 2], [1, 0], [1, undefined]))).toEqual([
    ['1', 2],
    ['3', 1],
    ['4', 1],
  ])
  expect(quantities(rows([3, 3], [2, 2]))).toEqual([
    ['1', 3],
    ['2', 2],
  ])
})

test('an order that names no buyer is read', () => {
  const { buyer_user_id: _, ...nameless } = sample
  expect(orderSchema.parse(nameless).order_sn).toBe(sample.order_sn)
})

test('[total-after-payment] an unpaid order is estimated from its lines and the shipping fee', () => {
  const order = orderWith({ order_status: 'UNPAID', total_amount: undefined, pay_time: 0 })
  expect(order.paidAt).toBeNull()
  expect(orderValue(order.payment)).toBe(2180 + 1665 + 490)
})

test('[no-tracking-number] each parcel has the number that was asked for it, or none', () => {
  const numbers = new Map([['OFG1', 'SPXMY0451']])
  expect(
    orderWith({ package_list: parcels('REQUEST_CREATED', 'PICKUP_DONE') }, undefined, numbers),
  ).toMatchObject({
    packages: [
      {
        channelPackageId: 'OFG0',
        provider: 'SPX',
        trackingNumber: null,
        channelStatus: 'LOGISTICS_REQUEST_CREATED',
      },
      { channelPackageId: 'OFG1', trackingNumber: 'SPXMY0451', channelStatus: 'LOGISTICS_PICKUP_DONE' },
    ],
  })
})
