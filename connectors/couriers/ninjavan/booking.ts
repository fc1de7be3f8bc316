/** Booking, looking up, cancelling and waybills. Source: "Order API" 4.1 and 4.2, "Cancel" 2.2, "Waybill" 2.0. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { kilograms, internationalPhone } from '../../../model/delivery.ts'
import type { Booking, BookedShipment, DeliveryAddress, PickupRequest } from '../../../model/delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import { checkReply, cut, valueOf, wrong } from '../../courier.ts'
import type { Courier } from '../../courier.ts'
import { eventsOfOne } from './tracking.ts'
import { call, isStatus } from './wire.ts'

const timezone = 'Asia/Kuala_Lumpur'
/** Exact strings; the others of the documentation are not seen in Malaysia. */
const slots = ['09:00-12:00', '12:00-15:00', '15:00-18:00', '18:00-22:00', '09:00-18:00', '09:00-22:00']
/** 100,000.00 */
const mostCod = 10_000_000

const orderSchema = z.object({ tracking_number: z.string().min(1) })

export const options: Courier['options'] = (_session, { cod }) => {
  const isPossible = cod <= mostCod
  return Promise.resolve({
    currency: 'MYR' as const,
    modes: ['pickup' as const, 'dropoff' as const],
    services: ['Standard', 'Express', 'Nextday', 'Sameday'].map((id) => ({ id, name: id, fee: null })),
    pickup: 'slots' as const,
    dates: [],
    slots: slots.map((title) => ({ id: title, title, date: null, ...hoursOf(title) })),
    cod: { isPossible, max: mostCod, reason: isPossible ? null : 'too_much' },
  })
}

function hoursOf(slot: string): { from: string; to: string } {
  const [from = '', to = ''] = slot.split('-')
  return { from, to }
}

/**
 * 9 to 18 letters and digits that a reference always becomes: the last of its own, and eight that keep apart what looks
 * alike. Ninja Van takes a number once for ever, which is what makes a booking findable.
 */
export function numberOf(reference: string): string {
  const own = reference
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(-9)
  return `R${own}${createHash('sha256').update(reference).digest('hex').slice(0, 8).toUpperCase()}`
}

export const book: Courier['book'] = async (session, booking) => {
  const version = valueOf(session.settings, 'NINJAVAN_API_VERSION')
  try {
    const body = contentOf(booking)
    const reply = await call(session, { method: 'POST', path: `/${version}/orders`, body })
    return bookedOf(checkReply('Ninja Van', reply.json(), orderSchema).tracking_number)
  } catch (error) {
    const isTaken = isStatus(error, 409) || isAboutNumber(error)
    const known = isTaken && session.keys.tracking_prefix ? await find(session, booking.reference) : null
    if (known) return known
    throw error
  }
}

const isAboutNumber = (error: unknown): boolean =>
  error instanceof ChannelError && error.fields.some(({ field }) => field === 'requested_tracking_number')

const bookedOf = (trackingNumber: string): BookedShipment => ({
  trackingNumber,
  furtherNumbers: [],
  fee: null,
  expectedAt: null,
})

function contentOf(booking: Booking): Record<string, unknown> {
  const { parcel, pickup, cod } = booking
  const isPickup = booking.mode === 'pickup'
  const service = { service_type: booking.shipmentType === 'Document' ? 'Document' : 'Parcel' }
  return {
    ...service,
    service_level: booking.serviceId ?? 'Standard',
    requested_tracking_number: numberOf(booking.reference),
    reference: { merchant_order_number: booking.reference },
    from: personOf(booking.sender),
    to: personOf(booking.receiver),
    parcel_job: {
      is_pickup_required: isPickup,
      ...(isPickup && pickup && pickupOf(booking, pickup)),
      ...(pickup && { delivery_start_date: pickup.date, delivery_timeslot: slotOf('09:00', '22:00') }),
      delivery_instructions: cut(booking.remark, 255),
      ...(cod > 0 && { cash_on_delivery: cod / 100 }),
      ...(booking.isInsured && { insured_value: parcel.value / 100 }),
      dimensions: {
        weight: kilograms(parcel.weight),
        length: parcel.length,
        width: parcel.width,
        height: parcel.height,
      },
      items: parcel.items.map(({ name, quantity }) => ({
        item_description: cut(name, 255),
        quantity,
        is_dangerous_good: booking.isDangerous ?? false,
      })),
    },
  }
}

const slotOf = (from: string, to: string) => ({ start_time: from, end_time: to, timezone })

/** Ninja Van keeps no list of warehouses: it learns each with the first parcel that leaves from it, by our number. */
function pickupOf(booking: Booking, { date, from, to }: PickupRequest): Record<string, unknown> {
  if (!slots.includes(`${from}-${to}`))
    throw new ChannelError('refused', `Ninja Van comes in one of ${slots.join(', ')}`, {
      fields: [wrong('pickup')],
    })
  return {
    pickup_service_type: 'Scheduled',
    pickup_service_level: 'Standard',
    ...(booking.placeId && { pickup_address_id: booking.placeId }),
    pickup_address: personOf(booking.sender),
    pickup_date: date,
    pickup_timeslot: slotOf(from, to),
    pickup_approximate_volume: volumeOf(booking),
  }
}

function volumeOf({ parcel: { pieces }, needsTrolley, transportation }: Booking): string {
  if (needsTrolley) return 'Trolley Required'
  if (pieces < 3) return 'Less than 3 Parcels'
  if (pieces < 10) return 'Less than 10 Parcels'
  return transportation === 'van' ? 'Full-Van Load' : 'Half-Van Load'
}

function personOf(address: DeliveryAddress): Record<string, unknown> {
  return {
    name: address.name,
    phone_number: `+${internationalPhone(address.phone, address.country)}`,
    ...(address.email && { email: address.email }),
    address: {
      address1: cut(address.street, 255),
      ...(address.district && { area: address.district }),
      city: address.city ?? address.district ?? '',
      state: address.province,
      country: address.country,
      postcode: address.postcode ?? '',
    },
  }
}

/** There is no call that takes our reference, but the number that it becomes, behind the account's prefix. */
export const find: NonNullable<Courier['find']> = async (session, reference) => {
  const prefix = session.keys.tracking_prefix
  if (!prefix)
    throw new ChannelError(
      'refused',
      'Without the prefix of your tracking numbers nothing can be looked up',
      {
        fields: [wrong('tracking_prefix')],
      },
    )
  const number = prefix + numberOf(reference)
  const events = await eventsOfOne(session, number)
  const isCanceled = events?.some(({ meaning }) => meaning?.status === 'canceled')
  return events && !isCanceled ? bookedOf(number) : null
}

export const cancel: Courier['cancel'] = async (session, { trackingNumber }) => {
  const path = `/2.2/orders/${encodeURIComponent(trackingNumber)}`
  try {
    await call(session, { method: 'DELETE', path })
  } catch (error) {
    if (!isStatus(error, 400) && !isStatus(error, 409)) throw error
    // A parcel that was canceled before is refused as well.
    const events = await eventsOfOne(session, trackingNumber)
    if (!events?.some(({ meaning }) => meaning?.status === 'canceled')) throw error
  }
}

export const label: NonNullable<Courier['label']> = async (session, { trackingNumber }) => {
  const query: [string, string][] = [
    ['tid', trackingNumber],
    ['hide_shipper_details', '0'],
    ['orientation', 'portrait'],
  ]
  try {
    const { bytes } = await call(session, { method: 'GET', path: '/2.0/reports/waybill', query })
    if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') return { format: 'pdf', bytes }
  } catch (error) {
    // An order takes some seconds to arrive where waybills are made.
    if (!isStatus(error, 404)) throw error
  }
  throw new ChannelError('try-later', "Ninja Van's waybill is not there yet")
}
