import { z } from 'zod'
import { channelText, endpoints, id, idParam, instant, item } from './endpoint.ts'

const checked = z.object({ by: z.string().nullable(), at: instant })

const scannedOrder = z.object({
  id,
  code: z.string(),
  shop: z.object({ id, system_name: z.string(), platform_id: id }),
  tracking_number: z.string().nullable(),
  lines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      variant_label: z.string().nullable(),
      image: z.string().nullable(),
      quantity: z.int(),
      is_gift: z.boolean(),
      codes: z.array(z.string()).describe('What may be scanned for it: the SKUs of the shop and the seller.'),
    }),
  ),
  last_check: checked.nullable().describe('When all of it was last scanned, and by whom.'),
})

export const orderScans = endpoints({
  'GET /orders/scan': {
    summary:
      'The order behind a scanned code, tracking number or package id; refused when it is not to leave now.',
    access: 'orders.view',
    query: z.strictObject({ code: channelText(1, 100) }),
    reply: item(scannedOrder),
    errors: ['order_action_refused'],
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
