import { codeOf } from '../../kit/catalog.ts'
import { hash } from '../../kit/random.ts'
import { buyerTotal } from './detail.ts'
import { fullRefund } from './order-factory.ts'
import { amount } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { Order } from './types.ts'
import { ShopeeError, shopGet, shopPost, type Endpoints, badParam } from './wire.ts'

/** Returns the seller's income from an order, in minor units: every figure that takes part in the sum. */
function settle(order: Order): Record<string, number> {
  const { money } = order
  // Nothing is settled for a cancelled order, and fees are given back with the goods, or the part of them that came back.
  const due = order.status === 'CANCELLED' ? 0 : 1
  const kept = due * Math.max(0, 1 - money.refund / Math.min(fullRefund(money), -1))
  const fee = (whole: number): number => Math.round(kept * whole)
  return {
    original_cost_of_goods_sold: due * money.discounted,
    original_shopee_discount: 0,
    shopee_discount: 0,
    voucher_from_seller: due * money.sellerVoucher,
    seller_coin_cash_back: 0,
    buyer_paid_shipping_fee: due * money.buyerShipping,
    actual_shipping_fee: due * money.actualShipping,
    shopee_shipping_rebate: due * money.shippingRebate,
    shipping_fee_discount_from_3pl: 0,
    reverse_shipping_fee: 0,
    commission_fee: fee(money.commission),
    service_fee: fee(money.service),
    seller_transaction_fee: fee(money.transaction),
    campaign_fee: 0,
    order_ams_commission_fee: 0,
    seller_order_processing_fee: 0,
    escrow_tax: 0,
    withholding_tax: fee(money.withholding),
    seller_return_refund: due * money.refund,
  }
}

const ADDED = new Set([
  'original_cost_of_goods_sold',
  'shopee_discount',
  'buyer_paid_shipping_fee',
  'shopee_shipping_rebate',
  'shipping_fee_discount_from_3pl',
  'seller_return_refund',
])

// One order in thirty is corrected afterwards, by what a courier weighed for example.
const ADJUSTED_SHARE = 30

/** In minor units: what an order is worth, what was corrected later, and what is paid out. */
export function escrowTerms(order: Order): {
  terms: Record<string, number>
  escrow: number
  adjustment: number
  payout: number
} {
  const terms = settle(order)
  const escrow = Object.entries(terms).reduce(
    (sum, [name, value]) => sum + (ADDED.has(name) ? value : -value),
    0,
  )
  const drawn = hash(`adjusted:${order.sn}`)
  const isAdjusted = order.status === 'COMPLETED' && drawn % ADJUSTED_SHARE === 0
  const step = order.shop.currency === 'VND' ? 100 : 1
  const adjustment = isAdjusted ? ((drawn % 401) - 200) * step : 0
  return { terms, escrow, adjustment, payout: escrow + adjustment }
}

export function escrowOf(order: Order, returnSns: readonly string[] = []): Record<string, unknown> {
  const { shop, money } = order
  const { terms: parts, escrow, adjustment, payout } = escrowTerms(order)
  const due = order.status === 'CANCELLED' ? 0 : 1
  const major = (minor: number): number => amount(shop, minor * due)
  // -0 would be written as 0 anyway, but a comparison in a program would trip over it.
  const plain = (value: number): number => (value === 0 ? 0 : value)
  return {
    order_sn: order.sn,
    buyer_user_name: order.buyer.username,
    return_order_sn_list: returnSns.length > 0 ? returnSns : order.returnTime > 0 ? [`${order.sn}R`] : [],
    order_income: {
      escrow_amount: plain(amount(shop, escrow)),
      escrow_amount_after_adjustment: plain(amount(shop, payout)),
      total_adjustment_amount: plain(amount(shop, adjustment)),
      buyer_total_amount: major(buyerTotal(order)),
      original_price: major(money.original),
      order_original_price: major(money.original),
      order_discounted_price: major(money.discounted),
      order_selling_price: major(money.discounted),
      cost_of_goods_sold: major(money.discounted),
      order_seller_discount: major(money.original - money.discounted),
      seller_discount: major(money.original - money.discounted),
      voucher_from_shopee: major(money.shopeeVoucher),
      seller_voucher_code: money.sellerVoucher > 0 ? ['AOITHANKS'] : [],
      coins: major(money.coins),
      ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, plain(amount(shop, value))])),
      estimated_shipping_fee: major(money.actualShipping),
      final_shipping_fee: plain(major(money.buyerShipping + money.shippingRebate - money.actualShipping)),
      seller_shipping_discount: 0,
      buyer_transaction_fee: 0,
      fbs_fee: 0,
      credit_card_promotion: 0,
      payment_promotion: 0,
      cross_border_tax: 0,
      final_escrow_product_gst: 0,
      final_escrow_shipping_gst: 0,
      final_product_vat_tax: 0,
      drc_adjustable_refund: 0,
      seller_lost_compensation: 0,
      order_adjustment:
        adjustment === 0
          ? []
          : [
              {
                amount: amount(shop, adjustment),
                date: order.endTime,
                currency: shop.currency,
                adjustment_reason: 'Shipping Fee Adjustment',
              },
            ],
      buyer_payment_method: order.payment,
      instalment_plan: '',
      exchange_rate: 1,
      items: order.lines.map(({ product, name, quantity, originalPrice, price }) => ({
        item_id: product.productId,
        item_name: name,
        item_sku: product.base,
        model_id: product.skuId,
        model_name: product.variant,
        model_sku: product.skuId === 0 ? '' : codeOf(product),
        original_price: amount(shop, originalPrice * quantity),
        selling_price: amount(shop, price * quantity),
        discounted_price: amount(shop, price * quantity),
        seller_discount: amount(shop, (originalPrice - price) * quantity),
        shopee_discount: 0,
        discount_from_coin: 0,
        discount_from_voucher_shopee: 0,
        discount_from_voucher_seller: 0,
        quantity_purchased: quantity,
        activity_type: '',
        activity_id: 0,
        is_main_item: false,
        ams_commission_fee: 0,
      })),
    },
    buyer_payment_info: {
      buyer_payment_method: order.payment,
      buyer_total_amount: major(buyerTotal(order)),
      merchant_subtotal: major(money.discounted),
      shipping_fee: major(money.buyerShipping),
      seller_voucher: -major(money.sellerVoucher) || 0,
      shopee_voucher: -major(money.shopeeVoucher) || 0,
      shopee_coins_redeemed: -major(money.coins) || 0,
      buyer_service_fee: 0,
      buyer_tax_amount: 0,
      is_paid_by_credit_card: order.payment.startsWith('Credit'),
      initial_buyer_txn_fee: 0,
    },
  }
}

/** With the numbers of its returns. */
export const fullEscrowOf = (shopee: Shopee, order: Order): Record<string, unknown> =>
  escrowOf(
    order,
    shopee.returns.ofOrder(order.sn).map(({ id }) => id),
  )

function get(shopee: Shopee, shopId: number, sn: string): Order {
  const order = shopee.book.find(sn)
  if (!order || order.shop.id !== shopId) throw new ShopeeError('error_not_found', 'The order is not found.')
  return order
}

export const escrowEndpoints: Endpoints = {
  'payment/get_escrow_detail': shopGet((shopee, { shop, query }) => ({
    wrapped: fullEscrowOf(shopee, get(shopee, shop.id, query.get('order_sn') ?? '')),
  })),
  'payment/get_escrow_detail_batch': shopPost((shopee, { shop, body }) => {
    const list = body['order_sn_list']
    if (!Array.isArray(list) || list.length < 1 || list.length > 50)
      throw badParam('Wrong parameters, detail: order_sn_list takes 1 to 50 entries.')
    return {
      wrapped: list.map((sn) => ({ escrow_detail: fullEscrowOf(shopee, get(shopee, shop.id, String(sn))) })),
    }
  }),
}
