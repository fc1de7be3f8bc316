/** Requirements of Shopee for new items. Source: "v2.product" API reference, guide "Creating product preparation". */
import type { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { Catalog } from '../../catalog.ts'
import { parentsFirst } from '../../parents-first.ts'
import { readAgain } from '../../read-again.ts'
import type { CategoryAttribute, Range } from '../../../model/category.ts'
import type { Language } from '../../../model/language.ts'
import { toMinor } from '../../../model/money.ts'
import {
  attributeTreeSchema,
  brandsSchema,
  categoriesSchema,
  channelsSchema,
  get,
  limitsSchema,
} from './selling-wire.ts'
import type { attributeSchema } from './selling-wire.ts'

const brandPageSize = 100
/** Limits of init_tier_variation and add_model. */
const mostModels = 50
const mostTiers = 2

/** Each country has some languages and answers in its own where it lacks the one that is asked for. */
const languages: Partial<Record<Language, string>> = { en: 'en', vn: 'vi', my: 'ms-my' }

export const catalog: Catalog = {
  async categories(session, language) {
    const { response } = await readAgain(() =>
      get(session, 'product/get_category', { language: languageCode(language) }, categoriesSchema),
    )
    const rows = response.category_list.map((row) => ({
      channelCategoryId: String(row.category_id),
      parentId: row.parent_category_id ? String(row.parent_category_id) : null,
      name: row.display_category_name || row.original_category_name || String(row.category_id),
      isLeaf: !row.has_children,
      // Categories that need an invitation are not in the list.
      isDisabled: false,
    }))
    return parentsFirst(rows)
  },

  async attributes(session, channelCategoryId, language) {
    const query = { category_id_list: channelCategoryId, language: languageCode(language) }
    const { response } = await readAgain(() =>
      get(session, 'product/get_attribute_tree', query, attributeTreeSchema),
    )
    const tree = response.list.find((one) => String(one.category_id) === channelCategoryId)
    if (!tree?.attribute_tree || tree.warning)
      throw new ChannelError(
        'refused',
        tree?.warning || ownMessage('refusal.unknown_category', { channel: 'Shopee', id: channelCategoryId }),
      )
    return tree.attribute_tree.map(toAttribute)
  },

  async brands(session, { channelCategoryId, keyword, cursor }) {
    const wanted = keyword?.trim().toLowerCase() ?? ''
    const query = {
      category_id: channelCategoryId,
      status: '1',
      offset: cursor ?? '0',
      page_size: String(brandPageSize),
      language: 'en',
    }
    const { response } = await readAgain(() => get(session, 'product/get_brand_list', query, brandsSchema))
    const brands = (response.brand_list ?? []).map((row) => ({
      channelBrandId: String(row.brand_id),
      // The original one is what add_item wants to hear with the id.
      name: row.original_brand_name || row.display_brand_name || '',
    }))
    const next = response.next_offset ?? Number(query.offset) + brandPageSize
    if (response.has_next_page && next <= Number(query.offset))
      throw new ChannelError('changed-shape', ownMessage('refusal.list_order', { channel: 'Shopee' }))
    return {
      brands: brands.filter(({ name }) => name.toLowerCase().includes(wanted)),
      nextCursor: response.has_next_page ? String(next) : null,
    }
  },

  async rules(session, channelCategoryId) {
    const brandQuery = { category_id: channelCategoryId, status: '1', offset: '0', page_size: '1' }
    const [{ response: limits }, { response: brands }, delivery] = await Promise.all([
      readAgain(() =>
        get(session, 'product/get_item_limit', { category_id: channelCategoryId }, limitsSchema),
      ),
      readAgain(() => get(session, 'product/get_brand_list', brandQuery, brandsSchema)),
      catalog.deliveryOptions(session),
    ])
    const price = rangeOf(limits.price_limit)
    return {
      name: rangeOf(limits.item_name_length_limit),
      description: rangeOf(limits.item_description_length_limit),
      images: rangeOf(limits.item_image_count_limit),
      price: price && {
        min: toMinor(price.min, session.currency),
        max: toMinor(price.max, session.currency),
      },
      mostSkus: mostModels,
      mostVariantAttributes: mostTiers,
      variantValueLength: limits.tier_variation_option_length_limit?.max_limit ?? null,
      isBrandRequired: brands.is_mandatory ?? false,
      isPackageSizeRequired: limits.dimension_limit?.dimension_mandatory ?? false,
      isCashOnDeliveryPossible: delivery.some(
        (one) => one.maskedBy === null && one.isEnabled && one.isCashOnDeliveryPossible,
      ),
    }
  },

  async deliveryOptions(session: Session) {
    const { response } = await readAgain(() => get(session, 'logistics/get_channel_list', {}, channelsSchema))
    return response.logistics_channel_list.map((row) => ({
      channelDeliveryId: String(row.logistics_channel_id),
      name: row.logistics_channel_name,
      isEnabled: row.enabled ?? false,
      isCashOnDeliveryPossible: row.cod_enabled ?? false,
      maskedBy: row.mask_channel_id ? String(row.mask_channel_id) : null,
      heaviest: row.weight_limit?.item_max_weight || null,
    }))
  },
}

function languageCode(language: Language): string {
  return languages[language] ?? 'en'
}

type Attribute = z.infer<typeof attributeSchema>

// AttributeInputType and AttributeInputValidationType of the reference.
const freeInputs = new Set([2, 3, 5])
const multiInputs = new Set([4, 5])
const freeText = 3
const validations: Record<number, CategoryAttribute['input']> = { 1: 'number', 3: 'number', 4: 'date' }

function toAttribute(row: Attribute): CategoryAttribute {
  const { input_type: type, input_validation_type: validation } = row.attribute_info
  const isMulti = multiInputs.has(type)
  const single = type === freeText ? (validations[validation ?? 0] ?? 'text') : 'select'
  return {
    channelAttributeId: String(row.attribute_id),
    name: row.name,
    isRequired: row.mandatory ?? false,
    // Options that models differ in are no attributes: sellers make them up.
    isVariant: false,
    input: isMulti ? 'multi' : single,
    isFreeText: freeInputs.has(type),
    options: (row.attribute_value_list ?? []).map((value) => ({
      id: String(value.value_id),
      name: value.name,
    })),
    units: row.attribute_info.attribute_unit_list ?? [],
    mostValues: isMulti ? Math.max(1, row.attribute_info.max_value_count ?? 1) : 1,
  }
}

function rangeOf(
  limit: { min_limit?: number | null; max_limit?: number | null } | null | undefined,
): Range | null {
  return limit?.max_limit == null ? null : { min: limit.min_limit ?? 0, max: limit.max_limit }
}
