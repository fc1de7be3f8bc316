/** Variants of many products as rows of a grid, and changes of many of them in one request. */
import { z } from 'zod'
import { cursor, endpoints, flag, id, idParam, instant, item, someIds, version } from './endpoint.ts'
import { listingChange, measure, newPrice, newSpecialPrice, productEdit } from './listing-changes.ts'
import { money } from './order-brief.ts'
import { productFilters } from './products.ts'

export const mostRows = 1000
/** Products whose descriptions one answer holds. */
export const mostTexts = 100

const variantRow = z.object({
  id,
  product_id: id,
  product_name: z.string(),
  image: z.string().nullable(),
  variant: z
    .string()
    .describe('Values of its options, joined by commas; empty: the product has one variant.'),
  shop_id: id,
  seller_sku: z.string().nullable(),
  sku_id: id.nullable().describe('Null: not linked.'),
  currency: z.string(),
  price: money,
  special_price: z
    .object({ price: money, from: instant.nullable(), to: instant.nullable() })
    .nullable()
    .describe('Null: none.'),
  threshold: z.int().nullable().describe('Stock at which its SKU runs low; null: not linked.'),
  is_active: z.boolean().describe('Whether the product is on sale.'),
  is_deleted: z.boolean().describe('Its channel has deleted the product.'),
  is_pending: z.boolean().describe('A change of it is on its way to the channel.'),
})

const lock = z.string().nullable()

const variantMeta = z.object({
  next_after: z.string().nullable(),
  shops: z
    .array(
      z.object({
        id,
        system_name: z.string(),
        platform_id: id,
        locks: z.object({ price: lock, special_price: lock, status: lock }),
      }),
    )
    .describe('Shops of the rows. A lock says why a field cannot be changed there; null: it can.'),
})

const textRow = z.object({
  id,
  shop_id: id,
  name: z.string(),
  description_html: z.string(),
  images: z.array(z.string()).describe('Addresses, the main image first.'),
  package: z.object(measure('output')).describe('Kilograms and centimetres; null: not given.'),
  version: version.describe('Send it back with a change, as `updated_at`.'),
})

const textLocks = z.object({ name: lock, description: lock, images: lock, package: lock })

const productChange = productEdit
  .pick({ updated_at: true, name: true, description: true, images: true, package: true })
  .extend({ id, status: flag.optional() })
  .refine(
    ({ status, name, description, images, package: box }) =>
      [status, name, description, images, box].some((one) => one !== undefined),
    { error: 'field.nothing_to_change' },
  )

const counts = { total: z.int(), open: z.int(), done: z.int(), failed: z.int() }

const batch = z.object({
  id: id.nullable().describe('Null: nothing had to be sent.'),
  ...counts,
  shops: z.array(z.object({ shop_id: id, ...counts })),
  changes: z.array(listingChange),
})

const refusal = z.object({
  variant_id: id.nullable(),
  product_id: id.nullable(),
  field: z.enum([
    'row',
    'price',
    'special_price',
    'threshold',
    'status',
    'name',
    'description',
    'images',
    'package',
  ]),
  message: z.string(),
})

export const bulkListingChanges = endpoints({
  'GET /products/variants': {
    summary: 'Variants of products in the order of the product list, for editing many at once.',
    access: 'products.view',
    query: z.strictObject({
      ...productFilters,
      ids: someIds(mostRows).optional().describe('These products alone.'),
      after: cursor.after,
      limit: z.coerce.number().int().min(1).max(500).default(200).describe('Products, not variants.'),
    }),
    reply: z.object({ data: z.array(variantRow), meta: variantMeta }),
  },
  'GET /products/texts': {
    summary: 'Names, descriptions, images and packages of products, for editing many at once.',
    access: 'products.view',
    query: z.strictObject({ ids: someIds(mostTexts) }),
    reply: z.object({
      data: z.array(textRow),
      meta: z.object({
        shops: z
          .array(z.object({ id, system_name: z.string(), platform_id: id, locks: textLocks }))
          .describe('Shops of the rows. A lock says why a field cannot be changed there; null: it can.'),
      }),
    }),
  },
  'POST /products/bulk-changes': {
    summary:
      'Requests changes of many listings. A row that breaks a rule is refused alone; the others are sent to their channels.',
    access: 'products.view',
    body: z
      .strictObject({
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
                .describe("Null: the account's counts."),
              was: z
                .strictObject({ price: money })
                .optional()
                .describe('Price that the change was made over: refused if it is another one by now.'),
            }),
          )
          .max(mostRows)
          .default([]),
        products: z.array(productChange).max(mostRows).default([]),
      })
      .refine(({ variants, products }) => variants.length + products.length > 0, {
        error: 'field.nothing_to_change',
      }),
    status: 202,
    reply: z.object({
      data: batch,
      meta: z.object({
        refused: z.array(refusal),
        saved: z.int().describe('SKUs that have another alert level now.'),
      }),
    }),
  },
  'GET /products/change-batches/{id}': {
    summary: 'How changes stand that were requested together.',
    access: 'products.view',
    params: idParam,
    reply: item(batch),
  },
})
