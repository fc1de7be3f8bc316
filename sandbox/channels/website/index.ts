/** Web stores over the WooCommerce REST API v3. Source: its public documentation and the behaviour that the plugin's source shows. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCatalogue, type Catalogue } from '../../catalogue.ts'
import { BodyTooLarge, readBody } from '../../http.ts'
import type { Marketplace, World } from '../../marketplace.ts'
import type { OrderRecord } from '../../order-record.ts'
import { hash } from '../../random.ts'
import type { StateFile } from '../../state-file.ts'
import { websiteControl } from './control.ts'
import { createHooks, type Hooks } from './hooks.ts'
import { loadSample } from './load.ts'
import { getOrder, listOrders } from './orders.ts'
import { answerProductCall } from './products.ts'
import { productOf, productRow } from './product-resource.ts'
import { resourceOf } from './resource.ts'
import { openStateFile } from './state-file.ts'
import { firstKeys, PREFIX, STORES, type Keys } from './stores.ts'
import type { Order, Row, Store } from './types.ts'
import { ApiError, checkKeys, sendFault, sendReply, type Reply } from './wire.ts'

const COLOURS = ['Blue', 'Rose', 'Ivory'] as const

/** What a state file has to know of. */
export type StoreEvent =
  | { type: 'created'; order: Order; record: OrderRecord }
  | { type: 'changed' | 'removed'; order: Order }
  | { type: 'link' }

export interface Website {
  world: World
  orders: Map<Store, Map<number, Order>>
  keys: Map<Store, Keys[]>
  hooks: Hooks
  catalogue: Catalogue<number>
  /** What is served wrong, by order. */
  spoiled: Map<number, (row: Row) => Row>
  addressOf(store: Store): string
  nextId(): number
  lastId(): number
  /** Gives out no number up to this one any more. */
  skipIds(last: number): void
  tell(event: StoreEvent): void
  onEvent(listener: (event: StoreEvent) => void): void
}

export function createWebsite(world: World): Website {
  let lastId = 1_000
  const addressOf = (store: Store): string => `${world.baseUrl()}${PREFIX}${store.slug}`
  const catalogue = createCatalogue<number>(world.clock, ({ sku }, isTaken) => {
    // Two SKUs whose hashes meet must not become one product.
    const numbered = (name: string, first: number, range: number): number => {
      for (let salt = ''; ; salt += '+') {
        const id = first + (hash(`${name}:${sku}${salt}`) % range)
        if (!isTaken(id)) return id
      }
    }
    const isVariable = hash(`variation:${sku}`) % 3 === 0
    return {
      productId: numbered('product', 1_000, 90_000),
      skuId: isVariable ? numbered('variant', 100_000, 900_000) : 0,
      variant: isVariable ? (COLOURS[hash(sku) % COLOURS.length] ?? '') : '',
    }
  })
  const hooks = createHooks(world.clock, addressOf)
  let listener = (_event: StoreEvent): void => {}
  hooks.onChange(() => listener({ type: 'link' }))
  catalogue.onChange((listing) => {
    const store = STORES.find(({ slug }) => slug === listing.shopId)
    if (!store) return
    const product = productOf(store, catalogue.variantsOf(store.slug, listing.productId))
    if (product.status === 'trash') hooks.send(store, 'product.deleted', { id: product.id })
    else hooks.send(store, 'product.updated', productRow(product, addressOf(store), world.baseUrl()))
  })
  return {
    world,
    orders: new Map(STORES.map((store) => [store, new Map()])),
    keys: new Map(STORES.map((store) => [store, [firstKeys(store)]])),
    catalogue,
    hooks,
    spoiled: new Map(),
    addressOf,
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
export function websiteMarketplace(website: Website, stateFile: string | undefined): Marketplace {
  let state: StateFile | undefined
  const reset = async (load: 'retail' | 'none'): Promise<object> => {
    for (const store of STORES) {
      website.orders.get(store)?.clear()
      website.keys.set(store, [firstKeys(store)])
    }
    website.hooks.reset()
    website.catalogue.reset()
    website.spoiled.clear()
    return { website: { orders: load === 'retail' ? await loadSample(website) : 0 } }
  }
  return {
    code: 'website',
    owns: (path) => path.startsWith(PREFIX),
    serve: (request, response, url) => serveWebsite(website, request, response, url),
    ...websiteControl(website),
    reset,
    async load(from) {
      if (stateFile !== undefined) state = await openStateFile(website, stateFile)
      else if (from === 'retail') await loadSample(website)
    },
    // Stores sell through the control interface alone.
    setPace: () => undefined,
    close() {
      state?.close()
      website.hooks.close()
    },
  }
}

async function serveWebsite(
  website: Website,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const { faults, log } = website.world
  const fault = faults.draw(url.pathname)
  const body = await readBody(request).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) return ''
    throw error
  })
  const isBefore = fault === 'rate_limit' || fault === 'server_error'
  const reply = isBefore ? { status: 503, body: '' } : answer(website, request, url, body)
  log.count(url.pathname, fault ?? (reply.status >= 400 ? String(reply.status) : ''))
  if (fault) sendFault(response, fault, faults.plan()?.timeout_ms ?? 0, reply)
  else sendReply(response, reply)
}

function answer(website: Website, request: IncomingMessage, url: URL, body: string): Reply {
  try {
    const [slug = '', ...rest] = url.pathname.slice(PREFIX.length).split('/')
    const store = STORES.find((one) => one.slug === slug)
    const path = url.searchParams.get('rest_route') ?? `/${rest.join('/')}`.replace(/^\/wp-json(?=\/)/, '')
    if (!store || !path.startsWith('/wc/v3/')) throw noRoute()
    checkKeys(request, url, website.keys.get(store) ?? [])
    return route(website, store, `${request.method} ${path.slice('/wc/v3'.length)}`, url.searchParams, body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code, message } = error
    return { status, body: { code, message, data: { status } } }
  }
}

function route(website: Website, store: Store, name: string, query: URLSearchParams, body: string): Reply {
  const orders = website.orders.get(store) ?? new Map<number, Order>()
  const serve = (order: Order): Row => {
    const row = resourceOf(order)
    return website.spoiled.get(order.id)?.(row) ?? row
  }
  const [, id] = /^GET \/orders\/(\d+)$/.exec(name) ?? []
  if (id !== undefined) return getOrder(orders.get(Number(id)), serve)
  const given = name.startsWith('GET ') ? undefined : parse(body)
  const answered = answerProductCall(name, { website, store, query, body: given })
  if (answered) return answered
  switch (name) {
    case 'GET /orders':
      return listOrders(store, orders.values(), query, serve)
    case 'GET /settings/general':
      return {
        status: 200,
        body: [
          { id: 'woocommerce_default_country', value: store.region },
          { id: 'woocommerce_currency', value: store.currency },
          { id: 'woocommerce_price_num_decimals', value: String(store.decimals) },
        ],
      }
    case 'GET /settings/products':
      return {
        status: 200,
        body: [
          { id: 'woocommerce_weight_unit', value: 'kg' },
          { id: 'woocommerce_dimension_unit', value: 'cm' },
          { id: 'woocommerce_manage_stock', value: 'yes' },
        ],
      }
    case 'GET /webhooks':
      return { status: 200, body: website.hooks.list(store) }
    case 'POST /webhooks/batch':
      return { status: 200, body: website.hooks.batch(store, given) }
    default:
      throw noRoute()
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new ApiError(400, 'rest_invalid_json', 'Invalid JSON body passed.')
  }
}

const noRoute = (): ApiError =>
  new ApiError(404, 'rest_no_route', 'No route was found matching the URL and request method.')
