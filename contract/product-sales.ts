/** Sales of one product and of one SKU. Source of the shapes: decision 4.5. */
import { z } from 'zod'
import { inMoney } from './analytics.ts'
import { day, endpoints, id, idParam, instant, item, someIds } from './endpoint.ts'
import { money } from './order-brief.ts'

const days = {
  from: day.optional().describe('A day of the account.'),
  to: day.optional().describe('A day of the account; today unless given.'),
}
const overallQuery = z.strictObject(days)
const statisticQuery = z.strictObject({
  ...days,
  from: day.optional().describe('A day of the account; 29 days before `to` unless given.'),
})

const currency = z
  .string()
  .describe('ISO 4217: that of the shops that list it where they have one, else the reporting currency.')

const overall = z
  .object({
    total_quantity: z.int(),
    total_order: z.int().describe('Orders of each variant: one that has two variants counts for both.'),
    revenue: money.describe('What buyers paid for it in `currency`, before refunds.'),
    ...inMoney,
    currency,
    return_rate: z
      .number()
      .nullable()
      .describe('Per cent of the pieces that came back by a return, one decimal. Null: nothing was sold.'),
    last_sold_at: instant.nullable(),
    by_shop: z.array(
      z.object({
        shop: z.object({ id, system_name: z.string(), platform_id: id }),
        quantity: z.int(),
        revenue: money,
      }),
    ),
  })
  .describe(
    'Orders that are neither unpaid nor canceled, in the shops that the user may see; of all time unless days are given. Gifts do not count.',
  )

const statistic = z.object({
  data: z.array(z.object({ date: day, quantity: z.int(), revenue: money, orders: z.int() })),
  meta: z.object({ from: day, to: day, ...inMoney, currency }),
})

const forecast = z.object({
  sku_id: id,
  available: z.int().nullable().describe('Over all warehouses; null: never counted.'),
  pieces: z
    .int()
    .describe('Sold in the last 30 days, in all shops of the account: the stock is theirs together.'),
  by_day: z.array(z.int()).length(30).describe('Sold on each of these days, today last.'),
  days: z.int().describe('Days of the mean: without those on which there was no stock.'),
  per_day: z.number().nullable().describe('Mean. Null: fewer than 5 orders.'),
  days_left: z.int().nullable().describe('Available by the mean; null: unknown.'),
  out_on: day.nullable(),
  missing: z.int().nullable().describe('Pieces that are missing for another 30 days.'),
})

export const productSales = endpoints({
  'GET /products/{id}/sale-overall': {
    summary: 'What was sold of a product, by shop.',
    access: 'analytics.view',
    params: idParam,
    query: overallQuery,
    reply: item(overall),
  },
  'GET /products/{id}/statistic': {
    summary: 'What was sold of a product on each day.',
    access: 'analytics.view',
    params: idParam,
    query: statisticQuery,
    reply: statistic,
  },
  'GET /sku-centers/{id}/sale-overall': {
    summary: 'What was sold of a SKU through the listings that are linked to it now, by shop.',
    access: 'analytics.view',
    params: idParam,
    query: overallQuery,
    reply: item(overall),
  },
  'GET /sku-centers/{id}/statistic': {
    summary: 'What was sold of a SKU on each day, through the listings that are linked to it now.',
    access: 'analytics.view',
    params: idParam,
    query: statisticQuery,
    reply: statistic,
  },
  'GET /sku-centers/forecasts': {
    summary: 'When SKUs run out by their sales of 30 days. SKUs that the user may not see are left out.',
    access: 'sku.view',
    query: z.strictObject({ ids: someIds(100) }),
    reply: z.object({ data: z.array(forecast) }),
  },
})
