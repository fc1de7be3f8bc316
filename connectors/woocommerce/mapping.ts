/** One order of a store's in our words. Pure: no calls, no clock. */
import { isCurrency } from '../../model/money.ts'
import type { Currency } from '../../model/money.ts'
import type { ChannelOrder, OrderAddress, OrderLine, OrderPackage, PaymentMethod } from '../../model/order.ts'
import { deliverySteps, type DeliveryStep } from '../../model/delivery-status.ts'
import { cancelReasonIn } from '../cancel-words.ts'
import { guestOf } from '../guest-buyer.ts'
import { lineTotal, paymentOf } from './payment.ts'
import type { Profile } from './profile.ts'
import type { StoreAddress, StoreMeta, StoreOrder } from './wire.ts'

export function toChannelOrder(order: StoreOrder, profile: Profile): ChannelOrder {
  const { currency } = order
  if (!isCurrency(currency)) throw new RangeError(`currency: ${currency} is not supported`)
  const packages = packagesOf(order.meta_data ?? [])
  const status = profile.statusOf(order, {
    isTracked: packages.length > 0,
    step: stepIn(order.meta_data ?? []),
  })
  const mapped: ChannelOrder = {
    channelOrderId: String(order.id),
    status,
    channelStatus: order.status,
    currency,
    placedAt: dateOf(order.date_created_gmt),
    changedAt: dateOf(order.date_modified_gmt),
    paidAt: dateOrNull(order.date_paid_gmt),
    shipBy: null,
    completedAt: status === 'delivered' ? dateOrNull(order.date_completed_gmt) : null,
    cancelRequestedAt: null,
    cancelDeadline: null,
    ...cancelReasonIn((status === 'canceled' && order.refunds?.[0]?.reason) || ''),
    // No field says who it was.
    cancelInitiator: null,
    pickupFailed: false,
    ...(isDigital(order) && { isDigital: true }),
    paymentMethod: paymentMethodOf(order.payment_method ?? ''),
    buyerMessage: order.customer_note || null,
    sellerNote: null,
    buyer: buyerOf(order),
    address: addressOf(order),
    lines: order.line_items.map((line) => toLine(line, currency)),
    packages,
    payment: paymentOf(order, currency),
    ...referenceIn(order.meta_data ?? []),
  }
  return profile.refine(mapped, order)
}

/** A product that was deleted since says nothing any more, and has the id 0. */
function isDigital({ needs_processing: isProcessed, line_items: lines }: StoreOrder): boolean {
  return isProcessed === false && lines.length > 0 && lines.every((line) => line.product_id !== 0)
}

/** Builds the id of a sold item from the numbers of its product and variation; 0 for a product without variations. */
export function shopSkuOf(product: number, variation: number): string {
  return `${product}_${variation}`
}

function toLine(line: StoreOrder['line_items'][number], currency: Currency): OrderLine {
  const variation = line.variation_id || 0
  const choices = (line.meta_data ?? []).filter(({ key }) => !key.startsWith('_'))
  return {
    // A product that was deleted since has the id 0, and so have all others that were.
    shopSku: line.product_id === 0 ? `line-${line.id}` : shopSkuOf(line.product_id, variation),
    sellerSku: line.sku || null,
    name: line.name,
    variantLabel: (variation > 0 && choices.map(metaText).filter(Boolean).join(', ')) || null,
    imageUrl: line.image?.src || null,
    quantity: line.quantity,
    total: lineTotal(line, currency),
    isGift: false,
  }
}

function metaText({ value, display_value: shown }: StoreMeta): string {
  const words = typeof shown === 'string' ? shown : value
  return typeof words === 'string' ? words.replaceAll(/<[^>]*>/g, '').trim() : ''
}

/** A guest has no account, so that the e-mail address is who it is. */
function buyerOf(order: StoreOrder): ChannelOrder['buyer'] {
  const { billing, shipping, customer_id: id } = order
  const name = nameOf(billing) ?? nameOf(shipping) ?? ''
  if (id) return { channelBuyerId: String(id), name }
  const phone = billing?.phone || shipping?.phone
  return guestOf({ email: billing?.email, phone, country: billing?.country || shipping?.country }, name)
}

function addressOf({ shipping, billing }: StoreOrder): OrderAddress | null {
  // Orders that are collected or have no parcel have only a billing address.
  const address = shipping?.address_1 || shipping?.city || shipping?.postcode ? shipping : billing
  if (!address) return null
  const state = address.state || null
  const parts = {
    name: nameOf(address) ?? nameOf(billing),
    phone: address.phone || billing?.phone || null,
    street: [address.address_1, address.address_2].filter(Boolean).join(', ') || null,
    ward: null,
    district: null,
    province: (address.country === 'MY' && state ? malaysianStates[state] : undefined) ?? state,
    city: address.city || null,
    postcode: address.postcode || null,
    country: address.country || null,
  }
  if (Object.values(parts).every((part) => part === null)) return null
  return { ...parts, ...(billing?.email && { email: billing?.email }), isMasked: false }
}

function nameOf(address: StoreAddress | null | undefined): string | null {
  const name = [address?.first_name, address?.last_name].filter(Boolean).join(' ')
  return name || address?.company || null
}

/** The reverse: the code under which a store keeps a state that we show by its name. */
export function stateCodeOf(province: string, country: string): string {
  if (country !== 'MY') return province
  const names = Object.entries(malaysianStates)
  return names.find(([, name]) => name.toLowerCase() === province.trim().toLowerCase())?.[0] ?? province
}

/** Meta key of the parcel steps that the core has no word for: see own-couriers in the README. */
export const stepName = '_seller_console_step'

export function stepIn(meta: StoreMeta[]): DeliveryStep | null {
  const value = meta.find(({ key }) => key === stepName)?.value
  return deliverySteps.find((step) => step === value) ?? null
}

/** Fields whose names begin with a dash are shown to nobody. */
export const referenceKey = '_seller_console_reference'

function referenceIn(meta: StoreMeta[]): { draftReference?: string } {
  const value = meta.find(({ key }) => key === referenceKey)?.value
  return typeof value === 'string' ? { draftReference: value } : {}
}

/** Two habits of plugins: a pair of fields, and a list. The core has no field for a parcel; the console writes several into the pair. */
function packagesOf(meta: StoreMeta[]): OrderPackage[] {
  const valueOf = (key: string) => meta.find((entry) => entry.key === key)?.value
  const list = valueOf('_wc_shipment_tracking_items')
  const rows: unknown[] = Array.isArray(list)
    ? list
    : pairsOf(valueOf('_tracking_number'), valueOf('_tracking_provider'))
  return rows.flatMap((row) => {
    const { tracking_number: number, ...told } = (row ?? {}) as Record<string, unknown>
    const trackingNumber =
      typeof number === 'string' || typeof number === 'number' ? String(number).trim() : ''
    if (trackingNumber === '') return []
    // A courier that the plugin does not know is entered in a field of its own.
    const provider = told.tracking_provider || told.custom_tracking_provider
    return [
      {
        channelPackageId: trackingNumber,
        provider: typeof provider === 'string' && provider !== '' ? provider : null,
        trackingNumber,
        channelStatus: 'tracked',
      },
    ]
  })
}

/** Pairs tracking numbers with couriers: with several parcels the numbers are in one field and the couriers in another. */
function pairsOf(numbers: unknown, providers: unknown): Record<string, unknown>[] {
  if (typeof numbers !== 'string') return []
  const names = typeof providers === 'string' ? providers.split(', ') : []
  const all = numbers.split(', ')
  return all.map((tracking_number, at) => ({
    tracking_number,
    tracking_provider: all.length === names.length ? names[at] : providers,
  }))
}

/** Ways of payment are plugins, each with a name of its own. */
function paymentMethodOf(slug: string): PaymentMethod {
  if (slug === 'cod') return 'cod'
  if (/^(bacs|cheque)$|bank|transfer|fpx/i.test(slug)) return 'bank_transfer'
  if (/stripe|card|woocommerce_payments|square|braintree/i.test(slug)) return 'card'
  if (/paypal|wallet|momo|zalo|vnpay|grab|boost|tng|touch/i.test(slug)) return 'e_wallet'
  return /cash/i.test(slug) ? 'cash' : 'other'
}

/** The fields in GMT are written without a zone. */
export function dateOf(gmt: string): Date {
  return new Date(`${gmt}Z`)
}

function dateOrNull(gmt: string | null | undefined): Date | null {
  return gmt ? dateOf(gmt) : null
}

/** Addresses hold a code where a label needs the name. */
const malaysianStates: Record<string, string> = {
  JHR: 'Johor',
  KDH: 'Kedah',
  KTN: 'Kelantan',
  LBN: 'Labuan',
  MLK: 'Melaka',
  NSN: 'Negeri Sembilan',
  PHG: 'Pahang',
  PNG: 'Pulau Pinang',
  PRK: 'Perak',
  PLS: 'Perlis',
  SBH: 'Sabah',
  SWK: 'Sarawak',
  SGR: 'Selangor',
  TRG: 'Terengganu',
  PJY: 'Putrajaya',
  KUL: 'Kuala Lumpur',
}
