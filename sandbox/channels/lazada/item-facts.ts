import { z } from 'zod'
import { GIFTS } from '../../kit/category-tree.ts'
import { htmlDescription } from '../../kit/item-description.ts'
import type { World } from '../../kit/marketplace.ts'
import type { Product } from './types.ts'

/** Category ids begin behind this number. */
export const FIRST_CATEGORY = 10_000_298
/** And those of brands. */
export const FIRST_BRAND = 20_000

const specialSchema = z.strictObject({
  /** Minor units. */
  price: z.number(),
  /** Times as the seller wrote them, in the country's own time; empty without an end. */
  from: z.string(),
  to: z.string(),
})

const skuSchema = z.strictObject({
  saleProp: z.record(z.string(), z.string()),
  images: z.array(z.string()),
  special: specialSchema.nullable(),
  package: z.record(z.string(), z.string()),
})

/** Fields that a seller sets on a product beside names, prices and stock. */
const factsSchema = z.strictObject({
  category: z.number(),
  attributes: z.record(z.string(), z.string()),
  images: z.array(z.string()),
  variation: z.array(z.strictObject({ name: z.string(), options: z.array(z.string()) })),
  /** By the number of the SKU. */
  skus: z.record(z.string(), skuSchema),
})

export type ItemFacts = z.infer<typeof factsSchema>
export type SkuFacts = z.infer<typeof skuSchema>

/** For state files; left out in those that were written before products could be made. */
export const itemsSchema: z.ZodType<[number, ItemFacts][]> = z
  .array(z.tuple([z.number(), factsSchema]))
  .default([])

interface Facts extends Pick<World, 'baseUrl'> {
  items: Map<number, ItemFacts>
}

/** Returns the fields of the sample's products, which no call published. */
function sampleFacts(lazada: Facts, products: readonly Product[]): ItemFacts {
  const [{ productId, name, variant } = { productId: 0, name: '', variant: '' }] = products
  const [label = '', option = ''] = variant.split(':')
  return {
    category: FIRST_CATEGORY + GIFTS,
    attributes: { name, description: htmlDescription(name), short_description: '', brand: 'No Brand' },
    images: [`${lazada.baseUrl()}/img/lazada/${productId}.jpg`],
    variation: variant === '' ? [] : [{ name: label, options: [option] }],
    skus: {},
  }
}

export function skuFactsOf(lazada: Facts, facts: ItemFacts, product: Product): SkuFacts {
  const known = facts.skus[product.skuId]
  if (known) return known
  const [label = '', option = ''] = product.variant.split(':')
  return {
    saleProp: product.variant === '' ? {} : { [label]: option },
    images: [`${lazada.baseUrl()}/img/lazada/${product.productId}.jpg`],
    special: null,
    package: {
      package_weight: product.weight.toFixed(2),
      package_length: '20.00',
      package_width: '15.00',
      package_height: '10.00',
      package_content: '',
    },
  }
}

export const factsOf = (lazada: Facts, products: readonly Product[]): ItemFacts =>
  lazada.items.get(products[0]?.productId ?? 0) ?? sampleFacts(lazada, products)

/** The same, to be changed: from then on the product has facts of its own. */
export function ownFacts(lazada: Facts, products: readonly Product[]): ItemFacts {
  const facts = factsOf(lazada, products)
  const [first] = products
  if (first) lazada.items.set(first.productId, facts)
  for (const product of products) facts.skus[product.skuId] ??= skuFactsOf(lazada, facts, product)
  return facts
}
