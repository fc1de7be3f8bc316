import { z } from 'zod'
import type { TreeAttribute, TreeCategory } from '../../kit/category-tree.ts'
import { attributeId, attributeName, categoryOf, isBrandOf, isOneOf, optionName } from './categories.ts'
import { WAREHOUSE } from './detail.ts'
import { pictureOf, type ItemFacts } from './item-facts.ts'
import { badProductParam } from './products.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'

const imageSchema = z.object({ uri: z.string().min(1) })
const decimal = z.string().regex(/^\d+(\.\d+)?$/)
const id = z.string().regex(/^\d+$/)

export const priceSchema = z.object({ amount: decimal, currency: z.string() })

/** Characters, not halves of them. */
const text = (most: number) =>
  z
    .string()
    .min(1)
    .refine((words) => Array.from(words).length <= most, `takes ${most} characters at most`)

const salesSchema = z.object({
  id: id.optional(),
  name: text(20).optional(),
  value_id: id.optional(),
  value_name: text(50).optional(),
  sku_img: imageSchema.optional(),
})

const skuSchema = z.object({
  id: id.optional(),
  seller_sku: z.string().max(50).default(''),
  sales_attributes: z.array(salesSchema).max(3).default([]),
  price: priceSchema,
  inventory: z
    .array(z.object({ warehouse_id: z.literal(WAREHOUSE).optional(), quantity: z.int().min(0).max(99_999) }))
    .length(1),
})

export const weightSchema = z.object({ value: decimal, unit: z.literal('KILOGRAM') })
export const sizeSchema = z.object({
  length: decimal,
  width: decimal,
  height: decimal,
  unit: z.literal('CENTIMETER'),
})

/** Properties of a product that callers write. */
export const propertySchemas = {
  title: z.string().min(1),
  description: text(10_000),
  category_id: id,
  brand_id: id,
  main_images: z.array(imageSchema).min(1).max(9),
  package_weight: weightSchema,
  package_dimensions: sizeSchema,
  product_attributes: z.array(
    z.object({ id, values: z.array(z.object({ id: id.optional(), name: z.string().optional() })).min(1) }),
  ),
  is_cod_allowed: z.boolean(),
  delivery_option_ids: z.array(z.string()),
  skus: z.array(skuSchema).min(1).max(100),
}

const inputSchema = z.object({
  ...propertySchemas,
  save_mode: z.enum(['LISTING', 'AS_DRAFT']).default('LISTING'),
  brand_id: propertySchemas.brand_id.optional(),
  package_dimensions: propertySchemas.package_dimensions.optional(),
  product_attributes: propertySchemas.product_attributes.default([]),
  is_cod_allowed: z.boolean().default(false),
  delivery_option_ids: propertySchemas.delivery_option_ids.default([]),
})

export type ProductInput = z.infer<typeof inputSchema>
export type SkuInput = z.infer<typeof skuSchema>

/** The first thing that is wrong with the form of a payload is all that is told of it. */
export function readProduct(body: unknown): ProductInput {
  const read = inputSchema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw badProductParam(`Invalid parameter: ${issue?.path.join('.')}: ${issue?.message}`)
}

export const minor = (shop: Shop, price: string): number => Math.round(Number(price) * shop.scale)

/** The values of an attribute as the product shows them; undefined for one that is not taken. */
function valueOf(
  attribute: TreeAttribute,
  given: { id?: string | undefined; name?: string | undefined },
): ItemFacts['attributes'][number]['values'][number] | undefined {
  const known = given.id === undefined ? undefined : optionName(attribute, given.id)
  if (known !== undefined) return { id: given.id ?? '', name: known }
  const name = given.name?.trim() ?? ''
  if (given.id !== undefined || name === '' || isOneOf(attribute)) return undefined
  if (attribute.input === 'number' && !/^\d+(\.\d+)?$/.test(name)) return undefined
  return { id: '', name }
}

export function attributesOf(category: TreeCategory, { product_attributes: given }: ProductInput) {
  return given.flatMap(({ id: own, values }): ItemFacts['attributes'] => {
    const attribute = category.attributes.find((one) => attributeId(one) === own)
    if (!attribute) return []
    return [
      {
        id: own,
        name: attributeName(attribute),
        values: values.flatMap((one) => valueOf(attribute, one) ?? []),
      },
    ]
  })
}

function checkAttributes(category: TreeCategory, input: ProductInput): string[] {
  const complaints: string[] = []
  for (const attribute of category.attributes.filter(({ isVariant }) => !isVariant)) {
    const own = attributeId(attribute)
    const given = input.product_attributes.find((one) => one.id === own)
    const name = `product_attributes.${own}`
    if (!given && attribute.isRequired) complaints.push(`${name}: ${attribute.name.en} is required`)
    if (!given) continue
    // No call tells a number of values, so that a list may be chosen as a whole.
    const most = attribute.mostValues > 1 ? Math.max(attribute.mostValues, attribute.options.length) : 1
    if (given.values.length > most) complaints.push(`${name}: there are too many values`)
    if (given.values.some((value) => !valueOf(attribute, value)))
      complaints.push(`${name}: a value is not one of the attribute`)
  }
  for (const { id: own } of input.product_attributes)
    if (!category.attributes.some((one) => !one.isVariant && attributeId(one) === own))
      complaints.push(`product_attributes.${own}: the category has no such attribute`)
  return complaints
}

function checkSkus(tiktok: Tiktok, shop: Shop, skus: readonly SkuInput[]): string[] {
  const complaints: string[] = []
  const nameOf = (one: SkuInput['sales_attributes'][number]): string => one.id ?? one.name ?? ''
  const [first] = skus
  const names = (first?.sales_attributes ?? []).map(nameOf).join()
  const seen = new Set<string>()
  for (const [at, sku] of skus.entries()) {
    const place = `skus.${at}`
    if (sku.price.currency !== shop.currency) complaints.push(`${place}.price.currency: is not the shop's`)
    const isExact = shop.scale === 1 ? /^\d+$/ : /^\d+(\.\d{1,2})?$/
    if (!isExact.test(sku.price.amount) || Number(sku.price.amount) === 0)
      complaints.push(`${place}.price.amount: is not a price`)
    // A SKU that exists already may be sold out.
    if (sku.id === undefined && sku.inventory[0]?.quantity === 0)
      complaints.push(`${place}.inventory: the quantity must be between 1 and 99999`)
    if (sku.sales_attributes.map(nameOf).join() !== names)
      complaints.push(`${place}.sales_attributes: all SKUs must have the same`)
    if (sku.sales_attributes.some((one) => nameOf(one) === '' || !(one.value_name ?? one.value_id)))
      complaints.push(`${place}.sales_attributes: a name or a value is missing`)
    if (sku.sales_attributes.some(({ sku_img: image }, nth) => image && nth > 0))
      complaints.push(`${place}.sales_attributes: only the first may have images`)
    if (sku.sales_attributes.some(({ sku_img: image }) => image && !pictureOf(tiktok, image.uri)))
      complaints.push(`${place}.sales_attributes: the image is unknown`)
    const key = sku.sales_attributes.map((one) => one.value_name ?? one.value_id).join('\n')
    if (seen.has(key)) complaints.push(`${place}.sales_attributes: two SKUs have the same values`)
    seen.add(key)
  }
  return complaints
}

export function titleComplaints(title: string): string[] {
  const { length } = Array.from(title)
  return length < 25 || length > 255 ? ['title: the length must be between 25 and 255'] : []
}

export const weightComplaints = (weight: string): string[] =>
  Number(weight) > 0 ? [] : ['package_weight: must be more than 0']

/** Everything that is wrong with what a payload says; each begins with the name of its field. */
export function checkProduct(tiktok: Tiktok, shop: Shop, input: ProductInput): string[] {
  const category = categoryOf(input.category_id)
  if (!category?.isLeaf) return ['category_id: is no leaf category']
  if (category.isDisabled) return ['category_id: the shop is not invited to this category']
  const complaints = wholeComplaints(tiktok, shop, input)
  complaints.push(...titleComplaints(input.title))
  if (input.main_images.some(({ uri }) => !pictureOf(tiktok, uri)))
    complaints.push('main_images: an image is unknown')
  return [...complaints, ...weightComplaints(input.package_weight.value)]
}

/** Complaints about properties that belong together. */
export function wholeComplaints(tiktok: Tiktok, shop: Shop, input: ProductInput): string[] {
  const category = categoryOf(input.category_id)
  if (!category?.isLeaf) return ['category_id: is no leaf category']
  if (category.isDisabled) return ['category_id: the shop is not invited to this category']
  const complaints = [...checkAttributes(category, input), ...checkSkus(tiktok, shop, input.skus)]
  if (input.brand_id !== undefined && !isBrandOf(category, input.brand_id))
    complaints.push('brand_id: is not a brand of the category')
  if (category.isPackageSizeRequired && !input.package_dimensions)
    complaints.push('package_dimensions: are required in this category')
  return complaints
}
