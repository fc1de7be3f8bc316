import { z } from 'zod'
import { cancelReasonCodes } from '../model/cancel-reason.ts'
import { mostAtOnce, actionKinds } from '../model/order-action.ts'
import { returnActionKinds } from '../model/return-action.ts'
import { bookingFields, courierQuery, ownInfo, parcelNumber, parcelQuery, placeFields } from './shipments.ts'
import {
  channelText,
  day,
  endpoints,
  figureIn,
  flag,
  id,
  idParam,
  instant,
  item,
  someIds,
} from './endpoint.ts'

export const modes = z.enum(['pickup', 'dropoff', 'self', 'channel'])
const channelId = channelText(1, 200).nullable().default(null)

/** An order action and its result. The order itself changes when its channel reports the change. */
export const orderAction = z.object({
  id,
  kind: z.enum(actionKinds),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  is_under_way: z
    .boolean()
    .describe('Also of one that is done, until its channel has told how the order stands.'),
  requested_by: z
    .object({ id: z.int().min(0), name: z.string() })
    .describe('Id 0: the shop itself, whose channel canceled the order.'),
  requested_at: instant,
  ended_at: instant.nullable(),
  error: z
    .object({ code: z.string(), message: z.string(), channel_code: z.string().nullable() })
    .nullable()
    .describe("Of a failed one. The message is the channel's own words where it gave some."),
})

const handover = z.strictObject({
  mode: modes,
  address_id: channelId,
  slot_id: channelId,
  branch_id: channelId,
  sender_name: channelId,
  provider_id: channelId,
  tracking_number: channelId,
  tracking_numbers: z
    .array(z.strictObject({ package_id: channelText(1, 200), tracking_number: channelText(1, 200) }))
    .max(50)
    .default([])
    .describe('Of an order in several packages that the seller sends: the number of each, by its id.'),
})

const named = z.array(z.object({ id: z.string(), name: z.string() }))
const needs = z.array(z.enum(['address', 'slot', 'branch', 'sender-name', 'tracking-number', 'provider']))
const confirmInfo = z.object({
  order_id: id,
  platform_id: id,
  modes: z.array(modes),
  needs: z.partialRecord(modes, needs).describe('What has to be told with a mode.'),
  addresses: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      is_default: z.boolean(),
      time_slots: z.array(
        z.object({
          id: z.string(),
          date: day.describe("In the account's time zone."),
          from: instant,
          to: instant.nullable().describe('Null: the whole day.'),
          is_recommended: z.boolean(),
        }),
      ),
    }),
  ),
  branches: named,
  providers: named,
  recommended: z
    .object({
      mode: modes,
      address_id: z.string().nullable(),
      slot_id: z.string().nullable(),
      branch_id: z.string().nullable(),
      provider_id: z.string().nullable(),
    })
    .nullable()
    .describe('Null when a person has to choose or to type something.'),
  package: ownInfo.shape.package,
  cod_amount: ownInfo.shape.cod_amount.describe('0 where the channel collects it, or nobody.'),
  warnings: ownInfo.shape.warnings,
  own: ownInfo
    .nullable()
    .describe(
      "Of orders that the owner's own couriers carry: the chosen courier's services with their fees, what bookings begin with, and what the courier wants to know. Addresses, branches and providers are empty then.",
    ),
})

const cancelReason = z.strictObject({
  reason_code: z.enum(cancelReasonCodes),
  reason_id: channelId.describe(
    "The channel's own reason, from the list of reasons; else one that fits the code.",
  ),
  note: channelText(0, 500).nullable().default(null),
})

const lineId = channelText(1, 40)

/** Neither: all that is not in a package yet. */
const packing = z
  .strictObject({
    item_ids: z.array(lineId).min(1).max(200).optional().describe('Lines in their whole quantities.'),
    items: z
      .array(z.strictObject({ id: lineId, quantity: z.int().min(1).max(999_999) }))
      .min(1)
      .max(200)
      .optional()
      .describe('Lines, and how many pieces of each.'),
  })
  .refine(({ item_ids: whole, items }) => whole === undefined || items === undefined, {
    error: 'field.one_choice',
    path: ['items'],
  })

const splitting = z.strictObject({
  parcels: z
    .array(
      z.strictObject({
        items: z
          .array(z.strictObject({ id: lineId, quantity: z.int().min(1).max(999_999) }))
          .min(1)
          .max(200),
      }),
    )
    .min(2)
    .max(50)
    .describe(
      'Each piece of the order in one of them. How many there may be, and whether a line may be divided, is in `splitting` of the order.',
    ),
})

const ids = z.array(id).min(1).max(mostAtOnce)

const batchKind = z.enum([...actionKinds, ...returnActionKinds])
const batch = item(
  z.object({
    id,
    kind: batchKind,
    total: z.int(),
    open: z.int(),
    done: z.int(),
    failed: z.int(),
    results: z.array(
      z.object({
        order_id: id,
        return_id: id.nullable().describe('The return that is answered, of which an order may have several.'),
        code: z.string(),
        shop: z.object({ id, system_name: z.string(), platform_id: id }),
        action: orderAction.extend({ kind: batchKind }),
        is_solved: z
          .boolean()
          .describe('Of one that failed: the order has moved on since, so that nobody has to do anything.'),
        is_printed: flag,
        has_number: flag.describe(
          '1: its parcel has a tracking number, without which no channel makes a label.',
        ),
        is_checked: flag,
        waits_for_courier: flag.describe(
          "1: it was accepted before a courier of the account's own was chosen, who makes its label.",
        ),
        auto_print: flag.describe("1: so the owner has set for the parcel's courier."),
      }),
    ),
  }),
)
const asked = { params: idParam, status: 202, reply: item(orderAction) } as const
const refusals = ['order_action_open', 'order_action_refused'] as const
const courierFailures = ['courier_not_connected', 'courier_refused', 'courier_unreachable'] as const

export const orderActions = endpoints({
  'GET /orders/{id}/confirm-info': {
    summary: 'How the parcels of an order may be handed over. Asks the channel, for at most some seconds.',
    access: 'orders.confirm',
    params: idParam,
    query: z.strictObject({
      shipment_id: figureIn(courierQuery.optional()),
      parcel: z.coerce.number().int().min(1).max(99).optional(),
      ...placeFields,
      ...parcelQuery,
    }),
    reply: item(confirmInfo),
    errors: [...refusals, 'channel_refused', 'channel_unreachable', ...courierFailures],
  },
  'POST /orders/{id}/confirm': {
    summary:
      "Hands the parcels of an order over, or books the owner's courier for them. Without a choice, as recommended.",
    access: 'orders.confirm',
    ...asked,
    body: z.strictObject({
      choice: handover.nullable().default(null).describe("Of the channel's own couriers."),
      ...bookingFields,
      mode: z
        .enum([...bookingFields.mode.unwrap().options, 'self'])
        .optional()
        .describe('self: the seller brings it, with the delivery of his own where couriers are his own.'),
    }),
    errors: [...refusals, ...courierFailures],
  },
  'POST /orders/{id}/set-packed': {
    summary: 'Puts an order, or lines of it, into a package, on channels where that is a step of its own.',
    access: 'orders.set_packed',
    ...asked,
    body: packing,
    errors: [...refusals],
  },
  'POST /orders/{id}/split': {
    summary:
      'Divides an order into several parcels, on channels that let sellers do so. Each is handed over with a label of its own.',
    access: 'orders.set_packed',
    ...asked,
    body: splitting,
    errors: [...refusals],
  },
  'POST /orders/{id}/unsplit': {
    summary: 'Puts the parcels of an order into one again, as long as none of them is booked.',
    access: 'orders.set_packed',
    ...asked,
    errors: [...refusals],
  },
  'GET /orders/cancel-reasons': {
    summary:
      'Reasons for canceling an order now, as its channel takes them; none: it can not. Or those of a channel.',
    access: 'orders.cancel',
    query: z.strictObject({
      order_id: z.coerce.number().int().positive().optional(),
      platform_id: z.coerce
        .number()
        .int()
        .positive()
        .max(9999)
        .optional()
        .describe('Without an order: our own reasons, which are mapped to the channel of each order.'),
    }),
    reply: item(z.array(z.object({ code: z.enum(cancelReasonCodes), id: z.string(), name: z.string() }))),
    errors: [...refusals, 'channel_refused', 'channel_unreachable'],
  },
  'POST /orders/{id}/cancel': {
    summary: 'Cancels an order.',
    access: 'orders.cancel',
    ...asked,
    body: cancelReason,
    errors: [...refusals],
  },
  'POST /orders/{id}/cancel-shipment': {
    summary: "Takes parcels back from the owner's own couriers. The order waits for others.",
    access: 'orders.confirm',
    ...asked,
    body: z.strictObject({
      note: channelText(0, 500).nullable().default(null),
      parcel: parcelNumber.optional().describe('This one alone. Left out: all that can be taken back.'),
    }),
    errors: [...refusals],
  },
  'POST /orders/{id}/cancel-request/accept': {
    summary: 'Lets a buyer cancel who asked to.',
    access: 'orders.cancel',
    ...asked,
    errors: [...refusals],
  },
  'POST /orders/{id}/cancel-request/reject': {
    summary: 'Keeps an order that its buyer asked to cancel.',
    access: 'orders.cancel',
    ...asked,
    errors: [...refusals],
  },
  'POST /orders/bulk-confirm': {
    summary: 'Hands over the parcels of up to 300 orders. Ids that are not yours are left out.',
    access: 'orders.confirm',
    body: z.strictObject({
      ids,
      choices: z
        .array(
          z.strictObject({
            shop_id: id,
            order_ids: ids.optional().describe('Those of the shop that go so. Left out: all of them.'),
            choice: handover,
          }),
        )
        .max(100)
        .default([]),
    }),
    status: 202,
    reply: batch,
  },
  'POST /orders/bulk-cancel': {
    summary: 'Cancels up to 300 orders. Ids that are not yours are left out.',
    access: 'orders.cancel',
    body: cancelReason.omit({ reason_id: true }).extend({ ids }),
    status: 202,
    reply: batch,
  },
  'POST /orders/bulk-accept-cancel': {
    summary: 'Lets the buyers of up to 300 orders cancel who asked to. Ids that are not yours are left out.',
    access: 'orders.cancel',
    body: z.strictObject({ ids }),
    status: 202,
    reply: batch,
  },
  'POST /orders/bulk-reject-cancel': {
    summary: 'Keeps up to 300 orders whose buyers asked to cancel. Ids that are not yours are left out.',
    access: 'orders.cancel',
    body: z.strictObject({ ids }),
    status: 202,
    reply: batch,
  },
  'POST /orders/bulk-accept-return': {
    summary:
      'Agrees to the returns of up to 300 orders that wait for an answer. Others, and ids not yours, are left out.',
    access: 'orders.cancel',
    body: z.strictObject({ ids }),
    status: 202,
    reply: batch,
  },
  'GET /orders/return-reject-reasons': {
    summary:
      "Each channel's reasons for refusing the returns of these orders, asked now about one of its returns.",
    access: 'orders.cancel',
    query: z.strictObject({ ids: someIds(mostAtOnce) }),
    reply: item(
      z.array(
        z.object({
          platform_id: id,
          reasons: named.describe('None: the channel asks for none.'),
        }),
      ),
    ),
    errors: ['channel_refused', 'channel_unreachable'],
  },
  'POST /orders/bulk-reject-return': {
    summary:
      'Refuses the returns of up to 300 orders that wait for an answer. Others, and ids not yours, are left out.',
    access: 'orders.cancel',
    body: z.strictObject({
      ids,
      reasons: z
        .array(z.strictObject({ platform_id: id, reason_id: channelText(1, 200) }))
        .max(20)
        .default([])
        .describe("For all returns of a channel, the channel's own reason, where it demands one."),
      note: channelText(0, 500).nullable().default(null).describe('Told to the buyers.'),
    }),
    status: 202,
    reply: batch,
  },
  'GET /orders/action-batches/{id}': {
    summary: 'How far orders are that were confirmed, canceled or answered together, with a result for each.',
    access: 'orders.view',
    params: idParam,
    reply: batch,
  },
  'POST /orders/action-batches/{id}/retry': {
    summary:
      'Asks once more for what failed, as a batch of its own. With the right that the batch itself needs.',
    access: 'orders.view',
    params: idParam,
    query: z.strictObject({
      ids: someIds(mostAtOnce).optional().describe('Only for these orders of the batch.'),
    }),
    status: 202,
    reply: batch,
    errors: ['conflict'],
  },
})
