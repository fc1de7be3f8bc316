/** Texts of an order on our own papers. */
import { currencies, fromMinor, isCurrency } from '../../../model/money.ts'
import { languages, type Language } from '../../../model/language.ts'
import {
  addUpPieces,
  isSamePacking,
  linesIn,
  type OrderAddress,
  type PackedLine,
} from '../../../model/order.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import type { Warehouse } from '../../warehouses/warehouses-store.ts'
import { courierName } from '../../i18n/courier-names.ts'
import { translate } from '../../i18n/translate.ts'

export type PaperLabel =
  | 'receiver'
  | 'sender'
  | 'order'
  | 'cod'
  | 'note'
  | 'buyer_message'
  | 'reprint'
  | 'more_items'
  | 'slip'
  | 'pick_list'
  | 'bin'
  | 'packing_list'
  | 'parcel'
  | 'orders'
  | 'pieces'
  | 'total'
  | 'beside_items'
  | 'gift'
  | 'cancel_request'
  | 'no_receiver'

export type PaperLabels = (word: PaperLabel, values?: Record<string, string | number>) => string

export function labelsIn(language: Language): PaperLabels {
  return (word, values) => translate(language, `paper.${word}`, values)
}

/** The courier's name as the channel gives it, or as the console calls it. */
export function courierIn(language: Language, { provider, courier }: OrderDetail): string | null {
  return provider ?? (courier === null ? null : courierName(courier, language))
}

/** Content of a parcel of an order that was divided for the owner's own couriers. */
export type DividedParcel = { number: number; lines: PackedLine[] }

/** A parcel of an order as papers have it: what lies in it, and who carries it. */
export type PaperParcel = {
  lines: OrderDetail['lines']
  courier: string | null
  trackingNumber: string | null
}

/**
 * The parcels of an order: as it was divided for the owner's own couriers, or as its channel packs it. All of it in one
 * where no part of this is of the order as it is now. `divided`: in the order of their numbers.
 */
export function parcelsOn(
  language: Language,
  order: OrderDetail,
  divided: DividedParcel[] = [],
): PaperParcel[] {
  const isWhole = (parcels: PackedLine[][]) =>
    parcels.length > 1 && isSamePacking([parcels.flat()], [addUpPieces(order.lines)])
  if (isWhole(divided.map(({ lines }) => lines)))
    return divided.map(({ number, lines }) => {
      const shipment = order.shipments.find(({ parcel }) => parcel === number)
      return {
        lines: linesIn(lines, order.lines),
        courier: shipment
          ? courierIn(language, { ...order, provider: null, courier: shipment.courierId })
          : null,
        trackingNumber: shipment?.trackingNumber ?? null,
      }
    })
  if (isWhole(order.packages.map(({ lines }) => lines ?? [])))
    return order.packages.map(({ lines, provider, trackingNumber }) => ({
      lines: linesIn(lines ?? [], order.lines),
      courier: provider,
      trackingNumber,
    }))
  return [{ lines: order.lines, courier: courierIn(language, order), trackingNumber: order.trackingNumber }]
}

export type Sender = Pick<Warehouse, 'contactName' | 'name' | 'phone' | 'address'>

/** In the order in which couriers of the country read it: from the house outwards, in Japan from the postcode inwards. */
export function addressLines(address: OrderAddress): string[] {
  const { street, ward, district, city, province, postcode, country } = address
  if (country === 'JP')
    return [postcode && `〒${postcode}`, japaneseLine(address)].filter((line): line is string =>
      Boolean(line),
    )
  const said = new Set<string>()
  // Channels repeat in the street what they tell beside it.
  const once = (text: string | null) => {
    const isNew = text && !said.has(text)
    for (const part of text?.split(',') ?? []) said.add(part.trim())
    return isNew ? text : null
  }
  return [
    once(street),
    [once(ward), once(district)].filter(Boolean).join(', '),
    [postcode, once(city)].filter(Boolean).join(' '),
    once(province),
  ].filter((line): line is string => Boolean(line))
}

/** The address from the prefecture inwards, without what channels repeat at the beginning of the street. */
function japaneseLine({ street, ward, district, city, province }: OrderAddress): string {
  let line = ''
  let rest = street ?? ''
  for (const part of [province, city, district, ward]) {
    if (!part || line.endsWith(part)) continue
    line += part
    if (rest.startsWith(part)) rest = rest.slice(part.length).trimStart()
  }
  return line + rest
}

export function senderLines({ address }: Sender): string[] {
  if (!address) return []
  return addressLines({ ...address, name: null, phone: null, city: null, isMasked: false })
}

export function amountIn(language: Language, minor: number, currency: string): string {
  if (!isCurrency(currency)) return `${minor} ${currency}`
  const { decimals } = currencies[currency]
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${fromMinor(minor, currency).toLocaleString(languages[language].locale, digits)} ${currency}`
}

/** All digits but the last two. */
export function maskPhone(phone: string): string {
  return phone.replaceAll(/\d(?=(?:\D*\d){2})/g, '*')
}

export function lineLabel({
  name,
  variantLabel: variant,
}: Pick<OrderDetail['lines'][number], 'name' | 'variantLabel'>): string {
  return variant ? `${name} (${variant})` : name
}
