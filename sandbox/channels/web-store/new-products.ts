/** Products that callers create, with all their variants. Source: "Create Product" of the Admin API reference. */
import { z } from 'zod'
import { named } from './stores.ts'
import { checkTaxonomy } from './taxonomy.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, readBody } from './wire.ts'

const price = z.looseObject({ amount: z.number().min(0), currency_code: z.string() })

export const newVariantSchema = z.looseObject({
  title: z.string().min(1),
  sku: z.string().optional(),
  manage_inventory: z.boolean().optional(),
  options: z.record(z.string(), z.string()).default({}),
  prices: z.array(price),
})
type NewVariant = z.infer<typeof newVariantSchema>

const optionSchema = z.strictObject({ title: z.string().min(1), values: z.array(z.string()).min(1) })

const productSchema = z.looseObject({
  title: z.string().min(1),
  handle: z.string().optional(),
  description: z.string().nullish(),
  status: z.enum(['draft', 'proposed', 'published', 'rejected']).default('draft'),
  thumbnail: z.string().nullish(),
  images: z.array(z.looseObject({ url: z.string() })).default([]),
  options: z.array(optionSchema).min(1),
  variants: z.array(newVariantSchema).default([]),
  categories: z.array(z.strictObject({ id: z.string() })).optional(),
  collection_id: z.string().nullish(),
  type_id: z.string().nullish(),
  tags: z.array(z.strictObject({ id: z.string() })).optional(),
})

/** Creates a product, and answers its id. */
export function createProduct(call: AdminCall): string {
  const { shop, store } = call
  const input = readBody(call.body, productSchema)
  const handle = input.handle || input.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const isTaken = shop.catalog
    .all(store.slug)
    .some(
      ({ productId, status, name }) =>
        status !== 'deleted' &&
        (shop.facts.get(productId)?.handle ?? name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')) === handle,
    )
  if (isTaken) throw invalid(`Product with handle: ${handle}, already exists.`)
  checkTaxonomy(store, input)
  checkOptions(input.variants, input.options)
  checkCodes(call, input.variants)
  const productId = named('prod', `${store.slug}:new:${handle}`)
  shop.facts.set(productId, {
    description: input.description ?? null,
    thumbnail: input.thumbnail ?? null,
    images: input.images.map(({ url }) => url),
    handle,
    ...(input.categories && { categories: input.categories.map(({ id }) => id) }),
  })
  for (const variant of input.variants) addVariant(call, { productId, name: input.title }, variant)
  if (input.status !== 'published')
    for (const listing of shop.catalog.variantsOf(store.slug, productId))
      shop.catalog.change(listing, { status: 'unlisted' })
  return productId
}

/** Each variant has a value of each option, and no two have the same. */
function checkOptions(variants: NewVariant[], options: z.infer<typeof optionSchema>[]): void {
  for (const { title, options: given } of variants)
    for (const option of options)
      if (!option.values.includes(given[option.title] ?? ''))
        throw invalid(
          `Option value ${given[option.title] ?? ''} does not exist for option ${option.title} of variant ${title}`,
        )
  const seen = new Set(variants.map((one) => JSON.stringify(options.map(({ title }) => one.options[title]))))
  if (seen.size < variants.length) throw invalid('Variant with provided options already exists.')
}

/** A code belongs to one variant of the shop. */
export function checkCodes({ shop, store }: AdminCall, variants: { sku?: string | undefined }[]): void {
  const codes = variants.flatMap(({ sku }) => sku ?? [])
  const twice = codes.find((code, at) => codes.indexOf(code) !== at)
  const taken =
    twice ?? codes.find((code) => (shop.catalog.find(store.slug, code)?.status ?? 'deleted') !== 'deleted')
  if (taken !== undefined) throw invalid(`Product variant with sku: ${taken}, already exists.`)
}

/** Its stock is counted from the first level on that is written. */
export function addVariant(
  { shop, store }: AdminCall,
  { productId, name }: { productId: string; name: string },
  { sku = '', title, options, prices, manage_inventory: isManaged = true }: NewVariant,
): string {
  const skuId = named('variant', `${productId}:${sku}:${title}`)
  const facts = shop.facts.get(productId) ?? {}
  shop.facts.set(productId, {
    ...facts,
    options: {
      ...facts.options,
      [skuId]: Object.entries(options).map(([option, value]) => ({ title: option, value })),
    },
    ...(isManaged && { uncounted: [...(facts.uncounted ?? []), skuId] }),
  })
  const own = prices.find(({ currency_code: code }) => code.toUpperCase() === store.currency)
  if (!own) throw invalid(`No price in ${store.currency}`)
  shop.catalog.publish({
    shopId: store.slug,
    productId,
    skuId,
    base: sku,
    code: sku,
    name,
    variant: Object.values(options).join(', '),
    weight: 0,
    price: Math.round(own.amount * 10 ** store.decimals),
    stock: 0,
    status: 'listed',
  })
  return skuId
}
