import { BRANDS, brandsOf, CATEGORIES, findCategory } from '../../kit/category-tree.ts'
import type { TreeAttribute, TreeCategory, Bilingual } from '../../kit/category-tree.ts'
import { FIRST_ATTRIBUTE, FIRST_BRAND, FIRST_CATEGORY, FIRST_VALUE } from './item-facts.ts'
import type { Tiktok } from './tiktok.ts'
import { badParam, TiktokError, type Endpoints, type ShopCall } from './wire.ts'

const LARGEST_PAGE = 100

export const categoryId = (number: number): string => (number === 0 ? '0' : String(FIRST_CATEGORY + number))

export const categoryOf = (id: string): TreeCategory | undefined => findCategory(Number(id) - FIRST_CATEGORY)

export const attributeId = ({ number }: TreeAttribute): string => String(FIRST_ATTRIBUTE + number)
const valueId = (number: number): string => String(FIRST_VALUE + number)
const brandId = (number: number): string => String(FIRST_BRAND + BigInt(number))

export const brandName = (id: string): string | undefined =>
  BRANDS.find(({ number }) => brandId(number) === id)?.name

export const isBrandOf = ({ number }: TreeCategory, id: string): boolean =>
  brandsOf(number).some((brand) => brandId(brand.number) === id)

/** The way down the tree, the root first. */
export function chainOf(number: number): object[] {
  const category = findCategory(number)
  if (!category) return []
  const { parent, name, isLeaf } = category
  const own = { id: categoryId(number), parent_id: categoryId(parent), local_name: name.en, is_leaf: isLeaf }
  return [...chainOf(parent), own]
}

const languageIn =
  ({ query, shop }: ShopCall) =>
  (words: Bilingual): string =>
    query.get('locale') === 'vi-VN' && shop.region === 'VN' ? words.vi : words.en

function tree(_tiktok: Tiktok, call: ShopCall): object {
  const word = languageIn(call)
  const keyword = (call.query.get('keyword') ?? '').toLowerCase()
  return {
    categories: CATEGORIES.filter(({ name }) => word(name).toLowerCase().includes(keyword)).map(
      (category) => ({
        id: categoryId(category.number),
        parent_id: categoryId(category.parent),
        local_name: word(category.name),
        is_leaf: category.isLeaf,
        permission_statuses: [category.isDisabled ? 'INVITE_ONLY' : 'AVAILABLE'],
      }),
    ),
  }
}

function leaf({ id }: ShopCall): TreeCategory {
  const category = categoryOf(id)
  if (!category?.isLeaf) throw new TiktokError(12052910, 'Invalid parameter: category_id is no leaf category')
  return category
}

export const isOneOf = ({ input, isFreeText }: TreeAttribute): boolean =>
  !isFreeText && ['select', 'multi', 'bool'].includes(input)

/** Units are a part of the name: this marketplace has no field for them. */
const nameOf = ({ name, units }: TreeAttribute, word: (words: Bilingual) => string): string =>
  units.length > 0 ? `${word(name)} (${units[0]})` : word(name)

export const attributeName = (attribute: TreeAttribute): string => nameOf(attribute, ({ en }) => en)

function attributes(_tiktok: Tiktok, call: ShopCall): object {
  const word = languageIn(call)
  return {
    attributes: leaf(call).attributes.map((attribute) => ({
      id: attributeId(attribute),
      name: nameOf(attribute, word),
      type: attribute.isVariant ? 'SALES_PROPERTY' : 'PRODUCT_PROPERTY',
      // The reference's own spelling.
      is_requried: attribute.isRequired,
      is_multiple_selection: attribute.input === 'multi',
      is_customizable: !isOneOf(attribute),
      ...(attribute.input === 'number' && { value_data_format: 'POSITIVE_INT_OR_DECIMAL' }),
      ...(attribute.options.length > 0 && {
        values: attribute.options.map(({ number, name }) => ({ id: valueId(number), name: word(name) })),
      }),
    })),
  }
}

/** Returns the name of the option with this id. */
export const optionName = ({ options }: TreeAttribute, id: string): string | undefined =>
  options.find(({ number }) => valueId(number) === id)?.name.en

function rules(_tiktok: Tiktok, call: ShopCall): object {
  return {
    product_certifications: [],
    size_chart: { is_supported: false, is_required: false },
    cod: { is_supported: true },
    package_dimension: { is_required: leaf(call).isPackageSizeRequired },
  }
}

function brands(_tiktok: Tiktok, { query }: ShopCall): object {
  const size = Number(query.get('page_size') ?? NaN)
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_PAGE)
    throw badParam('Invalid parameter: page_size')
  const category = query.get('category_id')
  const wanted = (query.get('brand_name') ?? '').toLowerCase()
  const own = category === null ? BRANDS : brandsOf(Number(category) - FIRST_CATEGORY)
  const found = own.filter(({ name }) => name.toLowerCase().includes(wanted))
  const start = readToken(query.get('page_token'))
  return {
    brands: found.slice(start, start + size).map(({ number, name }) => ({
      id: brandId(number),
      name,
      authorized_status: 'UNAUTHORIZED',
      brand_status: 'ONLINE',
      is_t1_brand: false,
    })),
    next_page_token: start + size < found.length ? Buffer.from(`b${start + size}`).toString('base64') : '',
    total_count: found.length,
  }
}

function readToken(text: string | null): number {
  if (text === null || text === '') return 0
  const [, start] = /^b(\d+)$/.exec(Buffer.from(text, 'base64').toString()) ?? []
  if (start === undefined) throw badParam('Invalid page_token')
  return Number(start)
}

export const categoryEndpoints: Endpoints = {
  'product/categories': { method: 'GET', scope: 'shop', run: tree },
  'product/categories/:id/attributes': { method: 'GET', scope: 'shop', run: attributes },
  'product/categories/:id/rules': { method: 'GET', scope: 'shop', run: rules },
  'product/brands': { method: 'GET', scope: 'shop', run: brands },
}
