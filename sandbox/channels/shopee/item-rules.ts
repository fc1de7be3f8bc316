import { brandsOf, type TreeAttribute, type TreeCategory } from '../../kit/category-tree.ts'
import { isRecord } from '../../kit/http.ts'
import { attributeId, attributesOf, brandId, categoryOf, valueId } from './categories.ts'
import { isDisabledFor, lengthOf, LIMITS, within } from './item-limits.ts'
import { CARRIERS, OWN_FLEET } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { ItemAttribute, ItemFacts, Shop } from './types.ts'
import { badParam, ShopeeError } from './wire.ts'

/** Reads what a seller says of an item; throws in the marketplace's words. Sources: error tables of add_item and update_item. */

type Body = Record<string, unknown>

const constraint = (info: string): ShopeeError => badParam(`Parameter is not match the constraints, ${info}.`)

export function readText(body: Body, name: string, limit: readonly [number, number]): string {
  const value = body[name]
  if (typeof value !== 'string') throw badParam(`Wrong parameters, detail: invalid field ${name}.`)
  if (!within(lengthOf(value), limit)) throw constraint(`${name} takes ${limit[0]} to ${limit[1]} characters`)
  return value
}

/** Minor units. */
export function readPrice(shop: Shop, price: unknown): number {
  const minor = typeof price === 'number' ? Math.round(price * shop.scale) : 0
  const limit = LIMITS.price(shop)
  if (Math.abs(minor / shop.scale - Number(price)) > 1e-9)
    throw new ShopeeError('error_invalid_price', 'Invalid price, please use the correct format')
  if (minor < limit[0])
    throw new ShopeeError('error_price_exceed_min_limitt', 'The original_price is below the min limit.')
  if (minor > limit[1])
    throw new ShopeeError('error_price_exceed_max_limitt', 'The original_price exceeds the max limit.')
  return minor
}

export function readStock(shop: Shop, rows: unknown): number {
  const [first, ...more]: unknown[] = Array.isArray(rows) ? rows : []
  if (!isRecord(first)) throw badParam('Wrong parameters, detail: invalid field seller_stock.')
  const { location_id: location = `${shop.region}Z`, stock } = first
  if (more.length > 0 || location !== `${shop.region}Z`)
    throw new ShopeeError('error_auth', "The location_id input is not matched the shop's location_id.")
  if (typeof stock !== 'number' || !Number.isInteger(stock) || !within(stock, LIMITS.stock))
    throw constraint(`stock takes ${LIMITS.stock[0]} to ${LIMITS.stock[1]}`)
  return stock
}

export function readCategory(id: unknown): TreeCategory {
  const category = categoryOf(id)
  if (!category?.isLeaf || isDisabledFor(category))
    throw new ShopeeError('error_invalid_category', `Invalid category ID ${String(id)}`)
  return category
}

export function readImages(shopee: Shopee, image: unknown, known: readonly string[] = []): string[] {
  const ids: unknown[] =
    isRecord(image) && Array.isArray(image['image_id_list']) ? image['image_id_list'] : []
  if (!within(ids.length, LIMITS.images))
    throw constraint(`image_id_list takes ${LIMITS.images[0]} to ${LIMITS.images[1]} images`)
  return ids.map((id) => readImage(shopee, id, known))
}

export function readImage(shopee: Shopee, id: unknown, known: readonly string[] = []): string {
  if (typeof id !== 'string' || !(known.includes(id) || shopee.images.find(id)))
    throw badParam('Image not exist.')
  return id
}

export function readAttributes(category: TreeCategory, rows: unknown): ItemAttribute[] {
  const given = (Array.isArray(rows) ? rows : []).filter(isRecord)
  const offered = attributesOf(category)
  const read = given.map((row): ItemAttribute => {
    const attribute = offered.find(({ number }) => attributeId(number) === row['attribute_id'])
    if (!attribute)
      throw new ShopeeError('error_invalid_category_attribute', 'Category and attribute not match.')
    const values = (Array.isArray(row['attribute_value_list']) ? row['attribute_value_list'] : []).filter(
      isRecord,
    )
    if (values.length < 1 || values.length > attribute.mostValues)
      throw badParam(`Invalid attribute. ${attribute.name.en} takes 1 to ${attribute.mostValues} values`)
    return {
      id: attributeId(attribute.number),
      name: attribute.name.en,
      values: values.map((value) => readValue(attribute, value)),
    }
  })
  const missing = offered.find(
    ({ number, isRequired }) => isRequired && !read.some(({ id }) => id === attributeId(number)),
  )
  if (missing)
    throw new ShopeeError(
      'error_invalid_attribute',
      `Mandatory attribute information required: ${missing.name.en}`,
    )
  return read
}

function readValue(attribute: TreeAttribute, value: Body): ItemAttribute['values'][number] {
  const { value_id: id, original_value_name: name = '', value_unit: unit = '' } = value
  const label = attribute.name.en
  const option = attribute.options.find(({ number }) => valueId(number) === id)
  if (option) return { id: valueId(option.number), name: option.name.en, unit: '' }
  if (id !== 0 && attribute.options.length === 0)
    throw new ShopeeError('error_value_id_must_equal_zero', 'Value_id must equal 0.')
  if (id !== 0 || !attribute.isFreeText)
    throw badParam(`Invalid attribute. ${label} has no value ${String(id)}`)
  if (typeof name !== 'string' || name === '')
    throw new ShopeeError('error_value_name_required', 'Value_name is required.')
  if (attribute.input === 'number' && !/^\d+(\.\d+)?$/.test(name))
    throw badParam(`Invalid attribute. ${label} must be a number`)
  if (attribute.input === 'date' && !/^\d{1,12}$/.test(name))
    throw badParam(`Invalid attribute. ${label} must be a timestamp`)
  if (attribute.units.length > 0 && !attribute.units.includes(String(unit)))
    throw badParam(`Invalid attribute. ${label} needs one of the units ${attribute.units.join(', ')}`)
  return { id: 0, name, unit: attribute.units.length > 0 ? String(unit) : '' }
}

export function readBrand(category: TreeCategory, brand: unknown): ItemFacts['brand'] {
  if (!isRecord(brand)) {
    if (category.isBrandRequired) throw new ShopeeError('error_invalid_brand', 'Brand information required')
    return { id: 0, name: 'NoBrand' }
  }
  const { brand_id: id, original_brand_name: name } = brand
  if (typeof id !== 'number') throw new ShopeeError('error_invalid_brand', 'Brand ID required')
  if (typeof name !== 'string' || name === '')
    throw new ShopeeError('error_invalid_brand', 'Brand name required')
  if (id === 0) return { id, name: 'NoBrand' }
  const known = brandsOf(category.number).find(({ number }) => brandId(number) === id)
  if (!known) throw new ShopeeError('error_invalid_brand', 'Invalid brand')
  return { id, name: known.name }
}

export function readWeight(weight: unknown): number {
  if (typeof weight !== 'number' || !within(weight, LIMITS.weight)) throw badParam('Invalid Weight.')
  return weight
}

export function readSize(category: TreeCategory, dimension: unknown): ItemFacts['size'] {
  if (!isRecord(dimension)) {
    if (category.isPackageSizeRequired) throw constraint('dimension is mandatory')
    return null
  }
  const [length = 0, width = 0, height = 0] = ['package_length', 'package_width', 'package_height'].map(
    (name) => {
      const value = dimension[name]
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
        throw constraint(`${name} must be a whole number of centimetres`)
      return value
    },
  )
  return { length, width, height }
}

export function readLogistics(shop: Shop, rows: unknown, weight: number): ItemFacts['logistics'] {
  const given = (Array.isArray(rows) ? rows : []).filter(isRecord)
  const offered = [...CARRIERS[shop.region], OWN_FLEET].map(({ id }) => id)
  const read = given.map(({ logistic_id: id, enabled }) => {
    if (typeof id !== 'number' || !offered.includes(id) || typeof enabled !== 'boolean')
      throw badParam(`Invalid logistic info, logistic_id ${String(id)}`)
    return { id, enabled }
  })
  if (!read.some(({ enabled }) => enabled))
    throw badParam('Invalid logistic info, at least one channel must be enabled')
  if (weight > 30) throw badParam('Invalid logistic info, the weight exceeds the limit of the channel')
  return read
}
