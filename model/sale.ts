/**
 * A sale is an order that is neither unpaid nor canceled, on the day on which it was paid; cash on delivery on the day on which
 * it was placed. Its amount is what the buyer pays.
 */
import { isSale, orderStatuses, orderStatusIds, orderStatusOf } from './order-status.ts'
import { paymentMethodIds } from './order.ts'

/** `total` in minor units. */
export type Sale = {
  status: number
  paymentMethod: number
  currency: string
  total: number
  placedAt: Date
  paidAt: Date | null
}

/** With what sales_days and its parts count beside the amount. */
export type CountedSale = Sale & {
  by: 1 | -1
  region: string
  lines: { quantity: number; isGift: boolean }[]
}

/** Refund to a buyer. `amount` in minor units. */
export type Refund = { currency: string; amount: number; at: Date }

/** Statuses in which an order is no sale. */
export const noSale: number[] = orderStatuses
  .filter((status) => !isSale(status))
  .map((status) => orderStatusIds[status])

/** When an order counts as sold; null for one that is no sale. The column sold_at of orders says the same. */
export function soldAt({
  status,
  paymentMethod,
  placedAt,
  paidAt,
}: Pick<Sale, 'status' | 'paymentMethod' | 'placedAt' | 'paidAt'>): Date | null {
  if (!isSale(orderStatusOf(status))) return null
  return paymentMethod === paymentMethodIds.cod ? placedAt : (paidAt ?? placedAt)
}

export function piecesOf(lines: { quantity: number; isGift: boolean }[]): number {
  return lines.reduce((all, { quantity, isGift }) => all + (isGift ? 0 : quantity), 0)
}
