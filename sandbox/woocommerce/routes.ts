import type { IncomingMessage } from 'node:http'
import { answerCategoryCall } from './categories.ts'
import { checkKeys } from './check-keys.ts'
import { answerCustomerCall } from './customers.ts'
import { answerOrderCall } from './order-calls.ts'
import { listParam } from './paging.ts'
import type { FetchedImages } from './product-facts.ts'
import { answerProductCall } from './products.ts'
import { describeRoute, withFields, withLinks } from './rest.ts'
import { answerSiteCall } from './site-info.ts'
import type { Sites } from './sites.ts'
import type { Store } from './types.ts'
import { answerTaxonomyCall } from './taxonomy.ts'
import { answerWebhookCall } from './webhook-calls.ts'
import { ApiError, errorRow, noRoute, type Reply } from './wire.ts'

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
    if (!store || !/^\/wc\/v3(\/|$)/.test(path)) throw noRoute()
    const place = path.slice('/wc/v3'.length)
    if (request.method === 'OPTIONS') {
      const described = describeRoute(place)
      if (!described) throw noRoute()
      return described
    }
    checkKeys(sites, store, request, url)
    const reply = route(sites, store, `${request.method} ${place}`, url.searchParams, body)
    const address = new URL(url.pathname + url.search, sites.addressOf(store))
    return withLinks(withFields(reply, listParam(url.searchParams, '_fields')), address)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: errorRow(error) }
  }
}

function route(
  sites: Sites,
  store: Store,
  name: string,
  query: URLSearchParams,
  { text, fetched }: CallBody,
): Reply {
  // No body is no malformed one.
  const body = name.startsWith('GET ') ? undefined : text === '' ? {} : parse(text)
  const { hooks, categories } = sites
  const reply =
    answerSiteCall(name, sites, store) ??
    answerOrderCall(name, { sites, store, query, body }) ??
    answerCustomerCall(name, { sites, store, query, body }) ??
    answerWebhookCall(name, { hooks, store, query, body }) ??
    answerCategoryCall(name, { categories, store, query, body }) ??
    answerTaxonomyCall(name, query) ??
    answerProductCall(name, { sites, store, query, body, fetched })
  if (!reply) throw noRoute()
  if (body !== undefined) sites.emit({ type: 'written' })
  return reply
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new ApiError(400, 'rest_invalid_json', 'Invalid JSON body passed.')
  }
}
