/**
 * Figures of the five pages of analytics. Source of the shapes: specification, section 7, and decision 4.5; definitions of the
 * figures: decision 0072. A call without a scope serves the dashboard. All figures are of the shops that the user may see.
 */
import { z } from 'zod'
import { cancelInitiators } from '../model/cancel-reason.ts'
import { exportFormats } from '../model/export.ts'
import { chartGroups } from '../model/chart-figures.ts'
import {
  codeList,
  day,
  endpoints,
  flagFilter,
  id,
  idList,
  item,
  page,
  paging,
  segmentId,
} from './endpoint.ts'
import { money } from './order-brief.ts'

const filters = {
  from: day.optional().describe('A day of the account; 6 days before `to` unless given.'),
  to: day.optional().describe('A day of the account; today unless given. A year after `from` at most.'),
  shop_id: idList.optional(),
  platform_id: codeList.optional(),
  segment_id: segmentId,
}

const comparison = z
  .enum(['0', '1', '2'])
  .describe('Earlier days beside it: 0 none, 1 as many days right before, 2 the same days a year before.')
const compare = comparison.default('1')

const group = z
  .enum(chartGroups)
  .optional()
  .describe(
    'Step of the chart. Unless given: the hour for one day, the day up to 31, the week up to 180, else the month.',
  )

const plain = z.strictObject(filters)
const charted = z.strictObject({ ...filters, compare, group })
const exported = z.object({ export_id: id, status: z.literal('queued') })

const shopName = z.object({ id, system_name: z.string(), platform_id: id })

/** Percent, one decimal. */
const percent = z.number()
const share = percent.nullable().describe('Per cent of the total, one decimal. Null: the total is 0.')

/** A figure beside that of the earlier days. */
function figure<T extends z.ZodType>(value: T) {
  return z.object({
    value,
    previous: value.nullable().describe('Of the earlier days; null where none are compared.'),
    percent_change: percent
      .nullable()
      .describe('Null: there was nothing before, or the days are not alike (partly_converted, data_since).'),
  })
}

export const dataSince = z
  .array(
    z.object({ shop: shopName, since: day.describe('The first day of which all its orders are known.') }),
  )
  .describe('Shops whose first import begins within these days or the earlier ones: no percentage is given.')

const range = {
  from: day,
  to: day,
  previous_from: day.nullable().describe('Null: no days are compared, or nothing is known of them.'),
  previous_to: day.nullable(),
  data_since: dataSince,
}

export const inMoney = {
  currency: z.string().describe('ISO 4217: the reporting currency of the account.'),
  is_converted: z
    .boolean()
    .describe('Amounts of other currencies are in it, by the exchange rates of their days.'),
  others: z
    .array(
      z.object({
        currency: z.string(),
        total: money,
        refunds: money.optional().describe('Left out where nothing went back.'),
      }),
    )
    .describe(
      'Sales and refunds in currencies without a rate on their day. They are in no amount of the reply.',
    ),
  rates: z
    .array(z.object({ currency: z.string(), from: day, rate: z.string(), source: z.string() }))
    .describe('Exchange rates that were in force on these days or the earlier ones.'),
}

export const partlyConverted = z
  .array(z.object({ currency: z.string(), rated_from: day.describe('The first day with an exchange rate.') }))
  .describe('Currencies with a rate on some of the days compared and none on others: no amount is compared.')

const meta = z.object({ ...range, ...inMoney })
const step = z.string().describe('First day of the step, or the day and the hour: "2026-11-25T13".')

const revenueMetrics = z.object({
  ...range,
  ...inMoney,
  partly_converted: partlyConverted,
  group: z.enum(chartGroups),
  revenue: figure(money).describe('Order value of the sales, before refunds.'),
  net_revenue: figure(money).describe('Revenue less the refunds of the same days.'),
  orders: figure(z.int()).describe(
    'Sales: orders that are neither unpaid nor canceled, by their day of sale.',
  ),
  average_order_value: figure(money.nullable()).describe('Revenue by orders.'),
  canceled_orders: figure(z.int()).describe('Orders placed on these days that are canceled.'),
  refund_value: figure(money).describe('What buyers got back on these days, of whichever orders.'),
  chart: z
    .array(
      z.object({
        date: step,
        revenue: money,
        net_revenue: money,
        orders: z.int(),
        average_order_value: money.nullable().describe('Null: no order with an amount.'),
        canceled_orders: z.int(),
        refund_value: money,
        previous_date: step.nullable(),
        previous_revenue: money.nullable(),
        previous_net_revenue: money.nullable(),
        previous_orders: z.int().nullable(),
        previous_average_order_value: money.nullable(),
        previous_canceled_orders: z.int().nullable(),
        previous_refund_value: money.nullable(),
      }),
    )
    .describe('Every step of the range, also those without sales.'),
})

const productsSold = z.object({
  ...range,
  group: z.enum(chartGroups),
  quantity: z.int().describe('Pieces in the sales, gifts aside.'),
  previous: figure(z.int()).shape.previous,
  percent_change: figure(z.int()).shape.percent_change,
  chart: z.array(
    z.object({
      date: step,
      quantity: z.int(),
      previous_date: step.nullable(),
      previous_quantity: z.int().nullable(),
    }),
  ),
})

const productsSoldMetrics = z.object({
  ...range,
  products_sold: figure(z.int()).describe('Products of which at least one piece was sold.'),
  products_unlisted: z.int().describe('Those of them that no shop lists any more.'),
  skus_sold: figure(z.int()).describe('The same of SKUs; a listing without one counts for itself.'),
  quantity: figure(z.int()),
  orders: figure(z.int()),
  average_items_per_order: figure(z.number().nullable()),
  products_without_sale: z.int().describe('Active products of which no piece was sold on these days.'),
  low_stock: z.int().nullable().describe('SKUs that run low, today; null without the permission sku.view.'),
  out_of_stock: z.int().nullable().describe('SKUs of which nothing is left, today; null as above.'),
})

const customersMetrics = z.object({
  ...range,
  ...inMoney,
  partly_converted: partlyConverted,
  group: z.enum(chartGroups),
  total: figure(z.int()).describe('Customers with at least one sale on these days.'),
  new: figure(z.int()).describe('Those of them whose first sale of all lies on these days.'),
  returning: figure(z.int()).describe('The others.'),
  returning_rate: figure(percent.nullable()),
  average_spend: figure(money.nullable()).describe('Revenue of their orders by customers.'),
  spent: z
    .object({ revenue: money, customers: z.int() })
    .describe('What average_spend is computed of: customers with an amount in this currency.'),
  chart: z
    .array(z.object({ date: step, new: z.int(), returning: z.int() }))
    .describe('Customers with a sale in the step; new where their first sale of all lies in it.'),
})

const rankedProduct = z.object({
  rank: z.int(),
  product: z.object({
    id: id.nullable().describe('Null: no listing of it is known any more.'),
    name: z.string().describe('As the order of it that came in last calls it.'),
    is_listed: z.boolean().describe('False: no shop lists it any more.'),
  }),
  sku: z.object({ id: id.nullable(), code: z.string() }).describe("The seller's code; else the channel's."),
  shop_sku: z.string().nullable().describe("The channel's code, where no SKU is linked."),
  image: z.string().nullable(),
  shop: shopName.nullable().describe('Null: it was sold in several.'),
  quantity: z.int(),
  orders: z.int(),
  revenue: money.describe('What buyers paid for it, before refunds.'),
  percent: share.describe('Share of the quantity or the revenue, by which the list is sorted.'),
  earlier: z
    .object({
      quantity: z.int(),
      revenue: money,
      percent_change: percent
        .nullable()
        .describe('Of the quantity or the revenue; null: from nothing, or amounts that are not alike.'),
    })
    .nullable()
    .describe('On the days that are compared; null: none are.'),
})

const rankings = z.object({
  data: z.array(rankedProduct),
  meta: page(rankedProduct, {}).shape.meta.extend({ ...meta.shape, partly_converted: partlyConverted }),
})

const rankingQuery = z.strictObject({
  ...filters,
  compare: comparison.default('0'),
  ...paging,
  sort: z.enum(['-quantity', '-revenue', 'quantity', 'revenue']).default('-revenue'),
  is_listed: flagFilter.describe('0: those that no shop lists any more; 1: the others.'),
})

const rankingExport = z.strictObject({
  ...filters,
  sort: rankingQuery.shape.sort,
  format: z.enum(exportFormats).default('xlsx'),
})
const plainExport = z.strictObject({ ...filters, format: z.enum(exportFormats).default('xlsx') })

const place = z.object({
  code: z
    .string()
    .describe(
      'Country and province as orders are filtered by it: "MY/selangor". `unknown`: hidden or not told.',
    ),
  name: z.string().nullable(),
  country: z.string().nullable().describe('ISO 3166, two letters.'),
  orders: z.int(),
  revenue: money,
  percent: share.describe('Share of the orders.'),
})

const courierFigures = z.object({
  shipment: z.object({ id: z.int(), name: z.string() }).nullable().describe('Null: no courier is known.'),
  orders: z.int().describe('Orders that left on these days.'),
  delivered: z.int(),
  failed: z.int(),
  returned: z.int(),
  success_rate: percent.nullable().describe('Delivered by those that ended.'),
  average_hours: z.number().nullable().describe('From leaving to delivery, one decimal.'),
  hours: z
    .object({
      tenth: z.number(),
      quarter: z.number(),
      median: z.number(),
      three_quarters: z.number(),
      nine_tenths: z.number(),
    })
    .nullable()
    .describe('Hours within which that part of the delivered orders arrived, to the hour.'),
  shipping_fee: money.describe('What buyers paid for shipping.'),
})

const soldShop = z.object({
  shop: shopName,
  orders: z.int(),
  revenue: money,
  net_revenue: money,
  average_order_value: money.nullable(),
  canceled_orders: z.int(),
  canceled_rate: percent.nullable().describe('Of the orders placed on these days.'),
  returned_orders: z.int(),
  return_rate: percent.nullable().describe('Of the sales: those that came back as a whole.'),
  percent: share.describe('Share of the revenue.'),
})

const initiator = z.enum(cancelInitiators)
const canceled = z.object({
  reason_code: z
    .string()
    .nullable()
    .describe('As orders are filtered by it (`none` for null); null: none was told.'),
  reason: z.string().describe('In the language of the reader; else in the words of the channel.'),
  orders: z.int(),
  percent: share,
  by: z.array(z.object({ initiator, orders: z.int() })),
})

const buyer = z.object({
  customer: z.object({
    id,
    name: z.string(),
    shop: shopName,
    is_masked: z.boolean(),
  }),
  orders: z.int(),
  quantity: z.int(),
  revenue: money,
  latest_order_date: z.string(),
  level: z.int(),
})
const buyers = z.object({
  data: z.array(buyer),
  meta: page(buyer, {}).shape.meta.extend(meta.shape),
})

const hour = z.object({
  weekday: z.int().min(1).max(7).describe('1 Monday to 7 Sunday.'),
  hour: z.int().min(0).max(23),
  orders: z.int(),
  revenue: money,
})

const list = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), meta })

const revenueCall = {
  summary: 'Revenue, orders, cancellations and refunds, beside those of earlier days.',
  access: 'analytics.view',
  query: charted,
  reply: item(revenueMetrics),
} as const
const piecesCall = {
  summary: 'Pieces sold, beside those of earlier days.',
  access: 'analytics.view',
  query: charted,
  reply: item(productsSold),
} as const
const customersCall = {
  summary: 'Customers who bought: new and returning.',
  access: 'analytics.view',
  query: charted,
  reply: item(customersMetrics),
} as const
const placesCall = {
  summary: 'Sales by the province that they went to, most orders first.',
  access: 'analytics.view',
  query: plain,
  reply: list(place),
} as const
const rankingCall = {
  summary: 'Products by what was sold of them. Listings of one SKU are one product.',
  access: 'analytics.view',
  query: rankingQuery,
  reply: rankings,
} as const
const fileOf = <Q extends typeof plainExport | typeof rankingExport>(summary: string, query: Q) =>
  ({ summary, access: 'analytics.export', writes: true, query, reply: exported, status: 202 }) as const

export const analytics = endpoints({
  'GET /analytics/revenue-metrics': revenueCall,
  'GET /analytics/sales/revenue-metrics': revenueCall,
  'GET /analytics/products-sold': piecesCall,
  'GET /analytics/products/products-sold': piecesCall,
  'GET /analytics/products/products-sold-metrics': {
    summary: 'How broad the sales are, and what was not sold at all.',
    access: 'analytics.view',
    query: z.strictObject({ ...filters, compare }),
    reply: item(productsSoldMetrics),
  },
  'GET /analytics/customers-metrics': customersCall,
  'GET /analytics/customers/customers-metrics': customersCall,
  'GET /analytics/customers/customers-statistic': {
    summary: 'Customers by what they bought, highest revenue first.',
    access: 'analytics.view',
    query: z.strictObject({ ...filters, ...paging }),
    reply: buyers,
  },
  'GET /analytics/location-statistic': placesCall,
  'GET /analytics/orders/location-statistic': placesCall,
  'GET /analytics/orders/shipping-statistic': {
    summary: 'Couriers: how many orders they carried, and how fast.',
    access: 'analytics.view',
    query: plain,
    reply: list(courierFigures),
  },
  'GET /analytics/product-ranking': {
    ...rankingCall,
    query: rankingQuery.extend({ limit: rankingQuery.shape.limit.removeDefault().default(10) }),
  },
  'GET /analytics/sales/product-ranking': rankingCall,
  'GET /analytics/products/product-ranking': rankingCall,
  'GET /analytics/sales/shop-detail-statistic': {
    summary: 'Sales by shop, highest revenue first.',
    access: 'analytics.view',
    query: plain,
    reply: list(soldShop),
  },
  'GET /analytics/sales/hours': {
    summary: 'Sales by weekday and hour. Hours without a sale are left out.',
    access: 'analytics.view',
    query: plain,
    reply: list(hour),
  },
  'GET /analytics/orders/cancel-reason': {
    summary: 'Canceled orders that were placed on these days, by reason and by who canceled.',
    access: 'analytics.view',
    query: plain,
    reply: z.object({ data: z.array(canceled), meta: z.object(range) }),
  },
  'GET /analytics/orders/cancel-initiator': {
    summary: 'The same, by who canceled.',
    access: 'analytics.view',
    query: plain,
    reply: z.object({
      data: z.array(z.object({ initiator, orders: z.int(), percent: share })),
      meta: z.object(range),
    }),
  },
  'GET /analytics/sales/shop-detail-statistic/export': fileOf('Begins a file of the shops.', plainExport),
  'GET /analytics/sales/product-ranking/export': fileOf('Begins a file of the products.', rankingExport),
  'GET /analytics/products/product-ranking/export': fileOf('Begins a file of the products.', rankingExport),
  'GET /analytics/orders/location-statistic/export': fileOf('Begins a file of the places.', plainExport),
  'GET /analytics/orders/shipping-statistic/export': fileOf('Begins a file of the couriers.', plainExport),
  'GET /analytics/customers/customers-statistic/export': fileOf(
    'Begins a file of the customers.',
    plainExport,
  ),
})
