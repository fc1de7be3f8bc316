/** One order of Shopee's in our words. Pure: no calls, no clock. */
import { isCurrency } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { addUpPieces } from '../../../model/order.ts'
import type {
  ChannelOrder,
  OrderAddress,
  OrderLine,
  PackedLine,
  PaymentMethod,
} from '../../../model/order.ts'
import { cancelReasonOf } from './cancelling.ts'
import { estimatedPayment, isGift, lineTotal, paymentFromEscrow, type ShopeeEscrow } from './payment.ts'
import { statusOf } from './status.ts'
import type { ShopeeItem, ShopeeOrder, ShopeePackage } from './wire.ts'

/** Without an answer of the seller Shopee accepts a cancellation after two days. */
const cancelAnswerMs = 2 * 24 * 3600 * 1000

/** `trackingNumbers` by package; a package that is not in there has none yet. */
export function toChannelOrder(
  order: ShopeeOrder,
  escrow: ShopeeEscrow | undefined,
  trackingNumbers: ReadonlyMap<string, string>,
): ChannelOrder {
  const { currency } = order
  if (!isCurrency(currency)) throw new RangeError(`currency: ${currency} is not supported`)
  const standing = order.item_list
    .map((item) => ({ item, quantity: item.model_quantity_purchased - (item.cancelled_qty ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  const all = order.item_list.map((item) => ({ item, quantity: item.model_quantity_purchased }))
  const lines = (standing.length > 0 ? standing : all).map(({ item, quantity }) =>
    toLine(item, quantity, currency, escrow),
  )
  const payment = escrow
    ? paymentFromEscrow(escrow, order, currency, lines)
    : estimatedPayment(order, currency, lines)
  const packages = order.package_list ?? []
  const { status, pickupFailed } = statusOf(order, payment, escrow)
  const changedAt = dateOf(order.update_time)
  const isCancelAsked = order.order_status === 'IN_CANCEL'
  return {
    channelOrderId: order.order_sn,
    status,
    channelStatus: order.order_status,
    currency,
    placedAt: dateOf(order.create_time),
    changedAt,
    paidAt: dateOrNull(order.pay_time),
    shipBy: dateOrNull(order.ship_by_date),
    completedAt: order.order_status === 'COMPLETED' ? changedAt : null,
    shippedAt: dateOrNull(order.pickup_done_time) ?? undefined,
    cancelRequestedAt: isCancelAsked ? changedAt : null,
    cancelDeadline: isCancelAsked ? new Date(changedAt.getTime() + cancelAnswerMs) : null,
    ...cancelReasonOf(order.cancel_reason || order.buyer_cancel_reason || ''),
    cancelInitiator: isCancelAsked ? 'buyer' : (initiators[order.cancel_by?.toLowerCase() ?? ''] ?? null),
    pickupFailed,
    paymentMethod: paymentMethodOf(order),
    buyerMessage: order.message_to_seller || null,
    sellerNote: order.note || null,
    buyer: buyerOf(order),
    address: addressOf(order.recipient_address),
    lines,
    packages: packages.map((parcel) => ({
      channelPackageId: parcel.package_number,
      provider: parcel.shipping_carrier || null,
      trackingNumber: trackingNumbers.get(parcel.package_number) ?? null,
      channelStatus: parcel.logistics_status,
      ...(packages.length > 1 && contentOf(parcel)),
    })),
    payment,
  }
}

function toLine(
  item: ShopeeItem,
  quantity: number,
  currency: Currency,
  escrow: ShopeeEscrow | undefined,
): OrderLine {
  return {
    shopSku: shopSkuOf(item),
    sellerSku: item.model_sku || item.item_sku || null,
    name: item.item_name,
    variantLabel: item.model_name || null,
    imageUrl: item.image_info?.image_url || null,
    quantity,
    total: lineTotal(item, quantity, currency, escrow),
    isGift: isGift(item),
  }
}

/** Nothing where Shopee does not say how many pieces lie in it. */
function contentOf({ item_list: items }: ShopeePackage): { lines: PackedLine[] } | null {
  const lines = (items ?? []).flatMap((item) =>
    item.model_quantity ? [{ shopSku: shopSkuOf(item), quantity: item.model_quantity }] : [],
  )
  return lines.length > 0 && lines.length === items?.length ? { lines: addUpPieces(lines) } : null
}

/** The number of a model is 0 for an item without models. */
export function shopSkuOf({
  item_id: item,
  model_id: model,
}: Pick<ShopeeItem, 'item_id' | 'model_id'>): string {
  return `${item}_${model ?? 0}`
}

function buyerOf(order: ShopeeOrder): ChannelOrder['buyer'] {
  const id = order.buyer_user_id
  if (typeof id !== 'number' || id <= 0) return null
  return { channelBuyerId: String(id), name: order.buyer_username ?? '' }
}

function addressOf(address: ShopeeOrder['recipient_address']): OrderAddress | null {
  if (!address) return null
  const parts = {
    name: address.name || null,
    phone: address.phone || null,
    street: address.full_address || null,
    ward: address.town || null,
    district: address.district || null,
    province: address.state || null,
    city: address.city || null,
    postcode: address.zipcode || null,
    country: address.region || null,
  }
  const given = Object.values(parts).filter((part) => part !== null)
  if (given.length === 0) return null
  return { ...parts, isMasked: given.some((part) => part.includes('*')) }
}

/** Shopee names the payment in display words, which differ by country and grow. */
function paymentMethodOf(order: ShopeeOrder): PaymentMethod {
  const words = order.payment_method ?? ''
  if (order.cod || /cash on delivery|\bcod\b/i.test(words)) return 'cod'
  if (/card/i.test(words)) return 'card'
  if (/shopeepay|airpay|wallet|e-?money|momo|gopay|grabpay/i.test(words)) return 'e_wallet'
  if (/bank|transfer|virtual account|\bva\b|fpx/i.test(words)) return 'bank_transfer'
  return 'marketplace_pay'
}

/** "Ops" is Shopee's own staff, "system" its machinery: unpaid in time, not shipped in time. */
const initiators: Record<string, ChannelOrder['cancelInitiator']> = {
  buyer: 'buyer',
  seller: 'seller',
  system: 'system',
  ops: 'platform',
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

function dateOrNull(seconds: number | null | undefined): Date | null {
  return seconds ? dateOf(seconds) : null
}
