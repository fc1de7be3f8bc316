/** Categories, attributes and brands: what channels ask of new listings. Source of the shapes: specification, section 7. */
import { z } from 'zod'
import { channelText, endpoints, id, instant, item, page, paging, someIds } from './endpoint.ts'

const shopId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const channelId = channelText(1, 100)
const lang = z.string().max(10).optional().describe('Language of the names; left out: the reader’s.')

const category = z.object({
  id: z.union([id, z.string()]).describe('A number for categories of our own.'),
  platform_category_id: z.string().nullable(),
  parent_id: z.string().nullable(),
  name: z.string(),
  cate_name_en: z.string(),
  cate_name_my: z.string(),
  cate_name_vn: z.string().nullable(),
  level: z.int(),
  is_leaf: z.boolean(),
  has_children: z.boolean(),
  is_disabled: z.boolean(),
  path: z.string().describe('Names from the root on.'),
})
const categories = z.object({
  data: z.array(category),
  meta: z.object({
    fetched_at: instant.nullable().describe('When the channel told them; null: categories of our own.'),
  }),
})

const branch = {
  parent_id: channelText(0, 100).optional().describe('Children of this one; left out: the roots.'),
  tree: z.enum(['0', '1']).default('0').describe('1: the whole tree.'),
  keyword: z
    .string()
    .trim()
    .pipe(channelText(0, 255))
    .optional()
    .describe('Leaves whose path has these words, in any language that the channel told, 50 at most.'),
}
const channelQuery = z.strictObject({ shop_id: shopId, lang, ...branch })
const unreachable = ['channel_refused', 'channel_unreachable'] as const

const option = z.object({
  value_id: z
    .union([z.number(), z.string()])
    .nullable()
    .optional()
    .describe('As the channel counts its values: a number, or a text. Left out: it knows them by name.'),
  name: z.string(),
})

const attribute = z.object({
  attribute_id: z.string(),
  name: z.string(),
  label: z.string(),
  is_required: z.boolean(),
  is_sale_prop: z.boolean(),
  input_type: z.enum(['text', 'number', 'select', 'multi', 'date', 'bool']),
  is_custom_allowed: z.boolean(),
  unit: z.array(z.string()),
  max_length: z
    .int()
    .optional()
    .describe('Characters that the channel takes; left out where it states no limit.'),
  max_values: z.int(),
  options: z.object({ data: z.array(option) }),
  has_more_options: z.boolean().describe('Only the first 50 are here.'),
})
const attributes = z.object({ data: z.array(attribute) })
const options = page(option, {})

const ofCategory = z.strictObject({ shop_id: shopId, lang })
/** A point of sale names its location, which its shop is already. */
const locationId = channelText(1, 100).optional().describe('Point of sale: the shop is one location already.')
const byQuery = z.strictObject({ shop_id: shopId, category_id: channelId, location_id: locationId, lang })
const optionsQuery = { keyword: z.string().trim().pipe(channelText(0, 255)).optional(), ...paging }

const variants = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      is_custom_allowed: z.boolean(),
      max_values: z.int(),
      options: z.array(z.object({ id: z.union([z.number(), z.string()]).nullable(), name: z.string() })),
    }),
  ),
})

const limits = z.object({ min: z.number(), max: z.number() }).nullable()
const mapped = z.object({ platform_category_id: z.string(), path: z.string(), confidence: z.number() })
const idOfCategory = z.object({ id: channelId })
const platform = z.object({ platform: channelText(1, 40) })

const brands = page(z.object({ id: z.string(), name: z.string(), platform_brand_id: z.string() }), {})

const ofShop = {
  summary: 'Categories of a shop’s channel: a branch, the whole tree, or a search.',
  access: 'products.view',
  query: channelQuery,
  reply: categories,
  errors: unreachable,
} as const

/** Paths that the specification names below /categories can be read two ways: both are served. */
const mapping = {
  summary: 'Categories of channels that a category of ours was put into, with how sure that is.',
  access: 'products.view',
  query: z.strictObject({ category_id: shopId }),
  reply: item(
    z
      .object({ confidence: z.number().describe('Of the least sure; 0 to 1.') })
      // The type of all keys includes that of `confidence`.
      .catchall(z.union([mapped, z.number()]))
      .describe('By the name of the channel.'),
  ),
} as const

const optionsByQuery = {
  summary: 'The same with the category in the query.',
  access: 'products.view',
  params: platform,
  query: byQuery.extend({ attribute_id: channelId, ...optionsQuery }),
  reply: options,
  errors: unreachable,
} as const

const attributesByQuery = {
  summary: 'Attributes of a category, with the category in the query.',
  access: 'products.view',
  params: platform,
  query: byQuery,
  reply: attributes,
  errors: unreachable,
} as const

const variantsByQuery = {
  summary: 'Attributes in which the SKUs of a listing may differ.',
  access: 'products.view',
  params: platform,
  query: byQuery,
  reply: variants,
  errors: unreachable,
} as const

export const categoriesCalls = endpoints({
  'GET /categories': {
    summary: 'Categories of our own, by name; with a shop those of its channel.',
    access: 'products.view',
    query: z.strictObject({
      shop_id: shopId.optional(),
      location_id: locationId,
      lang,
      ...branch,
    }),
    reply: categories,
    errors: unreachable,
  },
  'POST /categories': {
    summary: 'Adds a category of our own, or answers the one that has the name.',
    access: 'products.edit',
    body: z.strictObject({ name: z.string().trim().pipe(channelText(1, 255)) }),
    reply: item(z.object({ id, name: z.string() })),
    status: 201,
    errors: ['conflict'],
  },
  'GET /categories/shopee': ofShop,
  'GET /categories/lazada': ofShop,
  'GET /categories/tiktok': {
    ...ofShop,
    query: z.strictObject({
      shop_ids: someIds(999, 1).describe(
        'Categories that all of them have; one that any of them may not list in is disabled.',
      ),
      lang,
      ...branch,
    }),
  },
  'GET /categories/category-mapping': mapping,
  'GET /category-mapping': mapping,
  'GET /categories/{id}/attributes': {
    summary: 'Attributes of a category of a shop’s channel.',
    access: 'products.view',
    params: idOfCategory,
    query: ofCategory,
    reply: attributes,
    errors: unreachable,
  },
  'GET /categories/{id}/variants': {
    summary: 'Attributes in which the SKUs of a listing may differ.',
    access: 'products.view',
    params: idOfCategory,
    query: ofCategory,
    reply: variants,
    errors: unreachable,
  },
  'GET /categories/{id}/rules': {
    summary: 'Limits of a category, and the couriers that the shop may choose.',
    access: 'products.view',
    params: idOfCategory,
    query: ofCategory,
    reply: item(
      z.object({
        name: limits,
        description: limits,
        images: limits,
        max_skus: z.int().nullable(),
        max_variants: z.int().nullable(),
        variant_length: z.int().nullable(),
        is_brand_required: z.boolean(),
        is_package_required: z.boolean(),
        is_cod_possible: z.boolean(),
        shipment_providers: z.array(
          z.object({
            logistics_channel_id: z.int(),
            logistics_channel_name: z.string(),
            enabled: z.boolean(),
            mask_channel_id: z.int().nullable(),
            cod_enabled: z.boolean(),
            weight_limit: z.number().nullable().describe('Kilograms.'),
          }),
        ),
      }),
    ),
    errors: unreachable,
  },
  'GET /categories/{id}/attributes/{attribute_id}/options': {
    summary: 'Values of an attribute, by name.',
    access: 'products.view',
    params: z.object({ id: channelId, attribute_id: channelId }),
    query: ofCategory.extend(optionsQuery),
    reply: options,
    errors: unreachable,
  },
  'GET /attributes/options/{platform}': optionsByQuery,
  'GET /categories/attributes/options/{platform}': optionsByQuery,
  'GET /attributes/{platform}': {
    ...attributesByQuery,
    summary: 'Attributes of a category; with an attribute’s id in place of the platform that one alone.',
    reply: z.object({ data: z.union([attribute, z.array(attribute)]) }),
  },
  'GET /categories/attributes/{platform}': attributesByQuery,
  'GET /variants/{platform}': variantsByQuery,
  'GET /categories/variants/{platform}': variantsByQuery,
  'GET /shop-product-template/search-brand': {
    summary: 'Brands that a shop may list a category under, in the order of its channel.',
    access: 'products.view',
    query: z.strictObject({
      shop_id: shopId,
      category_id: channelText(0, 100).default(''),
      ...optionsQuery,
      limit: paging.limit.unwrap().default(50),
    }),
    reply: brands,
    errors: unreachable,
  },
})
