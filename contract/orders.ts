import { z } from 'zod'
import { buyerMailRefusals } from '../model/buyer-mail.ts'
import { cancelInitiators } from '../model/cancel-reason.ts'
import { customerTypes } from '../model/customer-type.ts'
import { exportFormats } from '../model/export.ts'
import { actionKinds, mostAtOnce, refusalCodes } from '../model/order-action.ts'
import { type OrderStatus, orderStatuses } from '../model/order-status.ts'
import { customerLevel } from './customer-ranks.ts'
import { customerItem, spent } from './customers.ts'
import {
  channelText,
  codeList,
  comparedIn,
  cursor,
  day,
  endpoints,
  flag,
  flagFilter,
  id,
  idList,
  idParam,
  include,
  instant,
  item,
  listOf,
  page,
  paging,
  segmentId,
  someIds,
} from './endpoint.ts'
import { orderAction } from './order-actions.ts'
import { orderEdit, shownAddress } from './order-address.ts'
import { coded, money, orderBrief } from './order-brief.ts'
import { parcelBack } from './returns.ts'

export const orderSorts = ['created_at', 'updated_at', 'total_price', 'ship_by_at'] as const

const sortValues = orderSorts.flatMap((field) => [field, `-${field}`] as const)

/** Dates of an order that a date filter can apply to. `refunded`: sales of which some money went back then. */
export const dateFields = ['created', 'paid', 'shipped', 'sold', 'refunded'] as const

const statusCounts = z.object(
  Object.fromEntries(orderStatuses.map((status) => [status, z.int()])) as Record<OrderStatus, z.ZodInt>,
)

/** Parts of the sales of some days. Each needs date_field=sold with both dates, a year apart at most. */
const soldFilters = {
  // Names of places have commas, so that several are several parameters.
  region: z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(z.string().trim().min(1).max(200)).max(200).optional(),
    )
    .describe(
      'Places as analytics names them: "MY/selangor", or `unknown`. Several: the parameter several times.',
    ),
  sold_hour: listOf(z.coerce.number().int().min(0).max(23)).optional(),
  sold_weekday: listOf(z.coerce.number().int().min(1).max(7)).optional().describe('1 Monday to 7 Sunday.'),
  sku_id: idList.optional().describe('Orders with a piece of one of these SKUs that is no gift.'),
  also_sku_id: z.coerce
    .number()
    .int()
    .positive()
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Those of them that have a piece of this SKU too.'),
  also_shop_sku: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .optional()
    .describe("The same by the channel's code of a listing."),
  shop_sku: listOf(z.string().trim().min(1).max(255))
    .optional()
    .describe("The same by the channel's code of a listing; with shop_id."),
}

const filters = {
  keyword: z.string().trim().max(255).optional(),
  shop_id: idList.optional(),
  platform_id: codeList.optional(),
  payment_method: codeList.optional(),
  shipment_id: codeList
    .optional()
    .describe('Couriers that the orders go by: 0 self delivery, 1 to 4 own accounts, 5 to 8 the channels.'),
  has_courier: flagFilter.describe('0: orders without a courier.'),
  from: day.optional(),
  to: day.optional(),
  date_field: z.enum(dateFields).default('created'),
  hour: listOf(z.coerce.number().int().min(0).max(23))
    .optional()
    .describe('Only in these hours, of days of date_field `created` or `refunded`; with both dates.'),
  is_star: flagFilter,
  is_printed: flagFilter,
  is_checked: flagFilter.describe(
    '1: its content was checked by scanning. 0: open orders that are not checked yet.',
  ),
  is_partly_scanned: flagFilter.describe('1: open orders of which some pieces are scanned.'),
  has_cancel_request: flagFilter,
  has_return_request: flagFilter,
  ids: someIds(mostAtOnce).optional().describe('Only these orders, of those that the other filters leave.'),
  cancel_reason: channelText(1, 400)
    .optional()
    .describe('Canceled orders with this reason, as analytics tell its code; `none`: none was told.'),
  cancel_initiator: z.enum(cancelInitiators).optional().describe('Orders that were canceled by them.'),
  customer_type: z
    .enum(customerTypes)
    .optional()
    .describe(
      'With date_field=sold, from and to: sales whose customer bought first on these days, or before; `known`: either.',
    ),
  customer_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  segment_id: segmentId,
  ...soldFilters,
}

/** A status by its code; its number is understood too. */
const orderStatus = z.preprocess(
  (value) => (typeof value === 'string' ? (orderStatuses[Number(value) - 1] ?? value) : value),
  z.enum(orderStatuses as [OrderStatus, ...OrderStatus[]]),
)

const listQuery = z.strictObject({
  ...filters,
  status: listOf(orderStatus).optional(),
  sort: z.enum(sortValues).default('-created_at'),
  ...cursor,
  ...paging,
})

/** Filters of the order list, without sorting and pages. */
export const orderExportQuery = z.strictObject({
  ...filters,
  status: listOf(orderStatus).optional(),
  format: z.enum(exportFormats).default('xlsx'),
})

const list = page(orderBrief, {
  status_counts: statusCounts
    .nullable()
    .describe('Null for a keyword that finds more than 1000 orders, which are not counted by status.'),
  next_after: z.string().nullable(),
  compared_in: comparedIn,
})

const customerSummary = z.object({
  id,
  name: z.string(),
  total_order: z.int(),
  total_order_success: z.int(),
  ...spent,
  latest_order_date: instant.nullable(),
  delivered_rate: z
    .int()
    .nullable()
    .describe('1 low, 2 medium, 3 high; null while fewer than three orders have ended.'),
  level: z.object({ data: customerLevel }),
})

const orderDetail = orderBrief.extend({
  order_status: coded.describe('The same as `status`.'),
  customer: z.object({
    data: orderBrief.shape.customer.shape.data
      .unwrap()
      .extend({
        addresses: z.object({ data: z.array(shownAddress) }).describe('Where this order goes.'),
      })
      .nullable(),
  }),
  order_product_skus: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        shop_sku: z.string(),
        seller_sku: z.string().nullable(),
        quantity: z.int(),
        unit_price: money,
        total_item_price: money,
        is_gift: z.boolean(),
        product_sku: z.object({
          data: z.object({
            id: id.nullable().describe('Null: the shop lists it no more.'),
            name: z.string(),
            variant_label: z.string().nullable(),
            image: z.string().nullable(),
            product_id: id.nullable(),
            sku_id: id.nullable().describe('SKU whose stock it takes; null: it takes none.'),
          }),
        }),
      }),
    ),
  }),
  channel_status: z.string(),
  channel_url: z
    .string()
    .nullable()
    .describe('Its page at the own store that it was placed in. Null: a marketplace.'),
  paid_at: instant.nullable(),
  completed_at: instant.nullable(),
  cancel_text: z
    .string()
    .nullable()
    .describe("The channel's own words for `cancel_reason`, where that is one of our reasons."),
  cancel_initiator: z.string().nullable(),
  buyer_message: z.string().nullable(),
  pickup_failed: z.boolean(),
  is_erased: z.boolean().describe('Personal data of its buyer was erased.'),
  address: shownAddress.nullable(),
  customer_summary: customerSummary.nullable(),
  payment: z
    .object({
      sub_total: money,
      discount: money,
      seller_discount: money,
      platform_discount: money,
      shopee_coins: money,
      shipping_fee: money,
      tax: money,
      order_value: money,
      platform_fee: money,
      fees: z.array(z.object({ code: z.string(), amount: money })),
      shipping_cost: money.describe('What the courier costs, less what the platform pays towards it.'),
      actual_receive_value: money,
      refund_value: money,
      open_refund_value: money.describe(
        'Refunded by returns since the payout; the channel has yet to take it off.',
      ),
      is_settled: z.boolean(),
      settled_at: instant.nullable().describe("Of the channel's last statement, where it makes statements."),
      expected_receive_value: money.describe(
        'What the order itself promised before it was settled; nothing if canceled.',
      ),
      settlement_difference: money.nullable().describe('Settled less expected; null while not settled.'),
      is_before_fees: z.boolean().describe('The channel takes fees that it has not told yet.'),
    })
    .nullable()
    .describe('Null without the permission orders.view_payment.'),
  packages: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        provider: z.string().nullable(),
        tracking_number: z.string().nullable(),
        status: z.string(),
        printed_at: instant.nullable(),
        lines: z
          .array(z.object({ shop_sku: z.string(), quantity: z.int() }))
          .nullable()
          .describe('What lies in it, where the order has several and its channel tells.'),
      }),
    ),
  }),
  splitting: z
    .object({
      most_parcels: z.int(),
      divides_lines: z.boolean().describe('Pieces of one thing may go into different parcels.'),
    })
    .nullable()
    .describe(
      'How the order may be divided into parcels; null where its channel does not let sellers do so.',
    ),
  warehouses: z
    .array(z.object({ id, name: z.string() }))
    .describe('Where its pieces are taken from. Empty while the account has one warehouse.'),
  missing_stock: z
    .array(z.object({ sku_id: id, code: z.string(), pieces: z.int(), warehouse_id: id }))
    .describe(
      'Pieces that it needs and that are not on hand in its warehouse once the orders before it have theirs.',
    ),
  is_digital: z.boolean(),
  is_on_hold: z.boolean().describe('The channel keeps it back for a while; nothing can be done yet.'),
  is_own_delivery: z.boolean().describe("The owner's own couriers carry the orders of this channel."),
  allowed_actions: z.array(z.enum(actionKinds)),
  refused_actions: z
    .partialRecord(z.enum(actionKinds), z.enum(refusalCodes))
    .describe('Why something cannot be done now.'),
  buyer_mail_refusal: z
    .enum(buyerMailRefusals)
    .nullable()
    .describe('Why no mail can be written to the buyer; null: it can.'),
  note_version: z.int().describe("How often the team has written the order's note."),
  parcel_back: parcelBack
    .nullable()
    .describe(
      'Of an order that its courier brought back without a return of the buyer: what became of its goods.',
    ),
})

const historyEntry = z.object({
  id: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  event: z.string(),
  actor: z.object({ type: z.string(), name: z.string().nullable() }),
  note: z.string().nullable(),
  created_at: instant,
})

export const orders = endpoints({
  'GET /orders/filter': {
    summary: 'The order list. Newest first unless sorted.',
    access: 'orders.view',
    query: listQuery,
    reply: list,
  },
  'GET /orders/search': {
    summary: 'The order list for a keyword: order code, tracking number, phone, name or SKU.',
    access: 'orders.view',
    query: listQuery.extend({ keyword: z.string().trim().min(1).max(255) }),
    reply: list,
  },
  'GET /orders/get-status': {
    summary: 'How many orders stand in each status, under the filters of the list (status excepted).',
    access: 'orders.view',
    query: z.strictObject(filters),
    reply: item(z.array(coded.extend({ total: z.int() }))),
  },
  'GET /orders/{id}': {
    summary: 'One order with its lines, address, payment and packages.',
    access: 'orders.view',
    params: idParam,
    query: z.strictObject({ include }),
    reply: item(orderDetail),
  },
  'GET /orders/{id}/history': {
    summary: 'What happened to the order, newest first.',
    access: 'orders.view',
    params: idParam,
    reply: item(z.array(historyEntry)),
  },
  'GET /orders/{id}/customer': {
    summary: 'Who bought; null when the channel does not say.',
    access: 'orders.view',
    params: idParam,
    reply: item(
      customerItem.nullable().describe('Contacts as of the order: packers see none once it has ended.'),
    ),
  },
  'GET /orders/{id}/sender-info': {
    summary:
      'Where the order is sent from: the warehouse that its pieces are taken from, else the one that its shop sells from.',
    access: 'orders.view',
    params: idParam,
    reply: item(
      z.object({
        name: z.string(),
        phone: z.string().nullable(),
        address: z
          .object({
            street: z.string().nullable(),
            ward: z.string().nullable(),
            district: z.string().nullable(),
            province: z.string().nullable(),
            postcode: z.string().nullable(),
            country: z.string().nullable(),
          })
          .nullable(),
        warehouse_id: id,
      }),
    ),
  },
  'GET /orders/{id}/check-tracking-number-shopee': {
    summary: 'Whether a tracking number is there. If not, the channel is asked again soon.',
    access: 'orders.view',
    writes: true,
    params: idParam,
    reply: item(z.object({ has_tracking_number: z.boolean(), tracking_number: z.string().nullable() })),
  },
  'PUT /orders/{id}': {
    summary:
      "Changes the team's own note of an order; on own stores, before it is ready to ship, its address and courier too.",
    access: 'orders.mark',
    params: idParam,
    body: orderEdit,
    reply: item(
      z.object({
        id,
        note: z.string().nullable(),
        note_version: z.int(),
        action: orderAction.nullable().describe('Of an address: what the store is told.'),
      }),
    ),
    errors: ['conflict', 'order_action_open', 'order_action_refused'],
  },
  'PUT /orders/star': {
    summary: 'Stars or unstars up to 1,000 orders. Ids that are not yours are left out of the reply.',
    access: 'orders.mark',
    body: z.strictObject({ ids: z.array(id).min(1).max(1000), is_star: flag }),
    reply: item(z.array(z.object({ id, is_star: flag }))),
  },
  'PUT /orders/{id}/star': {
    summary: 'Stars or unstars one order.',
    access: 'orders.mark',
    params: idParam,
    body: z.strictObject({ is_star: flag }),
    reply: item(z.object({ id, is_star: flag })),
  },
})
