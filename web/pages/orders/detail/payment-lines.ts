/** Lines of an order's payment: from the goods to its value, and from there to what the seller receives. */
import type { Order } from '../../../parts/queries/order-queries.ts'

export type Payment = NonNullable<Order['payment']>

const buyerLines = ['sub_total', 'seller', 'platform', 'coins', 'shipping', 'tax'] as const
export type BuyerLine = (typeof buyerLines)[number]

/** Lines of what the buyer pays; those of nothing are left out. */
export function towardsOrder(payment: Payment): { key: BuyerLine; value: number }[] {
  const values: Record<BuyerLine, number> = {
    sub_total: payment.sub_total,
    seller: -payment.seller_discount,
    platform: -payment.platform_discount,
    coins: -payment.shopee_coins,
    shipping: payment.shipping_fee,
    tax: payment.tax,
  }
  return buyerLines
    .filter((key) => key === 'sub_total' || values[key] !== 0)
    .map((key) => ({ key, value: values[key] }))
}

export type SellerLine =
  | { key: 'paidBack' | 'platformFee' | 'shippingCost' | 'refund' | 'adjustment'; value: number }
  | { key: 'fee'; code: string; value: number }

/**
 * From the order's value to what is received. `isCalledOff`: fees and shipping of a canceled order are what it would have cost; nobody
 * is charged them unless its payout says so.
 */
export function towardsSeller(payment: Payment, isCalledOff: boolean): SellerLine[] {
  const fees = payment.fees.map(({ code, amount }): SellerLine => ({ key: 'fee', code, value: -amount }))
  const lines: SellerLine[] = [
    { key: 'paidBack', value: payment.platform_discount + payment.shopee_coins },
    ...(fees.length > 0 ? fees : [{ key: 'platformFee' as const, value: -payment.platform_fee }]),
    { key: 'shippingCost', value: -payment.shipping_cost },
    { key: 'refund', value: -payment.refund_value },
  ]
  // The settled amount may differ from the rule; the difference gets a line, so that the column adds up.
  const known = lines.reduce((sum, { value }) => sum + value, payment.order_value)
  const adjustment = Math.round((payment.actual_receive_value - known) * 100) / 100
  const shown: SellerLine[] = isCalledOff
    ? lines.filter(({ key }) => key === 'refund')
    : [...lines, { key: 'adjustment', value: adjustment }]
  return shown.filter(({ value }) => value !== 0)
}
