import type { IncomingMessage } from 'node:http'
import { listParam } from './lists.ts'
import { addNote, removeOrder, updateOrder } from './order-change.ts'
import { getOrder, listOrders } from './orders.ts'
import type { FetchedImages } from './product-facts.ts'
import { answerProductCall } from './products.ts'
import { resourceOf } from './resource.ts'
import { describeRoute, withFields, withLinks } from './rest.ts'
import type { Sites } from './sites.ts'
import type { Order, Row, Store } from './types.ts'
import { answerOrderWrite, writeContacts } from './write-order.ts'
import { answerTaxonomyCall } from './taxonomy.ts'
import { ApiError, checkKeys, type Reply } from './wire.ts'

/** `fetched`: the images that the call names, which the site has copied. */
interface CallBody {
  text: string
  fetched: FetchedImages
}

/** Returns the site's reply to a call, before any fault spoils it. */
export function answerCall(sites: Sites, request: IncomingMessage, url: URL, body: CallBody): Reply {
  try {
    const [slug = '', ...rest] = url.pathname.slice(sites.trade.prefix.length).split('/')
    const store = sites.trade.stores.find((one) => one.slug === slug)
    const path = url.searchParams.get('rest_route') ?? `/${rest.join('/')}`.replace(/^\/wp-json(?=\/)/, '')
    if (!store || !path.startsWith('/wc/v3/')) throw noRoute()
    const place = path.slice('/wc/v3'.length)
    if (request.method === 'OPTIONS') {
      const described = describeRoute(place)
      if (!described) throw noRoute()
      return described
    }
    checkKeys(request, url, sites.keysOf(store))
    const reply = route(sites, store, `${request.method} ${place}`, url.searchParams, body)
    const address = new URL(url.pathname + url.search, sites.addressOf(store))
    return withLinks(withFields(reply, listParam(url.searchParams, '_fields')), address)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code, message } = error
    return { status, body: { code, message, data: { status } } }
  }
}

function route(
  sites: Sites,
  store: Store,
  name: string,
  query: URLSearchParams,
  { text: body, fetched }: CallBody,
): Reply {
  const orders = sites.ordersOf(store)
  const serve = (order: Order): Row => {
    const row = resourceOf(order)
    return sites.corrupt.get(order.id)?.(row) ?? row
  }
  const [, id] = /^GET \/orders\/(\d+)$/.exec(name) ?? []
  if (id !== undefined) return getOrder(orders.get(Number(id)), serve)
  // No body is no malformed one.
  const given = name.startsWith('GET ') ? undefined : body === '' ? {} : parse(body)
  const written = answerOrderWrite(name, { sites, store, body: given })
  if (written) return written
  const [, changed] = /^(?:PUT|POST) \/orders\/(\d+)$/.exec(name) ?? []
  if (changed !== undefined)
    return updateOrder(sites, writeContacts(orders.get(Number(changed)), given), given)
  const [, unwanted] = /^DELETE \/orders\/(\d+)$/.exec(name) ?? []
  if (unwanted !== undefined)
    return removeOrder(sites, orders.get(Number(unwanted)), query.get('force') === 'true')
  const [, noted] = /^POST \/orders\/(\d+)\/notes$/.exec(name) ?? []
  if (noted !== undefined) return addNote(sites, orders.get(Number(noted)), given)
  const terms = answerTaxonomyCall(name, query)
  if (terms) return terms
  const answered = answerProductCall(name, { sites, store, query, body: given, fetched })
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
    // Our profile for points of sale: see the connector's README.
    case 'GET /pos/locations':
      if (store.places.length === 0) throw noRoute()
      return {
        status: 200,
        body: store.places.flatMap(({ isDefault, ...place }) => {
          const { name = place.name, isClosed = false } =
            sites.placeChanges.get(`${store.slug}/${place.id}`) ?? {}
          return isClosed ? [] : [{ ...place, name, is_default: isDefault }]
        }),
      }
    case 'GET /webhooks':
      return { status: 200, body: sites.hooks.list(store) }
    case 'POST /webhooks/batch':
      return { status: 200, body: sites.hooks.batch(store, given) }
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
