/** Web stores of the second generation, over the Medusa v2 Admin API. Source: its public reference and what a real server of 2.21 answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCatalog, type Catalog } from '../../kit/catalog.ts'
import type { Marketplace, World } from '../../kit/marketplace.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { hash } from '../../kit/random.ts'
import { sendHtmlError, serveCall, type CallReply } from '../../kit/serve-call.ts'
import { BodyTooLarge } from '../../kit/http.ts'
import type { StateFile } from '../../kit/state-file.ts'
import { answerCall } from './answer-call.ts'
import { webStoreControl } from './control.ts'
import { reservedOf } from './lifecycle.ts'
import { loadSample } from './load.ts'
import { openStateFile } from './state-file.ts'
import { firstKey, named, PREFIX, STORES } from './stores.ts'
import { createSubscriber, type Subscriber } from './subscriber.ts'
import type { Order, Row, Store } from './types.ts'
import { checkKey, failure, noRoute } from './wire.ts'

const COLOURS = ['Blue', 'Rose', 'Ivory'] as const

/** Events that the state file records. */
export type StoreEvent =
  | { type: 'created'; order: Order; record: OrderRecord }
  | { type: 'changed'; order: Order }
  | { type: 'removed'; order: Order }
  | { type: 'link' }

export interface WebStore {
  world: World
  orders: Map<Store, Map<string, Order>>
  keys: Map<Store, string[]>
  metadata: Map<Store, Row>
  subscriber: Subscriber
  catalog: Catalog<string>
  /** Percent that every store takes off by itself. */
  promotions: Map<Store, number>
  /** Functions that spoil the served row of an order, by order id. */
  corrupt: Map<string, (row: Row) => Row>
  addressOf(store: Store): string
  add(order: Order): void
  /** Pieces of a SKU that open orders have a claim on. */
  reserved(store: Store, sku: string): number
  nextNumber(): number
  lastNumber(): number
  skipNumbers(last: number): void
  tell(event: StoreEvent): void
  onEvent(listener: (event: StoreEvent) => void): void
}

export function createWebStore(world: World): WebStore {
  let last = 0
  let listener = (_event: StoreEvent): void => {}
  const metadata = new Map<Store, Row>()
  const orders = new Map<Store, Map<string, Order>>(STORES.map((store) => [store, new Map()]))
  const catalog = createCatalog<string>(world.clock, ({ shopId, sku }) => ({
    productId: named('prod', `${shopId}:${sku}`),
    skuId: named('variant', `${shopId}:${sku}`),
    variant: hash(`variant:${sku}`) % 3 === 0 ? (COLOURS[hash(sku) % COLOURS.length] ?? '') : '',
  }))
  const subscriber = createSubscriber(world.clock, (store) => metadata.get(store)?.['seller_console'])
  catalog.onChange((listing) => {
    const store = STORES.find(({ slug }) => slug === listing.shopId)
    const event = listing.status === 'deleted' ? 'product.deleted' : 'product.updated'
    if (store) subscriber.tell(store, event, { id: listing.productId })
  })
  return {
    world,
    orders,
    keys: new Map(STORES.map((store) => [store, [firstKey(store)]])),
    metadata,
    subscriber,
    catalog,
    promotions: new Map(),
    corrupt: new Map(),
    addressOf: (store) => `${world.baseUrl()}${PREFIX}${store.slug}`,
    add: (order) => void orders.get(order.store)?.set(order.id, order),
    reserved(store, sku) {
      let reserved = 0
      for (const order of orders.get(store)?.values() ?? [])
        for (const line of order.lines) if (line.sku === sku) reserved += reservedOf(order, line)
      return reserved
    },
    nextNumber: () => ++last,
    lastNumber: () => last,
    skipNumbers(number) {
      last = Math.max(last, number)
    },
    tell: (event) => listener(event),
    onEvent(next) {
      listener = next
    },
  }
}

/** With a state file, what happened to the sample is carried over restarts. */
export function webStoreMarketplace(shop: WebStore, stateFile: string | undefined): Marketplace {
  let state: StateFile | undefined
  return {
    code: 'web-store',
    owns: (path) => path.startsWith(PREFIX),
    serve: (request, response, url) => serveWebStore(shop, request, response, url),
    ...webStoreControl(shop),
    async reset(load) {
      for (const store of STORES) {
        shop.orders.get(store)?.clear()
        shop.keys.set(store, [firstKey(store)])
      }
      shop.metadata.clear()
      shop.promotions.clear()
      shop.subscriber.reset()
      shop.catalog.reset()
      shop.corrupt.clear()
      return { 'web-store': { orders: load === 'retail' ? await loadSample(shop) : 0 } }
    },
    async load(from) {
      if (stateFile !== undefined) state = await openStateFile(shop, stateFile)
      else if (from === 'retail') await loadSample(shop)
    },
    // Shops sell through the control interface alone.
    setPace: () => undefined,
    close() {
      state?.close()
      shop.subscriber.close()
    },
  }
}

function serveWebStore(
  shop: WebStore,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const method = request.method ?? 'GET'
  const [slug = '', ...rest] = url.pathname.slice(PREFIX.length).split('/')
  const store = STORES.find((one) => one.slug === slug)
  const path = `/${rest.join('/')}`
  const answer = (body: string | BodyTooLarge): CallReply => {
    try {
      if (!store || !path.startsWith('/admin/')) return noRoute(method, path)
      checkKey(request, shop.keys.get(store) ?? [])
      const call = { shop, store, query: url.searchParams, body: body instanceof BodyTooLarge ? '' : body }
      return answerCall(`${method} ${path.slice('/admin'.length)}`, call) ?? noRoute(method, path)
    } catch (error) {
      return failure(error)
    }
  }
  const refuse = (to: ServerResponse, fault: 'rate_limit' | 'server_error'): void => {
    if (fault === 'rate_limit') to.setHeader('retry-after', '1')
    sendHtmlError(to, fault === 'rate_limit' ? 429 : 503)
  }
  return serveCall(shop.world, request, response, url.pathname, { refuse, answer })
}
