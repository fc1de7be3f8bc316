/** Changes of listings: requested here, sent to the channel by a job, and read back. */
import { z } from 'zod'
import { listingChangeKinds } from '../model/listing-change.ts'
import {
  endpoints,
  file,
  flag,
  flagFilter,
  id,
  idParam,
  instant,
  item,
  noContent,
  readVersion,
  writtenInstant,
} from './endpoint.ts'
import { money } from './order-brief.ts'

const specialPrice = z.object({
  price: money,
  from: instant.nullable(),
  to: instant.nullable(),
})

const sizes = ['weight', 'length', 'width', 'height'] as const
export const measure = (side: 'output' | 'input') =>
  Object.fromEntries(
    sizes.map((name) => [name, (side === 'input' ? z.number().min(0).max(10_000) : z.number()).nullable()]),
  ) as {
    [K in (typeof sizes)[number]]: z.ZodNullable<z.ZodNumber>
  }

const fields = z.object({
  price: money.optional(),
  special_price: specialPrice.nullable().optional().describe('Null: none.'),
  status: flag.optional().describe('1: on sale.'),
  name: z.string().optional(),
  description: z.string().optional().describe('Its text without marks, the beginning of it.'),
  package: z.object(measure('output')).optional().describe('Kilograms and centimetres; null: not given.'),
  images: z.array(z.string()).optional().describe('Addresses, the main image first.'),
  removed: z.boolean().optional().describe('True: deleted at the channel.'),
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
  from: writtenInstant,
  to: writtenInstant,
})

/** D-17: pixels, in both directions. */
export const listingImageSides = { least: 600, most: 5000 } as const
export const listingImageMostBytes = 1_000_000

/** Longer than any channel takes, so that its own limit is what is told. */
const longestName = 1_000
const longestDescription = 50_000
const mostImages = 100
export const mostSiblings = 50

export const productEdit = z.strictObject({
  updated_at: readVersion.describe(
    '`version` of the product as it was read: refused with `changed_by_other` if somebody has changed it since. Left out: the last change wins.',
  ),
  variants: z
    .array(
      z.strictObject({
        id,
        price: newPrice.optional(),
        special_price: newSpecialPrice.nullable().optional(),
        threshold: z
          .int()
          .min(0)
          .max(999_999)
          .nullable()
          .optional()
          .describe(
            "Alert level of the variant's SKU; null: the account's. Kept here, and needs the right sku.edit.",
          ),
      }),
    )
    .min(1)
    .max(500)
    .optional(),
  name: z
    .string()
    .trim()
    .min(1)
    .max(longestName)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
    .optional(),
  description: z
    .string()
    .max(longestDescription)
    .optional()
    .describe(
      'HTML. Paragraphs, headings, lists, bold, italic, underlined and images stay; the rest is left out.',
    ),
  package: z.strictObject(measure('input')).optional().describe('Kilograms and centimetres; null: as it is.'),
  images: z
    .array(
      z
        .strictObject({ id: id.optional(), url: z.string().max(2_000).optional() })
        .refine((one) => (one.id === undefined) !== (one.url === undefined), { error: 'field.one_image' }),
    )
    .max(mostImages)
    .optional()
    .describe(
      'All of them, the main image first: one that stays by its `url`, an uploaded one by the `id` of `POST /products/{id}/image`.',
    ),
  also: z
    .array(id)
    .max(mostSiblings)
    .optional()
    .describe(
      'Other products with SKUs of this one, for the same change: name, description, package, and prices of variants with the same SKU. Images are of one listing.',
    ),
})

const removalQuery = z.strictObject({
  remove_on_channel: flagFilter.describe('1: deletes the listing at the channel as well, by a job.'),
})

const removal = z.object({
  deleted: z.array(id).describe('Deleted here.'),
  requested: z
    .array(listingChange)
    .describe(
      'Changes that delete at the channel; the product is deleted here when the channel has done it.',
    ),
  failed: z.array(z.object({ id, message: z.string() })),
})

export const listingChanges = endpoints({
  'PUT /products/{id}': {
    summary:
      'Requests new prices, texts, images or a new package of a listing; only what differs is sent. Answers the changes.',
    access: 'products.edit',
    params: idParam,
    body: productEdit,
    status: 202,
    reply: requested,
    errors: ['changed_by_other', 'listing_change_open'],
  },
  'POST /products/{id}/image': {
    summary:
      'Uploads an image for a listing: PNG or JPEG, 600 to 5,000 pixels, 1 MB at most. Kept once, as JPEG.',
    access: 'products.edit',
    params: idParam,
    upload: {
      field: 'image',
      types: ['image/png', 'image/jpeg'],
      mostBytes: listingImageMostBytes,
      rule: 'field.image-max-size-required',
    },
    reply: item(z.object({ id, url: z.string(), width: z.int(), height: z.int() })),
  },
  'GET /products/images/{id}': {
    summary: 'An uploaded image of a listing.',
    access: 'products.view',
    params: idParam,
    reply: file,
    file: 'image/jpeg',
  },
  'DELETE /products/{id}': {
    summary:
      'Deletes a product here; its orders and its stock stay. At the channel only if that is requested.',
    access: 'products.delete',
    params: idParam,
    query: removalQuery,
    reply: item(removal),
    errors: ['listing_change_open'],
  },
  'DELETE /products': {
    summary: 'The same for several products; those that cannot be deleted are told.',
    access: 'products.delete',
    body: z.strictObject({
      products: z.array(id).min(1).max(500),
      remove_on_channel: flag
        .optional()
        .describe('1: deletes the listings at their channels as well, by a job.'),
    }),
    reply: item(removal),
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
