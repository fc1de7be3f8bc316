import { z } from 'zod'
import { day, endpoints, id, idList, instant, paging } from './endpoint.ts'

const money = z.number()
const lines = z.array(z.object({ code: z.string(), amount: money }))

const settlement = z.object({
  order_id: id.nullable().describe('Null until the order is fetched.'),
  order_code: z.string(),
  shop: z.object({ data: z.object({ id, system_name: z.string(), platform_id: id }) }),
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
})

export const settlements = endpoints({
  'GET /settlements': {
    summary: 'What channels paid out for orders, the latest first.',
    access: 'orders.view_payment',
    query: z.strictObject({
      shop_id: idList.optional(),
      from: day.optional().describe('The first day of payout that is meant, YYYY-MM-DD.'),
      to: day.optional().describe('The last one.'),
      after: z.string().max(300).optional().describe('`meta.next_after` of the page before.'),
      limit: paging.limit,
    }),
    reply: z.object({ data: z.array(settlement), meta: z.object({ next_after: z.string().nullable() }) }),
  },
})
