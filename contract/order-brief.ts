/** An order as a row of a list. */
import { z } from 'zod'
import { flag, id, instant } from './endpoint.ts'
import { orderAction } from './order-actions.ts'

export const money = z.number()

export const coded = z.object({ id: z.int(), code: z.string(), name: z.string() })

/** The row of the order list. */
export const orderBrief = z.object({
  id,
  code: z.string(),
  channel_order_id: z.string(),
  status: coded,
  shop: z.object({ data: z.object({ id, system_name: z.string(), platform_id: id }) }),
  customer: z.object({
    data: z
      .object({
        id: id.nullable().describe('Null: the order names somebody whom no order can be told by again.'),
        name: z.string(),
        phone: z.string().nullable(),
      })
      .nullable(),
  }),
  payment_method: coded,
  place: z.string().nullable().describe('City and province of the address.'),
  total_price: money,
  currency: z.string(),
  total_quantity: z.int(),
  item_preview: z.array(
    z.object({ name: z.string(), image: z.string().nullable(), shop_sku: z.string(), quantity: z.int() }),
  ),
  total_items: z.int().describe('Lines of the order; the preview holds the first one.'),
  shipment_provider: z
    .object({
      id: z
        .int()
        .nullable()
        .describe('Null: a courier that the store named and the console has no number for.'),
      name: z.string(),
    })
    .nullable()
    .describe('The courier that the order goes by, or shall go by.'),
  tracking_number: z.string().nullable(),
  is_star: flag,
  is_printed: flag,
  printed_at: instant.nullable(),
  checked_at: instant.nullable().describe('When its content was checked by scanning.'),
  scanned_quantity: z.int().describe('Pieces that were scanned so far, of `total_quantity`.'),
  packed_at: instant.nullable(),
  cancel_requested_at: instant.nullable(),
  cancel_deadline_at: instant.nullable(),
  cancel_reason: z.string().nullable().describe('Why it is canceled, or why its buyer asks to cancel it.'),
  return_status: coded.nullable().describe('Of the return that most needs somebody; null without any.'),
  ship_by_at: instant.nullable(),
  note: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
  latest_action: orderAction
    .nullable()
    .describe(
      'What was asked for last: in lists only while it is under way, or failed and may be asked again.',
    ),
})
