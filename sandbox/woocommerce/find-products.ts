import type { Listing } from '../kit/catalog.ts'
import type { FetchedImages } from './product-facts.ts'
import { draftFacts, draftProduct, draftsOf, findDraft } from './drafts.ts'
import {
  productOf,
  productRow,
  sharesOf,
  variationRow,
  variationsOf,
  type Product,
} from './product-resource.ts'
import type { Sites } from './sites.ts'
import type { Row, Store } from './types.ts'
import { ApiError } from './wire.ts'

export interface ProductCall {
  sites: Sites
  store: Store
  query: URLSearchParams
  /** Parsed; undefined for calls without one. */
  body: unknown
  fetched: FetchedImages
}

type Place = Pick<ProductCall, 'sites' | 'store'>

/** All products of a store, drafts included, in no order. */
export function productsOf({ sites, store }: Place): Product[] {
  const listings = sites.outletsOf(store).flatMap(({ id }) => sites.catalog.all(id))
  const now = sites.world.clock.now()
  const published = [...Map.groupBy(listings, ({ productId }) => productId)]
    .filter(([id]) => !sites.factsOf(store, id).isGone)
    .map(([, own]) => productOf(store, own, now))
  return [...published, ...draftsOf({ sites, store }).map((draft) => draftProduct({ sites, store }, draft))]
}

export function findProduct({ sites, store }: Place, id: number): Product | undefined {
  const draft = findDraft({ sites, store }, id)
  if (draft) return draftProduct({ sites, store }, draft)
  if (sites.factsOf(store, id).isGone) return undefined
  const listings = sites.outletsOf(store).flatMap((outlet) => sites.catalog.variantsOf(outlet.id, id))
  return listings.length === 0 ? undefined : productOf(store, listings, sites.world.clock.now())
}

export function getProduct(call: Place, id: number, status = 404): Product {
  const product = findProduct(call, id)
  if (!product) throw invalidId(status)
  return product
}

function factsOf({ sites, store }: Place, id: number) {
  const draft = findDraft({ sites, store }, id)
  return draft ? draftFacts(draft) : sites.factsOf(store, id)
}

export function showProduct({ sites, store }: Place, product: Product): Row {
  return productRow(product, {
    address: sites.addressOf(store),
    pictures: sites.world.baseUrl(),
    facts: factsOf({ sites, store }, product.id),
    categoryName: (id) => sites.categories.nameOf(store, id),
  })
}

export const showVariation = ({ sites, store }: Place, product: Product, listing: Listing<number>): Row =>
  variationRow(product, listing, sites.addressOf(store), factsOf({ sites, store }, listing.productId))

export function getVariation(
  call: Place,
  productId: number,
  id: number,
  status = 404,
): { product: Product; listing: Listing<number>; shares: Listing<number>[] } {
  const product = findProduct(call, productId)
  const listing = product && variationsOf(product).find(({ skuId }) => skuId === id)
  if (!listing) throw invalidId(status, 'product_variation')
  return { product, listing, shares: sharesOf(product, listing) }
}

export const invalidId = (status: number, what = 'product'): ApiError =>
  new ApiError(status, `woocommerce_rest_${what}_invalid_id`, 'Invalid ID.')
