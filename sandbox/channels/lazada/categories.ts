import { brandsOf, BRANDS, CATEGORIES, findCategory } from '../../kit/category-tree.ts'
import type { TreeAttribute, TreeCategory, TreeOption, Bilingual } from '../../kit/category-tree.ts'
import { FIRST_BRAND, FIRST_CATEGORY } from './item-facts.ts'
import type { Lazada } from './lazada.ts'
import type { Shop } from './types.ts'
import { LazadaError, missing, shopCall, wholeNumber } from './wire.ts'
import type { Answer, Endpoints, Parameters, ShopCall } from './wire.ts'

const LARGEST_PAGE = 200
const USUAL_PAGE = 40

export const categoryOf = (id: number): TreeCategory | undefined => findCategory(id - FIRST_CATEGORY)

export const isBrandOf = (category: TreeCategory, name: string): boolean =>
  brandsOf(category.number).some((brand) => brand.name === name)

export const brandName = (id: string): string | undefined =>
  BRANDS.find(({ number }) => String(FIRST_BRAND + number) === id)?.name

/** Vietnamese is for Vietnam; a language that a country does not have leaves names empty, as the reference warns. */
function languageIn(shop: Shop, parameters: Parameters): (words: Bilingual) => string | null {
  const { language_code: language = 'en_US' } = parameters
  if (language.startsWith('en') || (shop.country === 'my' && language === 'ms_MY')) return ({ en }) => en
  return shop.country === 'vn' && language === 'vi_VN' ? ({ vi }) => vi : () => null
}

function tree(_lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const word = languageIn(shop, parameters)
  const branch = (parent: number): object[] =>
    CATEGORIES.filter((category) => category.parent === parent).map((category) => ({
      category_id: FIRST_CATEGORY + category.number,
      name: word(category.name),
      leaf: category.isLeaf,
      var: category.attributes.some(({ isVariant }) => isVariant),
      ...(!category.isLeaf && { children: branch(category.number) }),
    }))
  return { data: branch(0) }
}

export const inputOf = ({ input, isFreeText }: TreeAttribute): string => {
  if (input === 'number') return 'numeric'
  if (input === 'bool') return 'singleSelect'
  if (input === 'select') return isFreeText ? 'enumInput' : 'singleSelect'
  if (input === 'multi') return isFreeText ? 'multiEnumInput' : 'multiSelect'
  return input
}

/** Attributes of every product, whatever its category. */
const COMMON: [name: string, label: string, input: string, type: 'normal' | 'sku', isMandatory: boolean][] = [
  ['name', 'Name', 'text', 'normal', true],
  ['description', 'Long Description', 'richText', 'normal', false],
  ['short_description', 'Highlights', 'richText', 'normal', false],
  ['SellerSku', 'Seller SKU', 'text', 'sku', true],
  ['price', 'Price', 'numeric', 'sku', true],
  ['special_price', 'Special Price', 'numeric', 'sku', false],
  ['quantity', 'Quantity', 'numeric', 'sku', false],
  ['package_weight', 'Package Weight (kg)', 'numeric', 'sku', true],
  ['package_length', 'Package Length (cm)', 'numeric', 'sku', true],
  ['package_width', 'Package Width (cm)', 'numeric', 'sku', true],
  ['package_height', 'Package Height (cm)', 'numeric', 'sku', true],
  ['package_content', "What's in the box", 'text', 'sku', false],
]

function attributes(_lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const { primary_category_id: id } = parameters
  if (!id) throw missing('primary_category_id')
  const category = categoryOf(Number(id))
  if (!category) throw new LazadaError('4227', 'Query category is null', 'ISP')
  if (!category.isLeaf) throw new LazadaError('57', 'E057: No attribute sets linked to that category.', 'ISP')
  const word = languageIn(shop, parameters)
  const common = COMMON.map(([name, label, input, type, isMandatory], index) => ({
    id: 100 + index,
    name,
    label,
    input_type: input,
    attribute_type: type,
    is_mandatory: isMandatory ? 1 : 0,
    is_sale_prop: 0,
    options: [],
    advanced: { is_key_prop: 0 },
  }))
  const brand = {
    id: 99,
    name: 'brand',
    label: 'Brand',
    input_type: 'singleSelect',
    attribute_type: 'normal',
    is_mandatory: category.isBrandRequired ? 1 : 0,
    is_sale_prop: 0,
    options: [],
    advanced: { is_key_prop: 1 },
  }
  const own = category.attributes.map((one) => ({
    id: 1_000 + one.number,
    name: one.key,
    label: word(one.name),
    input_type: inputOf(one),
    attribute_type: one.isVariant ? 'sku' : 'normal',
    is_mandatory: one.isRequired ? 1 : 0,
    is_sale_prop: one.isVariant ? 1 : 0,
    options: optionsOf(one, word),
    advanced: { is_key_prop: one.isRequired ? 1 : 0 },
    ...(one.units.length > 0 && {
      unit: { type: one.units, numericMin: '0', numericMax: '99999', precision: 2 },
    }),
  }))
  return { data: [...common, brand, ...own] }
}

const optionsOf = ({ options }: TreeAttribute, word: (words: Bilingual) => string | null): object[] =>
  options.map((option: TreeOption) => ({
    id: option.number,
    name: word(option.name),
    en_name: option.name.en,
  }))

function brands(_lazada: Lazada, { parameters }: ShopCall): Answer {
  if (!parameters['startRow']) throw missing('startRow')
  const start = wholeNumber(parameters['startRow'], 0, 1_000_000, '14')
  const size = wholeNumber(parameters['pageSize'], USUAL_PAGE, LARGEST_PAGE, '19')
  return {
    success: true,
    error_code: null,
    error_msg: null,
    data: {
      enable_total: true,
      start_row: start,
      page_index: Math.floor(start / Math.max(size, 1)) + 1,
      page_size: size,
      total_page: 0,
      total_record: BRANDS.length,
      module: BRANDS.slice(start, start + size).map(({ number, name }) => ({
        brand_id: FIRST_BRAND + number,
        name,
        name_en: name,
        global_identifier: name.toUpperCase().replaceAll(' ', '_'),
      })),
    },
  }
}

export const categoryEndpoints: Endpoints = {
  '/category/tree/get': shopCall(tree),
  '/category/attributes/get': shopCall(attributes),
  '/category/brands/query': shopCall(brands),
}
