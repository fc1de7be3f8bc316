/** One order of Tiki's in our words. Pure: no calls, no clock. */
import { mergeLines } from '../../../model/order.ts'
import type {
  ChannelOrder,
  OrderAddress,
  OrderLine,
  OrderPackage,
  PaymentMethod,
} from '../../../model/order.ts'
import { cancelReasonIn } from '../../cancel-words.ts'
import { dongOf, paymentOf } from './payment.ts'
import { isCanceled, isRefused, statusOf } from './status.ts'
import { momentOf } from './wire.ts'
import type { TikiItem, TikiOrder } from './wire.ts'

export function toChannelOrder(order: TikiOrder): ChannelOrder {
  const placedAt = timeOf(order.created_at)
  const changedAt = timeOf(order.updated_at)
  const isPaid = order.payment?.is_prepaid === true && order.payment.status === 'success'
  const { cancel_info: cancel, customer } = order
  return {
    channelOrderId: order.code,
    status: statusOf(order),
    channelStatus: order.status,
    currency: 'VND',
    placedAt,
    changedAt,
    paidAt: isPaid ? (momentOf(order.invoice.purchased_at) ?? placedAt) : null,
    shipBy: deadlineOf(order.items),
    completedAt: order.status === 'complete' ? changedAt : null,
    cancelRequestedAt: null,
    cancelDeadline: null,
    ...cancelReasonIn(cancel?.reason_text || cancel?.comment || cancel?.reason_code || ''),
    cancelInitiator: isCanceled(order) && order.items.every(isRefused) ? 'seller' : null,
    pickupFailed: false,
    paymentMethod: methodOf(order.payment?.method ?? ''),
    buyerMessage: order.delivery?.delivery_note || null,
    sellerNote: null,
    buyer: customer?.id ? { channelBuyerId: customer.id, name: customer.full_name ?? '' } : null,
    address: addressOf(order.shipping?.address),
    lines: mergeLines(soldOf(order).map(toLine)),
    packages: packagesOf(order),
    payment: paymentOf(order),
  }
}

/** Lists the sold items; of an order that goes on, items that the seller did not have are no part any more. */
function soldOf(order: TikiOrder): TikiItem[] {
  const left = order.items.filter((item) => !isRefused(item))
  return isCanceled(order) || left.length === 0 ? order.items : left
}

function toLine({ product, price, qty, invoice, is_free_gift: isGift }: TikiItem): OrderLine {
  const whole = invoice?.subtotal ?? null
  const total = whole === null ? dongOf(price) * qty : dongOf(whole)
  return {
    shopSku: product.id,
    sellerSku: product.seller_product_code?.trim() || null,
    name: product.name ?? '',
    variantLabel: null,
    imageUrl: product.thumbnail || null,
    quantity: qty,
    total: Math.max(0, total - dongOf(invoice?.discount_amount)),
    isGift: isGift === true,
  }
}

/** The next thing that Tiki waits for: that the seller says he has it, then that it can be fetched. */
function deadlineOf(items: TikiItem[]): Date | null {
  const ends = items.flatMap(({ confirmation }) => {
    const isOpen = confirmation?.status === 'waiting'
    const words = isOpen ? confirmation.available_confirm_sla : confirmation?.pickup_confirm_sla
    return momentOf(words)?.getTime() ?? []
  })
  return ends.length > 0 ? new Date(Math.min(...ends)) : null
}

/** One parcel an order, named by its tracking code: it has no other name. */
function packagesOf({ shipping }: TikiOrder): OrderPackage[] {
  const code = shipping?.tracking_code?.trim()
  if (!code) return []
  const provider = shipping?.partner_name || null
  return [{ channelPackageId: code, provider, trackingNumber: code, channelStatus: shipping?.status ?? '' }]
}

function addressOf(address: NonNullable<TikiOrder['shipping']>['address']): OrderAddress | null {
  if (!address) return null
  const parts = {
    name: address.full_name || null,
    phone: address.phone || null,
    street: address.street || null,
    ward: address.ward || null,
    district: address.district || null,
    province: address.region || null,
    city: null,
    postcode: null,
    country: address.country_id?.toUpperCase() || null,
  }
  const given = Object.values(parts).filter((part) => part !== null)
  return given.length === 0 ? null : { ...parts, isMasked: given.some((part) => part.includes('*')) }
}

function methodOf(word: string): PaymentMethod {
  if (/^cod$|cash/i.test(word)) return 'cod'
  if (/card|cybersource|visa|installment/i.test(word)) return 'card'
  if (/momo|zalo|viettel|wallet|moca|pay$/i.test(word)) return 'e_wallet'
  return /bank|atm|transfer/i.test(word) ? 'bank_transfer' : 'marketplace_pay'
}

function timeOf(words: string): Date {
  const moment = momentOf(words)
  if (!moment) throw new RangeError(`not a time: ${words}`)
  return moment
}
