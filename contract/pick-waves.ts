/** Pick waves: what many orders need, by bin. */
import { z } from 'zod'
import { mostAtOnce } from '../model/order-action.ts'
import { channelText, endpoints, id, idParam, instant, item, noContent } from './endpoint.ts'

const wave = z.object({
  id,
  name: z.string(),
  created_by: z.string(),
  created_at: instant,
  ended_at: instant.nullable().describe('When all of it was picked or found short.'),
  order_count: z.int(),
  quantity: z.int(),
  picked: z.int(),
})

const waveLine = z.object({
  line: z.int(),
  sku_id: id.nullable(),
  code: z.string(),
  name: z.string(),
  variant_label: z.string().nullable(),
  image: z.string().nullable(),
  bin: z.string().nullable(),
  quantity: z.int(),
  picked: z.int(),
  is_short: z.boolean(),
  changed_by: z.string().nullable(),
  waiting: z
    .array(z.object({ id, code: z.string(), missing: z.int() }))
    .describe('Of a short line: orders without their pieces.'),
})

export const pickWaves = endpoints({
  'GET /pick-waves': {
    summary: 'The last 50 pick waves, the newest first.',
    access: 'orders.set_packed',
    reply: item(z.array(wave)),
  },
  'POST /pick-waves': {
    summary:
      'Begins a pick wave of these orders: their items by bin, with the quantities of all orders summed.',
    access: 'orders.set_packed',
    body: z.strictObject({
      name: z.string().trim().pipe(channelText(1, 100)),
      order_ids: z.array(id).min(1).max(mostAtOnce),
    }),
    reply: item(wave),
    status: 201,
  },
  'GET /pick-waves/{id}': {
    summary: 'A pick wave with its lines by bin.',
    access: 'orders.set_packed',
    params: idParam,
    reply: item(
      wave.extend({
        lines: z.array(waveLine),
        gone: z
          .array(z.object({ id, code: z.string() }))
          .describe('Orders that were canceled meanwhile: their pieces go back.'),
      }),
    ),
  },
  'POST /pick-waves/{id}/ticks': {
    summary:
      'Notes how many pieces of a line are picked, and whether the bin has no more. Sent again it changes nothing.',
    access: 'orders.set_packed',
    params: idParam,
    body: z.strictObject({
      ticks: z
        .array(
          z.strictObject({
            line: z.int().min(1).max(100_000),
            picked: z.int().min(0).max(999_999),
            is_short: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(200),
    }),
    reply: item(wave),
  },
  'DELETE /pick-waves/{id}': {
    summary: 'Removes a pick wave. Its orders stay as they are.',
    access: 'orders.set_packed',
    params: idParam,
    status: 204,
    reply: noContent,
  },
})
