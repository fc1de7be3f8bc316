/** From what somebody wants of an order's parcel to what a courier is asked for. Pure: no calls, no clock. */
import type { DeliveryQuestion } from '../../../connectors/courier.ts'
import {
  phoneProblem,
  type Booking,
  type DeliveryAddress,
  type DeliveryChoices,
  type DeliveryParcel,
  type PickupRequest,
} from '../../../model/delivery.ts'
import type { DeliveryDefaults } from '../../../model/delivery-defaults.ts'
import type { Currency } from '../../../model/money.ts'
import { paymentMethodIds, type OrderAddress } from '../../../model/order.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import type { Sender } from './booking-sender.ts'
import type { ReceiverPlace } from './receiver-place.ts'
import type { BookingChoice } from './shipments-store.ts'

/** To ask what a courier offers before anybody knows the parcel; nothing is booked with it. */
export const smallParcel: DeliveryParcel = {
  weight: 500,
  length: 10,
  width: 10,
  height: 10,
  pieces: 1,
  value: 0,
  contents: '',
  items: [],
}

export type BookingParts = {
  /** With what lies in this parcel alone. */
  order: Pick<OrderDetail, 'address' | 'lines' | 'total' | 'currency' | 'paymentMethod' | 'channelOrderId'>
  cod: number
  sender: Sender | null
  defaults: DeliveryDefaults
  choice: BookingChoice
  country: 'MY' | 'VN'
  /** That the courier counts in; null: it takes every one. */
  currency: Currency | null
}

/** Lists the problems by field, each as a message key. Empty: the booking can be requested. */
export function bookingProblems({
  order,
  cod,
  sender,
  defaults,
  choice,
  country,
  currency,
}: BookingParts): Record<string, string> {
  const problems: Record<string, string> = {}
  const { address } = order
  if (!address?.street || !address.name) problems['address'] = 'field.delivery_address'
  else if (address.isMasked) problems['address'] = 'field.delivery_masked'
  else if (address.country && address.country !== country) problems['address'] = 'field.delivery_abroad'
  else if (!address.phone || phoneProblem(address.phone, country))
    problems['address'] = 'field.delivery_phone'
  if (!sender) problems['sender'] = 'field.delivery_sender'
  if (!choice.parcel && !defaults.parcel) problems['package'] = 'field.delivery_package'
  const isAmountTold = cod > 0 || (choice.isInsured ?? defaults.isInsured)
  if (isAmountTold && currency !== null && currency !== order.currency)
    problems['shipment_id'] = 'field.delivery_currency'
  const { pickup } = choice
  if (pickup && pickup.to <= pickup.from) problems['collectible_by'] = 'field.delivery_collectible'
  return problems
}

/** To be called when nothing is wrong. */
export function questionOf({
  order,
  cod,
  sender,
  defaults,
  choice,
  country,
}: BookingParts): DeliveryQuestion {
  if (!sender || !order.address) throw new Error('asked for a parcel without a sender or an address')
  return {
    sender: { ...sender.address, country },
    receiver: receiverOf(order.address, country, choice.receiver),
    parcel: parcelOf(order, choice, defaults),
    cod,
  }
}

export function codOf({
  paymentMethod: method,
  total,
}: Pick<OrderDetail, 'paymentMethod' | 'total'>): number {
  return method === paymentMethodIds.cod ? total : 0
}

/** `choices`: what the courier offers at this moment, for what nobody has chosen. */
export function bookingOf(
  parts: BookingParts,
  reference: string,
  choices: DeliveryChoices | null,
  now: Date,
): Booking {
  const { choice, defaults, sender } = parts
  const mode = modeOf(parts, choices)
  const placeId = choice.placeId ?? sender?.placeId
  return {
    ...questionOf(parts),
    reference,
    mode,
    serviceId: choice.serviceId ?? defaults.serviceId ?? choices?.services[0]?.id ?? null,
    ...(placeId && { placeId }),
    isInsured: choice.isInsured ?? defaults.isInsured,
    feePayer: choice.feePayer ?? defaults.feePayer,
    pickup:
      mode === 'pickup' ? (choice.pickup ?? (choices && firstPickup(choices, parts.country, now))) : null,
    remark: choice.remark ?? defaults.remark,
    shipmentType: choice.shipmentType ?? defaults.shipmentType,
    transportation: choice.transportation ?? defaults.transportation,
    needsTrolley: choice.needsTrolley ?? false,
    isDangerous: choice.isDangerous ?? false,
    inspection: choice.inspection ?? defaults.inspection,
  }
}

/** The mode that was chosen, or the usual one; the courier's first where it does not offer that. */
export function modeOf({ choice, defaults }: BookingParts, choices: DeliveryChoices | null) {
  const wanted = choice.mode ?? defaults.mode
  return choices && !choices.modes.includes(wanted) ? (choices.modes[0] ?? wanted) : wanted
}

const dayMs = 86_400_000
const hoursAhead = { MY: 8, VN: 7 } as const

export function tomorrowIn(country: 'MY' | 'VN', now: Date): string {
  return new Date(now.getTime() + hoursAhead[country] * 3_600_000 + dayMs).toISOString().slice(0, 10)
}

export function firstPickup(
  { pickup, dates, slots }: DeliveryChoices,
  country: 'MY' | 'VN',
  now: Date,
): PickupRequest | null {
  if (pickup === 'none') return null
  const date = dates[0] ?? tomorrowIn(country, now)
  const [slot] = slots
  if (!slot) return { date, from: '09:00', to: '18:00' }
  return { date: slot.date ?? date, from: slot.from, to: slot.to, slotId: slot.id }
}

/** The moment of a courier's local time, `HH:mm`. */
export const momentIn = (country: 'MY' | 'VN', date: string, time: string): Date =>
  new Date(`${date}T${time}:00+0${hoursAhead[country]}:00`)

function receiverOf(
  address: OrderAddress,
  country: 'MY' | 'VN',
  place: ReceiverPlace | undefined,
): DeliveryAddress {
  const { name, phone, street, city, postcode } = address
  const { ward, district, province } = place ?? address
  return {
    name: name ?? '',
    phone: phone ?? '',
    street: street ?? '',
    ...(ward && { ward }),
    ...(district && { district }),
    ...((city ?? district) && { city: city ?? district ?? '' }),
    province: province ?? city ?? '',
    ...(postcode && { postcode }),
    country,
    // Wards of two levels are told by their names.
    ...(place?.districtId && { districtId: place.districtId, wardCode: place.wardCode }),
  }
}

function parcelOf(
  { lines, total, channelOrderId: code }: BookingParts['order'],
  choice: BookingChoice,
  defaults: DeliveryDefaults,
): DeliveryParcel {
  const size = choice.parcel ?? defaults.parcel ?? { weight: 0, length: 0, width: 0, height: 0 }
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    ...size,
    pieces: choice.pieces ?? 1,
    value: total,
    contents: lines
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 100),
    items: lines.map((line) => ({
      name: line.name,
      sku: line.sellerSku ?? line.shopSku ?? code,
      quantity: line.quantity,
      price: Math.round(line.total / line.quantity),
      weight: Math.max(1, Math.floor(size.weight / Math.max(1, pieces))),
    })),
  }
}
