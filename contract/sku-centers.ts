/** SKU centre: what the seller owns, with the listings of it in every shop. Source of the shapes: decision 4.5. */
import { z } from 'zod'
import { exportFormats } from '../model/export.ts'
import { matchReasons } from '../model/sku-likeness.ts'
import { pushStates } from '../model/stock-offer.ts'
import {
  changesSomething,
  channelText,
  codeList,
  cursor,
  done,
  endpoints,
  id,
  idList,
  idParam,
  include,
  instant,
  item,
  listOf,
  page,
  paging,
  readVersion,
  version,
} from './endpoint.ts'
import { money } from './order-brief.ts'
import { stockFilters } from './products.ts'
import { costParts, shownCost } from './sku-costs.ts'

const sorts = ['updated_at', '-updated_at', 'prime_sku', '-prime_sku'] as const

const filters = {
  keyword: z.string().trim().max(255).optional().describe('Name, code or barcode.'),
  shop_id: idList.optional().describe('Shops of which one lists the SKU.'),
  platform_id: codeList.optional(),
  stock: listOf(z.enum(stockFilters)).optional().describe('Stock over all warehouses.'),
  shop_count: codeList.optional().describe('Number of shops that list it; 0: it has no listing.'),
}

export const skuListQuery = z.strictObject({
  ...filters,
  sort: z.enum(sorts).default('-updated_at'),
  ...cursor,
  ...paging,
})

/** Filters of the SKU list, without sorting and pages. */
export const skuExportQuery = z.strictObject({
  ...filters,
  format: z.enum(exportFormats).default('xlsx'),
})

const shop = z.object({ data: z.object({ id, system_name: z.string(), platform_id: id }) })

const priceRange = z.object({ min: money, max: money, currency: z.string() })

const brief = z.object({
  id,
  prime_sku: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  barcode: z.string().nullable(),
  bin: z.string().nullable().describe('Where it lies in the warehouse.'),
  retail_price: priceRange
    .nullable()
    .describe('Lowest and highest of its listings, in the currency of most of them; null: no listing.'),
  other_prices: z.array(priceRange).describe('Of its listings in other currencies.'),
  ...shownCost,
  stock_total: z
    .int()
    .nullable()
    .describe('Pieces on hand in all warehouses, as the two below; null: never counted.'),
  reserved: z.int().nullable(),
  available: z
    .int()
    .nullable()
    .describe('Below 0: oversold. Of a bundle: what its parts are enough for; it has no pieces of its own.'),
  is_bundle: z.boolean(),
  stock_level: z.enum(stockFilters).nullable(),
  threshold: z.int().describe("Stock at which it runs low: its own, or else the account's."),
  listing_count: z.int(),
  products: z.object({ data: z.array(z.object({ id, name: z.string(), shop })) }),
  created_at: instant,
  updated_at: instant,
})

const offer = z.object({
  free: z
    .int()
    .describe(
      'Pieces left in the warehouse that the shop sells from; of a bundle: what its parts are enough for.',
    ),
  share: z.int().describe('Per cent of them that the shop is offered.'),
  shared: z.int().describe('What the share leaves of them.'),
  buffer: z.int().describe('Pieces that are kept back.'),
  cap: z.int().nullable().describe('The most that is offered; null: no limit.'),
  offered: z.int().describe('The figure that follows from these.'),
  warehouse: z.object({ id, name: z.string() }).describe('The one that the shop sells from.'),
  is_own: z.boolean().describe('The SKU has a rule of its own in this shop.'),
})

const listing = z.object({
  id: id.describe('Of the variant.'),
  product_id: id,
  name: z.string(),
  variant: z.string().describe('Values of its options; empty: the product has one variant.'),
  image: z.string().nullable(),
  shop,
  shop_sku: z.string(),
  seller_sku: z.string().nullable(),
  price: money,
  currency: z.string(),
  is_active: z.boolean(),
  sent: z.int().nullable().describe('Stock that the shop is to show; null: nothing is sent.'),
  shown: z.int().nullable().describe('Stock that the shop shows by all that we know.'),
  refusal: z.string().nullable().describe("The channel's words about a figure that it refused."),
  offer: offer.nullable().describe('Why the shop is sent what it is sent; null: never counted.'),
  push: z
    .object({ state: z.enum(pushStates), reason: z.string().nullable(), at: instant })
    .nullable()
    .describe('How sending its stock stands; null: nothing is sent. `locked`: a campaign keeps the figure.'),
})

const part = z.object({
  sku_id: id,
  prime_sku: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  quantity: z.int().describe('Pieces of it in one bundle.'),
  available: z.int().nullable().describe('Pieces of it left in all warehouses; null: never counted.'),
  enough_for: z.int().nullable().describe('Bundles that they are enough for.'),
})

const named = z.object({ id, prime_sku: z.string(), name: z.string() })
const undo = z.object({ id: id.describe('Of the merge or split.'), undo_until: instant })

export const skuDetail = brief.extend({
  own_threshold: z.int().nullable().describe("Null: the account's counts."),
  merged: z
    .object({
      into: named.describe('The SKU that goes on for it.'),
      at: instant.nullable(),
      by: z.string().nullable(),
      undo: undo.nullable().describe('Null: 24 hours have passed.'),
    })
    .nullable()
    .describe('Null: it was not merged. A merged SKU keeps its history and cannot be changed.'),
  merges: z.object({
    data: z
      .array(
        undo.extend({
          kind: z.enum(['merge', 'split']),
          at: instant,
          by: z.string(),
          of: named.nullable().describe('The SKU that goes on, or that listings were split off.'),
          others: z.array(named).describe('SKUs that were merged into it, or the one that was split off.'),
        }),
      )
      .describe('What can be undone, the latest first, 20 at most.'),
  }),
  may_edit: z.boolean().describe('Users of some shops change only SKUs that these shops alone list.'),
  listings: z.object({ data: z.array(listing) }),
  parts: z.object({
    data: z
      .array(part)
      .describe('Of a bundle, the scarcest first; the first one limits it. Empty: no bundle.'),
  }),
  bundles: z.object({
    data: z
      .array(z.object({ id, prime_sku: z.string(), name: z.string() }))
      .describe('That contain it, 100 at most.'),
  }),
  warehouses: z.object({
    data: z.array(
      z.object({
        warehouse_id: id,
        name: z.string(),
        on_hand: z.int(),
        reserved: z.int(),
        available: z.int(),
      }),
    ),
  }),
})

export const skuParts = {
  prime_sku: z.string().trim().pipe(channelText(1, 100)).describe('Unique, capitals or not.'),
  name: z.string().trim().pipe(channelText(10, 255)),
  image: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  barcode: z.string().trim().pipe(channelText(1, 64)).nullable(),
  bin: z.string().trim().pipe(channelText(1, 40)).nullable(),
  threshold: z.int().min(0).max(1_000_000).nullable().describe("Null: as the account's."),
}

const mostParts = 50
const bundleParts = z
  .array(z.strictObject({ sku_id: id, quantity: z.int().min(1).max(1000) }))
  .max(mostParts)
  .check(({ value, issues }) => {
    const seen = new Set<number>()
    for (const [at, { sku_id: skuId }] of value.entries()) {
      if (seen.has(skuId))
        issues.push({ code: 'custom', input: skuId, path: [at, 'sku_id'], message: 'field.each_once' })
      seen.add(skuId)
    }
  })
  .describe(
    'SKUs that it is made of, each once; a multi-pack has one. None: no bundle. No bundle is part of another.',
  )

const stockRule = {
  buffer: z.int().min(0).max(999_999).nullable(),
  cap: z.int().min(0).max(999_999).nullable(),
  share: z.int().min(0).max(100).nullable(),
}
const shopOfSku = idParam.extend({ shop_id: idParam.shape.id })
const shownRule = z.object({
  ...stockRule,
  of_shop: z
    .object({ buffer: z.int(), cap: z.int().nullable(), share: z.int() })
    .describe('The rule where its own says nothing.'),
  updated_at: version.describe("The SKU's."),
})

const productSkuIds = z.array(id).min(1).max(200)
const move = z
  .boolean()
  .default(false)
  .describe('Takes listings away from the SKU that they are linked to. Its stock stays there.')

const listMeta = {
  stock_counts: z
    .object({ in: z.int(), low: z.int(), out: z.int(), uncounted: z.int() })
    .describe('SKUs by their stock, under the other filters.'),
  needs: z
    .object({ low: z.int(), out: z.int(), unlisted: z.int() })
    .describe('SKUs of these shops that need somebody: low, out, without a listing.'),
  is_untouched: z
    .boolean()
    .describe(
      'All SKUs came from listings: none was edited or linked by a person, no suggestion answered, no stock take begun.',
    ),
  next_after: z.string().nullable(),
}

const list = {
  summary: "The seller's SKUs, the last changed first.",
  access: 'sku.view',
  query: skuListQuery,
  reply: page(brief, listMeta),
} as const

const moved = z
  .array(z.object({ product_sku_id: id, from: id }))
  .describe('Listings that were taken from another SKU. Linking them there again undoes this.')

const linkable = z.object({
  id,
  product_id: id,
  name: z.string(),
  variant: z.string(),
  image: z.string().nullable(),
  shop,
  seller_sku: z.string().nullable(),
  sku: z
    .object({ id, prime_sku: z.string(), name: z.string() })
    .nullable()
    .describe('The SKU that it is linked to.'),
})

export const skuCenters = endpoints({
  'GET /sku-centers': list,
  'GET /sku-centers/filter': list,
  'GET /sku-centers/linkable': {
    summary: 'Listings by a keyword, with the SKU that each is linked to.',
    access: 'sku.edit',
    query: z.strictObject({ keyword: z.string().trim().min(1).max(255) }),
    reply: z.object({ data: z.array(linkable).describe('50 at most.') }),
  },
  'GET /sku-centers/suggestions': {
    summary: 'Listings that are perhaps those of another SKU, with the reason, the surest first.',
    access: 'sku.edit',
    query: z.strictObject({ ...paging }),
    reply: page(
      z.object({
        id,
        reason: z
          .enum(matchReasons)
          .describe('Same barcode; same code written differently; almost the same name.'),
        confidence: z.int().describe('Per cent.'),
        listing: linkable,
        sku: z.object({ id, prime_sku: z.string(), name: z.string(), image: z.string().nullable() }),
        created_at: instant,
      }),
      {},
    ),
  },
  'POST /sku-suggestions/{id}/accept': {
    summary: 'Links the listing to the suggested SKU.',
    access: 'sku.edit',
    params: idParam,
    reply: z.object({ data: z.object({ product_sku_id: id, sku_id: id }), meta: z.object({ moved }) }),
    status: 200,
    errors: ['suggestion_decided'],
  },
  'POST /sku-suggestions/{id}/dismiss': {
    summary: 'Dismisses a suggestion; it does not come again.',
    access: 'sku.edit',
    params: idParam,
    reply: done,
    status: 200,
    errors: ['suggestion_decided'],
  },
  'POST /sku-suggestions/{id}/reopen': {
    summary: 'Undoes a decision: the suggestion is listed again, unless its listing is linked to the SKU.',
    access: 'sku.edit',
    params: idParam,
    reply: done,
    status: 200,
  },
  'GET /sku-centers/{id}': {
    summary: 'A SKU with its listings and its stock by warehouse.',
    access: 'sku.view',
    params: idParam,
    query: z.strictObject({ include }),
    reply: item(skuDetail),
  },
  'POST /sku-centers': {
    summary: 'Creates a SKU for these listings.',
    access: 'sku.edit',
    body: z.strictObject({
      prime_sku: skuParts.prime_sku,
      name: skuParts.name,
      image: skuParts.image.optional(),
      barcode: skuParts.barcode.optional(),
      bin: skuParts.bin.optional(),
      threshold: skuParts.threshold.optional(),
      parts: bundleParts.optional(),
      cost_price: costParts.cost_price.optional(),
      product_sku_ids: z
        .array(id)
        .max(200)
        .default([])
        .describe('At least one, but for a bundle, which may be listed later.'),
      move,
    }),
    reply: item(skuDetail),
    status: 201,
    errors: ['sku_linked_elsewhere'],
  },
  'PUT /sku-centers/{id}': {
    summary: 'Changes a SKU. One field or more.',
    access: 'sku.edit',
    params: idParam,
    body: z
      .strictObject({ ...skuParts, ...costParts, parts: bundleParts, updated_at: readVersion })
      .partial()
      .refine(changesSomething, { error: 'field.nothing_to_change' }),
    reply: item(skuDetail),
    errors: ['changed_by_other'],
  },
  'GET /sku-centers/{id}/stock-rules/{shop_id}': {
    summary: "A SKU's own stock rule in one shop, beside the shop's.",
    access: 'sku.view',
    params: shopOfSku,
    reply: item(shownRule),
  },
  'PUT /sku-centers/{id}/stock-rules/{shop_id}': {
    summary: 'Changes how much of a SKU one shop is offered; its listings there are sent the new figure.',
    access: 'stock.adjust',
    params: shopOfSku,
    body: z
      .strictObject({ ...stockRule, updated_at: readVersion })
      .partial()
      .refine(changesSomething, { error: 'field.nothing_to_change' })
      .describe("A field that is null follows the shop's rule; one that is left out stays."),
    reply: item(shownRule),
    errors: ['changed_by_other'],
  },
  'DELETE /sku-centers/{id}': {
    summary: 'Deletes a SKU that has no listing, no stock and nothing reserved.',
    access: 'sku.delete',
    params: idParam,
    reply: done,
    errors: ['sku_has_listings', 'sku_has_stock', 'sku_is_part'],
  },
  'POST /sku-centers/{id}/listings': {
    summary: 'Links listings to a SKU. From then on they are sent its stock.',
    access: 'sku.edit',
    params: idParam,
    body: z.strictObject({
      product_sku_ids: productSkuIds,
      move,
      from: id
        .optional()
        .describe(
          'Moves only listings that are still linked to this SKU, so that undoing overwrites no newer link.',
        ),
    }),
    reply: z.object({
      data: skuDetail,
      meta: z.object({ moved }),
    }),
    status: 200,
    errors: ['sku_link_changed', 'sku_linked_elsewhere'],
  },
  'DELETE /sku-centers/{id}/product/{product_id}': {
    summary: 'Unlinks the variants of a product from a SKU. Its stock stays, and no report links them again.',
    access: 'sku.edit',
    params: idParam.extend({ product_id: idParam.shape.id }),
    query: z.strictObject({ product_sku_id: idParam.shape.id.optional().describe('Only this variant.') }),
    reply: z.object({
      data: skuDetail,
      meta: z.object({
        product_sku_ids: z.array(id).describe('Variants that were unlinked. Linking them again undoes this.'),
      }),
    }),
  },
})
