import type { TreeAttribute, TreeCategory } from '../../kit/category-tree.ts'
import { UPLOADS } from '../../kit/image-store.ts'
import { brandName, inputOf, isBrandOf } from './categories.ts'
import type { Lazada } from './lazada.ts'
import type { Shop } from './types.ts'

/** Error in a field of a payload; it has a seller_sku when the field belongs to a SKU. */
export interface Complaint {
  field: string
  message: string
  seller_sku?: string
}

/** A SKU as a payload has it. Undefined is left out: an update leaves it as it is. */
export interface SkuInput {
  sellerSku: string
  skuId: string | undefined
  status: string | undefined
  saleProp: Record<string, string> | undefined
  images: string[] | undefined
  price: string | undefined
  quantity: string | undefined
  special: { price: string; from: string; to: string } | undefined
  package: Record<string, string>
}

export interface Variation {
  name: string
  options: string[]
}

const PACKAGE = ['package_weight', 'package_length', 'package_width', 'package_height'] as const
const HEAVIEST = 40
const LARGEST_SUM = 300
const MOST_IMAGES = 8
const LONGEST_NAME = 255
const LARGEST_QUANTITY = 999_999

const says = (field: string, message: string): Complaint[] => [{ field, message }]

export function checkImages(lazada: Lazada, field: string, images: readonly string[]): Complaint[] {
  if (images.length > MOST_IMAGES) return says(field, 'CHK_IMAGE_MAX_ITEMS:Upload a maximum of 8 pictures')
  const hosted = [UPLOADS, '/img/lazada/'].map((path) => lazada.baseUrl() + path)
  const strange = images.find((image) => !hosted.some((start) => image.startsWith(start)))
  if (strange !== undefined)
    return says(field, `BIZ_CHECK_EXIST_OUTER_IMAGE:The image exists in the outer link ${strange}`)
  if (new Set(images).size === images.length) return []
  return says(
    field,
    'THD_IC_ERR_F_DOMAIN_IMAGE_00_01_003:Main image has duplicate. Please remove to continue',
  )
}

/** A picture of one SKU asks for one of each. Source: error 4153 of "CreateProduct". */
export function checkSkuImages(
  skus: readonly { sellerSku: string; images: readonly string[] }[],
): Complaint[] {
  const lacking = skus.filter(({ images }) => images.length === 0)
  if (lacking.length === skus.length) return []
  const message = 'THD_IC_ERR_FC_IC_SKU_IMAGE_001:If you upload a sku picture then all sku must be uploaded'
  return lacking.map(({ sellerSku }) => ({ field: 'Images', message, seller_sku: sellerSku }))
}

/** Checks attributes: a whole product must have all that is mandatory; in a change, the given ones must be right. */
export function checkAttributes(
  category: TreeCategory,
  given: Readonly<Record<string, string>>,
  isWhole: boolean,
): Complaint[] {
  const { name, brand, brand_id: brandId } = given
  const complaints: Complaint[] = []
  if (isWhole ? !name : name === '') complaints.push(...says('name', 'CHK_BASIC_REQUIRED:Name is required'))
  if (Buffer.byteLength(name ?? '') > LONGEST_NAME)
    complaints.push(
      ...says('name', 'THD_IC_ERR_F_PRODUCT_00_15_004:The max length of the title can not exceed 255 bytes'),
    )
  const brandLabel = brandId ? brandName(brandId) : brand
  const isNone = brandLabel === undefined ? !brandId : /^no ?brand$/i.test(brandLabel)
  if (isNone && category.isBrandRequired && (isWhole || brandLabel !== undefined))
    complaints.push(...says('brand', 'BIZ_CHECK_CAT_PROP_MANDATORY:Brand is required in this category'))
  if (!isNone && !isBrandOf(category, brandLabel ?? ''))
    complaints.push(
      ...says('brand', 'THD_BRAND_ID_IS_NOT_VALID_IN_CATEGORY:The brand is invalid in the category'),
    )
  for (const attribute of category.attributes.filter(({ isVariant }) => !isVariant))
    complaints.push(...checkAttribute(attribute, given[attribute.key], isWhole))
  return complaints
}

function checkAttribute(attribute: TreeAttribute, value: string | undefined, isWhole: boolean): Complaint[] {
  const { key, isRequired, units, mostValues, options } = attribute
  if (!value) {
    const isLacking = isRequired && (isWhole || value !== undefined)
    return isLacking ? says(key, `BIZ_CHECK_CAT_PROP_MANDATORY:${attribute.name.en} is required`) : []
  }
  const input = inputOf(attribute)
  if (input === 'numeric') {
    const [, unit = ''] = /^\d+(?:\.\d+)?(?: ?(\S+))?$/.exec(value) ?? [undefined, '?']
    const isRight = units.length > 0 ? units.includes(unit) : unit === ''
    return isRight ? [] : says(key, 'CHECK_CAT_PROP_INVALID_NUMBER:The category attribute value is invalid')
  }
  if (input === 'date')
    return /^\d{4}-\d\d-\d\d$/.test(value) ? [] : says(key, 'The date must be written as YYYY-MM-DD')
  const values = input.startsWith('multi') ? value.split(',') : [value]
  // No call tells a number of values, so that a list may be chosen as a whole.
  const most = mostValues > 1 ? Math.max(mostValues, options.length) : 1
  if (values.length > most)
    return says(key, `CHK_CATPROP_CPV_INPUT_SIZE_LIMIT:${values.length} values are too many`)
  const isOpen = input === 'enumInput' || input === 'multiEnumInput' || input === 'text'
  const strange = values.find((one) => !attribute.options.some(({ name }) => name.en === one))
  return isOpen || strange === undefined
    ? []
    : says(key, `CHK_CATPROP_CPV_NOT_ENUM:${strange} is not included in the dropdown list`)
}

export function checkSku(lazada: Lazada, shop: Shop, sku: SkuInput, isNew: boolean): Complaint[] {
  const complaints = [
    ...checkPrice(shop, sku, isNew),
    ...checkPackage(sku.package, isNew),
    ...checkImages(lazada, 'Images', sku.images ?? []),
  ]
  if (isNew && sku.sellerSku === '')
    complaints.push(...says('SellerSku', 'SELLER_SKU_INVALID:Seller SKU is empty'))
  const { quantity } = sku
  if (quantity !== undefined && (!/^\d+$/.test(quantity) || Number(quantity) > LARGEST_QUANTITY))
    complaints.push(...says('quantity', 'THD_INVENTORY_ERR_INV_PARAM_ILLEGAL:illegal parameter:quantity'))
  return complaints.map((complaint) => ({ ...complaint, seller_sku: sku.sellerSku }))
}

const isPrecise = (shop: Shop, text: string): boolean =>
  (shop.scale === 1 ? /^\d+$/ : /^\d+(\.\d{1,2})?$/).test(text)

export function checkPrice(
  shop: Shop,
  { price, special }: Pick<SkuInput, 'price' | 'special'>,
  isNew: boolean,
  now = price,
): Complaint[] {
  if (price === undefined ? isNew : Number(price) === 0)
    return says('price', 'BIZ_CHECK_PRICE_IS_ZERO:The price is missing or 0')
  if (price !== undefined && !isPrecise(shop, price))
    return says('price', 'BIZ_CHECK_PRICE_PRECISION_INVALID:Price accuracy check failed')
  if (!special || special.price === '' || Number(special.price) === 0) return []
  if (!isPrecise(shop, special.price))
    return says('special_price', 'BIZ_CHECK_SPECIAL_PRICE_PRECISION_INVALID:Special accuracy check failed')
  if (now !== undefined && Number(special.price) >= Number(now))
    return says(
      'special_price',
      'BIZ_CHECK_SPECIAL_PRICE_GREATER_THAN_PRICE:The discount price must be cheaper than the regular price',
    )
  const isBackwards = special.from !== '' && special.to !== '' && special.from > special.to
  return isBackwards
    ? says('special_from_date', 'BIZ_CHECK_SPECIAL_PRICE_FROM_DATE_AFTER_TO_DATE:Special offer date check')
    : []
}

function checkPackage(given: Readonly<Record<string, string>>, isNew: boolean): Complaint[] {
  const lacking = PACKAGE.find((name) => (isNew ? !given[name] : given[name] === ''))
  if (lacking) return says(lacking, `CHK_BASIC_REQUIRED:${lacking} is required`)
  const wrong = PACKAGE.find((name) => given[name] !== undefined && !(Number(given[name]) > 0))
  if (wrong) return says(wrong, 'BIZ_CHECK_PACKAGE_DECIMAL_INVALID:Package attribute value is not valid')
  if (Number(given['package_weight'] ?? 0) > HEAVIEST)
    return says('package_weight', 'BIZ_CHECK_MAX_PACKAGE_WEIGHT:The package weight exceeds 40kg')
  const sum = PACKAGE.slice(1).reduce((all, name) => all + Number(given[name] ?? 0), 0)
  return sum > LARGEST_SUM
    ? says('package_length', 'BIZ_CHECK_MAX_PACKAGE_DIMENISIONS:Length+Width+Height exceeds 300cm')
    : []
}

/** Every SKU has a value of its own for each variation, and no two have the same. */
export function checkVariation(
  variation: readonly Variation[],
  skus: readonly { sellerSku: string; saleProp: Record<string, string> }[],
): Complaint[] {
  if (variation.length > 4) return says('variation', 'Invalid variation: there are more than 4')
  if (variation.length === 0 && skus.length > 1)
    return says('variation', 'Invalid variation: several SKUs need one')
  const seen = new Set<string>()
  return skus.flatMap(({ sellerSku, saleProp }): Complaint[] => {
    const complain = (message: string): Complaint[] => [{ field: 'saleProp', message, seller_sku: sellerSku }]
    const names = Object.keys(saleProp)
    if (names.some((name) => !variation.some((one) => one.name === name)))
      return complain(
        'BIZ_CHECK_SALEPROP_ATTRIBUTE_INVALID:The selling attributes are not defined in the variation',
      )
    if (names.length < variation.length)
      return complain('CHK_SKU_PROPS_NOT_IDENTICAL:Sales attribute is not filled in')
    if (variation.some(({ name, options }) => !options.includes(saleProp[name] ?? '')))
      return complain('Invalid variation: the option is not among those of the variation')
    const key = variation.map(({ name }) => saleProp[name]).join('\n')
    if (seen.has(key)) return complain('CHK_SKU_PROPS_DUPLICATE:Duplicate Sku attributes')
    seen.add(key)
    return []
  })
}
