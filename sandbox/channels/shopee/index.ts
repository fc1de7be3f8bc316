import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCatalog } from '../../kit/catalog.ts'
import type { Fault } from '../../kit/faults.ts'
import { BodyTooLarge, sendJson } from '../../kit/http.ts'
import type { World } from '../../kit/marketplace.ts'
import { createRandom, hash } from '../../kit/random.ts'
import { sendHtmlError, serveCall, type CallReply } from '../../kit/serve-call.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import { authEndpoints, isPage, servePage } from './auth.ts'
import { categoryEndpoints } from './categories.ts'
import { createDetails } from './detail.ts'
import { documentEndpoints } from './documents.ts'
import { escrowEndpoints } from './escrow.ts'
import { imageUrl } from './items.ts'
import { createLifecycle } from './lifecycle.ts'
import { createOrderMaker } from './make-order.ts'
import { modelEndpoints } from './models.ts'
import { createOrderBook } from './order-book.ts'
import { orderEndpoints } from './orders.ts'
import { productChangeEndpoints } from './product-changes.ts'
import { productEndpoints } from './products.ts'
import { publishingEndpoints } from './publishing.ts'
import { createPushes } from './push.ts'
import { pushEndpoints } from './push-endpoints.ts'
import { createShopeeReturns, followReturns, returnEndpoints } from './returns.ts'
import { settlementEndpoints } from './settlements.ts'
import { shippingEndpoints } from './shipping.ts'
import { SHOPS } from './shops.ts'
import { splittingEndpoints } from './splitting.ts'
import { createAuthStore } from './tokens.ts'
import type { Shopee, ShopeeSettings } from './types.ts'
import {
  badParam,
  checkShop,
  checkSign,
  parseBody,
  requestId,
  ShopeeError,
  type Answer,
  type Endpoint,
  type Endpoints,
} from './wire.ts'

const PREFIX = '/api/v2/'

const ENDPOINTS: Endpoints = {
  ...authEndpoints,
  ...orderEndpoints,
  ...escrowEndpoints,
  ...shippingEndpoints,
  ...documentEndpoints,
  ...splittingEndpoints,
  ...returnEndpoints,
  ...settlementEndpoints,
  ...productEndpoints,
  ...productChangeEndpoints,
  ...categoryEndpoints,
  ...publishingEndpoints,
  ...modelEndpoints,
  ...pushEndpoints,
}

export const DEFAULT_SETTINGS: ShopeeSettings = {
  partnerId: 2001887,
  partnerKey: '6b65795f666f725f746573745f6f6e6c79',
  accessSeconds: 4 * 3_600,
  refreshSeconds: 30 * 86_400,
  graceSeconds: 300,
  trackingSeconds: 20,
  documentSeconds: 5,
  tokenError: 'invalid_acceess_token',
  pushUrl: '',
}

export function createShopee(world: World, given: Partial<ShopeeSettings>): Shopee {
  const { clock, faults, log, baseUrl, images } = world
  const items: Shopee['items'] = new Map()
  const settings = { ...DEFAULT_SETTINGS, ...given }
  const book = createOrderBook()
  const auth = createAuthStore(clock, settings)
  const pushes = createPushes(clock, settings, (shopId) => auth.isLinked(shopId))
  const catalog = createCatalog<number>(clock, ({ shopId, sku, letters }, isTaken) => {
    // Two SKUs whose hashes meet must not become one item.
    let salt = ''
    const numbered = (): number => 20_000_000_000 + hash(`item:${shopId}:${sku}${salt}`)
    while (isTaken(numbered())) salt += '+'
    return {
      productId: numbered(),
      skuId: letters === '' ? 0 : 100_000_000_000 + hash(`model:${shopId}:${sku}`),
      variant: letters === '' ? '' : `Design ${letters}`,
    }
  })
  const shopee: Shopee = {
    clock,
    faults,
    log,
    settings,
    book,
    auth,
    pushes,
    catalog,
    items,
    images,
    baseUrl,
    random: createRandom(world.seed),
    shops: new Map(SHOPS.map((shop) => [shop.id, shop])),
    details: createDetails((itemId) =>
      imageUrl({ images, baseUrl }, items.get(itemId)?.images[0] ?? String(itemId)),
    ),
    maker: createOrderMaker(catalog, (sn) => book.find(sn) !== undefined),
    lifecycle: createLifecycle({ clock, book, pushes, catalog, settings }),
    returns: createShopeeReturns(clock),
    corrupt: new Map(),
  }
  followReturns(shopee)
  return shopee
}

/** Another marketplace gives out its tokens under a module that Shopee does not have. */
export const isShopeePath = (path: string): boolean =>
  (path.startsWith(PREFIX) && !path.startsWith(`${PREFIX}token/`)) || isPage(path)

export function serveShopee(
  shopee: Shopee,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (isPage(url.pathname)) return servePage(shopee, request, response, url)
  return serveCall(shopee, request, response, url.pathname, {
    refuse: (to, fault) => refuse(shopee, to, fault),
    answer: (body, form) => answer(shopee, request.method ?? '', url, body, form),
  })
}

const JSON_TYPE = 'application/json'

function answer(
  shopee: Shopee,
  method: string,
  url: URL,
  body: string | BodyTooLarge,
  form: UploadForm | undefined,
): CallReply {
  try {
    const endpoint = findEndpoint(method, url.pathname)
    checkSign(shopee, url.pathname, url.searchParams)
    // The shop before the body: a stranger learns nothing from what he sent.
    const shop = endpoint.scope === 'shop' ? checkShop(shopee, url.searchParams) : undefined
    if (body instanceof BodyTooLarge) throw badParam('Wrong parameters, detail: the body is too large.')
    const call = {
      path: url.pathname,
      query: url.searchParams,
      body: method === 'POST' ? parseBody(body) : {},
      form,
    }
    const made =
      endpoint.scope === 'shop' && shop
        ? endpoint.run(shopee, { ...call, shop })
        : endpoint.scope === 'public'
          ? endpoint.run(shopee, call)
          : undefined
    return { status: 200, ...write(made) }
  } catch (error) {
    if (!(error instanceof ShopeeError)) throw error
    const envelope = { error: error.slug, message: error.message, request_id: requestId() }
    return { status: error.status, type: JSON_TYPE, body: JSON.stringify(envelope), error: error.slug }
  }
}

/** An unknown path and a wrong method look the same from outside. */
function findEndpoint(method: string, path: string): Endpoint {
  const name = path.slice(PREFIX.length)
  const endpoint = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined
  if (endpoint?.method !== method) throw badParam('There is no such API.')
  return endpoint
}

/** Most answers sit in `response`; a few old calls are flat, and void calls have no `response` at all. */
function write(answer: Answer): Omit<CallReply, 'status'> {
  if (answer && 'file' in answer) return { type: answer.type, body: answer.file, error: '' }
  if (answer && 'json' in answer)
    return {
      type: JSON_TYPE,
      body: `{"error":"","message":"","request_id":"${requestId()}","response":${answer.json}}`,
      error: '',
    }
  const envelope = { error: '', message: '', request_id: requestId() }
  if (!answer) return { type: JSON_TYPE, body: JSON.stringify(envelope), error: '' }
  if ('flat' in answer)
    return { type: JSON_TYPE, body: JSON.stringify({ ...answer.flat, ...envelope }), error: '' }
  const failed = answer.error && { error: answer.error.slug, message: answer.error.message }
  return {
    type: JSON_TYPE,
    body: JSON.stringify({ ...envelope, ...failed, response: answer.wrapped }),
    error: answer.error?.slug ?? '',
  }
}

function refuse(shopee: Shopee, response: ServerResponse, fault: Fault): void {
  if (fault === 'rate_limit') {
    sendJson(response, 429, {
      error: 'error_rate_limit',
      message: 'Too many requests, please try again later.',
      request_id: requestId(),
    })
    return
  }
  const status = shopee.random.pick([500, 502, 503])
  if (status === 500)
    sendJson(response, 500, {
      error: 'error_server',
      message: 'Something wrong. Please try later.',
      request_id: requestId(),
    })
  else sendHtmlError(response, status)
}
