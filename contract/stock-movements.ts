import { z } from 'zod'
import { movementKinds } from '../model/stock-movement.ts'
import { costAmount } from './sku-costs.ts'
import { channelText, day, endpoints, id, instant, item, paging } from './endpoint.ts'

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

const mostPieces = 1_000_000
const mostLines = 500

/** Lines of different SKUs, so that a refusal names one line. */
function linesOf<T extends z.ZodRawShape>(pieces: T) {
  return z
    .array(z.strictObject({ sku_id: id, ...pieces }))
    .min(1)
    .max(mostLines)
    .check(({ value, issues }) => {
      const seen = new Set<unknown>()
      for (const [at, line] of (value as { sku_id: number }[]).entries()) {
        const path = [at, 'sku_id']
        if (seen.has(line.sku_id))
          issues.push({ code: 'custom', input: line.sku_id, path, message: 'field.each_once' })
        seen.add(line.sku_id)
      }
    })
    .describe(
      'Each SKU once. For a user who sees some shops alone, a SKU that none of those lists is not found. The first figure of a SKU is what lies on the shelf, with the pieces that open orders hold.',
    )
}

const quantity = z.int().min(1).max(mostPieces)
const reason = z.string().trim().pipe(channelText(1, 255)).describe('It is kept with every movement.')
const allowNegative = z
  .boolean()
  .default(false)
  .describe(
    'Confirms that fewer pieces may be left than open orders have reserved. On hand never falls below 0.',
  )

const adjustment = z.strictObject({
  warehouse_id: id,
  reason,
  lines: linesOf({
    change: z
      .int()
      .min(-mostPieces)
      .max(mostPieces)
      .refine((pieces) => pieces !== 0, { error: 'field.not_zero' })
      .describe('Pieces that are there besides those of the ledger; below zero: pieces that are gone.'),
  }),
  allow_negative: allowNegative,
})

const transfer = z
  .strictObject({
    from_warehouse_id: id,
    to_warehouse_id: id,
    reason: reason.optional(),
    lines: linesOf({ quantity }),
    allow_negative: allowNegative,
  })
  .refine(({ from_warehouse_id: from, to_warehouse_id: to }) => from !== to, {
    path: ['to_warehouse_id'],
    error: 'field.same_warehouse',
  })

const receipt = z.strictObject({
  warehouse_id: id,
  note: reason.optional(),
  lines: linesOf({
    quantity,
    unit_cost: costAmount
      .optional()
      .describe('Cost of each piece, for users who may edit the SKU; the cost of the SKU follows from it.'),
  }),
})

const moved = item(
  z.object({
    document: id.describe('Number that all movements of this action share.'),
    figures: z
      .array(
        z.object({
          sku_id: id,
          warehouse_id: id,
          on_hand: z.int(),
          reserved: z.int().describe('Pieces that open orders have reserved.'),
          available: z.int().describe('Pieces left to sell.'),
        }),
      )
      .describe('Of each SKU in each warehouse, afterwards.'),
  }),
)

const movement = z.object({
  id,
  at: instant,
  kind: z.enum(movementKinds),
  sku: z.object({ id, name: z.string() }).nullable().describe('Null: the SKU is gone.'),
  warehouse: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('Null: the warehouse is gone, or the user may not see it.'),
  on_hand_change: z.int(),
  reserved_change: z.int(),
  available_after: z.int().describe('Pieces left to sell afterwards; below zero: an oversell.'),
  bundle: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('The bundle that the pieces are sold in. Null as well if it is gone.'),
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
  'POST /stock-adjustments': {
    summary: 'Corrects the pieces of SKUs in a warehouse, all lines or none.',
    access: 'stock.adjust',
    body: adjustment,
    reply: moved,
    status: 201,
  },
  'POST /stock-transfers': {
    summary: 'Moves pieces of SKUs from one warehouse to another, which must be active, all lines or none.',
    access: 'stock.adjust',
    body: transfer,
    reply: moved,
    status: 201,
  },
  'POST /stock-receipts': {
    summary: 'Adds pieces that have arrived in a warehouse, which must be active, all lines or none.',
    access: 'stock.adjust',
    body: receipt,
    reply: moved,
    status: 201,
  },
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
