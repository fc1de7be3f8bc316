/** One order of Lazada's and its rows in our words. Pure: no calls, no clock. */
import { isCurrency, toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { mergeLines } from '../../../model/order.ts'
import type {
  ChannelOrder,
  OrderAddress,
  OrderLine,
  OrderPackage,
  PaymentMethod,
} from '../../../model/order.ts'
import { cancelReasonIn } from '../../cancel-words.ts'
import { countedItems, paymentOf, vouchersOf } from './payment.ts'
import { isCanceled, isCompleted, statusOf } from './status.ts'
import { dateOf } from './wire.ts'
import type { LazadaItem, LazadaOrder } from './wire.ts'

/** Throws RangeError on amounts, currencies and times that are none. */
export function toChannelOrder(order: LazadaOrder, items: LazadaItem[]): ChannelOrder {
  const [first] = items
  if (!first) throw new RangeError('order_items: empty')
  const { currency } = first
  if (!isCurrency(currency)) throw new RangeError(`currency: ${currency} is not supported`)
  const { status, channelStatus } = statusOf(items)
  const changedAt = lastOf([order.updated_at, ...items.map((item) => item.updated_at)])
  const isCancelAsked = isYes(order.need_cancel_confirm) || isYes(order.is_cancel_pending)
  const ended = items.find((item) => item.cancel_return_initiator || item.reason)
  return {
    channelOrderId: String(order.order_id),
    status,
    channelStatus,
    currency,
    placedAt: timeOf(order.created_at),
    changedAt,
    paidAt: paidAtOf(items),
    shipBy: shipByOf(items),
    completedAt: isCompleted(channelStatus) ? changedAt : null,
    cancelRequestedAt: isCancelAsked ? changedAt : null,
    // Lazada does not say by when the seller has to answer.
    cancelDeadline: null,
    ...cancelReasonIn(ended?.reason || ended?.reason_detail || ''),
    cancelInitiator: isCancelAsked ? 'buyer' : initiatorOf(ended?.cancel_return_initiator),
    pickupFailed: false,
    ...(countedItems(items).every((item) => isYes(item.is_digital)) && { isDigital: true }),
    paymentMethod: paymentMethodOf(order.payment_method ?? ''),
    buyerMessage: order.buyer_note || order.remarks || null,
    sellerNote: null,
    buyer: buyerOf(order, items),
    address: addressOf(order.address_shipping),
    lines: mergeLines(countedItems(items).map((item) => toLine(item, currency))),
    packages: packagesOf(items),
    payment: paymentOf(order, items, currency),
  }
}

/** A row is one piece; rows of the same thing become one line. */
/** Answers the SKU id of an order line. */
export function shopSkuOf(item: Pick<LazadaItem, 'shop_sku' | 'product_id' | 'sku_id'>): string {
  return item.shop_sku || `${item.product_id ?? ''}_${item.sku_id ?? ''}`
}

function toLine(item: LazadaItem, currency: Currency): OrderLine {
  const price = toMinor(item.item_price, currency)
  const { seller, platform } = vouchersOf(item, currency)
  return {
    shopSku: shopSkuOf(item),
    sellerSku: item.sku || null,
    name: item.name,
    variantLabel: item.variation || null,
    imageUrl: item.product_main_image || null,
    quantity: 1,
    total: Math.max(0, price - seller - platform),
    isGift: price === 0,
  }
}

function packagesOf(items: LazadaItem[]): OrderPackage[] {
  const parcels = Map.groupBy(
    items.filter((item) => item.package_id && !isCanceled(item)),
    (item) => String(item.package_id),
  )
  return [...parcels].map(([channelPackageId, rows]) => ({
    channelPackageId,
    provider: rows.find((row) => row.shipment_provider)?.shipment_provider ?? null,
    trackingNumber: rows.find((row) => row.tracking_code)?.tracking_code ?? null,
    channelStatus: statusOf(rows).channelStatus,
  }))
}

function buyerOf(order: LazadaOrder, items: LazadaItem[]): ChannelOrder['buyer'] {
  const id = items.find((item) => item.buyer_id)?.buyer_id
  return id
    ? { channelBuyerId: String(id), name: nameOf(order.customer_first_name, order.customer_last_name) }
    : null
}

/** The first name is the full one; the last name is empty, mostly. */
function nameOf(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

const countryCodes: Record<string, string> = {
  malaysia: 'MY',
  vietnam: 'VN',
  'viet nam': 'VN',
  singapore: 'SG',
  thailand: 'TH',
  indonesia: 'ID',
  philippines: 'PH',
}

function addressOf(address: LazadaOrder['address_shipping']): OrderAddress | null {
  if (!address) return null
  const country = address.country || null
  const parts = {
    name: nameOf(address.first_name, address.last_name) || null,
    phone: address.phone || address.phone2 || null,
    street: [address.address1, address.address2].filter(Boolean).join(', ') || null,
    ward: address.address5 || null,
    district: address.addressDsitrict || address.address4 || null,
    province: address.address3 || null,
    city: address.city || null,
    postcode: address.post_code || null,
    country: countryCodes[country?.toLowerCase() ?? ''] ?? country,
  }
  const given = Object.values(parts).filter((part) => part !== null)
  if (given.length === 0) return null
  return { ...parts, isMasked: given.some((part) => part.includes('*')) }
}

/** Lazada writes codes of its own in capitals, which differ by country and grow. */
function paymentMethodOf(word: string): PaymentMethod {
  if (/\bCOD\b|CASH/i.test(word)) return 'cod'
  if (/CARD|INSTALL?MENT/i.test(word)) return 'card'
  if (/WALLET|BOOST|TNG|GRAB|MOMO|ZALO|GCASH|DANA|OVO|PAYMAYA/i.test(word)) return 'e_wallet'
  if (/BANK|TRANSFER|FPX|VIRTUAL|_VA\b/i.test(word)) return 'bank_transfer'
  return 'marketplace_pay'
}

/** cancellation-customer, cancellation-seller, cancellation-internal, cancellation-failed Delivery, return-customer … */
function initiatorOf(word: string | null | undefined): ChannelOrder['cancelInitiator'] {
  if (!word) return null
  if (/customer|buyer/i.test(word)) return 'buyer'
  if (/seller/i.test(word)) return 'seller'
  if (/failed/i.test(word)) return 'system'
  return /internal/i.test(word) ? 'platform' : null
}

function paidAtOf(items: LazadaItem[]): Date | null {
  const times = items
    .map((item) => Number(item.payment_time ?? 0))
    .filter((time) => time > 0 && time < 8.64e15)
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

/** The earliest promise about a piece that is still to be sent. Nothing hangs on it, so a time that is none is none. */
function shipByOf(items: LazadaItem[]): Date | null {
  const times = countedItems(items).flatMap((item) => {
    const date = dateOf(item.sla_time_stamp) ?? dateOf(item.promised_shipping_time)
    return date ? [date.getTime()] : []
  })
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

function lastOf(words: (string | null | undefined)[]): Date {
  const times = words.flatMap((word) => dateOf(word)?.getTime() ?? [])
  return new Date(Math.max(...times))
}

function timeOf(words: string): Date {
  const date = dateOf(words)
  if (!date) throw new RangeError(`not a time: ${words.slice(0, 40)}`)
  return date
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === 'true' || value === '1'
}
