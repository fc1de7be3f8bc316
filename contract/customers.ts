/** Customers, and the segments (shortlists) that people keep. Source of the shapes: specification, sections 3 and 7. */
import { z } from 'zod'
import { exportFormats } from '../model/export.ts'
import {
  ruleFaults,
  segmentFields,
  segmentLimits,
  segmentTests,
  type SegmentField,
} from '../model/segment.ts'
import { customerLevel } from './customer-ranks.ts'
import {
  channelText,
  codeList,
  cursor,
  endpoints,
  id,
  idList,
  idParam,
  instant,
  item,
  noContent,
  page,
  paging,
  readVersion,
  version,
} from './endpoint.ts'
import { money, orderBrief } from './order-brief.ts'

const day = z.iso.date()
const amount = z.coerce.number().min(0).max(1_000_000_000_000)
const count = z.coerce.number().int().min(0).max(1_000_000_000)

const filters = {
  keyword: z
    .string()
    .trim()
    .pipe(channelText(0, 255))
    .optional()
    .describe('Parts of the name, phone number or mail address; all of them have to be there.'),
  shop_id: idList.optional(),
  platform_id: codeList.optional(),
  level_value: codeList.optional(),
  delivered_rate: codeList.optional().describe('1 low, 2 medium, 3 high.'),
  from: day.optional().describe('Latest order on this day or later, in the account’s time zone.'),
  to: day.optional(),
  first_sold_from: day
    .optional()
    .describe('First sale of all on this day or later, in the shops that are asked for.'),
  first_sold_to: day.optional(),
  sold_from: day.optional().describe('A sale on this day or later, in the same shops; with sold_to.'),
  sold_to: day.optional(),
  total_price_min: amount.optional(),
  total_price_max: amount.optional(),
  total_order_min: count.optional(),
  total_order_max: count.optional(),
  shortlist_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
}

const sorts = ['latest_order_date', 'total_price', 'total_order', 'name'] as const
const sortValues = sorts.flatMap((field) => [field, `-${field}`] as const)

const shopOfCustomer = z.object({ id, system_name: z.string(), platform_id: id })

export const customerBrief = z.object({
  id,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  gender: z.int().describe('0: unknown; channels do not tell it.'),
  avatar: z.string().nullable(),
  shop: z.object({ data: shopOfCustomer }).describe('Of the latest order.'),
  shops: z.object({ data: z.array(shopOfCustomer) }).describe('All in which the person is known.'),
  identity_count: z.int().describe('Customers of single shops who are this person.'),
  platform_id: id,
  latest_order_date: instant.nullable(),
  delivered_rate: z
    .int()
    .nullable()
    .describe('1 low, 2 medium, 3 high; null: fewer than three orders have ended.'),
  total_order: z.int(),
  total_order_success: z.int(),
  total_order_lost: z.int().describe('Failed, returned, or canceled by the buyer on the way.'),
  total_price: money.describe('Of the delivered orders.'),
  currency: z.string(),
  level: z.object({ data: customerLevel }),
  note: z.string().nullable(),
  created_at: instant.describe('First seen.'),
  is_masked: z.boolean().describe('The channel hides who it is, or the reader may not see contacts.'),
})

const address = z.object({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  street: z.string().nullable(),
  district: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  postcode: z.string().nullable(),
  country: z.string().nullable(),
})

const identity = z.object({
  id,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  is_masked: z.boolean(),
  shop: z.object({ data: shopOfCustomer }),
  total_order: z.int(),
  total_price: money,
  currency: z.string(),
  latest_order_date: instant.nullable(),
  note: z.string().nullable(),
  joined_how: z
    .enum(['phone', 'email', 'hand'])
    .nullable()
    .describe('The same contact and name, or merged by people; null: the person began with this one.'),
  joined_by: z.string().nullable(),
  joined_at: instant.nullable(),
})

export const pairReason = z.enum(['phone', 'email', 'address'])

const customerDetail = customerBrief.extend({
  identities: z.object({ data: z.array(identity) }).describe('The one with the latest order first.'),
  likely: z
    .object({ data: z.array(z.object({ id, reason: pairReason, customer: customerBrief })) })
    .describe('Who may be the same person.'),
  addresses: z.object({ data: z.array(address) }).describe('Where the latest orders went, each once.'),
  note_by: z.string().nullable(),
  noted_at: instant.nullable(),
  shortlists: z.object({ data: z.array(z.object({ id, name: z.string() })) }).describe('Those kept by hand.'),
})

const list = page(customerBrief, { next_after: z.string().nullable() })

const listQuery = z.strictObject({
  ...filters,
  include: z.string().max(500).optional(),
  sort: z.enum(sortValues).default('-latest_order_date'),
  ...cursor,
  ...paging,
})

const ruleValue = z.number().min(0).max(1_000_000_000_000)
const rule = z.discriminatedUnion('field', [
  z.strictObject({
    field: z.enum(Object.keys(segmentFields) as [SegmentField, ...SegmentField[]]),
    test: z.enum(segmentTests),
    value: ruleValue,
  }),
  z.strictObject({
    field: z.literal('bought').describe('Pieces of these SKUs together, in sales, gifts aside.'),
    test: z.enum(['at_least', 'at_most']),
    value: z.int().min(0).max(1_000_000),
    sku_ids: z.array(id).min(1).max(segmentLimits.choices),
    days: z.int().min(1).max(3_660).nullable().describe('Of so many days up to now; null: ever.'),
  }),
  z.strictObject({
    field: z.literal('region').describe('A sale went to one of these places.'),
    test: z.literal('is'),
    places: z
      .array(channelText(1, 200))
      .min(1)
      .max(segmentLimits.choices)
      .describe('As analytics names them: "MY/selangor"; "MY" is all of the country.'),
  }),
])
const rules = z.array(rule).min(1).max(segmentLimits.rules)

const shortlist = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  rules: z.array(rule).nullable().describe('Null: kept by hand.'),
  total_customer: z.int().describe('Of the shops that the reader may see.'),
  created_by: z.string(),
  created_at: instant,
  updated_at: version.describe('Send it back with a change.'),
})

const segmentPush = z.object({
  shop_id: id,
  requested_at: instant,
  requested_by: z.string(),
  state: z.enum(['listing', 'sending', 'sent']),
  total: z.int().describe('Customers who are in the segment now.'),
  sent: z.int().describe('Known to the CRM as they are here.'),
  waiting: z.int(),
  refused: z.int().describe('By the CRM; its reasons are in the shop.'),
  hidden: z.int().describe('Without a phone number or mail address in clear: never sent.'),
})

const shortlistName = z.string().trim().pipe(channelText(1, 255))
const shortlistChange = z.strictObject({
  name: shortlistName.optional(),
  description: z.string().trim().pipe(channelText(0, 1_000)).nullable().optional(),
  rules: rules.optional(),
  updated_at: readVersion,
})

const someCustomers = z.strictObject({
  customer_ids: z.array(id).min(1).max(segmentLimits.atOnce),
})

const exported = z.object({ export_id: id, status: z.literal('queued') })
const exportQuery = z.strictObject({ ...filters, format: z.enum(exportFormats).default('xlsx') })

export const customers = endpoints({
  'GET /customers': {
    summary: 'Customers, those with the latest orders first.',
    access: 'customers.view',
    query: listQuery,
    reply: list,
  },
  'GET /customers/search': {
    summary: 'The same, for a keyword.',
    access: 'customers.view',
    query: listQuery,
    reply: list,
  },
  'GET /customers/export': {
    summary: 'Begins a file of the customers that the filters leave.',
    access: 'customers.export',
    writes: true,
    query: exportQuery,
    reply: exported,
    status: 202,
  },
  'GET /customers/{id}': {
    summary: 'A customer with addresses and notes.',
    access: 'customers.view',
    params: idParam,
    reply: item(customerDetail),
  },
  'GET /customers/{id}/order-history': {
    summary: 'Orders of a customer, the newest first.',
    access: 'customers.view',
    params: idParam,
    query: z.strictObject({ include: z.string().max(500).optional(), ...paging }),
    reply: page(orderBrief, {}),
  },
  'GET /customers/{id}/order-statistic': {
    summary: 'Orders of a customer by how they ended.',
    access: 'customers.view',
    params: idParam,
    reply: item(
      z.object({
        total_order: z.int(),
        success: z.int(),
        canceled: z.int(),
        returned: z.int(),
        failed: z.int(),
        delivering: z.int(),
        success_rate: z.number().nullable().describe('Per cent of those that ended; null: none has.'),
      }),
    ),
  },
  'GET /customers/{id}/spent-total': {
    summary: 'Spending of a customer, and by month.',
    access: 'customers.view',
    params: idParam,
    reply: item(
      z.object({
        total_price: money,
        currency: z.string(),
        average_order_value: money.nullable(),
        first_order_at: instant.nullable(),
        latest_order_at: instant.nullable(),
        by_month: z.array(z.object({ month: z.string(), total: money })).describe('The last twelve.'),
      }),
    ),
  },
  'PUT /customers/{id}/note': {
    summary: 'Writes the note about a customer; empty removes it.',
    access: 'customers.edit',
    params: idParam,
    body: z.strictObject({
      note: z
        .string()
        .trim()
        .max(1_000)
        .regex(/^[^\0]*$/),
    }),
    reply: item(customerDetail),
  },
  'GET /customers/shortlists': {
    summary: 'Segments, by name.',
    access: 'customers.view',
    query: z.strictObject({ keyword: z.string().trim().pipe(channelText(0, 255)).optional() }),
    reply: z.object({ data: z.array(shortlist) }),
  },
  'POST /customers/shortlists': {
    summary: 'Adds a segment: of customers that are named, or by rules.',
    access: 'customers.edit',
    body: z.strictObject({
      name: shortlistName,
      description: z.string().trim().pipe(channelText(0, 1_000)).optional(),
      customer_ids: z.array(id).max(segmentLimits.atOnce).optional(),
      rules: rules.optional(),
    }),
    reply: item(shortlist),
    status: 201,
    errors: ['conflict'],
  },
  'POST /customers/shortlists/count': {
    summary: 'Customers that rules would leave, rule by rule.',
    access: 'customers.view',
    body: z.strictObject({ rules }),
    reply: item(
      z.object({
        total: z.int(),
        all: z.int().describe('Customers without any rule.'),
        left: z.array(z.int()).describe('After each rule.'),
        faults: z
          .array(z.enum(ruleFaults).nullable())
          .describe('Of each rule: why nobody fits it, or nobody whom the rules before it leave.'),
      }),
    ),
  },
  'GET /customers/shortlists/places': {
    summary: 'Places that sales went to, for rules about them; most orders first.',
    access: 'customers.view',
    reply: z.object({
      data: z.array(
        z.object({ code: z.string(), country: z.string().nullable(), name: z.string().nullable() }),
      ),
    }),
  },
  'GET /customers/shortlists/export': {
    summary: 'Begins a file of the customers of a segment.',
    access: 'customers.export',
    writes: true,
    query: z.strictObject({
      shortlist_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      format: z.enum(exportFormats).default('xlsx'),
    }),
    reply: exported,
    status: 202,
  },
  'GET /customers/shortlists/{id}': {
    summary: 'A segment with a page of its customers.',
    access: 'customers.view',
    params: idParam,
    query: z.strictObject(paging),
    reply: z.object({
      data: shortlist.extend({ customers: z.object({ data: z.array(customerBrief) }) }),
      meta: list.shape.meta.pick({ pagination: true }),
    }),
  },
  'PUT /customers/shortlists/{id}': {
    summary: 'Renames a segment or changes its rules.',
    access: 'customers.edit',
    params: idParam,
    body: shortlistChange,
    reply: item(shortlist),
    errors: ['changed_by_other', 'conflict'],
  },
  'DELETE /customers/shortlists/{id}': {
    summary: 'Deletes a segment. Its customers stay.',
    access: 'customers.edit',
    params: idParam,
    reply: noContent,
    status: 204,
  },
  'POST /customers/shortlists/{id}/add-customers': {
    summary: 'Adds customers to a segment that is kept by hand.',
    access: 'customers.edit',
    params: idParam,
    body: someCustomers,
    reply: item(z.object({ added: z.int(), skipped: z.int() })),
    errors: ['conflict'],
  },
  'POST /customers/shortlists/{id}/add-from-file': {
    summary:
      'Adds the customers whom a CSV or XLSX of at most 1,000 rows names by customer code, phone number or email.',
    access: 'customers.edit',
    params: idParam,
    upload: {
      field: 'file',
      types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      mostBytes: segmentLimits.fileBytes,
    },
    reply: item(
      z.object({
        rows: z.int(),
        added: z.int(),
        skipped: z.int().describe('Were in it already.'),
        faults: z
          .array(
            z.object({ row: z.int(), value: z.string(), reason: z.enum(['empty', 'masked', 'not_found']) }),
          )
          .describe('Rows that name nobody, by their number in the sheet.'),
      }),
    ),
    errors: ['conflict'],
  },
  'POST /customers/shortlists/{id}/compare': {
    summary: 'Whom other rules would take out of a segment, before they are saved.',
    access: 'customers.view',
    params: idParam,
    body: z.strictObject({ rules }),
    reply: item(
      z.object({
        leaving: z.int(),
        joining: z.int(),
        customers: z.object({ data: z.array(customerBrief) }).describe('Those who leave, 20 at most.'),
      }),
    ),
  },
  'GET /customers/shortlists/{id}/push': {
    summary: 'How far the last sending of a segment to a CRM is; null: it was never sent.',
    access: 'customers.view',
    params: idParam,
    reply: item(segmentPush.nullable()),
  },
  'POST /customers/shortlists/{id}/push': {
    summary:
      'Sends the customers of a segment to a CRM, as contacts: it keeps no tags. Who is there already is not sent again.',
    access: 'customers.export',
    params: idParam,
    body: z.strictObject({ shop_id: id.describe('The CRM.') }),
    reply: item(segmentPush),
    status: 202,
  },
  'POST /customers/shortlists/{id}/remove-customers': {
    summary: 'Takes customers out of a segment that is kept by hand.',
    access: 'customers.edit',
    params: idParam,
    body: someCustomers,
    reply: item(z.object({ removed: z.int(), skipped: z.int() })),
    errors: ['conflict'],
  },
})
