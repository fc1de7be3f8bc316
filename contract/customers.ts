/** Customers of the account. Source of the shapes: specification, sections 3 and 7. */
import { z } from 'zod'
import { exportFormats } from '../model/export.ts'
import { customerLevel } from './customer-ranks.ts'
import {
  channelText,
  codeList,
  comparedIn,
  cursor,
  day,
  endpoints,
  figureIn,
  id,
  idList,
  idParam,
  include,
  instant,
  item,
  page,
  paging,
  readVersion,
  version,
} from './endpoint.ts'
import { money, orderBrief } from './order-brief.ts'

const amount = figureIn(z.coerce.number().min(0).max(1_000_000_000_000).optional())
const count = figureIn(z.coerce.number().int().min(0).max(1_000_000_000).optional())

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
  total_price_min: amount,
  total_price_max: amount,
  total_order_min: count,
  total_order_max: count,
  shortlist_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
}

const sorts = ['latest_order_date', 'total_price', 'total_order', 'name'] as const
const sortValues = sorts.flatMap((field) => [field, `-${field}`] as const)

const otherPrices = z.array(z.object({ currency: z.string(), total: money }))

/** Spending, wherever a customer is shown. */
export const spent = {
  total_price: money.describe(
    'Of the delivered orders in `currency`, which is that of the customer with the latest order.',
  ),
  currency: z.string(),
  other_prices: otherPrices.describe('Of the delivered orders in other currencies. Nothing is converted.'),
}

const shopOfCustomer = z.object({ id, system_name: z.string(), platform_id: id })

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
const addresses = z.object({ data: z.array(address) }).describe('Where the latest orders went, each once.')

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
  ...spent,
  level: z.object({ data: customerLevel }),
  note: z.string().nullable(),
  created_at: instant.describe('First seen.'),
  is_masked: z.boolean().describe('The channel hides who it is, or the reader may not see contacts.'),
})

const identity = z.object({
  id,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  is_masked: z.boolean(),
  shop: z.object({ data: shopOfCustomer }),
  total_order: z.int(),
  ...spent,
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
  addresses,
  is_erased: z
    .boolean()
    .describe('Personal data was erased, of all customers of the person that the reader sees.'),
  note_by: z.string().nullable(),
  noted_at: instant.nullable(),
  note_updated_at: version,
  shortlists: z.object({ data: z.array(z.object({ id, name: z.string() })) }).describe('Those kept by hand.'),
})

/** A customer as lists and orders show it. */
export const customerItem = customerBrief.extend({ addresses })

const listed = customerBrief.extend({
  addresses: addresses.optional().describe('Absent where `include` does not name them.'),
})

const list = page(listed, { next_after: z.string().nullable(), compared_in: comparedIn })

const listQuery = z.strictObject({
  ...filters,
  include: include.describe(
    'Comma list; without it addresses come with the customers, with it only if it names them.',
  ),
  sort: z.enum(sortValues).default('-latest_order_date'),
  ...cursor,
  ...paging,
})

export const exported = z.object({ export_id: id, status: z.literal('queued') })
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
    query: z.strictObject({ include, ...paging }),
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
        delivering: z.int().describe('All that have not ended.'),
        delivering_price: money,
        delivering_others: otherPrices.describe('Of those in other currencies.'),
        unpaid: z.int().describe('Those of them that wait for payment.'),
        unpaid_price: money,
        unpaid_others: otherPrices,
        currency: z.string(),
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
        ...spent,
        average_order_value: money.nullable().describe('Of the delivered orders in `currency`.'),
        first_order_at: instant.nullable(),
        latest_order_at: instant.nullable(),
        by_month: z
          .array(z.object({ month: z.string(), total: money, others: otherPrices }))
          .describe('The last twelve, also those without.'),
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
        .regex(/^[^\0\p{Cs}]*$/u),
      updated_at: readVersion.describe(
        '`note_updated_at` as it was read: refused with `changed_by_other` if somebody has changed the note since.',
      ),
    }),
    reply: item(customerDetail),
  },
})
