import { describe, expect, it } from 'vitest'
import { type Payment, towardsOrder, towardsSeller } from './payment-lines.ts'

const payment: Payment = {
  sub_total: 100,
  discount: 15,
  seller_discount: 10,
  platform_discount: 5,
  shopee_coins: 0,
  shipping_fee: 4.9,
  tax: 0,
  order_value: 89.9,
  platform_fee: 6.3,
  fees: [],
  shipping_cost: 4.9,
  actual_receive_value: 83.7,
  refund_value: 0,
  open_refund_value: 0,
  is_settled: false,
  settled_at: null,
  expected_receive_value: 83.7,
  settlement_difference: null,
  is_before_fees: false,
}
const cents = (value: number) => Math.round(value * 100)
const sum = (lines: { value: number }[]) => lines.reduce((all, { value }) => all + cents(value), 0)
const keys = (lines: { key: string; code?: string }[]) => lines.map(({ key, code }) => code ?? key)

describe('what the buyer pays', () => {
  it('adds up to the value of the order', () => {
    expect(keys(towardsOrder(payment))).toEqual(['sub_total', 'seller', 'platform', 'shipping'])
    expect(sum(towardsOrder(payment))).toBe(cents(payment.order_value))
  })

  it('names the goods even where they cost nothing, and nothing else of nothing', () => {
    const none = { sub_total: 0, seller_discount: 0, platform_discount: 0, shipping_fee: 0 }
    expect(towardsOrder({ ...payment, ...none })).toEqual([{ key: 'sub_total', value: 0 }])
  })

  it('takes coins and discounts off, and puts taxes on', () => {
    const lines = towardsOrder({ ...payment, shopee_coins: 1.5, tax: 2 })
    expect(lines).toContainEqual({ key: 'coins', value: -1.5 })
    expect(lines).toContainEqual({ key: 'tax', value: 2 })
  })
})

describe('what the seller receives', () => {
  it.each<[string, Partial<Payment>, string[]]>([
    ['as the order promised', {}, ['paidBack', 'platformFee', 'shippingCost']],
    [
      'with each fee that the channel names',
      {
        fees: [
          { code: 'commission', amount: 4.1 },
          { code: 'service', amount: 2.2 },
        ],
      },
      ['paidBack', 'commission', 'service', 'shippingCost'],
    ],
    [
      'with another amount in the payout',
      { actual_receive_value: 80.01 },
      ['paidBack', 'platformFee', 'shippingCost', 'adjustment'],
    ],
    [
      'with more than was expected',
      { actual_receive_value: 90 },
      ['paidBack', 'platformFee', 'shippingCost', 'adjustment'],
    ],
    [
      'after a refund',
      { refund_value: 20, actual_receive_value: 63.7 },
      ['paidBack', 'platformFee', 'shippingCost', 'refund'],
    ],
    [
      'with a fee that comes back',
      { fees: [{ code: 'commission', amount: -1 }], actual_receive_value: 91 },
      ['paidBack', 'commission', 'shippingCost'],
    ],
  ])('adds up %s', (_how, part, named) => {
    const one = { ...payment, ...part }
    const lines = towardsSeller(one, false)
    expect(keys(lines)).toEqual(named)
    expect(cents(one.order_value) + sum(lines)).toBe(cents(one.actual_receive_value))
  })

  it('adds up whatever the cents are, and needs no line for what machines cannot count', () => {
    for (let cent = 0; cent < 300; cent++) {
      const one = { ...payment, platform_fee: cent / 100, shopee_coins: 0.1, platform_discount: 0.2 }
      const received = cents(one.order_value) + 30 - cent - cents(one.shipping_cost)
      const lines = towardsSeller({ ...one, actual_receive_value: received / 100 }, false)
      expect([cent, keys(lines).includes('adjustment')]).toEqual([cent, false])
    }
  })

  it('adds up in a currency without decimals', () => {
    const yen = {
      ...payment,
      sub_total: 1980,
      platform_discount: 100,
      order_value: 1880,
      platform_fee: 198,
      shipping_cost: 0,
      actual_receive_value: 1782,
    }
    expect(towardsSeller(yen, false)).toEqual([
      { key: 'paidBack', value: 100 },
      { key: 'platformFee', value: -198 },
    ])
  })

  it('of a canceled order is charged nothing but what went back', () => {
    expect(towardsSeller(payment, true)).toEqual([])
    expect(towardsSeller({ ...payment, refund_value: 89.9 }, true)).toEqual([{ key: 'refund', value: -89.9 }])
  })
})
