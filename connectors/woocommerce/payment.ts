/** The store's money in our words. Source: "Order properties" of the REST API v3 documentation. */
import type { OrderLine, OrderPayment } from '../../model/order.ts'
import { toMinor } from '../../model/money.ts'
import type { Currency } from '../../model/money.ts'
import type { StoreOrder } from './wire.ts'

/**
 * The total is the store's, to the cent: what the named parts leave over (charges, rounding) is a charge on the buyer
 * when it is positive and a discount when it is not.
 */
export function paymentOf(order: StoreOrder, currency: Currency): OrderPayment {
  const minor = (amount: string) => toMinor(amount, currency)
  const total = minor(order.total)
  const subTotal = order.line_items.reduce((sum, line) => sum + minor(line.subtotal), 0)
  const discount = minor(order.discount_total)
  const shippingFee = minor(order.shipping_total)
  const totalTax = minor(order.total_tax)
  const beyond = total - (subTotal - discount + shippingFee + totalTax)
  const refund = refundOf(order, total, currency)
  return {
    subTotal,
    sellerDiscount: discount + Math.max(0, -beyond),
    platformDiscount: 0,
    coins: 0,
    shippingFee,
    tax: totalTax + Math.max(0, beyond),
    platformFee: 0,
    fees: [],
    // The buyer's money comes to the seller whole; couriers are paid beside it.
    shippingCost: 0,
    refund,
    // Nobody paid and nobody will.
    settled: isOver(order) && !order.date_paid_gmt ? 0 : null,
  }
}

/** Refunds are written as negative amounts. A refunded order that names none was refunded beside the store. */
function refundOf(order: StoreOrder, total: number, currency: Currency): number {
  const refunds = order.refunds ?? []
  const named = refunds.reduce(
    (sum, { total: amount }) => sum + Math.abs(toMinor(amount ?? '0', currency)),
    0,
  )
  return order.status === 'refunded' && named === 0 ? total : named
}

function isOver({ status }: StoreOrder): boolean {
  return status === 'cancelled' || status === 'failed' || status === 'trash'
}

/** Answers what the buyer pays for all of a line's quantity: after coupons, with tax. */
export function lineTotal(line: StoreOrder['line_items'][number], currency: Currency): OrderLine['total'] {
  return toMinor(line.total, currency) + toMinor(line.total_tax, currency)
}
