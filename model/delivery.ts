/**
 * Sending parcels with couriers of the shop owner's own, apart from those of the channels. Amounts are minor units of the
 * account's currency, weights grams, lengths centimetres. Source of the numbers: the console's API and its order states.
 */
import { plainPhone } from './half-width.ts'
import type { Currency } from './money.ts'
import type { OrderStatus } from './order-status.ts'

/** Number of self delivery in the API and the store, as each courier has one; 5 to 8 are the channels' own logistics. */
export const selfDeliveryId = 0

/** The channels' own logistics among the couriers, by the numbers of the channels. */
export const logisticsIds: Readonly<Record<number, number>> = { 2: 5, 1: 6, 5: 7, 7: 8 }

export const shipmentStatusIds = {
  created: 0,
  booked: 1,
  picked_up: 2,
  in_transit: 3,
  out_for_delivery: 4,
  delivered: 5,
  failed_attempt: 6,
  returning: 7,
  returned: 8,
  lost_or_damaged: 9,
  canceled: 10,
} as const

export type ShipmentStatus = keyof typeof shipmentStatusIds

/**
 * Details that a status lacks.
 *   pickup_failed  nobody was there to hand the parcel over
 *   given_up       the courier will not try to bring it again
 *   any_attempt    of a courier's word that may mean either fetching or bringing; a shipment's state never has it
 */
export type ShipmentFlag = 'pickup_failed' | 'given_up' | 'any_attempt'

/** Status and flag that a courier's word is mapped to. */
export type ShipmentMeaning = { status: ShipmentStatus; flag?: ShipmentFlag }

/** One event on a parcel's way. A word that is new to us has no meaning: it is shown and changes nothing. */
export type ShipmentEvent = {
  at: Date
  meaning: ShipmentMeaning | null
  /** The courier's own word or number, which with the time makes an event the same as another. */
  courierStatus: string
  description: string
  place: string | null
}

/** A shipment's current status; `at` is the courier's time of the event that set it, null before the first. */
export type ShipmentState = ShipmentMeaning & { at: Date | null }

/** Nothing comes after these, but what was delivered may still come back. */
const ends: ReadonlySet<ShipmentStatus> = new Set(['delivered', 'returned', 'canceled'])

/**
 * Returns a shipment's state after events that may come late, twice or in any order: only events newer than the state count, and
 * a final status stays.
 */
export function moveShipment(from: ShipmentState, events: readonly ShipmentEvent[]): ShipmentState {
  let state = from
  for (const { at, meaning } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (!meaning || (state.at && at < state.at)) continue
    const isCorrection = state.status === 'delivered' && meaning.status === 'returned'
    if (ends.has(state.status) && !isCorrection) continue
    state = { ...resolve(state.status, meaning), at }
  }
  return state
}

function resolve(from: ShipmentStatus, meaning: ShipmentMeaning): ShipmentMeaning {
  if (meaning.flag !== 'any_attempt') return meaning
  const isFetching = from === 'created' || from === 'booked'
  return isFetching ? { status: 'booked', flag: 'pickup_failed' } : { status: meaning.status }
}

/** Returns the order status that a shipment's status leads to. Null: none, or the seller's own action decides. */
export function orderStatusOfShipment({ status, flag }: ShipmentMeaning): OrderStatus | null {
  if (flag === 'given_up') return 'failed'
  return orderStatuses[status]
}

const orderStatuses: Record<ShipmentStatus, OrderStatus | null> = {
  created: null,
  booked: 'ready_to_ship',
  picked_up: 'shipped',
  in_transit: 'shipped',
  out_for_delivery: 'shipped',
  failed_attempt: 'shipped',
  // It was not taken for good; that it is back is told apart.
  returning: 'failed',
  delivered: 'delivered',
  returned: 'returned',
  lost_or_damaged: 'failed',
  // The order waits for another courier, unless it was called off itself.
  canceled: null,
}

/** A sender or receiver. Vietnam has addresses of three levels and, since July 2025, of two, which have no district. */
export type DeliveryAddress = {
  name: string
  /** With its leading 0 or country code; each courier gets it in its own form. */
  phone: string
  email?: string
  company?: string
  street: string
  ward?: string
  district?: string
  city?: string
  /** Malaysia's state, Vietnam's province. */
  province: string
  postcode?: string
  country: 'MY' | 'VN'
  /** The courier's own numbers of the place, where it has them. */
  districtId?: number
  wardCode?: string
}

export type HandoverToCourier = 'pickup' | 'dropoff'

/** Named by the specification. */
export const shipmentTypes = ['Document', 'Parcel', 'DocumentAndParcel', 'Pallet', 'ChequeForGDEX'] as const
export type ShipmentType = (typeof shipmentTypes)[number]

export const transportations = ['motorcycle', 'van', 'offsite'] as const
export type Transportation = (typeof transportations)[number]

/** Fields of a booking besides the parcel's size, in the order of the form. */
export const bookingFieldNames = [
  'place',
  'service',
  'pickup',
  'pieces',
  'transportation',
  'trolley',
  'shipment_type',
  'dangerous_good',
  'enhanced_liability',
  'payer',
  'inspection',
  'remark',
] as const
export type BookingField = (typeof bookingFieldNames)[number]

/** Values that a seller sets once for all bookings with a courier, besides the size and the remark. */
export const deliveryDefaultNames = [
  'payer',
  'note_code',
  'pickup_mode',
  'shipment_type',
  'transportation',
  'insurance',
  'auto_print',
] as const
export type DeliveryDefault = (typeof deliveryDefaultNames)[number]

export type DeliveryItem = {
  name: string
  sku: string
  quantity: number
  /** Price of one piece. */
  price: number
  weight: number
}

export type DeliveryParcel = {
  weight: number
  length: number
  width: number
  height: number
  /** 1 to 99. */
  pieces: number
  value: number
  contents: string
  items: DeliveryItem[]
}

/** The moment at which a courier comes, in the time of the sender's place. */
export type PickupRequest = {
  /** `YYYY-MM-DD` */
  date: string
  /** `HH:mm`: when the parcel is ready, and until when it can be collected. */
  from: string
  to: string
  /** Only of couriers that have shifts. */
  slotId?: string
}

export type Booking = {
  /** Ours, 1 to 30 letters, digits and dashes: no two shipments of an owner have the same. */
  reference: string
  mode: HandoverToCourier
  serviceId: string | null
  sender: DeliveryAddress
  /** The place that it leaves from: the courier's store, or our own number of a warehouse where the courier has none. */
  placeId?: string
  receiver: DeliveryAddress
  parcel: DeliveryParcel
  /** Amount that the courier collects from the buyer; 0 for none. */
  cod: number
  /** Cover beyond the courier's ordinary liability. */
  isInsured: boolean
  feePayer: 'shop' | 'buyer'
  pickup: PickupRequest | null
  remark: string
  shipmentType?: ShipmentType
  transportation?: Transportation
  needsTrolley?: boolean
  isDangerous?: boolean
  /** Inspection that the buyer is allowed before paying: none, looking at the products, or trying them. */
  inspection?: 'none' | 'look' | 'try'
}

export type BookedShipment = {
  trackingNumber: string
  /** Tracking numbers of the other pieces, if the shipment has several. */
  furtherNumbers: string[]
  fee: number | null
  /** When the courier means to bring it. */
  expectedAt: Date | null
  /** The part of the booking that failed although the shipment is booked, in the courier's words or a word of ours. */
  notice?: string
}

export type DeliveryService = { id: string; name: string; fee: number | null }

/** Options of a courier for a parcel. */
export type DeliveryChoices = {
  currency: Currency
  modes: HandoverToCourier[]
  /** Empty: nothing to choose. A fee is null where the contract sets it and nobody quotes it. */
  services: DeliveryService[]
  /**
   *   none   no pick-up can be asked for here
   *   free   any date and window
   *   dates  one of the dates, any window
   *   slots  one of the slots
   */
  pickup: 'none' | 'free' | 'dates' | 'slots'
  /** `YYYY-MM-DD`. Empty where any day does. */
  dates: string[]
  /** `HH:mm`; with a date where a slot belongs to one day. */
  slots: { id: string; date: string | null; from: string; to: string; title: string }[]
  cod: CodAnswer
}

/** `max` null: as much as the contract says. */
export type CodAnswer = { isPossible: boolean; max: number | null; reason: CodReason | null }
/** Why a courier does not collect: never, not that much, or not at the buyer's address. */
export type CodReason = 'not_offered' | 'too_much' | 'area'

/** The first thing that is wrong with a phone number, or null. Malaysian ones have 9 to 11 digits, the 0 included. */
export function phoneProblem(phone: string, country: 'MY' | 'VN'): 'phone' | null {
  const pattern = country === 'MY' ? /^0\d{8,10}$/ : /^0\d{9}$/
  return pattern.test(localPhone(phone, country)) ? null : 'phone'
}

/** `+60 12-345 6789` and `60123456789` become `0123456789`. */
export function localPhone(phone: string, country: 'MY' | 'VN'): string {
  const digits = plainPhone(phone)
    .replace(/[\s().-]/g, '')
    .replace(/^(\+|00)/, '')
  const code = country === 'MY' ? '60' : '84'
  return digits.startsWith(code) ? `0${digits.slice(code.length)}` : digits
}

/** The same with the country's code and no plus: `60123456789`. */
export function internationalPhone(phone: string, country: 'MY' | 'VN'): string {
  return (country === 'MY' ? '60' : '84') + localPhone(phone, country).replace(/^0/, '')
}

/** Grams as the kilograms that a courier reads, never less than one hundredth. */
export function kilograms(grams: number): number {
  return Math.max(1, Math.round(grams / 10)) / 100
}
