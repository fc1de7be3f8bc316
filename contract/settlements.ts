import { z } from 'zod'
import { exportFormats } from '../model/export.ts'
import { currencies, type Currency } from '../model/money.ts'
import {
  channelText,
  codeList,
  day,
  endpoints,
  flagFilter,
  id,
  idList,
  instant,
  item,
  paging,
} from './endpoint.ts'
import { exportRequested } from './exports.ts'

const money = z.number()
const currency = z.enum(Object.keys(currencies) as [Currency, ...Currency[]])
const lines = z.array(z.object({ code: z.string(), amount: money }))
const shop = z.object({ data: z.object({ id, system_name: z.string(), platform_id: id }) })

const settlement = z.object({
  order_id: id.nullable().describe('Null until the order is fetched.'),
  order_code: z.string(),
  shop,
  settled_at: instant,
  currency: z.string(),
  settled_value: money.describe(
    'What reaches the seller: the sum of what follows, fees, taxes and refund taken off.',
  ),
  goods_value: money.describe("What the goods brought in, less the seller's own discounts."),
  shipping_value: money.describe('Below zero: the courier cost more than was paid for it.'),
  fee_value: money.describe('The sum of the fees.'),
  fees: lines.describe('Above zero: charged.'),
  tax_value: money.describe('The sum of the taxes.'),
  taxes: lines,
  refund_value: money.describe('What went back to the buyer.'),
  adjustment_value: money.describe('Signed: corrections of no other kind.'),
  buyer_paid_value: money.nullable().describe('What the buyer paid for the order; null until it is fetched.'),
  expected_value: money
    .nullable()
    .describe(
      'What the order promised, less fees, shipping cost and refunds; fees that the channel names with the payout alone are taken from it. Null until the order is fetched.',
    ),
  difference_value: money.nullable().describe('Paid out less expected.'),
  open_refund_value: money
    .nullable()
    .describe('Refunded since the payout, a part of the difference until the channel takes it off.'),
})

const sums = {
  currency: z.string(),
  order_count: z.int(),
  settled_value: money,
  fee_value: money.describe('Fees and taxes.'),
  buyer_paid_value: money,
  expected_value: money,
  difference_value: money.describe('Of the orders that are here.'),
  difference_count: z.int().describe('Orders whose payout differs from what was expected.'),
  unmatched_count: z.int().describe('Payouts whose order is not here: they are in no expected value.'),
}

const filters = {
  shop_id: idList.optional(),
  platform_id: codeList.optional(),
  currency: currency.optional(),
  from: day.optional().describe('The first day of payout that is meant, YYYY-MM-DD.'),
  to: day.optional().describe('The last one.'),
  keyword: z.string().trim().pipe(channelText(0, 255)).optional().describe("Part of an order's number."),
  has_difference: flagFilter.describe('1: paid out more or less than expected; 0: exactly that.'),
}

export const settlements = endpoints({
  'GET /settlements': {
    summary: 'What channels paid out for orders, the latest first.',
    access: 'orders.view_payment',
    query: z.strictObject({
      ...filters,
      after: z.string().max(300).optional().describe('`meta.next_after` of the page before.'),
      limit: paging.limit,
    }),
    reply: z.object({ data: z.array(settlement), meta: z.object({ next_after: z.string().nullable() }) }),
  },
  'GET /settlements/totals': {
    summary: 'Everything that matches, by shop and currency and by currency.',
    access: 'orders.view_payment',
    query: z.strictObject(filters),
    reply: item(
      z.object({
        shops: z.array(z.object({ shop, ...sums })),
        currencies: z.array(z.object(sums)),
        converted: z
          .object({
            currency: z.string(),
            settled_value: money,
            without_rate: z
              .array(z.object({ currency: z.string(), settled_value: money }))
              .describe('Payouts that are not in it.'),
          })
          .nullable()
          .describe(
            "In the account's currency, each payout by the rate of its day; null where all are in that currency.",
          ),
      }),
    ),
  },
  'GET /settlements/export': {
    summary:
      'Asks for the payouts of the list as a file, the latest first. It takes orders.view_payment too.',
    access: 'orders.export',
    writes: true,
    query: z.strictObject({ ...filters, format: z.enum(exportFormats).default('xlsx') }),
    status: 202,
    reply: exportRequested,
  },
})
