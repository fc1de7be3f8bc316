import { z } from 'zod'
import { movementKinds } from '../model/stock-movement.ts'
import { day, endpoints, id, instant, paging } from './endpoint.ts'

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

const movement = z.object({
  id,
  at: instant,
  kind: z.enum(movementKinds),
  sku: z.object({ id, name: z.string() }).nullable().describe('Null: the SKU is gone.'),
  warehouse: z.object({ id, name: z.string() }).nullable().describe('Null: the warehouse is gone.'),
  on_hand_change: z.int(),
  reserved_change: z.int(),
  available_after: z.int().describe('Pieces left to sell afterwards; below zero: an oversell.'),
  document: id.nullable().describe('Number that the movements of one action of a person share.'),
  user: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('With the name of then. Null: nobody; an order did it.'),
  reason: z.string().nullable(),
  shop: z
    .object({ id, system_name: z.string() })
    .nullable()
    .describe('Null as well if the user may not see it.'),
  order: z
    .object({ id, code: z.string() })
    .nullable()
    .describe('Null as well if the user may not see its shop.'),
})

export const stockMovements = endpoints({
  'GET /stock-movements': {
    summary: 'Movements of the stock ledger with who, what and why, the newest first.',
    access: 'sku.view',
    query: z.strictObject({
      sku_id: number.optional(),
      warehouse_id: number.optional(),
      kind: z.enum(movementKinds).optional(),
      from: day.optional().describe('The first day that is meant, YYYY-MM-DD.'),
      to: day.optional().describe('The last one.'),
      after: number.optional().describe('`meta.next_after` of the page before.'),
      limit: paging.limit,
    }),
    reply: z.object({ data: z.array(movement), meta: z.object({ next_after: id.nullable() }) }),
  },
})
