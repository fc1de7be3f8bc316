/**
 * Lazada's money in our words, out of the rows: each says what its piece cost and who gave which voucher. What Lazada
 * keeps is known from the seller's statement alone, weeks later, so what the seller receives is an estimate.
 */
import type { OrderPayment } from '../../../model/order.ts'
import { toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { isCanceled, itemStatus } from './status.ts'
import type { LazadaItem, LazadaOrder } from './wire.ts'

type Amount = string | number | null | undefined

/** The rows that are still part of the order: those that were called off count only when all were. */
export function countedItems(items: LazadaItem[]): LazadaItem[] {
  const live = items.filter((item) => !isCanceled(item))
  return live.length > 0 ? live : items
}

/** Splits the discount on a piece into the seller's and the platform's share. */
export function vouchersOf(item: LazadaItem, currency: Currency): { seller: number; platform: number } {
  const minor = (amount: Amount) => (amount == null || amount === '' ? 0 : toMinor(amount, currency))
  const platform = minor(item.voucher_platform)
  // A voucher of unknown origin counts as the seller's: the estimate promises too little rather than too much.
  return { seller: Math.max(minor(item.voucher_seller), minor(item.voucher_amount) - platform), platform }
}

export function paymentOf(order: LazadaOrder, items: LazadaItem[], currency: Currency): OrderPayment {
  const minor = (amount: Amount) => (amount == null || amount === '' ? 0 : toMinor(amount, currency))
  const counted = countedItems(items)
  const sumOf = (read: (item: LazadaItem) => number, of = counted) =>
    of.reduce((sum, item) => sum + read(item), 0)
  const sellerDiscountOf = (item: LazadaItem) => vouchersOf(item, currency).seller

  const hasShares = counted.every((item) => item.shipping_amount != null)
  const shippingFee = hasShares ? sumOf((item) => minor(item.shipping_amount)) : minor(order.shipping_fee)
  const isCalledOff = items.every(isCanceled)
  const isPaid = items.some((item) => Number(item.payment_time ?? 0) > 0)
  const givenBack = counted.filter(
    (item) => (isCalledOff && isPaid) || ['returned', 'shipped_back_success'].includes(itemStatus(item)),
  )
  return {
    subTotal: sumOf((item) => minor(item.item_price)),
    sellerDiscount: sumOf(sellerDiscountOf),
    platformDiscount: sumOf((item) => vouchersOf(item, currency).platform),
    coins: sumOf((item) => minor(item.wallet_credits)),
    shippingFee,
    tax: 0,
    platformFee: 0,
    fees: [],
    // Passed on to the courier.
    shippingCost: shippingFee,
    refund: sumOf((item) => minor(item.item_price) - sellerDiscountOf(item), givenBack),
    // Nobody is paid for an order that was called off.
    settled: isCalledOff ? 0 : null,
  }
}
