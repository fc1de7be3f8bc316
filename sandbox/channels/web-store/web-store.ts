import { createCatalog } from '../../kit/catalog.ts'
import type { World } from '../../kit/marketplace.ts'
import { hash } from '../../kit/random.ts'
import { createStoreBook } from '../../kit/store-book.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import { reservedOf } from './lifecycle.ts'
import { firstKey, named, PREFIX, STORES } from './stores.ts'
import { createSubscriber } from './subscriber.ts'
import type {
  Actor,
  Customer,
  Order,
  ProductFacts,
  Reservation,
  Return,
  Row,
  SalesChannel,
  Store,
} from './types.ts'

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
  const reservations = new Map<string, Reservation>()
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
    /** Rows that merchants wrote, by store and id; null for those that they deleted. */
    customers: new Map<string, Customer | null>(),
    salesChannels: new Map<string, SalesChannel>(),
    reservations,
    returns: new Map<string, Return>(),
    /** Pieces that orders and merchants have a claim on, by SKU. */
    reservedIn(store: Store): Map<string, number> {
      const reserved = new Map<string, number>()
      const add = (sku: string, quantity: number): void =>
        void reserved.set(sku, (reserved.get(sku) ?? 0) + quantity)
      for (const order of book.ordersOf(store).values())
        for (const line of order.lines) add(line.sku, reservedOf(order, line))
      for (const [key, one] of reservations) if (key.startsWith(`${store.slug}/`)) add(one.sku, one.quantity)
      return reserved
    },
  }
}

export type WebStore = ReturnType<typeof createWebStore>

export interface AdminCall {
  shop: WebStore
  store: Store
  actor: Actor
  query: URLSearchParams
  body: string
  form: UploadForm | undefined
}
