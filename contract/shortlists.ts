/** Segments of customers, which the interface calls shortlists. Source of the shapes: specification, sections 3 and 7. */
import { z } from 'zod'
import { exportFormats } from '../model/export.ts'
import {
  ruleFaults,
  ruleJoins,
  segmentFields,
  segmentLimits,
  segmentTests,
  type SegmentField,
} from '../model/segment.ts'
import { customerBrief, exported } from './customers.ts'
import {
  channelText,
  endpoints,
  id,
  idParam,
  instant,
  item,
  noContent,
  page,
  pagination,
  paging,
  readVersion,
  shortPaging,
  version,
} from './endpoint.ts'

const joined = z
  .enum(ruleJoins)
  .optional()
  .describe(
    'How it is joined to the rules before it. "or": a customer may fit this one instead of the one before. "except": it takes away who fits. Absent: "and".',
  )
const ruleValue = z.number().min(0).max(1_000_000_000_000)
const rule = z.discriminatedUnion('field', [
  z.strictObject({
    field: z.enum(Object.keys(segmentFields) as [SegmentField, ...SegmentField[]]),
    test: z.enum(segmentTests),
    value: ruleValue,
    joined,
  }),
  z.strictObject({
    field: z.literal('bought').describe('Pieces of these SKUs together, in sales, gifts aside.'),
    test: z.enum(['at_least', 'at_most']),
    value: z.int().min(0).max(1_000_000),
    sku_ids: z.array(id).min(1).max(segmentLimits.choices),
    days: z.int().min(1).max(3_660).nullable().describe('Of so many days up to now; null: ever.'),
    joined,
  }),
  z.strictObject({
    field: z.literal('region').describe('A sale went to one of these places.'),
    test: z.literal('is'),
    places: z
      .array(channelText(1, 200))
      .min(1)
      .max(segmentLimits.choices)
      .describe('As analytics names them: "MY/selangor"; "MY" is all of the country.'),
    joined,
  }),
])
const rules = z
  .array(rule)
  .min(1)
  .max(segmentLimits.rules)
  .refine(([first]) => first?.joined !== 'or', { error: 'field.first_rule', path: [0, 'joined'] })

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
  state: z
    .enum(['listing', 'sending', 'stopped', 'sent'])
    .describe(
      'Stopped: those who wait go on once the CRM is connected again; where it is, they need another call.',
    ),
  total: z.int().describe('Customers who are in the segment now.'),
  sent: z.int().describe('Known to the CRM as they are here.'),
  waiting: z.int(),
  refused: z.int().describe('By the CRM; its reasons are in the shop.'),
  hidden: z.int().describe('Without a phone number or mail address in clear: never sent.'),
  left: z
    .int()
    .describe(
      'Contacts of the CRM whom the segment has sent and who are in it no more. They stay in the CRM.',
    ),
  customers_left: z.object({ data: z.array(customerBrief) }).describe('Those who have left, 100 at most.'),
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

export const shortlists = endpoints({
  'GET /customers/shortlists': {
    summary: 'Segments, by name.',
    access: 'customers.view',
    query: z.strictObject({
      keyword: z.string().trim().pipe(channelText(0, 255)).optional(),
      ...shortPaging,
    }),
    reply: page(shortlist, {}),
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
    summary: 'Begins a file of the customers of a segment, or of all who are in any.',
    access: 'customers.export',
    writes: true,
    query: z.strictObject({
      shortlist_id: z.coerce
        .number()
        .int()
        .positive()
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('Left out: all segments.'),
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
      meta: z.object({ pagination }),
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
      rule: 'field.file_too_large',
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
