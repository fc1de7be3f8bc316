/**
 * TikTok Shop's money in our words, read off the order, whose rule is
 *
 *   total_amount = original_total_product_price - seller_discount - platform_discount + shipping_fee + taxes and charges
 *
 * Charges are added by country and year, so they are what is left up to TikTok's own total. Source: "Get Order Detail",
 * payment.
 */
import { orderValue } from '../../../model/order.ts'
import type { OrderLine, OrderPayment } from '../../../model/order.ts'
import { toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { isCanceled } from './status.ts'
import type { TiktokOrder } from './wire.ts'

/**
 * Maps an order's payment. The buyer's total is exact. The seller's income is an estimate until the settlement: fees are not in
 * the order, shipping passes on to the courier, and taxes and charges on the buyer pass on to TikTok.
 */
export function paymentOf(order: TiktokOrder, currency: Currency, lines: OrderLine[]): OrderPayment {
  const { payment } = order
  const minor = (amount: string | null | undefined) => (amount ? toMinor(amount, currency) : 0)
  const platformDiscount = minor(payment.platform_discount)
  const shippingFee = minor(payment.shipping_fee)
  const sold = lines.reduce((sum, line) => sum + line.total, 0)
  const givenDiscount = minor(payment.seller_discount)
  const subTotal = payment.original_total_product_price
    ? minor(payment.original_total_product_price)
    : sold + givenDiscount + platformDiscount
  const beyond = minor(payment.total_amount) - (subTotal - givenDiscount - platformDiscount + shippingFee)
  // A reduction of unknown origin counts as the seller's, so that the estimate promises too little rather than too much.
  const sellerDiscount = givenDiscount + Math.max(0, -beyond)
  const tax = Math.max(0, beyond)
  const estimate: OrderPayment = {
    subTotal,
    sellerDiscount,
    platformDiscount,
    coins: 0,
    shippingFee,
    tax,
    platformFee: tax,
    fees: tax === 0 ? [] : [{ code: 'other', amount: tax }],
    shippingCost:
      shippingFee +
      minor(payment.shipping_fee_seller_discount) +
      minor(payment.shipping_fee_cofunded_discount),
    refund: 0,
    settled: null,
  }
  if (!isCanceled(order)) return estimate
  // Nothing of it reaches the seller; what it would have been worth is still what he looks for.
  return {
    ...estimate,
    platformFee: 0,
    fees: [],
    shippingCost: 0,
    refund: order.paid_time ? orderValue(estimate) : 0,
    settled: 0,
  }
}
