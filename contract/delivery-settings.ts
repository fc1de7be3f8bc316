import { z } from 'zod'
import { shipmentTypes, transportations } from '../model/delivery.ts'
import { courierId } from './deliveries.ts'
import { courierQuery } from './shipments.ts'
import { channelText, endpoints, flag, id, item, readVersion, version } from './endpoint.ts'

const centimetres = z.int().min(1).max(300)

const choices = {
  service: z
    .string()
    .trim()
    .pipe(channelText(0, 50))
    .nullable()
    .describe("The courier's own id of it; null: the first that it offers."),
  payer: z.enum(['shop', 'buyer']).describe('Who pays for the delivery.'),
  insurance: flag.describe('1: cover beyond the ordinary liability.'),
  note_code: z
    .enum(['none', 'look', 'try'])
    .describe('Whether the buyer may look at the goods before paying, or try them.'),
  default_package: z
    .strictObject({
      weight: z.int().min(1).max(500_000).describe('Grams.'),
      length: centimetres,
      width: centimetres,
      height: centimetres,
    })
    .nullable()
    .describe('Of parcels whose goods have no measures; null: they are asked for.'),
  pickup_mode: z.enum(['pickup', 'dropoff']),
  shipment_type: z.enum(shipmentTypes),
  transportation: z.enum(transportations),
  remark: z.string().trim().pipe(channelText(0, 50)),
  auto_print: flag.describe(
    '1: after confirming, the screen has the label printed as soon as the parcel is booked.',
  ),
  needs_code: flag.describe('Self delivery alone. 1: the buyer is sent a code and tells it at the door.'),
}

const defaults = z.object({ shipment_id: courierId, ...choices, updated_at: version })

const platformChoice = z.object({
  platform_id: id,
  name: z.string(),
  shipment_id: courierId.nullable().describe('Null: nobody is chosen.'),
  shops: z.array(
    z.object({
      id,
      system_name: z.string(),
      shipment_id: courierId.nullable().describe("Null: as its channel's."),
    }),
  ),
})

const platformChoices = z.object({
  data: z.array(platformChoice),
  meta: z.object({ updated_at: version }),
})

export const deliverySettings = endpoints({
  'GET /settings/delivery': {
    summary: 'What a booking with a courier takes when nobody says otherwise.',
    access: 'orders.view',
    query: z.strictObject({ shipment_id: courierQuery }),
    reply: item(defaults),
  },
  'PUT /settings/delivery': {
    summary: 'Changes what bookings with a courier take. What is left out stays as it was.',
    access: 'settings.shipment',
    body: z.strictObject({
      shipment_id: courierId,
      ...z.strictObject(choices).partial().shape,
      updated_at: readVersion,
    }),
    reply: item(defaults),
    errors: ['changed_by_other'],
  },
  'GET /settings/delivery-platform': {
    summary: 'The linked channels whose orders go with couriers of the account, and with which one.',
    access: 'settings.shipment',
    reply: platformChoices,
  },
  'PUT /settings/delivery-platform': {
    summary:
      "Chooses the courier that a channel's orders, or one shop's, go with unless somebody says otherwise.",
    access: 'settings.shipment',
    body: z
      .strictObject({
        platform_id: id.optional(),
        shop_id: id.optional().describe('For this shop alone.'),
        shipment_id: courierId.nullable().describe('Null: nobody, and for a shop: as its channel.'),
        updated_at: readVersion,
      })
      .refine(({ platform_id: of, shop_id: or }) => (of === undefined) !== (or === undefined), {
        path: ['platform_id'],
        error: 'field.platform_or_shop',
      }),
    reply: platformChoices,
    errors: ['changed_by_other', 'courier_not_connected'],
  },
})
