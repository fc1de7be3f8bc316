import { z } from 'zod'
import { bookingFieldNames, shipmentTypes, transportations } from '../model/delivery.ts'
import { selfStatuses } from '../model/self-delivery.ts'
import { channelText, day, endpoints, figureIn, flag, id, idParam, instant, item } from './endpoint.ts'

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'field.hour' })
const size = z.number().min(0.1).max(200)

/** Number of the parcel in an order that is divided into several: the first is 1. */
export const parcelNumber = z.int().min(1).max(99)

/**
 * The buyer's place, by the numbers of a courier that has them, as GET /deliveries/provinces and its neighbours return them.
 */
export const placeFields = {
  province_id: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional()
    .describe('As the district and the ward: left out, they are read from the address.'),
  district_id: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe('Left out beside a ward: the province and the ward are of the list of two levels.'),
  ward_code: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional(),
}

const measure = z.coerce.number().min(0.1).max(200).optional()

/** A parcel in a query: only all four together count. */
export const parcelQuery = {
  weight: z.coerce
    .number()
    .min(0.01)
    .max(999.99)
    .optional()
    .describe('Kilograms, with the three sizes: the parcel that is quoted. Left out: the one of `package`.'),
  length: measure.describe('Centimetres, as the others.'),
  width: measure,
  height: measure,
}

/** Booking of a parcel with one of the owner's couriers. Omitted fields are taken from the owner's defaults. */
export const bookingFields = {
  shipment_id: z
    .int()
    .min(0)
    .max(99)
    .nullable()
    .optional()
    .describe("The owner's courier; 0: self delivery; null: none. Left out: the shop's default courier."),
  parcel: parcelNumber
    .optional()
    .describe('Of an order in several parcels. Left out: each that no courier has yet.'),
  mode: z.enum(['pickup', 'dropoff']).optional(),
  service_id: channelText(1, 50).optional(),
  address_id: channelText(1, 100).optional().describe('The place that it leaves from.'),
  time_slot_id: channelText(1, 50).optional(),
  pickup_date: day.optional(),
  ready_time: hour.optional().describe('HH:mm in the time of the place.'),
  collectible_by: hour.optional().describe('HH:mm, after the time at which the parcel is ready.'),
  package: z
    .strictObject({
      weight: z.number().min(0.01).max(999.99).describe('Kilograms.'),
      length: size.describe('Centimetres, as the others.'),
      width: size,
      height: size,
    })
    .optional(),
  pieces: z.int().min(1).max(99).optional(),
  transportation: z.enum(transportations).optional(),
  trolley: flag.optional(),
  remark: channelText(0, 50).optional(),
  dangerous_good: flag.optional(),
  enhanced_liability: flag.optional(),
  shipment_type: z.enum(shipmentTypes).optional(),
  payer: z.enum(['shop', 'buyer']).optional(),
  inspection: z.enum(['none', 'look', 'try']).optional(),
  warehouse_id: channelText(1, 100).optional().describe('Of channels that ask which place goods leave from.'),
  note: channelText(0, 500).nullable().optional(),
  ...placeFields,
}

/** Number of a courier in a query. */
/** Left blank it is none, and not 0, which is self delivery. */
export const courierQuery = figureIn(z.coerce.number().int().min(0).max(99))

const slots = z.array(
  z.object({
    id: z.string(),
    date: z.string().nullable(),
    from: z.string(),
    to: z.string(),
    title: z.string(),
  }),
)
/** Selects the pickup address: an order's parcel or, without `order_id`, the place that the account's parcels leave from. */
const aboutPickup = z.strictObject({
  order_id: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe("Left out: for the courier's own store, or the default warehouse."),
  shipment_id: courierQuery,
})
const cod = z.object({
  is_cod_supported: z.boolean(),
  max_cod: z.number().nullable().describe('Null: as much as the contract says.'),
  currency: z.string(),
  reason: z.string().nullable().describe('Why it collects nothing, in words.'),
})

/** Options for a parcel with one of the owner's couriers. */
export const ownInfo = z.object({
  couriers: z.array(z.object({ id: z.int(), code: z.string(), name: z.string() })),
  shipment_id: z
    .int()
    .nullable()
    .describe("The courier that all that follows is about: the one asked for, or the shop's default one."),
  fields: z.array(z.enum(bookingFieldNames)).describe('What this courier wants to be told.'),
  modes: z.array(z.enum(['pickup', 'dropoff'])),
  services: z.array(z.object({ id: z.string(), name: z.string(), fee: z.number().nullable() })),
  pickup: z.enum(['none', 'free', 'dates', 'slots']),
  dates: z.array(z.string()),
  slots,
  cod: cod.nullable(),
  cod_amount: z.number(),
  currency: z.string(),
  package: z
    .object({
      weight: z.number().nullable(),
      length: z.number().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    })
    .nullable()
    .describe('Kilograms and centimetres. What is null is to be filled in.'),
  weight_from: z
    .enum(['products', 'default'])
    .nullable()
    .describe("Added up from what channels say of the products, or the courier's default."),
  defaults: z.object({
    mode: z.enum(['pickup', 'dropoff']),
    service_id: z.string().nullable(),
    payer: z.enum(['shop', 'buyer']),
    inspection: z.enum(['none', 'look', 'try']),
    enhanced_liability: flag,
    shipment_type: z.enum(shipmentTypes),
    transportation: z.enum(transportations),
    remark: z.string(),
    auto_print: flag,
  }),
  place: z
    .object({
      province_id: z.string().nullable(),
      district_id: z.string().nullable(),
      ward_code: z.string().nullable(),
    })
    .nullable()
    .describe(
      'As far as the address names it; the rest is to be chosen. Null: this courier has no numbers for it.',
    ),
  channel_delivers: z
    .boolean()
    .describe("Without a courier of the owner's the channel's own brings the parcel."),
  warehouses: z
    .array(z.object({ id: z.string(), name: z.string(), is_primary: z.boolean() }))
    .describe('Of channels that ask which place goods leave from.'),
  warnings: z.array(z.string()).describe('What keeps the parcel from being booked, in words.'),
  problems: z
    .array(z.object({ field: z.string(), code: z.string().nullable(), message: z.string() }))
    .describe('The warnings once more, each with the field and the rule that it is about.'),
})

const shipmentStatus = z.object({ id: z.int(), code: z.string(), name: z.string() })

export const shipment = z.object({
  id,
  order_id: id,
  parcel: z.int().describe("Which of the order's parcels it is."),
  provider: z.object({ id: z.int(), code: z.string(), name: z.string() }),
  reference: z.string(),
  booking: z
    .enum(['wanted', 'booked', 'unanswered', 'closed'])
    .describe('unanswered: nobody knows whether the courier has it, so a person has to look there.'),
  is_live: z.boolean().describe('The one that the order goes with now.'),
  has_photo: z.boolean().describe('Of the parcel at the door: `GET /shipments/{id}/photo`.'),
  status: shipmentStatus,
  flag: z
    .string()
    .nullable()
    .describe('pickup_failed: nobody was there to hand it over. given_up: not tried again.'),
  tracking_number: z.string().nullable(),
  tracking_url: z.string().nullable(),
  further_numbers: z.array(z.string()),
  fee: z.number().nullable(),
  cod_amount: z.number(),
  currency: z.string(),
  expected_at: instant.nullable(),
  notice: z.string().nullable().describe("In the courier's or the store's own words."),
  may_cancel: z.boolean(),
  created_at: instant,
  booked_at: instant.nullable(),
  events: z.array(
    z.object({
      at: instant,
      status: shipmentStatus.nullable().describe('Null: a word of the courier’s that is new to us.'),
      courier_status: z.string(),
      description: z.string(),
      place: z.string().nullable(),
    }),
  ),
})

const one = item(shipment)
const selfDelivery = z.object({
  status: z.string(),
  code: z.string().nullable().describe('The new code. Only a console for trying shows it.'),
  sent_by: z
    .enum(['sms', 'mail', 'earlier'])
    .nullable()
    .describe(
      'How the buyer gets the new code. earlier: the one sent within the last minute still holds. Null: there is none, or neither way reaches the buyer.',
    ),
})
const aboutOrder = z.strictObject({
  order_id: z.coerce.number().int().positive(),
  shipment_id: courierQuery,
})
const courierFailures = ['courier_not_connected', 'courier_refused', 'courier_unreachable'] as const

export const shipments = endpoints({
  'GET /orders/{id}/shipments': {
    summary:
      "The order's parcels with the owner's own couriers, the newest first, and what the couriers said.",
    access: 'orders.view',
    params: idParam,
    reply: item(z.array(shipment)),
  },
  'GET /deliveries/orders/check-cod': {
    summary: "Whether the owner's courier collects what the buyer of this order pays.",
    access: 'orders.view',
    query: aboutOrder,
    reply: item(cod),
    errors: [...courierFailures],
  },
  'GET /deliveries/orders/get-pickup-date': {
    summary: 'The days on which the courier comes; none when every day does.',
    access: 'orders.view',
    query: aboutPickup,
    reply: item(z.array(z.string())),
    errors: [...courierFailures],
  },
  'GET /deliveries/orders/get-available-pickup-time': {
    summary: 'The times at which the courier comes; none when every time does.',
    access: 'orders.view',
    query: aboutPickup.extend({ pickup_date: day.optional().describe('Of this day alone.') }),
    reply: item(slots),
    errors: [...courierFailures],
  },
  'PUT /orders/{id}/status-self-delivery': {
    summary: 'How far a parcel is that the seller brings himself. The store is told.',
    access: 'orders.confirm',
    params: idParam,
    body: z.strictObject({
      status: z.enum(selfStatuses),
      note: channelText(0, 500)
        .optional()
        .describe('Needed when it failed, and for what is out of the ordinary.'),
      otp: channelText(4, 10).optional().describe('The code that the buyer tells at the door.'),
      photo: z.string().max(900_000).optional().describe('The parcel at the door, PNG or JPEG in base64.'),
      cod_collected: z
        .number()
        .min(0)
        .max(1_000_000_000)
        .optional()
        .describe('What the buyer paid; another amount needs a note.'),
      without_code: flag.optional().describe('Handed over without a code: needs a note.'),
      parcel: parcelNumber.optional().describe('Needed when the seller brings several of the order.'),
    }),
    reply: item(selfDelivery),
    errors: ['order_action_refused'],
  },
  'POST /orders/{id}/self-delivery-code': {
    summary: 'A new code for the buyer of a parcel that the seller brings himself; the one before ends.',
    access: 'orders.confirm',
    params: idParam,
    body: z.strictObject({ parcel: parcelNumber.optional() }).optional(),
    reply: item(selfDelivery),
    errors: ['order_action_refused', 'too_many_attempts'],
  },
  'GET /shipments/{id}/photo': {
    summary: 'The picture of the parcel at the door.',
    access: 'orders.view',
    params: idParam,
    reply: item(z.object({ type: z.string(), content_base64: z.string() })),
  },
  'POST /shipments/{id}/found': {
    summary:
      'Somebody looked with the courier: a booking that nobody answered has arrived, under this number.',
    access: 'orders.confirm',
    params: idParam,
    body: z.strictObject({ tracking_number: channelText(3, 60) }),
    reply: one,
    errors: ['conflict'],
  },
  'POST /shipments/{id}/not-found': {
    summary:
      'Somebody looked with the courier: a booking that nobody answered has not arrived. It may be booked again.',
    access: 'orders.confirm',
    params: idParam,
    reply: one,
    errors: ['conflict'],
  },
})
