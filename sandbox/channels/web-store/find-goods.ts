/** The products, variants and stock of a store, as its calls see them. */
import { factsOf, goodsOf, itemId, productOf, type Goods, type Product } from './goods.ts'
import type { AdminCall } from './web-store.ts'
import { missing } from './wire.ts'

type Place = Pick<AdminCall, 'shop' | 'store'>

/** All variants, deleted ones included. */
export function allGoods({ shop, store }: Place): Goods[] {
  const reserved = shop.reservedIn(store)
  return shop.catalog
    .all(store.slug)
    .map((listing) => goodsOf(store, listing, reserved.get(listing.sku) ?? 0))
}

/** All products, deleted ones included, in no order. */
export function allProducts(call: Place): Product[] {
  const { shop, store } = call
  const byId = Map.groupBy(allGoods(call), ({ id }) => id)
  for (const [id, { head }] of shop.facts) if (head?.slug === store.slug && !byId.has(id)) byId.set(id, [])
  return [...byId].flatMap(([id, goods]) => productOf(store, id, goods, factsOf(shop, id)) ?? [])
}

export function findProduct({ shop, store }: Place, id: string): Product | undefined {
  const facts = factsOf(shop, id)
  const listings = shop.catalog.variantsOf(store.slug, id)
  if (listings.length === 0 && facts.head?.slug !== store.slug) return undefined
  const reserved = shop.reservedIn(store)
  const goods = listings.map((listing) => goodsOf(store, listing, reserved.get(listing.sku) ?? 0))
  const product = productOf(store, id, goods, facts)
  return product?.deleted ? undefined : product
}

export function getProduct(call: Place, id: string, words = 'Product not found'): Product {
  const product = findProduct(call, id)
  if (!product) throw missing(words)
  return product
}

export const findVariant = (product: Product | undefined, id: string): Goods | undefined =>
  product?.goods.find(({ listing }) => listing.skuId === id)

/** Variants that are counted, each as an item of the inventory. */
export const allItems = (call: Place): Goods[] =>
  allGoods(call)
    .filter(({ listing }) => !factsOf(call.shop, listing.productId).unmanaged?.includes(listing.skuId))
    .map((goods) => ({ ...goods, id: itemId(goods.listing) }))

export const findItem = (call: Place, id: string): Goods | undefined =>
  allItems(call).find((goods) => goods.id === id && !goods.deleted)
