import { z } from 'zod'
import { mostAtOnce, refusalCodes } from '../model/order-action.ts'
import { dueGroups, queueSteps } from '../model/queue-groups.ts'
import { modes } from './order-actions.ts'
import {
  codeList,
  cursor,
  day,
  endpoints,
  flagFilter,
  id,
  idList,
  instant,
  item,
  listOf,
  someIds,
} from './endpoint.ts'
import { orderBrief } from './order-brief.ts'

const queueQuery = z.strictObject({
  keyword: z.string().trim().max(255).optional(),
  shop_id: idList.optional(),
  platform_id: codeList.optional(),
  payment_method: codeList.optional(),
  shipment_id: codeList.optional(),
  is_star: flagFilter,
  is_printed: flagFilter,
  is_checked: flagFilter.describe(
    '1: its content was checked by scanning. 0: open orders that are not checked yet.',
  ),
  is_partly_scanned: flagFilter.describe('1: open orders of which some pieces are scanned.'),
  ids: someIds(mostAtOnce).optional(),
  step: z.enum(queueSteps).optional().describe('Orders that wait for this.'),
  due: listOf(z.enum(dueGroups)).optional().describe('Orders of these groups; left out: of all.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  ...cursor,
})

const queueRow = orderBrief.extend({
  step: z.enum(queueSteps),
  due: z.enum(dueGroups),
  deadline_at: instant.nullable().describe('Of the answer while the buyer asks to cancel, else of shipping.'),
})

const figure = z.object({
  due: z.enum(dueGroups),
  step: z.enum(queueSteps),
  total: z.int(),
  first_deadline: instant.nullable(),
})

export const queueFigures = z.object({
  figures: z
    .array(figure)
    .describe(
      'By group and step, under all filters but `step` and `due`. No more than 10,000 orders are counted.',
    ),
  is_counted: z.boolean().describe('False: there are more orders than are counted.'),
})

const handover = z.object({
  mode: modes,
  place: z.string().nullable().describe('Address of the pick-up, or the branch.'),
  date: day.nullable().describe("In the account's time zone."),
  from: instant.nullable(),
  to: instant.nullable(),
})

const shop = z.object({ id, system_name: z.string(), platform_id: id })

const plan = z.object({
  handovers: z
    .array(
      z.object({
        shop,
        courier: z.string().nullable(),
        own_courier: z.boolean().describe("Carried by the account's own courier, not by the channel's."),
        order_ids: z.array(id),
        handover: handover
          .nullable()
          .describe(
            'As the channel recommends, or the courier is booked, for the first of the orders; null: not known before.',
          ),
        message: z.string().nullable().describe('Why it is not known.'),
      }),
    )
    .describe('What confirming would do, by shop and courier.'),
  to_print: z.array(id).describe('Orders that are confirmed and whose label is not printed yet.'),
  prints_alone: z
    .array(id)
    .describe('Orders whose label is a web page, which a browser prints by itself and no print agent takes.'),
  left_out: z
    .array(
      z.object({
        reason: z.enum(refusalCodes),
        message: z.string(),
        shop: shop.nullable().describe('Of what concerns one shop.'),
        order_ids: z.array(id),
      }),
    )
    .describe('Orders that would not be confirmed, and why.'),
})

export const orderQueue = endpoints({
  'GET /orders/queue': {
    summary: 'Orders that have to leave, the first deadline first, with how many wait for what.',
    access: 'orders.view',
    query: queueQuery,
    reply: z.object({
      data: z.array(queueRow),
      meta: queueFigures.extend({ next_after: z.string().nullable() }),
    }),
  },
  'GET /orders/confirm-plan': {
    summary:
      'What confirming up to 300 orders would do: day, place and hand-over by courier, and what is left out.',
    access: 'orders.confirm',
    query: z.strictObject({ ids: someIds(mostAtOnce) }),
    reply: item(plan),
  },
})
