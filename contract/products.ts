/** Products: what each shop lists on its channel. Source of the shapes: specification, section 3. */
import { z } from 'zod'
import { exportFormats } from '../model/export.ts'
import { changeableFields } from '../model/listing-change.ts'
import { scoredFields, scoreReasons } from '../model/listing-score.ts'
import { pushStates } from '../model/stock-offer.ts'
import { productStatuses, productStatusIds, type ProductStatus } from '../model/product.ts'
import {
  channelText,
  codeList,
  comparedIn,
  cursor,
  endpoints,
  day,
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
  shortPaging,
  version,
} from './endpoint.ts'
import { coded, money } from './order-brief.ts'

export const productSorts = ['updated_at', 'price', 'score'] as const
const sortValues = productSorts.flatMap((field) => [field, `-${field}`] as const)

export const stockFilters = ['in', 'low', 'out'] as const

/** A status by its code; its number is understood too. */
const productStatus = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? (productStatuses.find((status) => String(productStatusIds[status]) === value) ?? value)
      : value,
  z.enum(productStatuses as [ProductStatus, ...ProductStatus[]]),
)

export const productFilters = {
  keyword: z
    .string()
    .trim()
    .max(255)
    .optional()
    .describe('Name, seller code, code of the channel or barcode.'),
  shop_id: idList.optional(),
  platform_id: codeList.optional(),
  category_id: channelText(1, 100).optional().describe("The channel's id of the leaf category."),
  stock: listOf(z.enum(stockFilters)).optional().describe('Stock of the variant that needs somebody most.'),
  linked: flagFilter.describe('1: every variant has a SKU.'),
  refused: flagFilter.describe('1: the channel refused a change, and it was not sent again with success.'),
  status: listOf(productStatus).optional(),
  is_sold: flagFilter.describe('1: a piece was sold on these days; 0: none was.'),
  sold_from: day.optional().describe('Left out: the 30 days until `sold_to`.'),
  sold_to: day.optional().describe('Left out: today.'),
}

export const productListQuery = z.strictObject({
  ...productFilters,
  sort: z.enum(sortValues).default('-updated_at'),
  ...cursor,
  ...paging,
})

/** Filters of the product list, without sorting and pages. */
export const productExportQuery = z.strictObject({
  ...productFilters,
  format: z.enum(exportFormats).default('xlsx'),
})

const range = z.object({ min: money, max: money }).describe('Lowest and highest of the variants.')
const count = z.object({ min: z.int(), max: z.int() })

const shop = z.object({ data: z.object({ id, system_name: z.string(), platform_id: id }) })

/** A product as a row of the list. */
export const productBrief = z.object({
  id,
  name: z.string(),
  shop,
  channel_product_id: z.string(),
  status: coded,
  is_active: z.boolean(),
  fulfillment_type: z
    .string()
    .describe(
      'Who delivers it, a code of `fulfillment_type` of `GET /config`: `seller` where the channel tells none.',
    ),
  inventory_type: z
    .string()
    .nullable()
    .describe('Where it lies, a code of `inventory_type` of `GET /config`. Null: the channel tells none.'),
  currency: z.string(),
  main_image: z.string().nullable(),
  seller_sku: z.string().nullable().describe('Code of the variant, or of the first one; null: without one.'),
  variant_count: z.int(),
  price: range.nullable().describe('Null: the channel told none.'),
  special_price: range
    .extend({ to: instant.nullable() })
    .nullable()
    .describe(
      'Reduced prices of now or later; `to`: when the first of them ends. Null: none, and never at a POS.',
    ),
  discount: z.int().nullable().describe('Per cent that the deepest reduced price of now takes off.'),
  promo: z.boolean().describe('A reduced price holds now.'),
  visibility: z.enum(['visible', 'hidden']).describe('Whether buyers see it on the channel.'),
  content_score: z
    .int()
    .nullable()
    .describe('Of 100; see `content_reasons` of the product for what is missing.'),
  stock_total: z
    .int()
    .nullable()
    .describe(
      'Pieces that the shop can sell, over all variants; null: never counted, and the channel tells none.',
    ),
  stock_level: z.enum(stockFilters).nullable().describe('Of the variant that needs somebody most.'),
  threshold: count.nullable().describe('Stock at which the variants run low; null: no variant has a SKU.'),
  is_linked: z.boolean(),
  refusal: z.string().nullable().describe("The channel's words about a change that it refused."),
  pending: z.int().describe('Number of changes that are on their way to the channel.'),
  also_in: z
    .array(z.object({ shop_id: id, platform_id: id }))
    .describe('Other shops that list the same SKUs, as far as the reader may see them.'),
  url: z.string().nullable().describe('Its page for buyers; only where exactly one variant is listed.'),
  created_at: instant,
  updated_at: instant,
})

const variant = z.object({
  id,
  status: z.boolean(),
  seller_sku: z.string().nullable(),
  shop_sku: z.string(),
  barcode: z.string().nullable(),
  sku_id: id.nullable().describe('The SKU of the SKU centre; null: not linked.'),
  attribute_simples: z.object({
    data: z.array(z.object({ name: z.string(), attribute_values: z.object({ name: z.string() }) })),
  }),
  specific_price: z.object({
    price: money.nullable(),
    start_date: instant.nullable(),
    expiration_date: instant.nullable(),
  }),
  product_sku_detail: z.object({
    id,
    price: money,
    cost_price: money.nullable(),
    available: z.int().nullable(),
    threshold: z.int().nullable(),
    own_threshold: z.int().nullable().describe("The SKU's own; null: the account's holds."),
    quantity: z.int().nullable().describe('Stock that the shop shows by all that we know.'),
    url: z.string().nullable(),
  }),
  product_sku_detail_location: z.object({
    data: z
      .array(
        z.object({
          location_id: z.string(),
          name: z.string(),
          quantity: z.int().describe('On hand.'),
          available: z.int().describe('On hand less reserved.'),
        }),
      )
      .describe(
        'Stock of its SKU by warehouse; never counted, what the channel tells of the place that the shop is. Empty: neither.',
      ),
  }),
  product_sku_image: z.object({ url: z.string().describe('Addresses, joined by commas.') }),
  push: z
    .object({ state: z.enum(pushStates), reason: z.string().nullable(), at: instant })
    .nullable()
    .describe('How sending its stock to the shop stands; null: nothing is sent.'),
})

const span = z.object({ least: z.number(), most: z.number() })

export const productDetail = productBrief.extend({
  version: version.describe('Send it back with a change, as `updated_at`.'),
  editable: z
    .object({
      fields: z.array(z.enum(changeableFields)).describe('Changes that the channel takes.'),
      reasons: z
        .partialRecord(z.enum(changeableFields), z.string())
        .describe('Of the others: where they are changed, in the language of the reader.'),
      limits: z.object({ name: span, description: span, images: span, weight: span, side: span }),
    })
    .describe('What can be changed from here.'),
  siblings: z
    .array(
      z.object({
        id,
        name: z.string(),
        shop,
        currency: z.string(),
        fields: z.array(z.enum(changeableFields)),
      }),
    )
    .describe('Other products that list SKUs of this one: `also` of a change. At most 50.'),
  description: z.string().nullable(),
  description_html: z.string().describe('The description as an editor shows it: clean HTML.'),
  brand: z.string().nullable(),
  channel_status: z.string(),
  channel_category_id: z.string().nullable(),
  package_weight: z.number().nullable().describe('Kilograms.'),
  package_length: z.number().nullable().describe('Centimetres, as the two below.'),
  package_width: z.number().nullable(),
  package_height: z.number().nullable(),
  images: z.object({ data: z.array(z.object({ url: z.string() })) }),
  product_skus: z.object({ data: z.array(variant) }),
  sku_centers: z.object({ data: z.array(z.object({ id, prime_sku: z.string() })) }),
  attribute_products: z.object({ data: z.array(z.object({ name: z.string(), value: z.string() })) }),
  content_reasons: z
    .array(
      z.object({
        reason: z.enum(scoreReasons),
        points: z.int(),
        field: z.enum(scoredFields).describe('The field that gives the points back.'),
        path: z.string().describe('Below the listing, as `package.weight` or `variants.0.price`.'),
        values: z.record(z.string(), z.union([z.string(), z.number()])).describe('Figures of its text.'),
      }),
    )
    .describe('Points that are missing, the most first.'),
  template_id: id.nullable().describe('The template that was published to it last; null: none was.'),
})

const listMeta = {
  status_counts: z
    .record(z.string(), z.int())
    .describe('Products by the code of their status, under the other filters.'),
  needs: z
    .object({ short: z.int(), unlinked: z.int(), refused: z.int() })
    .describe('Products of these shops that need somebody: low or out, not linked, refused.'),
  category_name: z
    .string()
    .nullable()
    .describe('Of the category that the list is filtered by; null: of none, or no channel has told it.'),
  sold_days: z.object({ from: day, to: day }).nullable().describe('Days of `is_sold`.'),
  next_after: z.string().nullable(),
  compared_in: comparedIn,
}

export const products = endpoints({
  'GET /products/filter': {
    summary: 'Products of all shops, the last changed first, with the figures of the tabs.',
    access: 'products.view',
    query: productListQuery,
    reply: page(productBrief, listMeta),
  },
  'GET /products/search': {
    summary: 'The same by a keyword, in the shape of the specification.',
    access: 'products.view',
    query: productListQuery,
    reply: z.object({
      data: z.object({
        keyword: z.string(),
        matches: z.object({ products: z.object({ data: z.array(productBrief) }) }),
      }),
      meta: page(productBrief, listMeta).shape.meta,
    }),
  },
  'GET /products/statuses': {
    summary: 'The statuses that a product may have.',
    access: 'products.view',
    reply: z.object({ data: z.array(coded) }),
  },
  'GET /products/locations/{id}': {
    summary: 'Stock of a product by warehouse, over the SKUs of its variants.',
    access: 'products.view',
    params: idParam,
    reply: z.object({
      data: z.array(
        z.object({
          location_id: z.string().describe("The channel's id of a physical warehouse, else ours."),
          name: z.string(),
          warehouse_id: id,
          on_hand: z.int(),
          reserved: z.int(),
          available: z.int().describe('Below 0: oversold.'),
          threshold: z.int().nullable().describe('Highest alert level of these SKUs.'),
        }),
      ),
    }),
  },
  'GET /brands': {
    summary: 'Brands that the products of the shops have, by name.',
    access: 'products.view',
    query: z.strictObject({
      shop_id: idList.optional(),
      keyword: z.string().trim().pipe(channelText(0, 255)).optional().describe('Part of the name.'),
      ...shortPaging,
    }),
    reply: page(
      z.object({
        id: id.describe('Of the oldest product of the brand: channels report its name alone.'),
        name: z.string(),
        platform_brand_id: z.string().nullable(),
      }),
      {},
    ),
  },
  'GET /products/{id}': {
    summary: 'A product with its variants, images, attributes and what its content score lacks.',
    access: 'products.view',
    params: idParam,
    query: z.strictObject({ include }),
    reply: item(productDetail),
  },
})
