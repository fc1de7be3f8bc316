import { z } from 'zod'
import { mostScansPerCall, scanRejections } from '../model/scan-check.ts'
import { channelText, endpoints, id, idParam, instant, item } from './endpoint.ts'

const checked = z.object({ by: z.string().nullable(), at: instant })

const scannedOrder = z.object({
  id,
  code: z.string(),
  shop: z.object({ id, system_name: z.string(), platform_id: id }),
  tracking_number: z.string().nullable(),
  package_ids: z.array(z.string()).describe('Codes of its packages, which may be scanned for it.'),
  ship_by_at: instant.nullable(),
  lines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      variant_label: z.string().nullable(),
      image: z.string().nullable(),
      quantity: z.int(),
      scanned: z.int().describe('Pieces that were scanned so far, by whichever device.'),
      is_gift: z.boolean(),
      codes: z.array(z.string()).describe('What may be scanned for it: the SKUs of the shop and the seller.'),
      parts: z
        .array(
          z.object({
            name: z.string(),
            quantity: z.int().describe('Pieces of it in one piece of the line.'),
            codes: z.array(z.string()),
          }),
        )
        .describe('Of a bundle: its parts, which may be scanned instead.'),
    }),
  ),
  last_check: checked.nullable().describe('When all of it was last scanned, and by whom.'),
})

const scan = z
  .strictObject({
    id: channelText(8, 64).describe('Given by the device, such as a UUID: a scan sent again counts once.'),
    order_id: id,
    line_id: channelText(1, 40).optional().describe('Left out: of the whole order.'),
    add: z
      .int()
      .min(-9999)
      .max(9999)
      .optional()
      .describe('Pieces of the line; fewer than 0 takes some back.'),
    reset: z.literal(true).optional().describe('The order is scanned from its first piece on.'),
    seconds_ago: z
      .int()
      .min(0)
      .max(7 * 86_400)
      .default(0)
      .describe('Seconds that the scan waited on the device.'),
  })
  .refine(({ line_id: line, add, reset }) => (reset ? !line && !add : line && add), {
    error: 'field.scan',
    path: ['line_id'],
  })

export const orderScans = endpoints({
  'GET /orders/scan': {
    summary:
      'The order behind a scanned code, tracking number or package id; refused when it is not to leave now.',
    access: 'orders.view',
    query: z.strictObject({ code: z.string().trim().pipe(channelText(1, 100)) }),
    reply: item(scannedOrder),
    errors: ['order_action_refused'],
  },
  'GET /orders/scan-station': {
    summary:
      'What a packing station needs, also without a network: the orders that can be packed now, and the day so far.',
    access: 'orders.view',
    reply: item(
      z.object({
        orders: z.array(scannedOrder).describe('The first deadline first; 300 at most.'),
        left: z.int().describe('Orders that can be packed now and are not checked yet; 5,000 at most.'),
        checked_today: z.int().describe("Since midnight in the account's time zone."),
        last: z
          .array(
            z.object({
              id,
              code: z.string(),
              image: z.string().nullable(),
              pieces: z.int(),
              is_canceled: z.boolean().describe('Canceled since: its parcel is taken out.'),
              check: checked,
            }),
          )
          .describe('The last five that were checked.'),
      }),
    ),
  },
  'POST /orders/scans': {
    // An order whose last piece is scanned is checked.
    summary: 'Counts scanned pieces in the order of the list. One that cannot be counted fails no other.',
    access: 'orders.set_packed',
    body: z.strictObject({ scans: z.array(scan).min(1).max(mostScansPerCall) }),
    reply: item(
      z.object({
        orders: z.array(
          z.object({
            id,
            scanned: z.int(),
            quantity: z.int(),
            check: checked.nullable().describe('If these scans completed it.'),
          }),
        ),
        refused: z.array(
          z.object({
            id: z.string(),
            order_id: id,
            code: z.string().nullable().describe('Of the order, if it is known.'),
            why: z.enum(scanRejections),
            message: z.string(),
          }),
        ),
      }),
    ),
  },
  'POST /orders/{id}/scan-checked': {
    summary: 'Notes in the history that every item of an order was scanned, by whom and when.',
    access: 'orders.set_packed',
    params: idParam,
    body: z.strictObject({
      lines: z
        .array(z.strictObject({ id: channelText(1, 40), quantity: z.int().min(1).max(999_999) }))
        .min(1)
        .max(500)
        .describe('What was scanned: all lines in their whole quantities, or it is refused.'),
    }),
    reply: item(checked),
    errors: ['order_action_refused'],
  },
})
