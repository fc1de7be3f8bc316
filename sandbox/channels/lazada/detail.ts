import { codeOf } from '../../kit/catalog.ts'
import { cancelActionId } from './lifecycle.ts'
import { amount, amountText, timeText } from './shops.ts'
import type { Lazada } from './lazada.ts'
import type { Order, Piece, PieceStatus } from './types.ts'

const DAY = 86_400

const hide = (text: string): string => (text === '' ? '' : `${text.slice(0, 1)}****`)

function addressOf(order: Order): Record<string, string> {
  const { address } = order.buyer
  const isOpen = order.payTime > 0 || order.cod
  // Before the order is paid the seller has no business with the address.
  const show = isOpen ? (text: string) => text : hide
  return {
    first_name: show(address.name),
    last_name: '',
    phone: show(address.phone),
    phone2: '',
    address1: show(address.full_address),
    address2: '',
    address3: address.state,
    address4: address.district,
    address5: address.town,
    addressDsitrict: address.district,
    city: address.city,
    post_code: address.zipcode,
    country: order.shop.countryName,
  }
}

/** The pieces that count: all that were not called off, or all when all were. */
export function standing(order: Order): Piece[] {
  const left = order.pieces.filter((piece) => piece.status !== 'canceled')
  return left.length === 0 ? order.pieces : left
}

const sum = (pieces: Piece[], read: (piece: Piece) => number): number =>
  pieces.reduce((total, piece) => total + read(piece), 0)

/** Answers what the buyer pays, in minor units. */
export function buyerTotal(order: Order): number {
  return sum(
    standing(order),
    (piece) => piece.price - piece.sellerVoucher - piece.platformVoucher + piece.shipping,
  )
}

/** An order without its rows, as /orders/get serves it. */
export function orderOf(order: Order): Record<string, unknown> {
  const { shop } = order
  const pieces = standing(order)
  const [seller, platform, shipping] = [
    sum(pieces, (piece) => piece.sellerVoucher),
    sum(pieces, (piece) => piece.platformVoucher),
    sum(pieces, (piece) => piece.shipping),
  ]
  return {
    order_id: order.id,
    order_number: order.id,
    statuses: [...new Set(order.pieces.map((piece) => piece.status))],
    created_at: timeText(shop, order.createTime),
    updated_at: timeText(shop, order.updateTime),
    address_updated_at: timeText(shop, order.createTime),
    payment_method: order.payment,
    price: amountText(
      shop,
      sum(pieces, (piece) => piece.price),
    ),
    voucher: amount(shop, seller + platform),
    voucher_seller: amount(shop, seller),
    voucher_platform: amount(shop, platform),
    voucher_code: '',
    shipping_fee: amount(shop, shipping),
    shipping_fee_original: amount(shop, shipping),
    shipping_fee_discount_seller: 0,
    shipping_fee_discount_platform: 0,
    items_count: order.pieces.length,
    customer_first_name:
      order.payTime > 0 || order.cod ? order.buyer.address.name : hide(order.buyer.address.name),
    customer_last_name: '',
    address_shipping: addressOf(order),
    address_billing: addressOf(order),
    remarks: '',
    buyer_note: order.note,
    delivery_info: '',
    gift_option: false,
    gift_message: '',
    promised_shipping_times: '',
    warehouse_code: 'dropshipping',
    tax_code: '',
    branch_number: '',
    national_registration_number: '',
    extra_attributes: '',
    recipient_info: '',
    need_cancel_confirm: order.isCancelAsked,
    is_cancel_pending: order.isCancelAsked,
  }
}

/** The rows of an order, one for each piece. */
export function itemsOf(lazada: Lazada, order: Order): Record<string, unknown>[] {
  const { shop } = order
  const cc = shop.country.toUpperCase()
  return order.pieces.map((piece) => ({
    order_item_id: piece.id,
    order_id: order.id,
    purchase_order_id: '',
    purchase_order_number: '',
    name: piece.name,
    sku: codeOf(piece.product),
    shop_sku: `${piece.product.productId}_${cc}-${piece.product.skuId}`,
    sku_id: String(piece.product.skuId),
    product_id: String(piece.product.productId),
    variation: piece.product.variant,
    product_main_image: `${lazada.baseUrl()}/img/lazada/${piece.product.productId}.jpg`,
    product_detail_url: '',
    item_price: amount(shop, piece.price),
    paid_price: amount(shop, piece.price - piece.sellerVoucher - piece.platformVoucher),
    tax_amount: 0,
    voucher_amount: amount(shop, piece.sellerVoucher + piece.platformVoucher),
    voucher_seller: amount(shop, piece.sellerVoucher),
    voucher_platform: amount(shop, piece.platformVoucher),
    voucher_seller_lpi: 0,
    voucher_platform_lpi: 0,
    wallet_credits: 0,
    shipping_amount: amount(shop, piece.shipping),
    shipping_fee_original: amount(shop, piece.shipping),
    shipping_service_cost: 0,
    currency: shop.currency,
    status: piece.status,
    tracking_code: piece.tracking,
    tracking_code_pre: '',
    shipment_provider: piece.carrier,
    shipping_provider_type: 'STANDARD',
    shipping_type: 'Dropshipping',
    package_id: piece.packageId,
    warehouse_code: 'dropshipping',
    promised_shipping_time: '',
    sla_time_stamp:
      order.payTime > 0 || order.cod
        ? timeText(shop, (order.payTime || order.createTime) + 2 * DAY)
            .replace(' ', 'T')
            .replace(' ', '')
        : '',
    reason: piece.reason,
    reason_detail: '',
    cancel_return_initiator: piece.initiator,
    return_status: '',
    reverse_order_id: order.isCancelAsked ? String(cancelActionId(order)) : '',
    is_fbl: 0,
    is_reroute: 0,
    is_digital: 0,
    order_type: 'Normal',
    order_flag: 'NORMAL',
    stage_pay_status: '',
    biz_group: 70100,
    buyer_id: order.buyerId,
    payment_time: order.payTime * 1000,
    invoice_number: '',
    digital_delivery_info: '',
    extra_attributes: '',
    created_at: timeText(shop, order.createTime),
    updated_at: timeText(shop, piece.updateTime || order.updateTime),
  }))
}

const BAD: readonly PieceStatus[] = [
  'lost_by_3pl',
  'damaged_by_3pl',
  'failed_delivery',
  'shipped_back_failed',
]
const BACK: readonly PieceStatus[] = ['shipped_back', 'shipped_back_success']
const AHEAD: readonly PieceStatus[] = ['unpaid', 'pending', 'repacked', 'packed', 'ready_to_ship', 'shipped']
const THERE: readonly PieceStatus[] = ['delivered', 'confirmed']

/**
 * The one word that a console should have for an order: trouble, what lies ahead, what could not be handed over, what its buyer keeps,
 * what he gave back.
 */
export function pieceStatus(order: Order): PieceStatus {
  const words = new Set(standing(order).map((piece) => piece.status))
  return (
    [...BAD, ...AHEAD, ...BACK, ...THERE, 'returned' as const].find((word) => words.has(word)) ?? 'canceled'
  )
}

/** Returns the true data of an order in short form, for the oracle. */
export function truthOf(order: Order): object {
  const lines = new Map<string, number>()
  for (const { product } of standing(order)) {
    const sku = `${product.productId}_${order.shop.country.toUpperCase()}-${product.skuId}`
    lines.set(sku, (lines.get(sku) ?? 0) + 1)
  }
  return {
    order_id: String(order.id),
    status: pieceStatus(order),
    create_time: order.createTime,
    update_time: order.updateTime,
    pieces: order.pieces.map((piece) => piece.status),
    is_cancel_asked: order.isCancelAsked,
    lines: [...lines].map(([shop_sku, quantity]) => ({ shop_sku, quantity })),
    currency: order.shop.currency,
    is_cod: order.cod,
    /** Zero until the buyer pays. */
    pay_time: order.payTime,
    /** Amount that the buyer pays, in minor units. */
    total: buyerTotal(order),
  }
}
