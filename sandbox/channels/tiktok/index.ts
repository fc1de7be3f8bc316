import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCatalog } from '../../kit/catalog.ts'
import type { Fault } from '../../kit/faults.ts'
import { BodyTooLarge, sendJson, sendText } from '../../kit/http.ts'
import type { World } from '../../kit/marketplace.ts'
import { createRandom } from '../../kit/random.ts'
import { createReturnSimulation } from '../../kit/return-simulation.ts'
import { sendHtmlError, serveCall, type CallReply } from '../../kit/serve-call.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import { accountEndpoints, giveTokens, isPage, isTokenPath, servePage } from './auth.ts'
import { cancelEndpoints } from './cancel.ts'
import { categoryEndpoints } from './categories.ts'
import { financeEndpoints } from './finance.ts'
import { fulfilEndpoints } from './fulfil.ts'
import { imageEndpoints } from './images.ts'
import { createLifecycle } from './lifecycle.ts'
import { logisticsEndpoints } from './logistics.ts'
import { createOrderMaker, longId } from './make-order.ts'
import { createOrderBook } from './order-book.ts'
import { orderEndpoints, parseBody } from './orders.ts'
import { productChangeEndpoints } from './product-changes.ts'
import { productEndpoints } from './products.ts'
import { publishingEndpoints } from './publishing.ts'
import { LABELS, labelFile, paperEndpoints } from './parcel-papers.ts'
import { createPushes } from './push.ts'
import { followReturns, returnId } from './returning.ts'
import { returnEndpoints } from './returns.ts'
import { SHOPS } from './shops.ts'
import { splittingEndpoints } from './splitting.ts'
import { createTokenStore } from './tokens.ts'
import type { Tiktok, TiktokSettings } from './types.ts'
import {
  badParam,
  checkShop,
  checkSign,
  checkToken,
  requestId,
  TiktokError,
  type Endpoint,
  type Endpoints,
} from './wire.ts'

const DAY = 86_400

const ENDPOINTS: Endpoints = {
  ...accountEndpoints,
  ...orderEndpoints,
  ...productEndpoints,
  ...categoryEndpoints,
  ...imageEndpoints,
  ...publishingEndpoints,
  ...productChangeEndpoints,
  ...logisticsEndpoints,
  ...fulfilEndpoints,
  ...splittingEndpoints,
  ...paperEndpoints,
  ...cancelEndpoints,
  ...returnEndpoints,
  ...financeEndpoints,
}

export const DEFAULT_SETTINGS: TiktokSettings = {
  appKey: '6ab12cd3e4f5g',
  appSecret: '0123456789abcdef0123456789abcdef01234567',
  serviceId: '7172672921023301381',
  redirectUrl: '',
  pushUrl: '',
  accessSeconds: 7 * 86_400,
  refreshSeconds: 365 * 86_400,
  onHoldSeconds: 3_600,
  auditSeconds: 60,
  trackingSeconds: 2,
  documentSeconds: 4,
  cancelAnswerSeconds: 2 * DAY,
  settleSeconds: 5 * DAY,
}

export function createTiktok(world: World, given: Partial<TiktokSettings>): Tiktok {
  const { clock, faults, log, baseUrl, images } = world
  const settings = { ...DEFAULT_SETTINGS, ...given }
  const book = createOrderBook()
  const tokens = createTokenStore(clock, settings)
  const pushes = createPushes(clock, settings, (shopId) => tokens.isLinked(shopId))
  const catalog = createCatalog<string>(clock, ({ shopId, sku, base, letters }) => ({
    productId: longId('1729', `product:${shopId}:${base}`),
    skuId: longId('1729', `sku:${shopId}:${sku}`),
    variant: letters === '' ? 'Default' : `Design ${letters}`,
  }))
  const tiktok: Tiktok = {
    clock,
    faults,
    log,
    random: createRandom(`tiktok:${world.seed}`),
    settings,
    shops: new Map(SHOPS.map((shop) => [shop.id, shop])),
    book,
    tokens,
    pushes,
    lifecycle: createLifecycle({ clock, book, pushes, catalog, settings }),
    catalog,
    maker: createOrderMaker(catalog, (id) => book.find(id) !== undefined),
    corrupt: new Map(),
    items: new Map(),
    images,
    returns: createReturnSimulation(clock, { makeId: returnId, answerSeconds: 2 * DAY, refundSeconds: DAY }),
    baseUrl,
  }
  followReturns(tiktok)
  return tiktok
}

/** Calls are /{module}/{version}/{resource}; any version of six digits does. */
const CALL = /^\/(authorization|order|product|fulfillment|logistics|return_refund|finance)\/(\d{6})\/(.+)$/

export const isTiktokPath = (path: string): boolean =>
  CALL.test(path) || isTokenPath(path) || isPage(path) || path.startsWith(LABELS)

export async function serveTiktok(
  tiktok: Tiktok,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (isPage(url.pathname)) return servePage(tiktok, request, response, url)
  if (url.pathname.startsWith(LABELS)) return serveLabel(tiktok, response, url.pathname)
  return serveCall(tiktok, request, response, url.pathname, {
    refuse: (to, fault) => refuse(tiktok, to, fault),
    answer: (body, form) => answer(tiktok, request, url, body, form),
  })
}

function answer(
  tiktok: Tiktok,
  request: IncomingMessage,
  url: URL,
  body: string | BodyTooLarge,
  form: UploadForm | undefined,
): CallReply {
  const write = (status: number, code: number, message: string, data?: object): CallReply => ({
    status,
    type: 'application/json',
    error: code === 0 ? '' : String(code),
    body: JSON.stringify({ code, message, request_id: requestId(), ...(data && { data }) }),
  })
  try {
    return write(200, 0, 'Success', run(tiktok, request, url, body, form))
  } catch (error) {
    if (!(error instanceof TiktokError)) throw error
    return write(error.status, error.code, error.message, error.data)
  }
}

function run(
  tiktok: Tiktok,
  request: IncomingMessage,
  url: URL,
  body: string | BodyTooLarge,
  form: UploadForm | undefined,
): object {
  const path = url.pathname
  const query = url.searchParams
  const method = request.method ?? ''
  if (isTokenPath(path)) {
    if (method !== 'GET') throw new TiktokError(36009010, 'Invalid method')
    return giveTokens(tiktok, path, query)
  }
  const endpoint = findEndpoint(method, path)
  if (body instanceof BodyTooLarge) throw badParam('The body is too large')
  // A form comes without its text: it is not signed.
  checkSign(tiktok, { path, query, body })
  const token = request.headers['x-tts-access-token']
  const shopIds = checkToken(tiktok, typeof token === 'string' ? token : undefined)
  if (endpoint.scope !== 'shop' && query.has('shop_cipher'))
    throw badParam('Unexpected identifier: shop_cipher')
  if (endpoint.scope === 'account') return endpoint.run(tiktok, shopIds)
  if (endpoint.scope === 'seller') return endpoint.run(tiktok, { query, body: {}, form })
  const shop = checkShop(tiktok, query, shopIds)
  const [, id = ''] = NUMBER.exec(CALL.exec(path)?.[3] ?? '') ?? []
  return endpoint.run(tiktok, { query, body: method === 'GET' ? {} : parseBody(body), shop, id })
}

/** A product's, in the path of a call about it. */
const NUMBER = /\/(\d+)(?=\/|$)/

function findEndpoint(method: string, path: string): Endpoint {
  const [, module = '', , resource = ''] = CALL.exec(path) ?? []
  const name = `${module}/${resource.replace(NUMBER, '/:id')}`
  const known = [`${method} ${name}`, name].find((key) => Object.hasOwn(ENDPOINTS, key))
  const endpoint = known === undefined ? undefined : ENDPOINTS[known]
  if (!endpoint && Object.keys(ENDPOINTS).some((key) => key.endsWith(` ${name}`)))
    throw new TiktokError(36009010, 'Invalid method')
  if (!endpoint) throw new TiktokError(36009009, 'Invalid path', 404)
  if (endpoint.method !== method) throw new TiktokError(36009010, 'Invalid method')
  return endpoint
}

function serveLabel(tiktok: Tiktok, response: ServerResponse, path: string): void {
  const file = labelFile(tiktok, path)
  if (file) sendText(response, 200, path.endsWith('.pdf') ? 'application/pdf' : 'text/plain', file)
  else sendJson(response, 404, { code: 'NotFound', message: 'There is no such document, or no longer.' })
}

function refuse(tiktok: Tiktok, response: ServerResponse, fault: Fault): void {
  const envelope = { message: 'Too many requests', request_id: requestId() }
  if (fault === 'rate_limit') {
    sendJson(response, 429, { code: 36009002, ...envelope })
    return
  }
  const status = tiktok.random.pick([200, 500, 503])
  // Trouble inside comes under any status; what stands before the marketplace's servers answers in HTML.
  if (status === 503) sendHtmlError(response, status)
  else sendJson(response, status, { code: 36009003, ...envelope, message: 'Internal error' })
}
