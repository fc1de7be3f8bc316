import { z } from 'zod'
import { returnActions, returnRefusals, returnActionKinds } from '../model/return-action.ts'
import { returnStatuses, type ReturnStatus } from '../model/return-case.ts'
import { channelText, endpoints, id, idList, idParam, instant, item, listOf, paging } from './endpoint.ts'
import { orderAction } from './order-actions.ts'

const money = z.number()

const bundleParts = z
  .array(z.object({ sku_id: id, code: z.string() }))
  .describe('Of a bundle: its parts. Pieces of the line are whole bundles.')

const returnCase = z.object({
  id,
  code: z.string().describe("The channel's number of the return."),
  order_id: id.nullable().describe('Null until the order is fetched.'),
  order_code: z.string(),
  shop: z.object({ data: z.object({ id, system_name: z.string(), platform_id: id }) }),
  status: z.object({ id: z.int(), code: z.enum(returnStatuses), name: z.string() }),
  channel_status: z.string(),
  kind: z.enum(['refund', 'return', 'replacement']).describe('refund: money alone, no goods come back.'),
  reason: z.string().nullable().describe("In the channel's or the buyer's own words."),
  images: z.array(z.string()).describe('Pictures that the buyer took.'),
  currency: z.string(),
  refund_value: money,
  tracking_number: z.string().nullable(),
  requested_at: instant,
  answer_by: instant.nullable().describe('Until when to answer; the channel decides afterwards.'),
  updated_at: instant,
  received: z
    .object({ at: instant, by: z.string().nullable(), note: z.string().nullable() })
    .nullable()
    .describe('When the goods were taken in here.'),
  lines: z.array(
    z.object({
      position: z.int(),
      shop_sku: z.string(),
      name: z.string().nullable(),
      variant_label: z.string().nullable(),
      image: z.string().nullable(),
      quantity: z.int(),
      refund_value: money,
      restocked: z.int(),
      written_off: z.int(),
      parts: bundleParts,
    }),
  ),
  allowed_actions: z.array(z.enum(returnActions)),
  refused_actions: z
    .partialRecord(z.enum(returnActions), z.enum(returnRefusals))
    .describe('Why something cannot be done now.'),
  latest_action: orderAction
    .extend({ kind: z.enum(returnActionKinds) })
    .nullable()
    .describe('What the channel was to be told last, under way or ended.'),
})

/** A state by its code; its number is understood too. */
const returnStatus = z.preprocess(
  (value) => (typeof value === 'string' ? (returnStatuses[Number(value) - 1] ?? value) : value),
  z.enum(returnStatuses as [ReturnStatus, ...ReturnStatus[]]),
)

const pieces = z.int().min(0).max(999_999)
const takenIn = z.strictObject({
  lines: z
    .array(z.strictObject({ position: z.int().min(0).max(32_767), restock: pieces, write_off: pieces }))
    .min(1)
    .max(500)
    .describe('Each line once. Pieces that are neither did not come.'),
  note: channelText(0, 500)
    .nullable()
    .default(null)
    .describe('What was found, such as why it is written off.'),
})

/** A parcel that came back although its buyer asked for no return. */
export const parcelBack = z.object({
  received: z.object({ at: instant, by: z.string().nullable(), note: z.string().nullable() }).nullable(),
  may_receive: z.boolean(),
  is_refund_only: z
    .boolean()
    .describe('The buyer was refunded, and nothing says that the goods are on their way back.'),
  lines: z.array(
    z.object({
      position: z.int(),
      shop_sku: z.string(),
      name: z.string(),
      variant_label: z.string().nullable(),
      quantity: z.int(),
      restocked: z.int(),
      written_off: z.int(),
      parts: bundleParts,
    }),
  ),
})

const refusals = ['order_action_open', 'order_action_refused'] as const

export const returns = endpoints({
  'GET /returns': {
    summary: 'What buyers give back, the latest first.',
    access: 'orders.view',
    query: z.strictObject({
      shop_id: idList.optional(),
      status: listOf(returnStatus).optional(),
      order_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
      after: z.string().max(200).optional().describe('`meta.next_after` of the page before.'),
      limit: paging.limit,
    }),
    reply: z.object({ data: z.array(returnCase), meta: z.object({ next_after: z.string().nullable() }) }),
  },
  'GET /returns/{id}': {
    summary: 'One return with its lines and what can be done with it.',
    access: 'orders.view',
    params: idParam,
    reply: item(returnCase),
  },
  'POST /returns/{id}/accept': {
    summary: 'Agrees to a return. Where goods are to come back, the buyer is paid when they are here.',
    access: 'orders.cancel',
    params: idParam,
    status: 202,
    reply: item(returnCase),
    errors: [...refusals],
  },
  'GET /returns/{id}/reject-reasons': {
    summary: 'The reasons that the channel, asked now, takes for refusing a return. None: it asks for none.',
    access: 'orders.cancel',
    params: idParam,
    reply: item(z.array(z.object({ id: z.string(), name: z.string() }))),
    errors: [...refusals, 'channel_refused', 'channel_unreachable'],
  },
  'POST /returns/{id}/reject': {
    summary: 'Refuses a return. The buyer may then turn to the channel.',
    access: 'orders.cancel',
    params: idParam,
    body: z.strictObject({
      reason_id: channelText(1, 200)
        .nullable()
        .default(null)
        .describe("The channel's own reason, where it demands one."),
      note: channelText(0, 500).nullable().default(null).describe('Told to the buyer.'),
    }),
    status: 202,
    reply: item(returnCase),
    errors: [...refusals],
  },
  'POST /returns/{id}/receive': {
    summary:
      'Takes goods in that came back: on the shelf again, or written off. Once: the same again changes nothing.',
    access: 'orders.confirm',
    params: idParam,
    body: takenIn,
    reply: item(returnCase),
    errors: ['return_received', ...refusals],
  },
  'POST /orders/{id}/take-back': {
    summary:
      'Takes in what a courier brings back of an order that nobody asked to return. Once: the same again changes nothing.',
    access: 'orders.confirm',
    params: idParam,
    body: takenIn,
    reply: item(parcelBack),
    errors: ['return_received', 'order_action_refused'],
  },
})
