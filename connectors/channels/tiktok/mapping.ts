/** One order of TikTok Shop's in our words. Pure: no calls, no clock. */
import { isCurrency, toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { addUpPieces, mergeLines } from '../../../model/order.ts'
import type {
  ChannelOrder,
  OrderAddress,
  OrderLine,
  OrderPackage,
  PackedLine,
  PaymentMethod,
} from '../../../model/order.ts'
import { cancelReasonOf } from './cancel-reasons.ts'
import { paymentOf } from './payment.ts'
import { isCanceled, statusOf } from './status.ts'
import type { TiktokOrder, TiktokUnit } from './wire.ts'

export function toChannelOrder(order: TiktokOrder): ChannelOrder {
  const { currency } = order.payment
  if (!isCurrency(currency)) throw new RangeError(`payment.currency: ${currency} is not supported`)
  const changedAt = dateOf(order.update_time)
  const isOver = isCanceled(order)
  const asksToCancel = order.is_buyer_request_cancel === true && !isOver
  const lines = mergeLines(unitsOf(order).map((unit) => toLine(unit, currency)))
  return {
    channelOrderId: order.id,
    status: statusOf(order),
    channelStatus: order.status,
    currency,
    placedAt: dateOf(order.create_time),
    changedAt,
    paidAt: dateOrNull(order.paid_time),
    shipBy: dateOrNull(order.rts_sla_time || order.shipping_due_time),
    completedAt: order.status === 'COMPLETED' ? changedAt : null,
    shippedAt: dateOrNull(order.collection_time) ?? undefined,
    deliveredAt: dateOrNull(order.delivery_time) ?? undefined,
    cancelRequestedAt: asksToCancel ? (dateOrNull(order.request_cancel_time) ?? changedAt) : null,
    cancelDeadline: null,
    ...cancelReasonOf(order.cancel_reason ?? ''),
    cancelInitiator: asksToCancel ? 'buyer' : (initiators[order.cancellation_initiator ?? ''] ?? null),
    pickupFailed: false,
    paymentMethod: paymentMethodOf(order),
    buyerMessage: order.buyer_message || null,
    sellerNote: order.seller_note || null,
    buyer: order.user_id ? { channelBuyerId: order.user_id, name: order.buyer_nickname ?? '' } : null,
    address: addressOf(order.recipient_address),
    lines,
    packages: packagesOf(order),
    payment: paymentOf(order, currency, lines),
  }
}

/** Lists the units of an order; of an order that goes on, canceled units are no part any more. */
function unitsOf(order: TiktokOrder): TiktokUnit[] {
  if (isCanceled(order)) return order.line_items
  const left = order.line_items.filter((unit) => unit.display_status !== 'CANCELLED')
  return left.length > 0 ? left : order.line_items
}

function toLine(unit: TiktokUnit, currency: Currency): OrderLine {
  return {
    shopSku: unit.sku_id,
    sellerSku: unit.seller_sku || null,
    name: unit.product_name ?? '',
    variantLabel: unit.sku_name && unit.sku_name !== 'Default' ? unit.sku_name : null,
    imageUrl: unit.sku_image || null,
    quantity: 1,
    total: toMinor(unit.sale_price, currency),
    isGift: unit.is_gift === true,
  }
}

/** A package has no record of its own here: the order names it, and its units tell the rest. */
function packagesOf(order: TiktokOrder): OrderPackage[] {
  const ids = new Set<string>()
  for (const { id } of order.packages ?? []) if (id) ids.add(id)
  for (const unit of order.line_items) if (unit.package_id) ids.add(unit.package_id)
  return [...ids].map((id) => {
    const units = order.line_items.filter((unit) => unit.package_id === id)
    const find = (field: 'shipping_provider_name' | 'tracking_number' | 'package_status') =>
      units.find((unit) => unit[field])?.[field] || null
    return {
      channelPackageId: id,
      provider: find('shipping_provider_name') ?? (order.shipping_provider || null),
      // The order's own number stands for its only package's.
      trackingNumber: find('tracking_number') ?? ((ids.size === 1 && order.tracking_number) || null),
      channelStatus: find('package_status') ?? '',
      ...(ids.size > 1 && { lines: contentOf(order, id) }),
    }
  })
}

function contentOf(order: TiktokOrder, packageId: string): PackedLine[] {
  const units = unitsOf(order).filter((unit) => unit.package_id === packageId)
  return addUpPieces(units.map(({ sku_id: shopSku }) => ({ shopSku, quantity: 1 })))
}

type Place = 'province' | 'city' | 'district' | 'ward'

/** Divisions have the country's own names; where they say nothing, their level does. L0 is the country. */
const places: { place: Place; named: RegExp; level: string }[] = [
  { place: 'province', named: /state|province|prefecture/i, level: 'L1' },
  { place: 'ward', named: /ward|commune|sub-?district|town/i, level: 'L4' },
  { place: 'district', named: /district/i, level: 'L3' },
  { place: 'city', named: /city|municipality|county/i, level: 'L2' },
]

function addressOf(address: TiktokOrder['recipient_address']): OrderAddress | null {
  if (!address) return null
  const divisions: Partial<Record<Place, string>> = {}
  for (const {
    address_level: level,
    address_level_name: named,
    address_name: name,
  } of address.district_info ?? []) {
    const found =
      places.find((one) => named && one.named.test(named)) ?? places.find((one) => one.level === level)
    if (found && name && level !== 'L0') divisions[found.place] ??= name
  }
  const parts = {
    name: address.name || null,
    phone: address.phone_number || null,
    street: address.full_address || address.address_detail || null,
    ward: divisions.ward ?? null,
    district: divisions.district ?? null,
    province: divisions.province ?? null,
    city: divisions.city ?? null,
    postcode: address.postal_code || null,
    country: address.region_code || null,
  }
  const given = Object.values(parts).filter((part) => part !== null)
  if (given.length === 0) return null
  return { ...parts, isMasked: given.some((part) => part.includes('*')) }
}

/** The method comes in display words, which differ by country and grow. */
function paymentMethodOf(order: TiktokOrder): PaymentMethod {
  const words = order.payment_method_name ?? ''
  if (order.is_cod || /cash on delivery|\bcod\b/i.test(words)) return 'cod'
  if (/card/i.test(words)) return 'card'
  if (/wallet|e-?money|momo|zalopay|gopay|ovo|dana|grabpay|touch ?'?n|boost|paypal/i.test(words))
    return 'e_wallet'
  if (/bank|transfer|virtual account|\bva\b|fpx/i.test(words)) return 'bank_transfer'
  return 'marketplace_pay'
}

const initiators: Record<string, ChannelOrder['cancelInitiator']> = {
  BUYER: 'buyer',
  SELLER: 'seller',
  SYSTEM: 'system',
  OPERATOR: 'platform',
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

function dateOrNull(seconds: number | null | undefined): Date | null {
  return seconds ? dateOf(seconds) : null
}
