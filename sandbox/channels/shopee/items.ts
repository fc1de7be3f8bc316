import { GIFTS } from '../../kit/category-tree.ts'
import { itemDescription } from '../../kit/item-description.ts'
import { categoryId } from './categories.ts'
import { CARRIERS } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { ItemFacts, Product, Shop } from './types.ts'

/** The sample's items were never published through the API: they say what such items say. */
function plainFacts(shop: Shop, product: Product): ItemFacts {
  const hasModel = product.skuId !== 0
  return {
    categoryId: categoryId(GIFTS),
    description: itemDescription(product.name).join('\n'),
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

/** The models of an item that can be bought, or of a deleted item those that it had. */
export function modelsOf(shopee: Shopee, shop: Shop, itemId: number): readonly Product[] {
  const all = shopee.catalog.variantsOf(shop.id, itemId)
  const left = all.filter(({ status }) => status !== 'deleted')
  return left.length > 0 ? left : all
}
