/** The shop's money in our words. Source: "Orders" of the Admin API reference. */
import type { OrderPayment } from '../../../model/order.ts'
import { toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import type { ShopLine, ShopOrder } from './wire.ts'

/**
 * The total is the shop's, to the cent: what the named parts leave over (rounding, vouchers) is a charge on the buyer when it
 * is positive and a discount when it is not.
 */
export function paymentOf(order: ShopOrder, currency: Currency): OrderPayment {
  const minor = (amount: number) => toMinor(amount, currency)
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + minor(amount), 0)
  const refund = sum((order.payment_collections ?? []).map(({ refunded_amount: amount }) => amount ?? 0))
  const sentBack = order.items.reduce((all, line) => all + sentBackOf(line, currency), 0)
  const value = minor(order.total) + refundCredits(order, minor) + sentBack
  const subTotal = sum(order.items.map(({ subtotal }) => subtotal)) + sentBack
  const tax = sum(order.items.map(({ tax_total: taxed }) => taxed))
  const goods = order.items.reduce((all, line) => all + lineTotal(line, currency), 0)
  const discount = Math.max(0, subTotal + tax - goods)
  const shippingFee = minor(order.shipping_total)
  const beyond = value - (subTotal - discount + shippingFee + tax)
  return {
    subTotal,
    sellerDiscount: discount + Math.max(0, -beyond),
    platformDiscount: 0,
    coins: 0,
    shippingFee,
    tax: tax + Math.max(0, beyond),
    platformFee: 0,
    fees: [],
    // The buyer's money comes to the seller whole; couriers are paid beside it.
    shippingCost: 0,
    refund,
    // Nobody paid and nobody will.
    settled: order.status === 'canceled' && !paidAtOf(order) ? 0 : null,
  }
}

/**
 * Answers what the buyer pays for all of a line's quantity: a return reduces the line's total, and the money paid back is
 * reported as a refund.
 */
export function lineTotal(line: ShopLine, currency: Currency): number {
  return toMinor(line.total, currency) + sentBackOf(line, currency)
}

function sentBackOf(line: ShopLine, currency: Currency): number {
  const { return_received_total: received, write_off_total: writtenOff } = line
  return toMinor(received ?? 0, currency) + toMinor(writtenOff ?? 0, currency)
}

/** A refund is noted as a credit that shrinks the total; what the buyer had ordered is worth what it was. */
function refundCredits({ credit_lines: lines }: ShopOrder, minor: (amount: number) => number): number {
  return (lines ?? [])
    .filter(({ reference }) => reference === 'payment_collection')
    .reduce((all, { amount }) => all + minor(amount), 0)
}

/** When the last of the money was taken; null while some of it is only promised. */
export function paidAtOf(order: ShopOrder): Date | null {
  const payments = paymentsOf(order)
  if (payments.length === 0 || payments.some(({ captured_at: at }) => !at)) return null
  return new Date(Math.max(...payments.map(({ captured_at: at }) => Date.parse(at ?? ''))))
}

/** Lists the payments that were not canceled. */
export function paymentsOf({ payment_collections: collections }: ShopOrder) {
  return (collections ?? []).flatMap(({ payments }) => payments ?? []).filter((one) => !one.canceled_at)
}
