/** Timeline of a SKU: its movements, and what became of the figures that shops were sent. */
import { z } from 'zod'
import { movementKinds, pushEventKinds, timelineFilters } from '../model/stock-movement.ts'
import { endpoints, id, idParam, instant, paging } from './endpoint.ts'

const order = z
  .object({ id, code: z.string() })
  .nullable()
  .describe('Null as well if the user may not see its shop.')
const shop = z
  .object({ id, system_name: z.string(), platform_id: id })
  .nullable()
  .describe('Null as well if the user may not see it.')

const oversell = z
  .object({
    pieces: z.int().describe('Pieces that were sold more often than there are.'),
    sales: z
      .array(
        z.object({
          order,
          shop,
          placed_at: instant,
          heard_at: instant.describe('When the console got the order.'),
          seconds: z.int().describe('Between the two.'),
        }),
      )
      .describe('The order that took the last pieces before, if one did, and the one that found none.'),
    zero_at: instant
      .nullable()
      .describe(
        'When the shop of the last sale was sent that nothing is left; null: not yet, or the shop is not seen.',
      ),
    buffer: z.int().nullable().describe('Safety stock of the shop of the last sale, as it is now.'),
    is_synced: z
      .boolean()
      .nullable()
      .describe('Whether that shop is sent stock at all, as it is now; null: the shop is not seen.'),
  })
  .nullable()

const entry = z.object({
  id,
  at: instant,
  type: z.enum(['movement', ...pushEventKinds]),
  kind: z.enum(movementKinds).nullable().describe('Of a movement.'),
  on_hand_change: z.int(),
  reserved_change: z.int(),
  on_hand_after: z
    .int()
    .nullable()
    .describe('Of a movement of its own: pieces on hand in all warehouses afterwards.'),
  warehouse: z.object({ id, name: z.string() }).nullable(),
  document: id.nullable(),
  user: z.object({ id, name: z.string() }).nullable(),
  reason: z.string().nullable().describe("What a person entered, or the channel's words."),
  shop,
  order: order.describe('Of a movement; of a figure: the order after which it was sent.'),
  bundle: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('Of a movement: the bundle that the pieces are sold in. Null as well if it is gone.'),
  part: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('Of a movement in the timeline of a bundle: its part that was moved for a sale of it.'),
  figure: z.int().nullable().describe('That the shop was sent.'),
  shown: z.int().nullable().describe('What the shop shows instead.'),
  attempts: z.int().nullable(),
  oversell,
})

export const skuTimeline = endpoints({
  'GET /sku-centers/{id}/timeline': {
    summary:
      'Movements of a SKU and figures that its shops were sent, refused or show otherwise (90 days), the newest first.',
    access: 'sku.view',
    params: idParam,
    query: z.strictObject({
      filter: z.enum(timelineFilters).default('all'),
      after: z
        .string()
        .regex(/^\d{1,16}~-?\d{1,10}$/)
        .optional()
        .describe('`meta.next_after` of the page before.'),
      limit: paging.limit,
    }),
    reply: z.object({
      data: z.array(entry),
      meta: z.object({
        next_after: z.string().nullable(),
        refused: z.int().describe('Refusals of 90 days.'),
      }),
    }),
  },
})
