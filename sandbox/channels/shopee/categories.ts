import {
  brandsOf,
  CATEGORIES,
  findCategory,
  type TreeAttribute,
  type TreeCategory,
  type Bilingual,
} from '../../kit/category-tree.ts'
import { isDisabledFor, LIMITS } from './item-limits.ts'
import { amount } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { Shop } from './types.ts'
import { badParam, intParam, listParam, shopGet, type Answer, type Endpoints, type ShopCall } from './wire.ts'

/** The tree's numbers as Shopee's. */
const FIRST_CATEGORY = 100_600
const FIRST_ATTRIBUTE = 100_100
const FIRST_VALUE = 500_000
const FIRST_BRAND = 1_200_000

export const categoryId = (number: number): number => (number === 0 ? 0 : FIRST_CATEGORY + number)
export const attributeId = (number: number): number => FIRST_ATTRIBUTE + number
export const valueId = (number: number): number => FIRST_VALUE + number
export const brandId = (number: number): number => FIRST_BRAND + number

export const categoryOf = (id: unknown): TreeCategory | undefined =>
  typeof id === 'number' ? findCategory(id - FIRST_CATEGORY) : undefined

/** Shopee's sellers make up their variations themselves: what differs between SKUs is no attribute. */
export const attributesOf = (category: TreeCategory): readonly TreeAttribute[] =>
  category.attributes.filter(({ isVariant }) => !isVariant)

/** Each country has its own languages; any other gets English. */
const languageIn = (shop: Shop, query: URLSearchParams): ((words: Bilingual) => string) => {
  const isVietnamese = shop.region === 'VN' && (query.get('language') ?? 'vi').toLowerCase() === 'vi'
  return (words) => (isVietnamese ? words.vi : words.en)
}

function getCategory(_shopee: Shopee, { shop, query }: ShopCall): Answer {
  const word = languageIn(shop, query)
  return {
    wrapped: {
      category_list: CATEGORIES.filter((category) => !isDisabledFor(category)).map((category) => ({
        category_id: categoryId(category.number),
        parent_category_id: categoryId(category.parent),
        original_category_name: category.name.en,
        display_category_name: word(category.name),
        has_children: !category.isLeaf,
      })),
    },
  }
}

// v2.product.get_attribute_tree: 1 one of a list, 2 the same or words of one's own, 3 words, 4 and 5 several of them.
function inputType({ input, isFreeText, options }: TreeAttribute): number {
  if (input === 'multi') return isFreeText ? 5 : 4
  if (options.length === 0) return 3
  return isFreeText ? 2 : 1
}

const VALIDATION: Record<TreeAttribute['input'], number> = {
  text: 2,
  number: 3,
  date: 4,
  select: 0,
  multi: 0,
  bool: 0,
}

function getAttributeTree(_shopee: Shopee, { shop, query }: ShopCall): Answer {
  const word = languageIn(shop, query)
  const ids = listParam(query, 'category_id_list').map(Number)
  if (ids.length < 1 || ids.length > 20)
    throw badParam('Wrong parameters, detail: category_id_list takes 1 to 20 entries.')
  return {
    wrapped: {
      list: ids.map((id) => {
        const category = categoryOf(id)
        if (!category?.isLeaf) return { category_id: id, attribute_tree: [], warning: 'Invalid category.' }
        return {
          category_id: id,
          attribute_tree: attributesOf(category).map((attribute) => ({
            attribute_id: attributeId(attribute.number),
            mandatory: attribute.isRequired,
            name: word(attribute.name),
            attribute_value_list: attribute.options.map((option) => ({
              value_id: valueId(option.number),
              name: word(option.name),
              value_unit: '',
              child_attribute_list: [],
            })),
            attribute_info: {
              input_type: inputType(attribute),
              input_validation_type: VALIDATION[attribute.input],
              format_type: attribute.units.length > 0 ? 2 : 1,
              date_format_type: 0,
              attribute_unit_list: attribute.units,
              max_value_count: attribute.mostValues,
              introduction: '',
              is_oem: false,
              support_search_value: false,
            },
          })),
        }
      }),
    },
  }
}

function getBrandList(_shopee: Shopee, { query }: ShopCall): Answer {
  const category = categoryOf(intParam(query, 'category_id'))
  const [offset, size] = [intParam(query, 'offset'), intParam(query, 'page_size')]
  const status = intParam(query, 'status')
  if (size < 1 || size > 100) throw badParam('Wrong parameters, detail: page_size must be between 1 and 100.')
  if (status !== 1 && status !== 2) throw badParam('Wrong parameters, detail: invalid field status.')
  if (!category?.isLeaf) throw badParam('Invalid category.')
  // Brands that wait for approval never come up.
  const all = status === 1 ? brandsOf(category.number) : []
  const next = offset + size
  return {
    wrapped: {
      brand_list: all.slice(offset, next).map(({ number, name }) => ({
        brand_id: brandId(number),
        original_brand_name: name,
        display_brand_name: name,
      })),
      has_next_page: next < all.length,
      next_offset: next < all.length ? next : 0,
      is_mandatory: category.isBrandRequired,
      input_type: 'DROP_DOWN',
    },
  }
}

const range = ([min, max]: readonly [number, number]): object => ({ min_limit: min, max_limit: max })

function getItemLimit(_shopee: Shopee, { shop, query }: ShopCall): Answer {
  const category = query.has('category_id') ? categoryOf(intParam(query, 'category_id')) : undefined
  if (query.has('category_id') && !category?.isLeaf) throw badParam('Invalid category.')
  const [least, most] = LIMITS.price(shop)
  return {
    wrapped: {
      price_limit: range([amount(shop, least), amount(shop, most)]),
      stock_limit: range(LIMITS.stock),
      item_name_length_limit: range(LIMITS.name),
      item_image_count_limit: range(LIMITS.images),
      item_description_length_limit: range(LIMITS.description),
      tier_variation_name_length_limit: range(LIMITS.tierName),
      tier_variation_option_length_limit: range(LIMITS.option),
      item_count_limit: { max_limit: 50_001 },
      dts_limit: { days_to_ship_limit: range([7, 30]), non_pre_order_days_to_ship: 2 },
      weight_limit: { weight_mandatory: true },
      dimension_limit: { dimension_mandatory: category?.isPackageSizeRequired ?? false },
    },
  }
}

export const categoryEndpoints: Endpoints = {
  'product/get_category': shopGet(getCategory),
  'product/get_attribute_tree': shopGet(getAttributeTree),
  'product/get_brand_list': shopGet(getBrandList),
  'product/get_item_limit': shopGet(getItemLimit),
}
