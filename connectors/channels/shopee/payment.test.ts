import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fromMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { actualReceiveValue, orderValue } from '../../../model/order.ts'
import { escrowSchema, estimatedPayment, paymentFromEscrow } from './payment.ts'
import { orderSchema } from './wire.ts'

function read(name: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')).response
}
const order = { ...orderSchema.parse(read('get_order_detail.json').order_list[0]), order_status: 'SHIPPED' }
const escrow = escrowSchema.parse(read('get_escrow_detail_batch.json')[0].escrow_detail)

/** Numbers that look random and are the same in every run. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

function incomeWith(changes: Partial<typeof escrow.order_income>) {
  return { ...escrow, order_income: { ...escrow.order_income, ...changes } }
}

const line = {
  shopSku: '1_0',
  sellerSku: null,
  name: 'x',
  variantLabel: null,
  imageUrl: null,
  quantity: 1,
  isGift: false,
}

describe('from escrow', () => {
  test.each<[Currency, number]>([
    ['MYR', 100],
    ['VND', 1000],
    ['IDR', 1000],
  ])('the totals are those of Shopee to the last digit, in %s', (currency, step) => {
    const below = numbersFrom(7)
    for (let round = 0; round < 500; round++) {
      const minor = (max: number) => below(max) * (step === 100 ? 1 : step)
      const terms = {
        original_cost_of_goods_sold: minor(100_000) + 1000 * step,
        voucher_from_seller: minor(500),
        buyer_paid_shipping_fee: minor(900),
        actual_shipping_fee: minor(900),
        shopee_shipping_rebate: minor(400),
        shipping_fee_discount_from_3pl: minor(100),
        reverse_shipping_fee: minor(100),
        commission_fee: minor(700),
        service_fee: minor(300),
        seller_transaction_fee: minor(300),
        campaign_fee: minor(50),
        order_ams_commission_fee: minor(50),
        seller_order_processing_fee: minor(50),
        seller_coin_cash_back: minor(50),
        escrow_tax: minor(20),
        withholding_tax: minor(20),
      }
      const [shopee, coins, refund] = [minor(500), minor(100), minor(300)]
      const {
        original_cost_of_goods_sold: goods,
        voucher_from_seller: voucher,
        buyer_paid_shipping_fee: ship,
        ...rest
      } = terms
      const buyerTotal = goods - voucher - shopee - coins + ship
      const { shopee_shipping_rebate: rebate, shipping_fee_discount_from_3pl: courier, ...costs } = rest
      const received =
        goods -
        voucher +
        ship +
        rebate +
        courier -
        refund -
        Object.values(costs).reduce((sum, cost) => sum + cost, 0)
      const majors = Object.fromEntries(
        Object.entries({
          ...terms,
          voucher_from_shopee: shopee,
          coins,
          seller_return_refund: -refund,
          buyer_total_amount: buyerTotal,
          escrow_amount: received,
        }).map(([name, amount]) => [name, fromMinor(amount, currency)]),
      )
      const payment = paymentFromEscrow(incomeWith(majors), { ...order, currency }, currency, [])
      expect(orderValue(payment)).toBe(buyerTotal)
      expect(actualReceiveValue(payment)).toBe(received)
      expect(payment.fees.reduce((sum, fee) => sum + fee.amount, 0)).toBe(payment.platformFee)
      expect(payment.fees.map((fee) => fee.code)).not.toContain('other')
      expect(payment).toMatchObject({
        subTotal: goods,
        sellerDiscount: voucher,
        platformDiscount: shopee,
        coins,
        refund,
        tax: 0,
      })
    }
  })

  test('[escrow-own-sum] a term that we do not know becomes the fee `other`', () => {
    const payment = paymentFromEscrow(incomeWith({ escrow_amount: 31.5 }), order, 'MYR', [])
    expect(payment.fees).toContainEqual({ code: 'other', amount: 122 })
    expect(actualReceiveValue(payment)).toBe(3150)
    expect(orderValue(payment)).toBe(3790)
  })

  test('what the buyer paid beyond the known terms is tax, and passes through', () => {
    const payment = paymentFromEscrow(incomeWith({ buyer_total_amount: 40 }), order, 'MYR', [])
    expect(payment.tax).toBe(210)
    expect(orderValue(payment)).toBe(4000)
    expect(actualReceiveValue(payment)).toBe(3272)
  })

  test('what the buyer paid less than the known terms came from Shopee', () => {
    const payment = paymentFromEscrow(incomeWith({ buyer_total_amount: 30 }), order, 'MYR', [])
    expect(payment.platformDiscount).toBe(300 + 790)
    expect(orderValue(payment)).toBe(3000)
    expect(actualReceiveValue(payment)).toBe(3272)
  })

  test('is settled when the order is completed, adjustments included', () => {
    const income = incomeWith({ escrow_amount_after_adjustment: 30.02 })
    expect(paymentFromEscrow(income, order, 'MYR', []).settled).toBeNull()
    expect(paymentFromEscrow(income, { ...order, order_status: 'COMPLETED' }, 'MYR', []).settled).toBe(3002)
  })

  test.each([
    [1_768_000_000, 3790],
    [0, 0],
  ])(
    '[canceled-escrow] a canceled order paid at %i keeps its worth, is refunded %i and brings nothing',
    (paidAt, refund) => {
      const emptied = Object.fromEntries(
        Object.keys(escrow.order_income).map((key) => [key, key === 'items' ? [] : 0]),
      )
      const canceled = { ...order, order_status: 'CANCELLED', pay_time: paidAt, total_amount: 37.9 }
      const payment = paymentFromEscrow(incomeWith(emptied), canceled, 'MYR', [{ ...line, total: 3845 }])
      expect(payment).toMatchObject({ subTotal: 3845, refund })
      expect(orderValue(payment)).toBe(3790)
      expect(actualReceiveValue(payment)).toBe(0)
    },
  )

  test('counts a refund as one under either sign', () => {
    for (const sign of [-1, 1]) {
      const payment = paymentFromEscrow(
        incomeWith({ seller_return_refund: sign * 10, escrow_amount: 22.72 }),
        order,
        'MYR',
        [],
      )
      expect(payment.refund).toBe(1000)
      expect(actualReceiveValue(payment)).toBe(2272)
    }
  })
})

describe('without escrow', () => {
  test.each([
    ['the goods and the shipping', 34.9, 490, 0],
    ['the goods alone', 30, 0, 0],
    ['less than the goods', 28.5, 0, 150],
  ])('the buyer pays %s: that is the order value', (_, total, shippingFee, sellerDiscount) => {
    const payment = estimatedPayment({ ...order, total_amount: total, estimated_shipping_fee: 4.9 }, 'MYR', [
      { ...line, total: 3000 },
    ])
    expect(payment).toMatchObject({ shippingFee, sellerDiscount, settled: null })
    expect(orderValue(payment)).toBe(total * 100)
    expect(actualReceiveValue(payment)).toBe(3000 - sellerDiscount)
  })
})
