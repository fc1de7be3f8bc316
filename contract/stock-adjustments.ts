import { z } from 'zod'
import { channelText, endpoints, id, item } from './endpoint.ts'

const mostPieces = 1_000_000

const adjustment = z.strictObject({
  warehouse_id: id,
  lines: z
    .array(
      z.strictObject({
        sku_id: id,
        change: z
          .int()
          .min(-mostPieces)
          .max(mostPieces)
          .refine((pieces) => pieces !== 0, { error: 'field.nothing_to_change' })
          .describe(
            'Pieces that are there besides those of the ledger; below zero: pieces that are gone. Where the SKU was never counted: what is free to sell, to which the pieces that open orders have promised are added.',
          ),
      }),
    )
    .min(1)
    .max(200),
  reason: z.string().trim().pipe(channelText(1, 255)).describe('Why. It is kept with every movement.'),
  allow_negative: z
    .boolean()
    .default(false)
    .describe('Confirms that fewer pieces may be left than open orders have promised.'),
})

const figure = z.object({
  sku_id: id,
  on_hand: z.int(),
  reserved: z.int().describe('Pieces that open orders have promised.'),
  available: z.int().describe('Pieces left to sell.'),
})

export const stockAdjustments = endpoints({
  'POST /stock-adjustments': {
    summary: 'Corrects the pieces of SKUs in a warehouse, all lines or none.',
    access: 'stock.adjust',
    body: adjustment,
    reply: item(
      z.object({
        document: id.describe('Number that all movements of this adjustment share.'),
        figures: z.array(figure).describe('Of each SKU in that warehouse, afterwards.'),
      }),
    ),
    status: 201,
  },
})
