import type { Address } from '../../kit/fake-customers.ts'
import { deliveryOption } from './delivery-options.ts'
import { amount } from './shops.ts'
import type { Order, Unit } from './types.ts'

const DAY = 86_400
/** Every shop has one, and calls it the same. */
export const WAREHOUSE = '6955005333819123123'

/** The first letter of each word, as TikTok Shop hides what its own couriers have to know alone. */
const hide = (text: string): string =>
  text
    .split(' ')
    .map((word) => `${Array.from(word).at(0) ?? ''}*****`)
    .join(' ')

const hidePhone = (phone: string): string =>
  `(+${phone.slice(0, 2)})${phone.slice(2, 3)}*****${phone.slice(-3)}`

function districts(address: Address): object[] {
  const names =
    address.region === 'VN'
      ? [
          ['Country', 'Vietnam'],
          ['Province', address.state],
          ['District', address.district],
          ['Ward', address.town],
        ]
      : [
          ['Country', 'Malaysia'],
          ['State', address.state],
          ['City', address.city],
        ]
  return names.map(([named, name], level) => ({
    address_level: `L${level}`,
    address_level_name: named,
    address_name: name,
  }))
}

export function addressOf(order: Order): object | undefined {
  // Before payment, and while the buyer may still call it off, the seller has no business with the address.
  if (order.status === 'UNPAID' || order.status === 'ON_HOLD') return undefined
  const { address } = order.buyer
  const shown = (text: string): string => (order.isOwnCourier ? text : hide(text))
  return {
    name: shown(address.name),
    first_name: shown(address.name),
    last_name: '',
    phone_number: order.isOwnCourier
      ? `(+${address.phone.slice(0, 2)})${address.phone.slice(2)}`
      : hidePhone(address.phone),
    full_address: shown(address.full_address),
    address_detail: shown(address.full_address),
    address_line1: shown(address.full_address),
    postal_code: address.zipcode,
    region_code: address.region,
    district_info: districts(address),
  }
}

/** An order has parcels once it is no longer on hold. */
export const hasParcels = ({ status }: Order): boolean => status !== 'UNPAID' && status !== 'ON_HOLD'

export const salePrice = (unit: Unit): number => unit.original - unit.sellerDiscount - unit.platformDiscount

function unitOf(order: Order, unit: Unit, imageUrl: (skuId: string) => string): Record<string, unknown> {
  const parcel = hasParcels(order) ? order.parcels[unit.parcel] : undefined
  return {
    id: unit.id,
    product_id: unit.productId,
    product_name: unit.name,
    sku_id: unit.skuId,
    sku_name: unit.variant,
    seller_sku: unit.code,
    sku_image: imageUrl(unit.skuId),
    sku_type: 'NORMAL',
    original_price: amount(order.shop, unit.original),
    sale_price: amount(order.shop, salePrice(unit)),
    seller_discount: amount(order.shop, unit.sellerDiscount),
    platform_discount: amount(order.shop, unit.platformDiscount),
    currency: order.shop.currency,
    display_status: unit.isCancelled ? 'CANCELLED' : order.status,
    is_gift: unit.isGift,
    ...(unit.isCancelled && { cancel_reason: 'seller_cancel_reason_out_of_stock', cancel_user: 'SELLER' }),
    ...(parcel && {
      package_id: parcel.id,
      package_status: parcel.status,
      shipping_provider_name: order.carrier,
      ...(parcel.tracking !== '' && { tracking_number: parcel.tracking }),
    }),
  }
}

const sumOf = (units: readonly Unit[], part: (unit: Unit) => number): number =>
  units.reduce((sum, unit) => sum + part(unit), 0)

/** Answers what the buyer pays. */
export function totalOf({ units, ...order }: Order): number {
  const shipping = order.shippingFee - order.shippingSellerDiscount - order.shippingPlatformDiscount
  return sumOf(units, salePrice) + shipping + order.serviceFee
}

function paymentOf(order: Order): Record<string, string> {
  const text = (minor: number): string => amount(order.shop, minor)
  const { units } = order
  return {
    currency: order.shop.currency,
    original_total_product_price: text(sumOf(units, (unit) => unit.original)),
    seller_discount: text(sumOf(units, (unit) => unit.sellerDiscount)),
    platform_discount: text(sumOf(units, (unit) => unit.platformDiscount)),
    sub_total: text(sumOf(units, salePrice)),
    original_shipping_fee: text(order.shippingFee),
    shipping_fee_seller_discount: text(order.shippingSellerDiscount),
    shipping_fee_platform_discount: text(order.shippingPlatformDiscount),
    shipping_fee_cofunded_discount: '0',
    shipping_fee: text(order.shippingFee - order.shippingSellerDiscount - order.shippingPlatformDiscount),
    tax: '0',
    ...(order.serviceFee > 0 && { buyer_service_fee: text(order.serviceFee) }),
    total_amount: text(totalOf(order)),
  }
}

/** An order as the marketplace serves it: what is empty is left out. */
export function detailOf(order: Order, imageUrl: (skuId: string) => string): Record<string, unknown> {
  const address = addressOf(order)
  const [first] = order.parcels
  return {
    id: order.id,
    status: order.status,
    create_time: order.createTime,
    update_time: order.updateTime,
    user_id: order.buyerId,
    buyer_email: `${order.buyerId}@scs.tiktok.com`,
    buyer_nickname: order.buyer.username,
    buyer_message: order.message,
    is_cod: order.cod,
    is_on_hold_order: true,
    is_buyer_request_cancel: order.cancelRequestedAt > 0,
    payment_method_name: order.payment,
    shipping_type: order.isOwnCourier ? 'SELLER' : 'TIKTOK',
    fulfillment_type: 'FULFILLMENT_BY_SELLER',
    delivery_type: 'HOME_DELIVERY',
    delivery_option_id: deliveryOption(order.isOwnCourier).id,
    delivery_option_name: deliveryOption(order.isOwnCourier).name,
    commerce_platform: 'TIKTOK_SHOP',
    warehouse_id: WAREHOUSE,
    payment: paymentOf(order),
    line_items: order.units.map((unit) => unitOf(order, unit, imageUrl)),
    ...(order.payTime > 0 && {
      paid_time: order.payTime,
      rts_sla_time: order.payTime + 2 * DAY,
      tts_sla_time: order.payTime + 3 * DAY,
      shipping_due_time: order.payTime + 4 * DAY,
      cancel_order_sla_time: order.payTime + 4 * DAY,
    }),
    ...(order.shipTime > 0 && { rts_time: order.shipTime }),
    ...(order.collectTime > 0 && { collection_time: order.collectTime }),
    ...(order.deliverTime > 0 && { delivery_time: order.deliverTime }),
    ...(order.cancelTime > 0 && {
      cancel_time: order.cancelTime,
      cancel_reason: order.cancelReason,
      cancellation_initiator: order.cancelledBy,
    }),
    ...(order.cancelRequestedAt > 0 && { request_cancel_time: order.cancelRequestedAt }),
    ...(address && { recipient_address: address }),
    ...(hasParcels(order) && {
      packages: order.parcels.map(({ id }) => ({ id })),
      shipping_provider: order.carrier,
      ...(first && first.tracking !== '' && { tracking_number: first.tracking }),
      ...(order.parcels.length > 1 && { split_or_combine_tag: 'SPLIT' }),
    }),
  }
}
