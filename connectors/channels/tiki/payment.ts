/**
 * Tiki's money in our words, read off the order's invoice. What the buyer pays is Tiki's own total; how the reductions are
 * shared out between Tiki and the seller follows from the items. Source: "Order" of Tiki Theory V2.
 */
import { orderValue } from '../../../model/order.ts'
import type { OrderPayment } from '../../../model/order.ts'
import { toMinor } from '../../../model/money.ts'
import { isCanceled } from './status.ts'
import type { TikiOrder } from './wire.ts'

export function dongOf(amount: number | string | null | undefined): number {
  return amount === null || amount === undefined || amount === '' ? 0 : toMinor(amount, 'VND')
}

/**
 * Maps an order's payment. The seller's income is Tiki's own estimate until it pays: its fees are negative, and shipping passes
 * on to Tiki.
 */
export function paymentOf(order: TikiOrder): OrderPayment {
  const { invoice, items } = order
  const subTotal = dongOf(invoice.subtotal)
  const shippingFee = dongOf(invoice.shipping_amount_after_discount)
  const coins = dongOf(invoice.discount_tikixu)
  const named = items.reduce(
    (sum, item) => sum + dongOf(item.seller_income_detail?.discount?.discount_coupon?.seller_discount),
    0,
  )
  // Vouchers, promotions and gift cards of Tiki's have a dozen names: they are what is missing up to its total.
  const reduced = subTotal - coins + shippingFee - dongOf(invoice.grand_total)
  const sellerDiscount = Math.max(0, Math.min(named, reduced))
  const fee = -dongOf(invoice.total_seller_fee)
  const estimate: OrderPayment = {
    subTotal,
    sellerDiscount,
    platformDiscount: Math.max(0, reduced - sellerDiscount),
    coins,
    shippingFee,
    // Handling and other fees on the buyer go to Tiki.
    tax: Math.max(0, -reduced),
    platformFee: fee + Math.max(0, -reduced),
    fees: [],
    shippingCost: shippingFee,
    refund: 0,
    settled: null,
  }
  const { platformFee } = estimate
  if (!isCanceled(order))
    return { ...estimate, fees: platformFee === 0 ? [] : [{ code: 'other', amount: platformFee }] }
  // Nothing of it reaches the seller; what it would have been worth is still what he looks for.
  const isPaid = order.payment?.is_prepaid === true && order.payment.status === 'success'
  return {
    ...estimate,
    platformFee: 0,
    shippingCost: 0,
    refund: isPaid ? orderValue(estimate) : 0,
    settled: 0,
  }
}
