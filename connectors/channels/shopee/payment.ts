/**
 * Shopee's money in our words. Source: "v2.payment.get_escrow_detail", whose escrow_amount is
 *
 *   original_cost_of_goods_sold - voucher_from_seller + buyer_paid_shipping_fee
 *   - (actual_shipping_fee - shopee_shipping_rebate - shipping_fee_discount_from_3pl + reverse_shipping_fee)
 *   - fees and taxes + seller_return_refund
 *
 * with terms of single countries added from year to year. So the terms that a seller knows by name are read, and what
 * is left up to Shopee's own sum is kept as the fee `other`: the totals are Shopee's to the cent, whatever it adds next.
 */
import { z } from 'zod'
import { orderValue } from '../../../model/order.ts'
import type { OrderLine, OrderPayment } from '../../../model/order.ts'
import { toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import type { ShopeeItem, ShopeeOrder } from './wire.ts'

/** A JSON number in major units. */
const amount = z.number().nullish()

export const escrowSchema = z.object({
  order_sn: z.string().min(1),
  return_order_sn_list: z.array(z.string()).nullish(),
  order_income: z.object({
    escrow_amount: z.number(),
    escrow_amount_after_adjustment: amount,
    buyer_total_amount: z.number(),
    original_cost_of_goods_sold: amount,
    voucher_from_seller: amount,
    voucher_from_shopee: amount,
    coins: amount,
    buyer_paid_shipping_fee: amount,
    actual_shipping_fee: amount,
    shopee_shipping_rebate: amount,
    shipping_fee_discount_from_3pl: amount,
    reverse_shipping_fee: amount,
    commission_fee: amount,
    service_fee: amount,
    seller_transaction_fee: amount,
    campaign_fee: amount,
    order_ams_commission_fee: amount,
    seller_order_processing_fee: amount,
    seller_coin_cash_back: amount,
    escrow_tax: amount,
    withholding_tax: amount,
    seller_return_refund: amount,
    items: z
      .array(
        z.object({
          item_id: z.int(),
          model_id: z.int().nullish(),
          quantity_purchased: z.int().nullish(),
          activity_type: z.string().nullish(),
          discounted_price: amount,
        }),
      )
      .nullish(),
  }),
})

export type ShopeeEscrow = z.infer<typeof escrowSchema>

/** Rows stay unchecked here, as those of orders do. */
export const escrowBatchSchema = z.object({
  response: z.array(z.object({ escrow_detail: z.unknown().optional() })).nullish(),
})

type Income = ShopeeEscrow['order_income']

export const feeFields = {
  commission: 'commission_fee',
  service: 'service_fee',
  transaction: 'seller_transaction_fee',
  campaign: 'campaign_fee',
  affiliate: 'order_ams_commission_fee',
  order_processing: 'seller_order_processing_fee',
  coin_cash_back: 'seller_coin_cash_back',
  escrow_tax: 'escrow_tax',
  withholding_tax: 'withholding_tax',
} as const satisfies Record<string, keyof Income>

const feeCodes = Object.keys(feeFields) as (keyof typeof feeFields)[]

export function paymentFromEscrow(
  escrow: ShopeeEscrow,
  order: ShopeeOrder,
  currency: Currency,
  lines: OrderLine[],
): OrderPayment {
  const income = escrow.order_income
  // The escrow of a canceled order is emptied. What it would have been worth is still what the seller looks for.
  if (
    order.order_status === 'CANCELLED' &&
    !income.buyer_total_amount &&
    !income.original_cost_of_goods_sold
  ) {
    const worth = estimatedPayment(order, currency, lines)
    return {
      ...worth,
      refund: order.pay_time ? orderValue(worth) : 0,
      settled: toMinor(income.escrow_amount, currency),
    }
  }
  const minor = (amount: number | null | undefined) => (amount ? toMinor(amount, currency) : 0)

  const subTotal =
    income.original_cost_of_goods_sold == null ? sumOf(lines) : minor(income.original_cost_of_goods_sold)
  const sellerDiscount = minor(income.voucher_from_seller)
  const coins = minor(income.coins)
  const shippingFee = minor(income.buyer_paid_shipping_fee)
  // Money that the buyer paid beyond the named terms is taxes and charges on the buyer; missing money was given by Shopee.
  const beyond =
    minor(income.buyer_total_amount) -
    (subTotal - sellerDiscount - minor(income.voucher_from_shopee) - coins + shippingFee)
  const tax = Math.max(0, beyond)
  const platformDiscount = minor(income.voucher_from_shopee) + Math.max(0, -beyond)

  const shippingCost =
    minor(income.actual_shipping_fee) -
    minor(income.shopee_shipping_rebate) -
    minor(income.shipping_fee_discount_from_3pl) +
    minor(income.reverse_shipping_fee)
  // Shopee documents no sign; it is what the seller gives back.
  const refund = Math.abs(minor(income.seller_return_refund))

  const fees: OrderPayment['fees'] = []
  let named = 0
  for (const code of feeCodes) {
    const amount = minor(income[feeFields[code]])
    if (amount === 0) continue
    fees.push({ code, amount })
    named += amount
  }
  const received = minor(income.escrow_amount)
  const platformFee = subTotal - sellerDiscount + shippingFee + tax - shippingCost - refund - received
  // The buyer's taxes pass through to Shopee and stand among the rest.
  if (platformFee !== named) fees.push({ code: 'other', amount: platformFee - named })

  return {
    subTotal,
    sellerDiscount,
    platformDiscount,
    coins,
    shippingFee,
    tax,
    platformFee,
    fees,
    shippingCost,
    refund,
    settled:
      order.order_status === 'COMPLETED'
        ? minor(income.escrow_amount_after_adjustment ?? income.escrow_amount)
        : null,
  }
}

/**
 * Without escrow: what the buyer pays is known, its parts are not. Shipping counts as passed on to the courier, and a
 * discount of unknown origin as the seller's, so that the estimate promises too little rather than too much.
 */
export function estimatedPayment(order: ShopeeOrder, currency: Currency, lines: OrderLine[]): OrderPayment {
  const subTotal = sumOf(lines)
  const total = order.total_amount
    ? toMinor(order.total_amount, currency)
    : subTotal + toMinor(order.estimated_shipping_fee ?? 0, currency)
  const shippingFee = Math.max(0, total - subTotal)
  return {
    subTotal,
    sellerDiscount: Math.max(0, subTotal - total),
    platformDiscount: 0,
    coins: 0,
    shippingFee,
    tax: 0,
    platformFee: 0,
    fees: [],
    shippingCost: shippingFee,
    refund: 0,
    settled: null,
  }
}

/** Answers what the buyer pays for all of a line's quantity. */
export function lineTotal(
  item: ShopeeItem,
  quantity: number,
  currency: Currency,
  escrow: ShopeeEscrow | undefined,
): number {
  // The order itself has no price for bundle items: 0 or the price before the bundle. The escrow has it per line.
  if (item.promotion_type === 'bundle_deal') {
    const inEscrow = escrow?.order_income.items?.find(
      (sold) =>
        sold.item_id === item.item_id &&
        (sold.model_id ?? 0) === (item.model_id ?? 0) &&
        sold.activity_type === 'bundle_deal' &&
        sold.quantity_purchased === quantity,
    )
    if (inEscrow?.discounted_price != null) return toMinor(inEscrow.discounted_price, currency)
  }
  const isPriced = item.model_discounted_price > 0 || isGift(item)
  return toMinor(isPriced ? item.model_discounted_price : item.model_original_price, currency) * quantity
}

/** Shopee has no mark for gifts: they come as the second item of an add-on deal at no price. */
export function isGift(item: ShopeeItem): boolean {
  if (item.model_discounted_price > 0) return false
  return item.promotion_type === 'add_on_deal_sub' || item.model_original_price === 0
}

function sumOf(lines: OrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.total, 0)
}
