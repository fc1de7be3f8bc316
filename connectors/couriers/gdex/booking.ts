/** Prime: consignments, their pick-up, cancelling and labels; what both dialects ask of a pick-up. Source: portal schema. */
import { z } from 'zod'
import { kilograms, localPhone } from '../../../model/delivery.ts'
import type { Booking, PickupRequest } from '../../../model/delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import { cut, valueOf, wrong } from '../../courier.ts'
import type { Courier, CourierSession } from '../../courier.ts'
import { callPrime, isCanceledBefore, isWallet, nothing, prime, transports } from './wire.ts'
import { bookWallet, cancelWallet, labelWallet, optionsWallet } from './wallet.ts'

/** Empty: nobody has told where pick-ups of corporate accounts are asked for. */
const pickupPathOf = ({ settings }: CourierSession): string => settings.GDEX_PICKUP_PATH ?? ''

export const options: Courier['options'] = (session, question) => {
  if (isWallet(session)) return optionsWallet(session, question)
  const hasPickup = pickupPathOf(session) !== ''
  return Promise.resolve({
    currency: 'MYR',
    modes: hasPickup ? ['pickup', 'dropoff'] : ['dropoff'],
    services: [],
    pickup: hasPickup ? 'free' : 'none',
    dates: [],
    slots: [],
    cod: { isPossible: false, max: 0, reason: 'not_offered' },
  })
}

export const book: Courier['book'] = async (session, booking) => {
  checkBooking(session, booking)
  if (isWallet(session)) return bookWallet(session, booking)
  const call = { method: 'POST', path: '/CreateConsignment', body: [contentOf(booking)] } as const
  const [trackingNumber] = await prime(session, call, z.array(z.string().min(1)).min(1))
  const shipment = { trackingNumber: trackingNumber ?? '', furtherNumbers: [], fee: null, expectedAt: null }
  if (booking.mode !== 'pickup' || !booking.pickup) return shipment
  const notice = await askForPickup(session, booking, booking.pickup)
  return notice === null ? shipment : { ...shipment, notice }
}

/** Refuses bookings that GDEX would accept and nobody could carry out. */
function checkBooking({ keys }: CourierSession, { pickup, cod, parcel }: Booking): void {
  const closing = keys.closing_time ?? ''
  const refuse = (field: string, words: string) => {
    throw new ChannelError('refused', words, { fields: [wrong(field, words)] })
  }
  if (cod > 0) refuse('cod', 'refusal.gdex_no_cod')
  if (parcel.pieces < 1 || parcel.pieces > 99) refuse('pieces', 'refusal.gdex_pieces')
  if (pickup && pickup.to <= pickup.from) refuse('collectible_by', 'field.delivery_collectible')
  if (pickup && closing && pickup.to > closing) refuse('collectible_by', 'refusal.gdex_closing')
}

function contentOf(booking: Booking): Record<string, unknown> {
  const { parcel, receiver } = booking
  return {
    shipmentType: booking.shipmentType ?? 'Parcel',
    totalPiece: parcel.pieces,
    shipmentWeight: kilograms(parcel.weight),
    shipmentContent: cut(parcel.contents, 100),
    shipmentValue: parcel.value / 100,
    shipmentLength: parcel.length,
    shipmentWidth: parcel.width,
    shipmentHeight: parcel.height,
    isDangerousGoods: booking.isDangerous ?? false,
    // Enhanced liability; the capital letter is theirs.
    IsInsurance: booking.isInsured,
    companyName: cut(receiver.company ?? '', 40),
    receiverName: cut(receiver.name, 100),
    receiverMobile: localPhone(receiver.phone, 'MY').slice(0, 15),
    receiverEmail: receiver.email ?? '',
    receiverAddress1: cut(receiver.street, 255),
    receiverAddress2: cut(receiver.district ?? '', 255),
    receiverPostcode: receiver.postcode ?? '',
    receiverCity: cut(receiver.city ?? '', 60),
    receiverState: cut(receiver.province, 60),
    receiverCountry: 'Malaysia',
    note1: cut(booking.remark, 50),
    orderID: booking.reference.slice(0, 30),
  }
}

/**
 * Answers what stood in the way, or null. The consignment is there by now and must not be lost, so nothing is thrown: the
 * seller arranges the pick-up in GDEX's portal.
 */
async function askForPickup(
  session: CourierSession,
  booking: Booking,
  pickup: PickupRequest,
): Promise<string | null> {
  const path = pickupPathOf(session)
  if (path === '') return 'notice.gdex_portal'
  const { parcel, sender } = booking
  const {
    contact_name: contact,
    contact_number: number,
    sender_name: name,
    sender_phone: phone,
  } = session.keys
  const body = {
    pickupDate: pickup.date,
    parcelReadyTime: `${pickup.from}:00`,
    collectibleBy: `${pickup.to}:00`,
    totalPiece: parcel.pieces,
    transportation: transports[booking.transportation ?? 'motorcycle'],
    isTrolleyRequired: booking.needsTrolley ?? false,
    remark: booking.remark,
    contactName: contact || name || sender.name,
    contactMobile: localPhone(number || phone || sender.phone, 'MY'),
  }
  try {
    await prime(session, { method: 'POST', path, body }, z.unknown())
    return null
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    return error.message
  }
}

export const cancel: Courier['cancel'] = async (session, { trackingNumber }) => {
  if (isWallet(session)) return cancelWallet(session, trackingNumber)
  const query = { consignmentNumber: trackingNumber }
  try {
    await prime(session, { method: 'PUT', path: '/CancelConsignment', query, body: nothing }, z.unknown())
  } catch (error) {
    if (!isCanceledBefore(error)) throw error
  }
}

/** An archive of one PDF for each note. */
export const label: NonNullable<Courier['label']> = async (session, { trackingNumber }) => {
  if (isWallet(session)) return labelWallet(session, trackingNumber)
  const reply = await callPrime(session, {
    method: 'POST',
    path: '/GetConsignmentDocument',
    body: [trackingNumber],
    accept: 'application/zip',
  })
  if (startsWith(reply.bytes, 'PK')) return { format: 'zip', bytes: reply.bytes }
  throw new ChannelError('refused', reply.text.slice(0, 200) || 'GDEX has no label for this consignment')
}

export const startsWith = (bytes: Uint8Array, letters: string): boolean =>
  Buffer.from(bytes.subarray(0, letters.length)).toString('latin1') === letters

/** Prime has no call for it: the token is tried on the postcode of the sender. */
export async function tryPrime(session: CourierSession): Promise<void> {
  const postcode = encodeURIComponent(valueOf(session.keys, 'sender_postcode'))
  try {
    await prime(session, { method: 'GET', path: `/GetPostCodeLocation/${postcode}` }, z.unknown())
  } catch (error) {
    if (!(error instanceof ChannelError) || !/post ?code/i.test(error.message)) throw error
    throw new ChannelError('refused', error.message, { fields: [wrong('sender_postcode', error.message)] })
  }
}
