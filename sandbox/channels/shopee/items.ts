import { GIFTS } from '../../kit/category-tree.ts'
import { categoryId } from './categories.ts'
import { CARRIERS } from './shops.ts'
import type { Product, Shop, Shopee } from './types.ts'

/** Fields of an item beside its stock and its prices. */
export interface ItemFacts {
  categoryId: number
  description: string
  /** Ids in the image store; the pictures of the sample's items are drawn under the items' own numbers. */
  images: string[]
  attributes: ItemAttribute[]
  brand: { id: number; name: string }
  /** Whole centimetres. */
  size: { length: number; width: number; height: number } | null
  logistics: { id: number; enabled: boolean }[]
  condition: 'NEW' | 'USED'
  preOrderDays: number
  /** Properties in which the models differ, at most two. */
  tiers: Tier[]
  /** Index of each model's option in each tier, by the model's id. */
  places: Record<string, number[]>
}

export interface ItemAttribute {
  id: number
  name: string
  values: { id: number; name: string; unit: string }[]
}

export interface Tier {
  name: string
  options: { name: string; imageId: string }[]
}

/** The sample's items were never published through the API: they say what such items say. */
function plainFacts(shop: Shop, product: Product): ItemFacts {
  const hasModel = product.skuId !== 0
  return {
    categoryId: categoryId(GIFTS),
    description: `${product.name}.`,
    images: [String(product.productId)],
    attributes: [],
    brand: { id: 0, name: 'NoBrand' },
    size: { length: 20, width: 15, height: 10 },
    logistics: CARRIERS[shop.region].map(({ id }) => ({ id, enabled: true })),
    condition: 'NEW',
    preOrderDays: 0,
    tiers: hasModel ? [{ name: 'Design', options: [{ name: product.variant, imageId: '' }] }] : [],
    places: hasModel ? { [product.skuId]: [0] } : {},
  }
}

export const factsOf = (shopee: Shopee, shop: Shop, product: Product): ItemFacts =>
  shopee.items.get(product.productId) ?? plainFacts(shop, product)

export function imageUrl(shopee: Pick<Shopee, 'images' | 'baseUrl'>, imageId: string): string {
  const image = shopee.images.find(imageId)
  return `${shopee.baseUrl()}${image?.path ?? `/img/${imageId}.svg`}`
}

/** The models of an item that can be bought, or of a deleted item those that it had. */
export function modelsOf(shopee: Shopee, shop: Shop, itemId: number): readonly Product[] {
  const all = shopee.catalog.variantsOf(shop.id, itemId)
  const left = all.filter(({ status }) => status !== 'deleted')
  return left.length > 0 ? left : all
}
