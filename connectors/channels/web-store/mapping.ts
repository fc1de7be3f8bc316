/** One order of a shop's in our words. Pure: no calls, no clock. */
import { isCurrency } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { paymentMethods } from '../../../model/order.ts'
import type {
  ChannelOrder,
  OrderAddress,
  OrderLine,
  OrderPackage,
  PaymentMethod,
} from '../../../model/order.ts'
import { guestOf } from '../../guest-buyer.ts'
import { lineTotal, paidAtOf, paymentOf, paymentsOf } from './payment.ts'
import { methodName, noteName, referenceName } from './selling-wire.ts'
import { channelStatusOf, statusOf } from './status.ts'
import type { ShopAddress, ShopLine, ShopOrder } from './wire.ts'

export function toChannelOrder(order: ShopOrder): ChannelOrder {
  const currency = order.currency_code.toUpperCase()
  if (!isCurrency(currency)) throw new RangeError(`currency_code: ${currency} is not supported`)
  const status = statusOf(order)
  const lines = order.items.filter(({ quantity }) => quantity > 0)
  const draftReference = textIn(order.metadata, referenceName)
  return {
    channelOrderId: order.id,
    // Ids are 32 characters; the store's own pages show the number.
    ...(order.display_id && { shortCode: `#${order.display_id}` }),
    status,
    channelStatus: channelStatusOf(order),
    currency,
    placedAt: new Date(order.created_at),
    changedAt: changedAtOf(order),
    paidAt: paidAtOf(order),
    shipBy: null,
    completedAt: status === 'delivered' ? deliveredAtOf(order) : null,
    shippedAt: shippedAtOf(order),
    deliveredAt: status === 'delivered' ? (deliveredAtOf(order) ?? undefined) : undefined,
    cancelRequestedAt: null,
    cancelDeadline: null,
    cancelReason: null,
    // No field says who it was.
    cancelInitiator: null,
    pickupFailed: false,
    ...(lines.length > 0 && lines.every((line) => line.requires_shipping === false) && { isDigital: true }),
    paymentMethod: paymentMethodOf(order),
    buyerMessage: textIn(order.metadata, noteName),
    sellerNote: null,
    buyer: buyerOf(order),
    address: addressOf(order),
    lines: lines.map((line) => toLine(line, currency)),
    packages: packagesOf(order),
    payment: paymentOf(order, currency),
    ...(draftReference !== null && { draftReference }),
  }
}

/** Money that is taken moves the payment's time and not the order's, so that the latest of all of them counts. */
function changedAtOf(order: ShopOrder): Date {
  const times = [
    order.updated_at,
    ...(order.fulfillments ?? []).map(({ updated_at: at }) => at),
    ...(order.payment_collections ?? []).flatMap(({ updated_at: at, payments }) => [
      at,
      ...(payments ?? []).map((payment) => payment.updated_at),
    ]),
  ]
  return new Date(Math.max(...times.map((at) => Date.parse(at))))
}

/** The first of its parcels. */
function shippedAtOf({ fulfillments }: ShopOrder): Date | undefined {
  const times = (fulfillments ?? []).flatMap(({ shipped_at: at, canceled_at: canceled }) =>
    at && !canceled ? Date.parse(at) : [],
  )
  return times.length > 0 ? new Date(Math.min(...times)) : undefined
}

function deliveredAtOf({ fulfillments }: ShopOrder): Date | null {
  const times = (fulfillments ?? []).flatMap(({ delivered_at: at }) => at ?? [])
  return times.length > 0 ? new Date(Math.max(...times.map((at) => Date.parse(at)))) : null
}

function toLine(line: ShopLine, currency: Currency): OrderLine {
  return {
    // A line that was put in by hand has no variant.
    shopSku: line.variant_id || `line-${line.id}`,
    sellerSku: line.variant_sku?.trim() || null,
    name: line.product_title || line.title,
    variantLabel: labelOf(line.variant_title),
    imageUrl: line.thumbnail || null,
    quantity: line.quantity,
    total: lineTotal(line, currency),
    isGift: false,
  }
}

/** A product without variants has one all the same, whose name says nothing. */
export function labelOf(words: string | null | undefined): string | null {
  const label = words?.trim() || null
  return label && /^default( variant| option value)?$/i.test(label) ? null : label
}

function buyerOf(order: ShopOrder): ChannelOrder['buyer'] {
  const { customer, shipping_address: shipping, billing_address: billing, customer_id: id } = order
  const name = nameOf(customer) ?? nameOf(billing) ?? nameOf(shipping) ?? ''
  if (id) return { channelBuyerId: id, name }
  const phone = billing?.phone || shipping?.phone
  const country = billing?.country_code || shipping?.country_code
  return guestOf({ email: order.email, phone, country }, name)
}

function addressOf({
  email,
  shipping_address: shipping,
  billing_address: billing,
}: ShopOrder): OrderAddress | null {
  const address = shipping ?? billing
  if (!address) return null
  const parts = {
    name: nameOf(address) ?? nameOf(billing),
    phone: address.phone || billing?.phone || null,
    street: [address.address_1, address.address_2].filter(Boolean).join(', ') || null,
    ward: null,
    district: null,
    province: address.province || null,
    city: address.city || null,
    postcode: address.postal_code || null,
    country: address.country_code?.toUpperCase() || null,
  }
  if (Object.values(parts).every((part) => part === null)) return null
  return { ...parts, ...(email && { email: email }), isMasked: false }
}

function nameOf(
  person: Partial<Pick<ShopAddress, 'first_name' | 'last_name' | 'company'>> | null | undefined,
): string | null {
  const name = [person?.first_name, person?.last_name].filter(Boolean).join(' ')
  return name || person?.company || null
}

/** Maps fulfillments to packages; the shipping method that the buyer chose names the courier. */
function packagesOf({ fulfillments, shipping_methods: methods }: ShopOrder): OrderPackage[] {
  return (fulfillments ?? [])
    .filter(({ canceled_at: at }) => !at)
    .flatMap((parcel) => {
      const numbers = numbersIn(parcel)
      const providers = textIn(parcel.metadata, 'provider')?.split(', ') ?? []
      return numbers.map((trackingNumber, at) => ({
        channelPackageId: at === 0 ? parcel.id : `${parcel.id}/${at + 1}`,
        provider: providers[at] ?? providers[0] ?? (methods?.[0]?.name || null),
        trackingNumber,
        channelStatus: parcel.delivered_at ? 'delivered' : parcel.shipped_at ? 'shipped' : 'fulfilled',
      }))
    })
}

/**
 * Lists the tracking number of each label; before the shipment, which brings them, those that the console has booked. Null for a
 * parcel without a number.
 */
function numbersIn({
  labels,
  metadata,
}: NonNullable<ShopOrder['fulfillments']>[number]): [string | null, ...(string | null)[]] {
  const [first, ...others] = (labels ?? []).flatMap(({ tracking_number: number }) => number || [])
  if (first) return [first, ...others]
  const [one = null, ...more] = textIn(metadata, 'tracking_number')?.split(', ') ?? []
  return [one, ...more]
}

function textIn(metadata: ShopOrder['metadata'], name: string): string | null {
  const value = metadata?.[name]
  return (typeof value === 'string' && value.trim()) || null
}

/** Ways of payment are plugins, named like pp_stripe_stripe. The shop's own one takes whatever people say was paid. */
function paymentMethodOf(order: ShopOrder): PaymentMethod {
  const provider = paymentsOf(order)[0]?.provider_id ?? ''
  const written = paymentMethods.find((method) => method === order.metadata?.[methodName])
  if (written && /^(pp_system_default)?$/.test(provider)) return written
  if (/cod\b|(^|_)cod|cash.?on.?delivery/i.test(provider)) return 'cod'
  if (/bank|transfer|fpx|ideal|bancontact|przelewy|promptpay/i.test(provider)) return 'bank_transfer'
  if (/stripe|card|adyen|braintree|square/i.test(provider)) return 'card'
  if (/paypal|wallet|momo|zalo|vnpay|grab|boost|tng|touch/i.test(provider)) return 'e_wallet'
  return /cash/i.test(provider) ? 'cash' : 'other'
}
