import { z } from 'zod'
import { partlyConverted } from './analytics.ts'
import { day, endpoints, id, instant, item } from './endpoint.ts'
import { orderBrief } from './order-brief.ts'
import { queueFigures } from './order-queue.ts'

const syncPercent = z.object({
  total_shop: z.int(),
  percent: z.int().describe('Mean of the progress of all syncs, 0-100. 100 only when every one has ended.'),
  shops: z
    .array(
      z.object({
        shop_id: id,
        type: z.enum(['order', 'product', 'customer', 'return', 'settlement', 'warehouse']),
        percent: z.int(),
        state: z.string(),
      }),
    )
    .optional(),
})

const change = z
  .number()
  .nullable()
  .describe(
    'Percent, one decimal. Null: there was nothing before, or less than nothing, or the days are not alike.',
  )

const toDo = z
  .object({
    unpaid: z.int(),
    pending: z.int(),
    confirmed: z.int(),
    ready_to_ship: z.int(),
    cancel_requested: z.int().describe('Orders whose buyer wants to cancel and was not answered.'),
    return_requested: z.int().describe('Orders of which something shall come back and nobody has answered.'),
    low_stock: z.int().describe('SKUs that run low; 0 for a user who may not see SKUs, as the one below.'),
    out_of_stock: z.int().describe('SKUs of which nothing is left.'),
    upload_failed: z.int().describe('Templates whose last upload to a shop has failed.'),
    token_expired: z.int().describe('Shops whose channel no longer lets us in.'),
  })
  .describe('What waits for somebody, in the shops that the user may see.')

const waiting = z.object({
  queue: queueFigures.describe('As the queue itself counts them.'),
  first_return_answer_by: instant
    .nullable()
    .describe('The first deadline of the open return requests; null: none has one.'),
  packed_today: z.int().describe("Orders that were checked since midnight in the account's time zone."),
  packed_last_hour: z.int().describe('Those of the last 60 minutes.'),
  to_pack: z.int().describe('Parcels to pack, as the packing page counts them; up to 5,000 are counted.'),
  couriers: z
    .array(
      z.object({
        id: z.int().nullable().describe('Number of the courier; null: none is known.'),
        total: z.int(),
        packed: z.int().describe('Those of them that were checked.'),
        to_pack: z.int().describe('Those of them that can be packed now.'),
        unprinted: z.int(),
      }),
    )
    .describe('Orders that are ready to ship, the most first; up to 10,000 are counted.'),
})

const converted = {
  partly_converted: partlyConverted,
  currency: z.string().describe('ISO 4217: the reporting currency of the account.'),
  is_converted: z
    .boolean()
    .describe('Amounts of other currencies are in it, by the exchange rates of their days.'),
}

const todaySales = z.object({
  ...converted,
  date: day,
  weekday: z.int().min(1).max(7).describe('1 Monday to 7 Sunday.'),
  until: z.int().min(0).max(23).describe('The present hour, which is not over and is not compared.'),
  orders: z.int().describe('Sales of today, in whatever currency.'),
  total: z.number().describe('After refunds, up to now.'),
  so_far: z.number().describe('After refunds, of the hours that are over.'),
  usual: z
    .number()
    .nullable()
    .describe(
      'Mean of the same hours of the days before; null with fewer than two such days, or unlike ones.',
    ),
  percent_change: change.describe('`so_far` against `usual`.'),
  before: z
    .array(z.object({ date: day, revenue: z.number().describe('Of the same hours, after refunds.') }))
    .describe('The same weekday of the four weeks before, without days before the first sale.'),
  hours: z
    .array(
      z.object({
        hour: z.int().min(0).max(23),
        revenue: z.number(),
        orders: z.int(),
        usual: z.number().nullable(),
      }),
    )
    .describe('All hours of the day, each by itself.'),
  others: z
    .array(z.object({ currency: z.string(), total: z.number() }))
    .describe('Sales of today in currencies without a rate, after refunds. They are in no other amount.'),
})

const revenue = z.object({
  ...converted,
  from: day,
  to: day,
  total: z.number().describe('After refunds. Below zero where more was given back than sold.'),
  refunds: z.number().describe('What was taken off.'),
  previous: z.number().describe('Of as many days right before, after refunds.'),
  percent_change: change,
  chart: z.array(
    z.object({
      date: day,
      revenue: z
        .number()
        .describe(
          'By the day of payment, cash on delivery by that of the order; after the refunds of the day.',
        ),
      orders: z.int(),
      refunds: z.number().describe('What channels gave back on this day, of whichever orders.'),
      previous_revenue: z.number().describe('Of the day at the same place of the period before.'),
    }),
  ),
  others: z
    .array(z.object({ currency: z.string(), total: z.number() }))
    .describe('What was sold in currencies without a rate, after refunds. It is in no other amount.'),
})

const products = z.object({
  currency: converted.currency,
  from: day,
  to: day,
  products: z
    .array(
      z.object({
        sku: z.string().describe("The seller's own code; the channel's where he gave none."),
        name: z.string().describe('As the order of it that came in last calls it.'),
        image: z.string().nullable(),
        pieces: z.int(),
        sku_id: id.nullable().describe('Null: its listing has no SKU, and is told by the next two.'),
        shop_id: id.nullable(),
        shop_sku: z.string().nullable(),
        revenue: z.number().describe('What buyers paid for it, before refunds.'),
        others: z
          .array(z.object({ currency: z.string(), total: z.number() }))
          .describe('In currencies without a rate.'),
      }),
    )
    .describe('What most pieces were sold of, in whatever currency, first. At most five.'),
})

const days = z.strictObject({
  from: day.optional().describe('A day of the account; 29 days before `to` unless given.'),
  to: day.optional().describe('A day of the account; today unless given.'),
})

export const dashboard = endpoints({
  'GET /dashboard/to-do': {
    summary: 'How many orders, SKUs and shops wait for somebody.',
    access: 'orders.view',
    reply: item(toDo),
  },
  'GET /dashboard/waiting': {
    summary:
      'Orders that have to leave by their deadlines, the first deadlines of requests, and the pace of packing.',
    access: 'orders.view',
    reply: item(waiting),
  },
  'GET /dashboard/today-sales': {
    summary: 'Revenue of today, beside the same hours of the same weekday in the four weeks before.',
    access: 'analytics.view',
    reply: item(todaySales),
  },
  'GET /dashboard/new-order': {
    summary: 'Orders placed today, compared with yesterday, and the five newest of all.',
    access: 'orders.view',
    reply: item(
      z.object({
        total: z.int(),
        previous: z.int(),
        percent_change: change,
        orders: z.object({ data: z.array(orderBrief) }),
      }),
    ),
  },
  'GET /dashboard/total-revenue': {
    summary:
      'Sales per day, less what was given back on it. Orders that are unpaid or canceled count nothing.',
    access: 'analytics.view',
    query: days,
    reply: item(revenue),
  },
  'GET /dashboard/top-products': {
    summary:
      'The five products of which most pieces were sold, by the orders and days of the revenue. Gifts do not count.',
    access: 'analytics.view',
    query: days,
    reply: item(products),
  },
  'GET /dashboard/sync-percent': {
    summary: 'Progress of the first syncs that the user has not yet dismissed.',
    access: 'signed-in',
    reply: item(syncPercent),
  },
  'POST /dashboard/sync-percent': {
    summary: 'The same as GET.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({}),
    reply: item(syncPercent),
  },
  'POST /dashboard/sync-percent/close': {
    summary: 'Dismisses the sync banner.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    reply: item(syncPercent),
  },
})
