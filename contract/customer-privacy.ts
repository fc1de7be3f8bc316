/** Personal data of a buyer: handing all of it out, and erasing it. Source: decision 0074. */
import { z } from 'zod'
import { endpoints, file, id, idParam, instant, item, readVersion, version } from './endpoint.ts'
import { money } from './order-brief.ts'

const line = z.string().nullable()
const address = z.object({
  name: line,
  phone: line,
  email: line,
  street: line,
  ward: line,
  district: line,
  city: line,
  province: line,
  postcode: line,
  country: line,
})

const personalData = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  shop: z.string(),
  platform_id: id,
  identities: z
    .array(
      z.object({
        shop: z.string(),
        platform_id: id,
        channel_buyer_id: z.string(),
        name: line,
        phone: line,
        email: line,
        note: line,
      }),
    )
    .describe('What each shop knows the person as.'),
  first_seen_at: instant,
  note: z.string().nullable(),
  level: z.int(),
  segments: z.array(z.string()),
  orders: z
    .array(
      z.object({
        code: z.string(),
        placed_at: instant,
        status: z.string(),
        total: money,
        currency: z.string(),
        address: address.nullable(),
        buyer_message: z.string().nullable(),
        cancel_reason: line.describe('As it was told, which may be in the buyer’s words.'),
        note: z.string().nullable(),
        items: z.array(z.object({ name: z.string(), sku: z.string().nullable(), quantity: z.int() })),
        tracking_numbers: z.array(z.string()),
        returns: z.array(
          z.object({ requested_at: instant, reason: z.string().nullable(), images: z.array(z.string()) }),
        ),
      }),
    )
    .describe('The newest first.'),
  records: z
    .record(z.string(), z.array(z.record(z.string(), z.unknown())))
    .describe(
      'All else that is kept, by the table that keeps it: events, mails, photos, waybills, cards of a CRM and the like.',
    ),
})

const retention = z.object({
  months: z
    .int()
    .min(3)
    .max(120)
    .nullable()
    .describe('Months after which the buyer of an order is erased; null: never.'),
})
const shownRetention = retention.extend({ updated_at: version })

export const customerPrivacy = endpoints({
  'GET /settings/buyer-data': {
    summary: 'How long personal data of buyers are kept.',
    access: 'customers.privacy',
    reply: item(shownRetention),
  },
  'PUT /settings/buyer-data': {
    summary: 'Changes it. Buyers of older orders are erased within a day, for good.',
    access: 'customers.privacy',
    body: z.strictObject({ ...retention.shape, updated_at: readVersion }),
    reply: item(shownRetention),
    errors: ['changed_by_other'],
  },
  'GET /customers/{id}/personal-data': {
    summary: 'All that is kept about a buyer, for handing it out to the person.',
    access: 'customers.privacy',
    writes: true,
    params: idParam,
    reply: item(personalData),
  },
  'GET /customers/{id}/personal-data/print': {
    summary: 'The same as a document.',
    access: 'customers.privacy',
    writes: true,
    params: idParam,
    reply: file,
    file: 'application/pdf',
  },
  'POST /customers/{id}/erase': {
    summary:
      'Erases a buyer for good, here. Orders keep their figures; channels and couriers keep what they know.',
    access: 'customers.privacy',
    params: idParam,
    body: z.strictObject({}),
    reply: item(z.object({ orders: z.int(), files: z.int().describe('Exports that ended by it.') })),
    errors: ['customer_has_open_orders'],
  },
})
