import type { Product } from '../../../parts/queries/product-queries.ts'

type Variant = Product['product_skus']['data'][number]

/** The values of a variant, else the product's name, and the seller's code. */
export function variantLabel(one: Variant, { name }: Pick<Product, 'name'>): string {
  const values = one.attribute_simples.data.map(({ attribute_values: { name: value } }) => value)
  return [values.join(', ') || name, one.seller_sku].filter(Boolean).join(' · ')
}
