/** Cost of a SKU. */
import { z } from 'zod'
import { costMethods, highestCost } from '../model/sku-cost.ts'
import { channelText, endpoints, id, idParam, instant, paging } from './endpoint.ts'
import { money } from './order-brief.ts'

export const costAmount = z
  .number()
  .min(0)
  .max(highestCost)
  .describe("Of one piece, in the account's currency, with no more decimals than that has.")

/** Fields of a SKU, as people enter them. */
export const costParts = {
  cost_price: costAmount.nullable().describe('Null: unknown.'),
  cost_method: z
    .enum(costMethods)
    .describe('fixed: the cost that was entered last; average: moving average of what was received.'),
  cost_reason: z.string().trim().pipe(channelText(1, 255)).nullable().describe('Stands in the history.'),
}

/** Fields of a SKU, as it is answered. */
export const shownCost = {
  cost_price: money.nullable().describe('Of one piece; null: unknown.'),
  cost_currency: z.string().nullable(),
  cost_method: z.enum(costMethods),
}

const cost = z.object({
  id,
  since: instant,
  cost: money.nullable().describe('From then on; null: unknown.'),
  currency: z.string(),
  method: z.enum(costMethods),
  kind: z.enum(['entered', 'receipt', 'merge']),
  quantity: z.int().nullable().describe('Of a receipt: pieces received.'),
  unit_cost: money.nullable().describe('Of a receipt: cost of each.'),
  document: id.nullable(),
  reason: z.string().nullable(),
  user: z.object({ id, name: z.string() }).describe('With the name of then.'),
})

export const skuCosts = endpoints({
  'GET /sku-centers/{id}/costs': {
    summary: 'Costs of a SKU with since when, who and why, the latest first.',
    access: 'sku.view',
    params: idParam,
    query: z.strictObject({
      after: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
      limit: paging.limit,
    }),
    reply: z.object({ data: z.array(cost), meta: z.object({ next_after: id.nullable() }) }),
  },
})
