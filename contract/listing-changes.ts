/** Changes of listings: requested here, sent to the channel by a job, and read back. */
import { z } from 'zod'
import { listingChangeKinds } from '../model/listing-change.ts'
import { endpoints, flag, id, idParam, instant, item, noContent, readVersion } from './endpoint.ts'
import { money } from './order-brief.ts'

const specialPrice = z.object({
  price: money,
  from: instant.nullable(),
  to: instant.nullable(),
})

const fields = z.object({
  price: money.optional(),
  special_price: specialPrice.nullable().optional().describe('Null: none.'),
  status: flag.optional().describe('1: on sale.'),
})

export const listingChange = z.object({
  id,
  product_id: id,
  variant_id: id.nullable().describe('Null: a change of the whole listing.'),
  kind: z.enum(listingChangeKinds),
  state: z
    .enum(['queued', 'running', 'done', 'failed'])
    .describe('queued: not sent yet, and can be undone. running: sent, and the answer is not known yet.'),
  before: fields,
  after: fields,
  requested_by: z.object({ id, name: z.string() }),
  requested_at: instant,
  ended_at: instant.nullable(),
  error: z.string().nullable(),
  message: z.string().nullable().describe("The channel's own words."),
  is_answered: z
    .boolean()
    .describe('A failed change that was requested again, replaced or dismissed; it needs nobody any more.'),
})

const requested = z.object({ data: z.array(listingChange) })

export const newPrice = z.number().positive().max(1_000_000_000)

export const newSpecialPrice = z.strictObject({
  price: newPrice,
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
})

const priceEdit = z.strictObject({
  updated_at: readVersion.describe(
    '`version` of the product as it was read: refused with `changed_by_other` if somebody has changed it since. Left out: the last change wins.',
  ),
  variants: z
    .array(
      z.strictObject({
        id,
        price: newPrice.optional(),
        special_price: newSpecialPrice.nullable().optional(),
      }),
    )
    .min(1)
    .max(500),
})

export const listingChanges = endpoints({
  'PUT /products/{id}': {
    summary: 'Requests new prices of variants; only what differs is sent. Answers the changes.',
    access: 'products.edit',
    params: idParam,
    body: priceEdit,
    status: 202,
    reply: requested,
    errors: ['changed_by_other', 'listing_change_open'],
  },
  'PATCH /products/{id}/status': {
    summary:
      'Requests that the listing goes on sale or off it. Answers the change; none if it stands so already.',
    access: 'products.status',
    params: idParam,
    body: z.strictObject({ status: flag }),
    status: 202,
    reply: requested,
    errors: ['listing_change_open'],
  },
  'GET /products/{id}/changes': {
    summary: 'The last 200 changes of a product, the latest first.',
    access: 'products.view',
    params: idParam,
    reply: requested,
  },
  'POST /products/changes/{id}/retry': {
    summary: 'Requests a failed change once more, with the right that the change itself needs.',
    access: 'products.view',
    params: idParam,
    status: 202,
    reply: item(listingChange),
    errors: ['conflict', 'listing_change_open'],
  },
  'DELETE /products/changes/{id}': {
    summary: 'Undoes a change that is still queued, or dismisses a failed one.',
    access: 'products.view',
    params: idParam,
    status: 204,
    reply: noContent,
    errors: ['conflict'],
  },
})
