/** myGDEX: quotes, consignments paid from a wallet, with their pick-up. Source: the portal's text and notes of one who used it. */
import { z } from 'zod'
import { internationalPhone, kilograms } from '../../../model/delivery.ts'
import type { BookedShipment, Booking, DeliveryChoices } from '../../../model/delivery.ts'
import type { LabelFile } from '../../../model/parcel.ts'
import { toMinor } from '../../../model/money.ts'
import { ChannelError } from '../../channel-error.ts'
import { cut, wrong } from '../../courier.ts'
import type { CourierSession, DeliveryQuestion } from '../../courier.ts'
import { callWallet, isCanceledBefore, nothing, transports, wallet } from './wire.ts'

const detailsSchema = z.object({
  Name: z.string().nullish(),
  Email: z.string().min(1),
  LocationId: z.number(),
  Location: z.string(),
})
const rateSchema = z.array(
  z.object({ Rate: z.number(), HasError: z.boolean().nullish(), Error: z.string().nullish() }),
)
const madeSchema = z.object({
  ConsignmentNumbers: z.array(z.string().min(1)).min(1),
  Consignments: z.array(z.object({ Rate: z.number().nullish() })).nullish(),
})

export async function readAccount(session: CourierSession) {
  await wallet(session, { method: 'GET', path: '/GetUserTokenValidity' }, z.unknown())
  return detailsOf(session)
}

const detailsOf = (session: CourierSession) =>
  wallet(session, { method: 'GET', path: '/GetUserDetails' }, detailsSchema)

export async function optionsWallet(
  session: CourierSession,
  question: DeliveryQuestion,
): Promise<DeliveryChoices> {
  const [fee, dates] = await Promise.all([
    rateOf(session, question),
    datesOf(session, question.sender.postcode ?? ''),
  ])
  return {
    currency: 'MYR',
    modes: ['pickup', 'dropoff'],
    services: [{ id: 'standard', name: 'Standard', fee }],
    pickup: 'dates',
    dates,
    slots: [],
    cod: { isPossible: false, max: 0, reason: 'not_offered' },
  }
}

/** A postcode that is wrong is a success with a rate of 0. */
async function rateOf(
  session: CourierSession,
  { sender, receiver, parcel }: DeliveryQuestion,
): Promise<number> {
  const row = {
    ReferenceNumber: 1,
    FromPostCode: sender.postcode ?? '',
    ToPostCode: receiver.postcode ?? '',
    ParcelType: 'Parcel',
    Weight: kilograms(parcel.weight),
    Country: 'MYS',
  }
  const [quote] = await wallet(session, { method: 'POST', path: '/GetShippingRate', body: [row] }, rateSchema)
  if (!quote || quote.HasError) {
    const words = quote?.Error || 'refusal.mygdex_no_rate'
    throw new ChannelError('refused', words, { fields: [wrong('postcode', words)] })
  }
  return toMinor(quote.Rate, 'MYR')
}

/** Local midnights without a zone. */
async function datesOf(session: CourierSession, PostCode: string): Promise<string[]> {
  const call = { method: 'GET', path: '/GetPickUpDateListing', query: { PostCode } } as const
  return (await wallet(session, call, z.array(z.string()))).map((text) => text.slice(0, 10))
}

export async function bookWallet(session: CourierSession, booking: Booking): Promise<BookedShipment> {
  const { parcel, sender } = booking
  if (parcel.pieces > 15)
    throw new ChannelError('refused', 'refusal.mygdex_pieces', {
      fields: [wrong('pieces', 'refusal.mygdex_pieces')],
    })
  const { LocationId, Location, Email } = await detailsOf(session)
  const body = {
    Name: sender.name,
    Mobile: internationalPhone(sender.phone, 'MY'),
    // Asked for always, and no warehouse has one: it is told to whom the wallet belongs.
    Email: sender.email ?? Email,
    Address1: sender.street,
    Postcode: sender.postcode ?? '',
    LocationId,
    Location,
    City: sender.city ?? '',
    State: sender.province,
    ...(booking.mode === 'pickup' && booking.pickup && { Pickup: pickupOf(booking) }),
    Consignments: [consignmentOf(booking)],
  }
  const made = await wallet(session, { method: 'POST', path: '/CreateConsignment', body }, madeSchema)
  const [trackingNumber = '', ...furtherNumbers] = made.ConsignmentNumbers
  const rate = made.Consignments?.[0]?.Rate
  const fee = typeof rate === 'number' ? toMinor(rate, 'MYR') : null
  return { trackingNumber, furtherNumbers, fee, expectedAt: null }
}

/** There is no field for the latest time of collection: it goes before the remark. */
function pickupOf({ pickup, transportation, needsTrolley, remark }: Booking): Record<string, unknown> {
  return {
    Transportation: transports[transportation ?? 'motorcycle'],
    ParcelReadyTime: `${pickup?.from}:00`,
    PickupDate: `${pickup?.date}T00:00:00`,
    PickupRemark: `Collect by ${pickup?.to}. ${remark}`.trim(),
    IsTrolleyRequired: needsTrolley ?? false,
  }
}

function consignmentOf({ parcel, receiver, reference, remark, isInsured, shipmentType }: Booking) {
  return {
    OrderId: reference,
    ParcelType: shipmentType === 'Document' ? 'Document' : 'Parcel',
    ShipmentContent: parcel.contents,
    ShipmentValue: parcel.value / 100,
    Pieces: parcel.pieces,
    Weight: kilograms(parcel.weight),
    Name: receiver.name,
    Mobile: internationalPhone(receiver.phone, 'MY'),
    Email: receiver.email ?? '',
    Address1: receiver.street,
    Postcode: receiver.postcode ?? '',
    City: receiver.city ?? '',
    State: receiver.province,
    Country: 'MYS',
    IsInsurance: isInsured,
    Note1: cut(remark, 50),
  }
}

/** Refunds the wallet, and drops the pick-up as well. */
export async function cancelWallet(session: CourierSession, ConsignmentNumber: string): Promise<void> {
  const query = { ConsignmentNumber }
  try {
    await callWallet(session, { method: 'PUT', path: '/CancelConsignment', query, body: nothing })
  } catch (error) {
    if (!isCanceledBefore(error)) throw error
  }
}

/** Only while the consignment waits to be fetched. */
export async function labelWallet(session: CourierSession, ConsignmentNumber: string): Promise<LabelFile> {
  const call = {
    method: 'GET',
    path: '/GetConsignmentsImage',
    query: { ConsignmentNumber },
    accept: 'application/pdf',
  } as const
  const { bytes } = await callWallet(session, call)
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
    throw new ChannelError('changed-shape', "myGDEX's label is no PDF")
  return { format: 'pdf', bytes }
}
