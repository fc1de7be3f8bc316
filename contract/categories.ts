/** Categories of channels, and what they ask of new listings. Answered from what was last read; the channel is waited for only once. */
import { z } from 'zod'
import { languageOf } from '../model/language.ts'
import {
  channelText,
  endpoints,
  flagFilter,
  id,
  idParam,
  instant,
  item,
  page,
  paging,
  someIds,
  listOf,
} from './endpoint.ts'

const keyword = z
  .string()
  .trim()
  .pipe(channelText(0, 255))
  .optional()
  .describe('Begins of words, in any language: from three Latin letters on, from one of an unspaced script.')
const lang = z
  .string()
  .max(10)
  .optional()
  .transform((code) => languageOf(code))
  .describe('jp, en, vn or my; unless said that of the request. A channel without it answers in English.')

const location = z.string().max(100).optional().describe('Of a POS; its shops are locations already.')
const platformParam = z.object({
  platform: z
    .string()
    .regex(/^[a-z\d_-]{1,30}$/)
    .describe("The channel's code."),
})

const row = z.object({
  id,
  platform_category_id: z.string().nullable().describe('Null: a category of ours.'),
  parent_id: z.string().nullable().describe('`platform_category_id` of the one above; null at the root.'),
  name: z.string(),
  cate_name_en: z.string(),
  cate_name_my: z.string(),
  cate_name_vn: z.string().nullable(),
  path: z.string().describe('Names from the root down, joined by " > ".'),
  level: z.int(),
  is_leaf: z.boolean().describe('Only a leaf takes listings.'),
  has_children: z.boolean(),
  is_disabled: z.boolean().describe('The shop, or one of `shop_ids`, may not list here.'),
})

/** Age of what a reply was written of. */
const age = {
  fetched_at: instant.nullable().describe('When the channel was last read; null: categories of ours.'),
  failure: z.string().nullable().describe("Why it could not be read since, in the channel's words or ours."),
}

const aged = <T extends z.ZodType>(data: T) => z.object({ data: z.array(data), meta: z.object(age) })

const option = z.object({
  value_id: z
    .union([z.number(), z.string()])
    .nullable()
    .describe('As the channel counts its values; null where it knows them by `name`.'),
  name: z.string().describe('What a payload says.'),
  label: z.string().describe('The same in the language of the reply.'),
})
const attribute = z.object({
  attribute_id: z.string(),
  name: z.string(),
  label: z.string(),
  is_required: z.boolean(),
  is_sale_prop: z.boolean().describe('Differs from SKU to SKU.'),
  is_custom_allowed: z.boolean().describe('Takes values that are not among the options.'),
  input_type: z.enum(['text', 'number', 'select', 'multi', 'date', 'bool']),
  unit: z.array(z.string()),
  max_values: z.int(),
  max_length: z.int().nullable(),
  options: z.object({ data: z.array(option) }).describe('The first 50.'),
  has_more_options: z.boolean(),
})
const variant = z.object({
  id: z.string(),
  name: z.string(),
  is_custom_allowed: z.boolean(),
  max_values: z.int(),
  options: z.array(z.object({ id: z.union([z.number(), z.string()]).nullable(), name: z.string() })),
})

const range = z.object({ min: z.number(), max: z.number() }).nullable()
const rules = z.object({
  name: range,
  description: range,
  images: range,
  price: range,
  max_skus: z.int().nullable(),
  max_variant_attributes: z.int().nullable(),
  variant_value_length: z.int().nullable(),
  is_brand_required: z.boolean(),
  is_package_size_required: z.boolean(),
  is_cod_possible: z.boolean(),
  delivery_options: z.array(
    z.object({
      delivery_id: z.string(),
      name: z.string(),
      is_enabled: z.boolean(),
      is_cod_possible: z.boolean(),
      masked_by: z.string().nullable(),
      weight_limit: z.number().nullable().describe('Kilograms.'),
    }),
  ),
})

const mappedTo = z.object({
  platform_category_id: z.string(),
  category_id: id.describe("Of the shop's own tree."),
  path: z.string(),
  confidence: z.number().min(0).max(1),
  is_chosen: z.boolean().describe('A person chose it.'),
})
const mapping = z.object({
  data: z
    .record(z.string(), mappedTo)
    .describe('By the code of the channel: the surest of its shops. A channel without one is left out.'),
  meta: z.object({
    category_id: id.nullable().describe('The category of ours; null: none stands for it yet.'),
    shops: z.array(mappedTo.extend({ shop_id: id, platform_id: id })),
  }),
})

const ofShop = { shop_id: z.coerce.number().int().positive().optional(), location_id: location, lang }
const needsQuery = z.strictObject(ofShop)
const optionsQuery = z.strictObject({ ...ofShop, keyword, ...paging })
const errors = ['channel_refused', 'channel_unreachable'] as const
const platformOf = idParam.extend(platformParam.shape)
const attributeOf = idParam.extend({ attribute_id: channelText(1, 100) })
const optionsOf = page(option, age)

export const categories = endpoints({
  'GET /categories': {
    summary: 'Categories of ours: those that the shops use, each once.',
    access: 'products.view',
    query: z.strictObject({ keyword, lang }),
    reply: aged(row),
  },
  'GET /categories/{platform}': {
    summary:
      'Categories of a channel: below one of them, the whole tree, or the leaves that a keyword finds.',
    access: 'products.view',
    params: platformParam,
    query: z.strictObject({
      shop_id: z.coerce
        .number()
        .int()
        .positive()
        .optional()
        .describe('Its tree, if `shop_ids` is not given.'),
      shop_ids: someIds(50).optional().describe('The tree of the first; what another lacks is disabled.'),
      location_id: location,
      lang,
      parent_id: channelText(1, 100).optional().describe('`platform_category_id`; left out: the root.'),
      tree: flagFilter.describe('1: all of them, parents before their children.'),
      platform_category_id: listOf(channelText(1, 100), 200).optional().describe('These ones.'),
      keyword,
    }),
    reply: aged(row),
    errors,
  },
  'GET /categories/{id}/attributes': {
    summary: "Attributes that a category's listings have, the required ones first.",
    access: 'products.view',
    params: idParam,
    query: needsQuery,
    reply: aged(attribute),
    errors,
  },
  'GET /categories/{id}/attributes/{platform}': {
    summary: 'The same for the category of a channel that this one stands for.',
    access: 'products.view',
    params: platformOf,
    query: needsQuery,
    reply: aged(attribute),
    errors,
  },
  'GET /categories/{id}/attributes/{attribute_id}/options': {
    summary: 'Values that an attribute takes, by a part of their name.',
    access: 'products.view',
    params: attributeOf,
    query: optionsQuery,
    reply: optionsOf,
    errors,
  },
  'GET /categories/{id}/attributes/options/{platform}': {
    summary: 'The same of the category of a channel that this one stands for.',
    access: 'products.view',
    params: platformOf,
    query: optionsQuery.extend({ attribute_id: channelText(1, 100) }),
    reply: optionsOf,
    errors,
  },
  'GET /categories/{id}/variants': {
    summary: 'Attributes in which the SKUs of one product may differ. None where sellers make them up.',
    access: 'products.view',
    params: idParam,
    query: needsQuery,
    reply: aged(variant),
    errors,
  },
  'GET /categories/{id}/variants/{platform}': {
    summary: 'The same for the category of a channel that this one stands for.',
    access: 'products.view',
    params: platformOf,
    query: needsQuery,
    reply: aged(variant),
    errors,
  },
  'GET /categories/{id}/rules': {
    summary: 'Limits of the channel for listings of a category, and its courier services.',
    access: 'products.view',
    params: idParam,
    query: needsQuery,
    reply: z.object({ data: rules, meta: z.object(age) }),
    errors,
  },
  'GET /categories/{id}/category-mapping': {
    summary: 'Categories of the other channels that a category stands for.',
    access: 'products.view',
    params: idParam,
    query: z.strictObject({ lang }),
    reply: mapping,
  },
  'GET /category-mapping': {
    summary: 'The same, by `category_id`.',
    access: 'products.view',
    query: z.strictObject({ category_id: z.coerce.number().int().positive(), lang }),
    reply: mapping,
  },
  'POST /category-mapping': {
    summary: "Remembers which category of a shop stands for a category: ours, or another shop's.",
    access: 'products.publish',
    body: z.strictObject({ category_id: id, shop_id: id, platform_category_id: channelText(1, 100) }),
    reply: mapping,
  },
  'GET /attributes/{attribute_id}': {
    summary: 'One attribute of a category.',
    access: 'products.view',
    params: z.object({ attribute_id: channelText(1, 100) }),
    query: needsQuery.extend({ category_id: z.coerce.number().int().positive() }),
    reply: z.object({ data: attribute, meta: z.object(age) }),
    errors,
  },
  'GET /shop-product-template/search-brand': {
    summary: "Brands of a shop's channel that a listing of a category may have, by a part of the name.",
    access: 'products.view',
    query: z.strictObject({
      shop_id: z.coerce.number().int().positive(),
      category_id: z.coerce.number().int().positive().optional().describe("Of the shop's tree, or of ours."),
      platform_category_id: channelText(1, 100).optional(),
      keyword: z.string().trim().pipe(channelText(0, 255)).optional(),
    }),
    reply: item(
      z
        .array(z.object({ id: z.string(), name: z.string(), platform_brand_id: z.string() }))
        .describe('50 at most.'),
    ),
    errors,
  },
})
