import { z } from 'zod'
import { channelText, endpoints, flag, id, idParam, item } from './endpoint.ts'
import { parcelNumber } from './shipments.ts'

const division = z.object({
  may_divide: flag.describe('0: it cannot be divided now, or there is one piece.'),
  cod_amount: z.number().describe('What the couriers collect together.'),
  currency: z.string(),
  parcels: z.array(
    z.object({
      number: z.int(),
      items: z.array(
        z.object({ shop_sku: z.string(), name: z.string(), quantity: z.int(), image: z.string().nullable() }),
      ),
      cod_amount: z.number(),
      shipment_id: id.nullable().describe('Of the booking, among the shipments; null: no courier has it.'),
      is_fixed: flag.describe('1: booked, or about to be. Its items and amount stay as they are.'),
    }),
  ),
})

export const orderParcels = endpoints({
  'GET /orders/{id}/parcels': {
    summary: "How an order is divided into parcels with the owner's own couriers. Undivided, it is in one.",
    access: 'orders.view',
    params: idParam,
    reply: item(division),
    errors: ['order_action_refused'],
  },
  'PUT /orders/{id}/parcels': {
    summary:
      "Divides an order into parcels, each of which goes with a courier of the owner's own. One parcel puts it together again.",
    access: 'orders.confirm',
    params: idParam,
    body: z.strictObject({
      parcels: z
        .array(
          z.strictObject({
            number: parcelNumber.optional().describe('Of a parcel that is there; left out: a new one.'),
            items: z
              .array(z.strictObject({ id: channelText(1, 40), quantity: z.int().min(1).max(999_999) }))
              .min(1)
              .max(200)
              .describe('Lines of the order, and how many pieces of each.'),
            cod_amount: z
              .number()
              .min(0)
              .max(1_000_000_000)
              .optional()
              .describe('Left out: its share of what the couriers collect, by the worth of its items.'),
          }),
        )
        .min(1)
        .max(20)
        .describe('Each piece of the order in one of them.'),
    }),
    reply: item(division),
    errors: ['order_action_refused', 'order_action_open'],
  },
})
