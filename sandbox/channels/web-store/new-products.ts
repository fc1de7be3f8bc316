/** Products and variants that callers create. Source: "Create Product" and "Create Variant" of the Admin API reference. */
import { z } from 'zod'
import { allProducts, findProduct } from './find-goods.ts'
import { handleOf, skuOf } from './goods.ts'
import { measureFields } from './measures.ts'
import { readBody } from './read-body.ts'
import { named } from './stores.ts'
import { checkTaxonomy } from './taxonomy.ts'
import type { AdminCall } from './web-store.ts'
import type { ProductHead, Row } from './types.ts'
import { invalid } from './wire.ts'

const text = z.string().nullish()
const ids = z.array(z.strictObject({ id: z.string() })).optional()

/** Fields that are kept as they are written. */
export const plainFields = {
  subtitle: text,
  external_id: text,
  type_id: text,
  collection_id: text,
  ...measureFields,
  is_giftcard: z.boolean().optional(),
  discountable: z.boolean().optional(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
}

export const productFields = {
  ...plainFields,
  handle: z.string().optional(),
  description: text,
  thumbnail: text,
  categories: ids,
  tags: ids,
  sales_channels: ids,
  shipping_profile_id: text,
}

export const statusSchema = z.enum(['draft', 'proposed', 'published', 'rejected'])

export const priceSchema = z.strictObject({
  id: z.string().optional(),
  currency_code: z.string(),
  amount: z.number().min(0),
  min_quantity: z.number().nullish(),
  max_quantity: z.number().nullish(),
  rules: z.record(z.string(), z.unknown()).nullish(),
})

export const variantFields = {
  sku: text,
  ean: text,
  upc: text,
  barcode: text,
  ...measureFields,
  variant_rank: z.number().optional(),
  allow_backorder: z.boolean().optional(),
  manage_inventory: z.boolean().optional(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  options: z.record(z.string(), z.string()).optional(),
}

export const newVariantSchema = z.strictObject({
  ...variantFields,
  title: z.string(),
  prices: z.array(priceSchema),
})
export type NewVariant = z.infer<typeof newVariantSchema>

const optionSchema = z.strictObject({ title: z.string(), values: z.array(z.string()) })

const productSchema = z.strictObject({
  ...productFields,
  title: z.string(),
  status: statusSchema.nullish(),
  images: z.array(z.strictObject({ url: z.string() })).default([]),
  options: z.array(optionSchema).default([]),
  variants: z.array(newVariantSchema).default([]),
})

/** Fields that a product keeps beside the ones that have a meaning here. */
export function plainOf(input: Row): Row {
  return Object.fromEntries(
    Object.keys(plainFields).flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  )
}

/** Creates a product, and answers its id. */
export function createProduct(call: AdminCall): string {
  const { shop, store } = call
  const input = readBody(call.body, productSchema)
  if (input.options.length === 0) throw invalid(`Product options are not provided for: [${input.title}].`)
  const handle = input.handle || handleOf(input.title)
  checkHandle(call, handle, '')
  checkTaxonomy(store, input)
  // The server looks for twins among variants that come later only.
  for (const variant of input.variants) checkValues(variant, input.options)
  checkCodes(call, input.variants)
  const now = shop.world.clock.nowMs()
  const head: ProductHead = {
    slug: store.slug,
    title: input.title,
    status: input.status ?? 'draft',
    created: now,
    updated: now,
    deleted: 0,
  }
  const id = named('prod', `${store.slug}:new:${handle}:${now}`)
  shop.facts.set(id, {
    description: input.description ?? null,
    thumbnail: input.thumbnail ?? null,
    images: input.images.map(({ url }) => url),
    handle,
    ...(input.categories && { categories: input.categories.map((one) => one.id) }),
    optionRows: input.options,
    more: plainOf(input),
    head,
  })
  for (const variant of input.variants) addVariant(call, { productId: id, name: input.title }, variant)
  shop.subscriber.send(store, 'product.created', { id })
  return id
}

export function checkHandle(call: AdminCall, handle: string, own: string): void {
  const isTaken = allProducts(call).some(
    ({ id, title, deleted, facts }) => id !== own && !deleted && (facts.handle ?? handleOf(title)) === handle,
  )
  if (isTaken) throw invalid(`Product with handle: ${handle}, already exists.`)
}

type Option = z.infer<typeof optionSchema>

type Chosen = Pick<NewVariant, 'title' | 'options'>

/** No two variants have the same value of each option; `known` are those that the product has. */
export function checkOptions(
  variants: readonly Chosen[],
  options: readonly Pick<Option, 'title' | 'values'>[],
  known: readonly Chosen[],
): void {
  const keyOf = (one: Chosen): string => JSON.stringify(options.map(({ title }) => one.options?.[title]))
  const taken = new Map(known.map((one) => [keyOf(one), one.title]))
  for (const variant of variants) {
    checkValues(variant, options)
    const twin = taken.get(keyOf(variant))
    if (twin !== undefined) throw invalid(`Variant (${twin}) with provided options already exists.`)
    taken.set(keyOf(variant), variant.title)
  }
}

/** A variant may have no option at all. */
function checkValues(
  { title, options: given = {} }: Chosen,
  options: readonly Pick<Option, 'title' | 'values'>[],
): void {
  const count = Object.keys(given).length
  if (count === 0) return
  if (count !== options.length)
    throw invalid(
      `Product has ${options.length} option values but there were ${count} provided option values for the variant: ${title}.`,
    )
  for (const option of options) {
    const value = given[option.title] ?? ''
    if (!option.values.includes(value))
      throw invalid(`Option value ${value} does not exist for option ${option.title}`)
  }
}

/** A code belongs to one variant of the shop. */
export function checkCodes(
  { shop, store }: AdminCall,
  variants: readonly { sku?: string | null | undefined }[],
  own = '',
): void {
  const codes = variants.flatMap(({ sku }) => sku || [])
  const twice = codes.find((code, at) => codes.indexOf(code) !== at)
  const isTaken = (code: string): boolean =>
    shop.catalog
      .all(store.slug)
      .some((one) => skuOf(one) === code && one.status !== 'deleted' && one.skuId !== own)
  const taken = twice ?? codes.find(isTaken)
  if (taken !== undefined) throw invalid(`Product variant with sku: ${taken}, already exists.`)
}

/** A variant that nobody counts is never sold out. */
const PLENTY = 1_000_000

/** Its stock is counted from the first level on that is written. */
export function addVariant(
  call: AdminCall,
  { productId, name }: { productId: string; name: string },
  { sku, title, options = {}, prices, manage_inventory: isManaged = true }: NewVariant,
): string {
  const { shop, store } = call
  const skuId = named('variant', `${productId}:${sku ?? ''}:${title}:${shop.world.clock.nowMs()}`)
  const facts = shop.facts.get(productId) ?? {}
  const kept = isManaged ? 'uncounted' : 'unmanaged'
  shop.facts.set(productId, {
    ...facts,
    titles: { ...facts.titles, [skuId]: title },
    options: {
      ...facts.options,
      [skuId]: Object.entries(options).map(([option, value]) => ({ title: option, value })),
    },
    [kept]: [...(facts[kept] ?? []), skuId],
  })
  const product = findProduct(call, productId)
  shop.catalog.publish({
    shopId: store.slug,
    productId,
    skuId,
    base: sku ?? '',
    code: sku ?? '',
    name,
    variant: Object.values(options).join(', '),
    weight: 0,
    price: priceIn(store.currency, store.decimals, prices),
    stock: isManaged ? 0 : PLENTY,
    status: product?.status === 'published' ? 'listed' : 'unlisted',
  })
  return skuId
}

type Price = z.infer<typeof priceSchema>

/** The sandbox keeps the one price in the store's own money that holds for everybody. */
export function priceIn(currency: string, decimals: number, prices: readonly Price[]): number {
  const plain = prices.filter(
    ({ rules, min_quantity: least }) => !least && Object.keys(rules ?? {}).length === 0,
  )
  const codes = plain.map((one) => one.currency_code)
  if (new Set(codes).size < codes.length) throw invalid('Invalid request: two prices of one currency')
  const own = plain.find(({ currency_code: code }) => code.toUpperCase() === currency)
  return Math.round((own?.amount ?? 0) * 10 ** decimals)
}
