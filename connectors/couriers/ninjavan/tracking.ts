/** Events and what they mean, in the words of both versions. Source: "Tracking events", "Webhooks" V1 and V2. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ShipmentEvent, ShipmentMeaning } from '../../../model/delivery.ts'
import { checkReply, parseMessage, readEach } from '../../courier.ts'
import type { Courier, CourierSession, CourierWebhooks } from '../../courier.ts'
import { call, isStatus } from './wire.ts'

const time = z.string().refine((text) => !Number.isNaN(momentOf(text).getTime()), 'no time')
const eventSchema = z.object({
  timestamp: time,
  status: z.string().nullish(),
  event: z.string().nullish(),
  is_parcel_on_rts_leg: z.boolean().nullish(),
  comments: z.string().nullish(),
})
type NinjaEvent = z.infer<typeof eventSchema>
const parcelSchema = z.object({ tracking_number: z.string().min(1), events: z.array(z.unknown()).nullish() })
const messageSchema = eventSchema.extend({
  tracking_id: z.string().min(1),
  shipper_order_ref_no: z.string().nullish(),
})

const booked: ShipmentMeaning = { status: 'booked' }
const pickupFailed: ShipmentMeaning = { status: 'booked', flag: 'pickup_failed' }
const inTransit: ShipmentMeaning = { status: 'in_transit' }
const failedAttempt: ShipmentMeaning = { status: 'failed_attempt' }
const lost: ShipmentMeaning = { status: 'lost_or_damaged' }
const returning: ShipmentMeaning = { status: 'returning' }
const delivered: ShipmentMeaning = { status: 'delivered' }

/** Whole words of V2, whose parts are apart by a comma, and of V1. */
const words: Record<string, ShipmentMeaning> = {
  Staging: booked,
  'Pending Pickup': booked,
  'Pending Pickup, Shipper Dropoff': booked,
  'Driver dispatched for Pickup': booked,
  'Van En-route to Pickup': booked,
  'Pickup Fail': pickupFailed,
  'Pickup Exception, Pending Reschedule': pickupFailed,
  'Pickup Exception, Reattempt Scheduled': pickupFailed,
  'Pickup Exception, Pending Retrieval from PUDO': pickupFailed,
  'Pickup Exception, Max Attempts Reached': { status: 'booked', flag: 'given_up' },
  'Picked Up, In Transit To Origin Hub': { status: 'picked_up' },
  'Successful Pickup': { status: 'picked_up' },
  'En-route to Sorting Hub': inTransit,
  'Arrived at Sorting Hub': inTransit,
  'Arrived at Origin Hub': inTransit,
  'Arrived at Transit Hub': inTransit,
  'Arrived at Destination Hub': inTransit,
  'In Transit to Next Sorting Hub': inTransit,
  'Transferred to 3PL': inTransit,
  'Cross Border Transit': inTransit,
  'Customs Cleared': inTransit,
  'Customs Held': inTransit,
  'Arrived at Distribution Point': inTransit,
  'Pending Pickup at Distribution Point': inTransit,
  'At PUDO, Pending Customer Collection': inTransit,
  'On Vehicle for Delivery': { status: 'out_for_delivery' },
  'First Attempt Delivery Fail': failedAttempt,
  'Pending Reschedule': failedAttempt,
  'Delivery Exception, Pending Reschedule': failedAttempt,
  'Delivery Exception, Reattempt Scheduled': failedAttempt,
  'Delivery Exception, Parcel Overstayed at PUDO': failedAttempt,
  'Delivery Exception, Max Attempts Reached': { status: 'failed_attempt', flag: 'given_up' },
  'Delivery Exception, Parcel Lost': lost,
  'Delivery Exception, Parcel Damaged': lost,
  'Delivery Exception, Return to Sender Initiated': returning,
  'Return to Sender Triggered': returning,
  'On Vehicle for Delivery (RTS)': returning,
  'Returned to Sender': { status: 'returned' },
  'Successful Delivery': delivered,
  Completed: delivered,
  Cancelled: { status: 'canceled' },
}

/** Families whose second half does not matter. */
const families: [string, ShipmentMeaning][] = [
  ['Delivered, ', delivered],
  ['Return to Shipper Exception, ', returning],
  ['International Transit, ', inTransit],
]

/** On its way back a parcel is fetched, carried and handed over with the same words. */
export function meaningOf(word: string, isOnWayBack: boolean): ShipmentMeaning | null {
  const meaning = words[word] ?? families.find(([start]) => word.startsWith(start))?.[1] ?? null
  if (!isOnWayBack || !meaning) return meaning
  if (meaning.status === 'delivered') return { status: 'returned' }
  const isMoving = ['picked_up', 'in_transit', 'out_for_delivery', 'failed_attempt'].includes(meaning.status)
  return isMoving ? returning : meaning
}

/** `2026-01-15T10:30:00+0800`: the zone has no colon. */
function momentOf(text: string): Date {
  return new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}

function eventOf({
  timestamp,
  status,
  event,
  is_parcel_on_rts_leg: isOnWayBack,
  comments,
}: NinjaEvent): ShipmentEvent {
  const word = event || status || ''
  return {
    at: momentOf(timestamp),
    meaning: meaningOf(word, isOnWayBack ?? false),
    courierStatus: word,
    description: comments || word,
    place: null,
  }
}

export const track: NonNullable<Courier['track']> = async (session, numbers) => {
  const query = numbers.map((number): [string, string] => ['tracking_number', number])
  const reply = await call(session, { method: 'GET', path: '/1.0/orders/tracking-events', query })
  const { data } = checkReply('Ninja Van', reply.json(), z.object({ data: z.array(z.unknown()) }))
  return readEach(data, (row) => {
    const { tracking_number: trackingNumber, events } = checkReply('Ninja Van', row, parcelSchema)
    return { trackingNumber, events: eventsOf(events) }
  })
}

const eventsOf = (rows: unknown[] | null | undefined): ShipmentEvent[] =>
  readEach(rows ?? [], (row) => eventOf(checkReply('Ninja Van', row, eventSchema)))

/** Null for a number that Ninja Van does not know. */
export async function eventsOfOne(session: CourierSession, number: string): Promise<ShipmentEvent[] | null> {
  const path = `/1.0/orders/tracking-events/${encodeURIComponent(number)}`
  try {
    const reply = await call(session, { method: 'GET', path })
    return eventsOf(checkReply('Ninja Van', reply.json(), parcelSchema).events)
  } catch (error) {
    if (isStatus(error, 404)) return null
    throw error
  }
}

export const webhooks: CourierWebhooks = {
  verify({ keys, headers, body }) {
    const { client_secret: secret } = keys
    if (!secret) return false
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
    const given = Buffer.from(headers['x-ninjavan-hmac-sha256'] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  read({ body }) {
    const content = parseMessage('Ninja Van', body)
    const message = checkReply('Ninja Van', content, messageSchema)
    const reference = message.shipper_order_ref_no ?? null
    return [{ trackingNumber: message.tracking_id, reference, events: [eventOf(message)] }]
  },

  answer: (isBelieved) => ({ status: isBelieved ? 200 : 401, type: 'text/plain', body: '' }),
}
