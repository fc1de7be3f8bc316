import type { Currency } from './money.ts'
import type { OrderPayment } from './order.ts'

/** Payout of the channel for one order, paid or expected. Amounts are minor units; fees are positive when they are charged. */
export type Settlement = {
  channelOrderId: string
  currency: Currency
  settledAt: Date
  /** Net payout to the seller, adjustments included. Equals the sum of the other amounts, to the cent. */
  amount: number
  /** Revenue from the products, less the seller's own discounts. */
  revenue: number
  /** Signed: what the buyer paid for shipping and the platform's help with it, less what the courier cost. */
  shipping: number
  fees: { code: string; amount: number }[]
  taxes: { code: string; amount: number }[]
  /** Amount refunded to the buyer, positive. */
  refund: number
  /** Signed: corrections that belong to no other kind. */
  adjustment: number
}

type SettledAmounts = Pick<Settlement, 'amount' | 'shipping' | 'fees' | 'taxes' | 'refund' | 'adjustment'>

/**
 * An order's payment as its channel settled it. What the buyer paid stays; shipping, fees and refund are the channel's, and
 * what it kept without naming it is the fee `other`, so that the parts add up to the settled amount, to the cent.
 */
export function settledPayment(payment: OrderPayment, settlement: SettledAmounts): OrderPayment {
  const { amount, shipping, refund, adjustment } = settlement
  const named = [...settlement.fees, ...settlement.taxes].filter(({ code }) => code !== 'other')
  // A correction in the seller's favour is a fee below nothing.
  if (adjustment !== 0) named.push({ code: 'adjustment', amount: 0 - adjustment })
  const brought = payment.subTotal - payment.sellerDiscount + payment.tax
  const platformFee = brought + shipping - refund - amount
  const other = platformFee - named.reduce((sum, fee) => sum + fee.amount, 0)
  return {
    ...payment,
    platformFee,
    fees: other === 0 ? named : [...named, { code: 'other', amount: other }],
    shippingCost: payment.shippingFee - shipping,
    refund,
    settled: amount,
  }
}
