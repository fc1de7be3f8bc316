/** Figures about goods rather than days: how long the stock lasts, what lies unsold, and what is bought together. */
import { z } from 'zod'
import { codeList, day, endpoints, id, idList, page, paging, segmentId } from './endpoint.ts'
import { money } from './order-brief.ts'

const shops = { shop_id: idList.optional(), platform_id: codeList.optional() }

const namedSku = z.object({ id, code: z.string(), name: z.string(), image: z.string().nullable() })

const covered = z.object({
  sku: namedSku,
  available: z.int().describe('What is left to sell in all warehouses.'),
  quantity: z.int().describe('Pieces sold in these days in the shops that are asked for.'),
  orders: z.int().describe('Orders with it in these days, of the same shops.'),
  per_day: z.number().describe('Mean of the days on which it could be sold, over all shops.'),
  days_left: z.int().describe('Available by the mean; 0: nothing is left.'),
  out_on: day,
})

const unsold = z.object({
  sku: namedSku,
  on_hand: z.int(),
  available: z.int(),
  stocked_since: day.describe('Day of the first stock figure.'),
  last_sold: day.nullable().describe('Null: never, as far as orders are known.'),
  sold_by_deleted: z
    .boolean()
    .describe('The last sale was of a listing that is deleted: no order is found by the SKU.'),
  value: money.nullable().describe('Pieces on hand at cost, in the reporting currency. Null: unknown.'),
})

export const unsoldDays = [30, 60, 90, 180, 365] as const

const pairProduct = z.object({
  name: z.string(),
  code: z.string(),
  image: z.string().nullable(),
  sku_id: id.nullable(),
  shop_sku: z.string().nullable().describe("The channel's code, where no SKU is linked."),
  shop_id: id.nullable().describe('The shop of a listing without a SKU.'),
  orders: z.int().describe('Orders with it in these days.'),
  percent: z.number().nullable().describe('Part of these orders that have the other one as well.'),
})

const pair = z.object({ first: pairProduct, second: pairProduct, orders: z.int() })

export const stockFigures = endpoints({
  'GET /analytics/products/stock-cover': {
    summary:
      'SKUs by the days for which their stock lasts, by the sales of the last 30 days. Fewer than 5 orders say nothing.',
    access: 'analytics.view',
    query: z.strictObject({ ...shops, ...paging }),
    reply: page(covered, { from: day, to: day }),
  },
  'GET /analytics/products/dead-stock': {
    summary: 'SKUs with pieces on hand of which none was sold lately in any shop, most money first.',
    access: 'analytics.view',
    query: z.strictObject({
      ...shops,
      days: z.coerce
        .number()
        .pipe(z.literal(unsoldDays))
        .default(90)
        .describe('Days without a sale, today included.'),
      ...paging,
    }),
    reply: page(unsold, {
      from: day,
      to: day,
      currency: z.string(),
      on_hand: z.int(),
      value: money.describe('Of those whose cost is known.'),
      without_cost: z.int().describe('SKUs whose cost is not known, or has no exchange rate.'),
      is_converted: z.boolean(),
    }),
  },
  'GET /analytics/products/bought-together': {
    summary:
      'Pairs of products in one order, most orders first. Of a longer range the last 31 days are counted.',
    access: 'analytics.view',
    query: z.strictObject({
      from: day.optional(),
      to: day.optional(),
      ...shops,
      segment_id: segmentId,
      ...paging,
    }),
    reply: page(pair, { from: day, to: day }),
  },
})
