import { createCatalog } from '../../kit/catalog.ts'
import type { World } from '../../kit/marketplace.ts'
import { hash } from '../../kit/random.ts'
import { createStoreBook } from '../../kit/store-book.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import { reservedOf } from './lifecycle.ts'
import { firstKey, named, PREFIX, STORES } from './stores.ts'
import { createSubscriber } from './subscriber.ts'
import type { Order, ProductFacts, Row, Store } from './types.ts'

const COLOURS = ['Blue', 'Rose', 'Ivory'] as const

export function createWebStore(world: World) {
  const metadata = new Map<Store, Row>()
  const book = createStoreBook<Order, string>(STORES, firstKey)
  const catalog = createCatalog<string>(world.clock, ({ shopId, sku }) => ({
    productId: named('prod', `${shopId}:${sku}`),
    skuId: named('variant', `${shopId}:${sku}`),
    variant: hash(`variant:${sku}`) % 3 === 0 ? (COLOURS[hash(sku) % COLOURS.length] ?? '') : '',
  }))
  const subscriber = createSubscriber(world.clock, (store) => metadata.get(store)?.['seller_console'])
  catalog.onChange((listing) => {
    const store = STORES.find(({ slug }) => slug === listing.shopId)
    const event = listing.status === 'deleted' ? 'product.deleted' : 'product.updated'
    if (store) subscriber.send(store, event, { id: listing.productId })
  })
  return {
    ...book,
    world,
    metadata,
    /** Fields that merchants wrote on their products, by product. */
    facts: new Map<string, ProductFacts>(),
    subscriber,
    catalog,
    /** Percent that every store takes off by itself. */
    promotions: new Map<Store, number>(),
    addressOf: (store: Store) => `${world.baseUrl()}${PREFIX}${store.slug}`,
    /** Pieces of a SKU that open orders have a claim on. */
    reserved(store: Store, sku: string): number {
      let reserved = 0
      for (const order of book.ordersOf(store).values())
        for (const line of order.lines) if (line.sku === sku) reserved += reservedOf(order, line)
      return reserved
    },
  }
}

export type WebStore = ReturnType<typeof createWebStore>

export interface AdminCall {
  shop: WebStore
  store: Store
  query: URLSearchParams
  body: string
  form: UploadForm | undefined
}
