import { createCatalog } from '../kit/catalog.ts'
import type { World } from '../kit/marketplace.ts'
import type { OrderRecord } from '../kit/order-record.ts'
import { createStoreBook } from '../kit/store-book.ts'
import { firstKeys, type Keys } from './amounts.ts'
import { createHooks } from './hooks.ts'
import { createNumbers } from './numbers.ts'
import type { DraftProduct } from './draft-product.ts'
import type { ProductFacts, ProductImage } from './product-facts.ts'
import { productOf, productRow } from './product-resource.ts'
import { createCategories } from './categories.ts'
import type { Customer, Maker, Order, Outlet, Sale, Store } from './types.ts'

/** One channel that consists of WooCommerce sites. */
export interface Trade {
  code: string
  /** All sites live under one host, each in a folder of its own below this path. */
  prefix: string
  stores: readonly Store[]
  maker: Maker
  /** Returns the outlet that sold the order; undefined for an order of another channel. */
  outletOf(record: OrderRecord): Outlet | undefined
  /** The same record becomes the same order every time. */
  createOrder(sale: Sale): Order
}

/** A store is its only outlet, unless it has places. */
export function outletsIn(store: Store): Outlet[] {
  if (store.places.length === 0) return [{ id: store.slug, store, place: undefined }]
  return store.places.map((place) => ({ id: `${store.slug}/${place.id}`, store, place }))
}

export function createSites(world: World, trade: Trade, outlets: readonly Outlet[]) {
  const { stores } = trade
  const addressOf = (store: Store): string => `${world.baseUrl()}${trade.prefix}${store.slug}`
  const outletsOf = (store: Store): readonly Outlet[] => outlets.filter((outlet) => outlet.store === store)
  const storeOf = (outletId: number | string): Store | undefined =>
    outlets.find(({ id }) => id === outletId)?.store
  const catalog = createCatalog<number>(
    world.clock,
    createNumbers((outletId) => storeOf(outletId)?.slug ?? ''),
  )
  /** Fields that merchants wrote on their products, by store and product. */
  const facts = new Map<string, ProductFacts>()
  const categories = createCategories()
  /** Customers that callers wrote, by store and number; null for those that they deleted. */
  const customers = new Map<string, Customer | null>()
  /** Products that are not published yet, by store and product. */
  const drafts = new Map<string, DraftProduct>()
  const factsOf = (store: Store, productId: number): ProductFacts =>
    facts.get(`${store.slug}/${productId}`) ?? {}
  const hooks = createHooks(world.clock, stores, addressOf)
  const book = createStoreBook<Order, Keys>(stores, firstKeys, 1_000)
  hooks.onChange(() => book.emit({ type: 'link' }))
  catalog.onChange((listing) => {
    const store = storeOf(listing.shopId)
    if (!store) return
    const places = outletsOf(store)
    // A product is deleted for all of its places, and has one name.
    for (const { id } of places) {
      const other = catalog.find(id, listing.sku)
      if (!other || other === listing) continue
      const { name } = listing
      if (listing.status === 'deleted' && other.status !== 'deleted')
        catalog.change(other, { status: 'deleted' })
      else if (other.name !== name) catalog.change(other, { name })
    }
    const { productId: id } = listing
    const product = productOf(
      store,
      places.flatMap((place) => catalog.variantsOf(place.id, id)),
      world.clock.now(),
    )
    if (product.listings.length === 0 || product.status === 'trash')
      hooks.send(store, 'product.deleted', { id })
    else
      hooks.send(
        store,
        'product.updated',
        productRow(product, {
          address: addressOf(store),
          pictures: world.baseUrl(),
          facts: factsOf(store, id),
          categoryName: (category) => categories.nameOf(store, category),
        }),
      )
  })
  return {
    ...book,
    trade,
    world,
    catalog,
    facts,
    factsOf,
    /** The media library: images that were copied for any product of the store. */
    imagesOf: (store: Store): ProductImage[] =>
      [...facts, ...[...drafts].map(([key, draft]) => [key, draft.facts] as const)].flatMap(
        ([key, { images = [], oldImages = [] }]) =>
          key.startsWith(`${store.slug}/`) ? [...images, ...oldImages] : [],
      ),
    drafts,
    categories,
    customers,
    hooks,
    /** Nonces of signatures, with their times. */
    nonces: new Map<string, number>(),
    /** A merchant's changes to a place, by outlet. Lists leave a closed place out. */
    placeChanges: new Map<string, { name?: string | undefined; isClosed: boolean }>(),
    addressOf,
    outletsOf,
  }
}

export type Sites = ReturnType<typeof createSites>
