/** Sites over the WooCommerce REST API v3, as web stores and as points of sale. Source: its public documentation and the behaviour that the plugin's source shows. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCatalog, type Catalog } from '../kit/catalog.ts'
import { BodyTooLarge, readBody } from '../kit/http.ts'
import type { Marketplace, World } from '../kit/marketplace.ts'
import type { OrderRecord } from '../kit/order-record.ts'
import type { StateFile } from '../kit/state-file.ts'
import { firstKeys, type Keys } from './amounts.ts'
import { sitesControl } from './control.ts'
import { createHooks, type Hooks } from './hooks.ts'
import { loadSample } from './load.ts'
import { createNumbers } from './numbers.ts'
import { productOf, productRow } from './product-resource.ts'
import { answerCall } from './routes.ts'
import { openStateFile } from './state-file.ts'
import type { Maker, Order, Outlet, Row, Sale, Store } from './types.ts'
import { sendFault, sendReply } from './wire.ts'

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
  makeOrder(sale: Sale): Order
}

/** Events that the state file records. */
export type StoreEvent =
  | { type: 'created'; order: Order; record: OrderRecord }
  | { type: 'changed' | 'removed'; order: Order }
  | { type: 'link' }

export interface Sites {
  trade: Trade
  world: World
  orders: Map<Store, Map<number, Order>>
  keys: Map<Store, Keys[]>
  hooks: Hooks
  catalog: Catalog<number>
  /** A merchant's changes to a place, by outlet. Lists leave a closed place out. */
  placeChanges: Map<string, { name?: string | undefined; isClosed: boolean }>
  /** Functions that spoil the served row of an order, by order id. */
  corrupt: Map<number, (row: Row) => Row>
  addressOf(store: Store): string
  outletsOf(this: void, store: Store): readonly Outlet[]
  nextId(): number
  lastId(): number
  /** Gives out no number up to this one any more. */
  skipIds(last: number): void
  tell(event: StoreEvent): void
  onEvent(listener: (event: StoreEvent) => void): void
}

/** A store is its only outlet, unless it has places. */
export function outletsIn(store: Store): Outlet[] {
  if (store.places.length === 0) return [{ id: store.slug, store, place: undefined }]
  return store.places.map((place) => ({ id: `${store.slug}/${place.id}`, store, place }))
}

export function createSites(world: World, trade: Trade, outlets: readonly Outlet[]): Sites {
  let lastId = 1_000
  const { stores } = trade
  const addressOf = (store: Store): string => `${world.baseUrl()}${trade.prefix}${store.slug}`
  const outletsOf = (store: Store): readonly Outlet[] => outlets.filter((outlet) => outlet.store === store)
  const storeOf = (outletId: number | string): Store | undefined =>
    outlets.find(({ id }) => id === outletId)?.store
  const catalog = createCatalog<number>(
    world.clock,
    createNumbers((outletId) => storeOf(outletId)?.slug ?? ''),
  )
  const hooks = createHooks(world.clock, stores, addressOf)
  let listener = (_event: StoreEvent): void => {}
  hooks.onChange(() => listener({ type: 'link' }))
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
    const listings = places.flatMap(({ id }) => catalog.variantsOf(id, listing.productId))
    const product = productOf(store, listings)
    if (product.status === 'trash') hooks.send(store, 'product.deleted', { id: product.id })
    else hooks.send(store, 'product.updated', productRow(product, addressOf(store), world.baseUrl()))
  })
  return {
    trade,
    world,
    orders: new Map(stores.map((store) => [store, new Map()])),
    keys: new Map(stores.map((store) => [store, [firstKeys(store)]])),
    catalog,
    hooks,
    placeChanges: new Map(),
    corrupt: new Map(),
    addressOf,
    outletsOf,
    nextId: () => ++lastId,
    lastId: () => lastId,
    skipIds(last) {
      lastId = Math.max(lastId, last)
    },
    tell: (event) => listener(event),
    onEvent(next) {
      listener = next
    },
  }
}

/** With a state file, what happened to the sample is carried over restarts. */
export function sitesMarketplace(sites: Sites, stateFile: string | undefined): Marketplace {
  let state: StateFile | undefined
  const reset = async (load: 'retail' | 'none'): Promise<object> => {
    for (const store of sites.trade.stores) {
      sites.orders.get(store)?.clear()
      sites.keys.set(store, [firstKeys(store)])
    }
    sites.hooks.reset()
    sites.catalog.reset()
    sites.corrupt.clear()
    return { [sites.trade.code]: { orders: load === 'retail' ? await loadSample(sites) : 0 } }
  }
  return {
    code: sites.trade.code,
    owns: (path) => path.startsWith(sites.trade.prefix),
    serve: (request, response, url) => serveSites(sites, request, response, url),
    ...sitesControl(sites),
    reset,
    async load(from) {
      if (stateFile !== undefined) state = await openStateFile(sites, stateFile)
      else if (from === 'retail') await loadSample(sites)
    },
    // Stores sell through the control interface alone.
    setPace: () => undefined,
    close() {
      state?.close()
      sites.hooks.close()
    },
  }
}

async function serveSites(
  sites: Sites,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const { faults, log } = sites.world
  const fault = faults.draw(url.pathname, request.method)
  const body = await readBody(request).catch((error: unknown) => {
    // Refused as what it is not: JSON.
    if (error instanceof BodyTooLarge) return 'too large'
    throw error
  })
  const isBefore = fault === 'rate_limit' || fault === 'server_error'
  const reply = isBefore ? { status: 503, body: '' } : answerCall(sites, request, url, body)
  log.count(url.pathname, fault ?? (reply.status >= 400 ? String(reply.status) : ''))
  if (fault) sendFault(response, fault, faults.plan()?.timeout_ms ?? 0, reply)
  else sendReply(response, reply)
}
