import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCatalog } from '../../kit/catalog.ts'
import type { Fault } from '../../kit/faults.ts'
import { BodyTooLarge, sendJson, sendText } from '../../kit/http.ts'
import { itemImage } from '../../kit/item-image.ts'
import type { World } from '../../kit/marketplace.ts'
import { createRandom, hash } from '../../kit/random.ts'
import { createReturnSimulation } from '../../kit/return-simulation.ts'
import { sendHtmlError, serveCall } from '../../kit/serve-call.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import { authEndpoints, CONSENT_PATH, servePage } from './auth.ts'
import { cancelEndpoints } from './cancel.ts'
import { categoryEndpoints } from './categories.ts'
import { financeEndpoints } from './finance.ts'
import { fulfilEndpoints } from './fulfil.ts'
import { imageEndpoints } from './images.ts'
import { createLifecycle } from './lifecycle.ts'
import { createOrderMaker } from './make-order.ts'
import { createOrderBook } from './order-book.ts'
import { orderEndpoints } from './orders.ts'
import { labelFile, LABELS, parcelPaperEndpoints } from './parcel-papers.ts'
import { productChangeEndpoints } from './product-changes.ts'
import { productEndpoints } from './products.ts'
import { publishingEndpoints } from './publishing.ts'
import { createPushes } from './push.ts'
import { followReturns, returnId } from './returning.ts'
import { reverseEndpoints } from './reverse.ts'
import { SHOPS } from './shops.ts'
import { takingDownEndpoints } from './taking-down.ts'
import { createAuthStore } from './tokens.ts'
import type { Lazada, LazadaSettings } from './types.ts'
import { checkShop, checkSign, LazadaError, readBody, requestId, type Endpoints } from './wire.ts'

/** Part of the base address and not of the path that is signed. */
const PREFIX = '/rest'
const IMAGES = '/img/lazada/'

const ENDPOINTS: Endpoints = {
  ...authEndpoints,
  ...orderEndpoints,
  ...productEndpoints,
  ...productChangeEndpoints,
  ...fulfilEndpoints,
  ...parcelPaperEndpoints,
  ...cancelEndpoints,
  ...reverseEndpoints,
  ...financeEndpoints,
  ...categoryEndpoints,
  ...imageEndpoints,
  ...publishingEndpoints,
  ...takingDownEndpoints,
}

const DAY = 86_400

export const DEFAULT_SETTINGS: LazadaSettings = {
  appKey: '123456',
  appSecret: '4c617a61646153616e64626f78536563',
  accessSeconds: 10 * 86_400,
  refreshSeconds: 50 * 86_400,
  pushUrl: '',
  ackMs: 500,
  packSeconds: 2,
  documentSeconds: 2,
  cancelAnswerSeconds: 2 * DAY,
  settleSeconds: 3 * DAY,
}

export function createLazada(world: World, given: Partial<LazadaSettings>): Lazada {
  const { clock, faults, log, baseUrl, images } = world
  const settings = { ...DEFAULT_SETTINGS, ...given }
  const book = createOrderBook()
  const auth = createAuthStore(clock, settings)
  const pushes = createPushes(clock, settings, (shopId) => auth.isLinked(shopId))
  const catalog = createCatalog<number>(clock, ({ shopId, sku, letters }, isTaken) => {
    // Two SKUs whose hashes meet must not become one product.
    let salt = ''
    const numbered = (): number => 3_000_000_000 + hash(`lazada:${shopId}:${sku}${salt}`)
    while (isTaken(numbered())) salt += '+'
    const productId = numbered()
    return { productId, skuId: productId * 10 + 1, variant: letters === '' ? '' : `Design:${letters}` }
  })
  const lazada: Lazada = {
    clock,
    faults,
    log,
    settings,
    book,
    auth,
    pushes,
    catalog,
    baseUrl,
    images,
    items: new Map(),
    random: createRandom(`lazada:${world.seed}`),
    shops: new Map(SHOPS.map((shop) => [shop.id, shop])),
    maker: createOrderMaker(catalog, (id) => book.find(id) !== undefined),
    lifecycle: createLifecycle({ clock, book, pushes, catalog, settings }),
    returns: createReturnSimulation(clock, {
      makeId: returnId,
      answerSeconds: 2 * DAY,
      refundSeconds: DAY,
    }),
    corrupt: new Map(),
  }
  followReturns(lazada)
  return lazada
}

export const isLazadaPath = (path: string): boolean =>
  path.startsWith(`${PREFIX}/`) || path === CONSENT_PATH || path.startsWith(IMAGES) || path.startsWith(LABELS)

export async function serveLazada(
  lazada: Lazada,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const { pathname } = url
  if (pathname === CONSENT_PATH) return servePage(lazada, request, response, url)
  if (pathname.startsWith(IMAGES)) return serveImage(lazada, response, pathname)
  if (pathname.startsWith(LABELS)) return serveLabel(lazada, response, pathname)
  return serveCall(lazada, request, response, pathname, {
    refuse: (to, fault) => refuse(lazada, to, fault),
    answer: (body, form) => ({
      status: 200,
      type: JSON_TYPE,
      ...answer(lazada, request, url, body, form),
    }),
  })
}

const JSON_TYPE = 'application/json;charset=UTF-8'

/** Failures come under HTTP 200, like everything that the gateway says itself. */
function answer(
  lazada: Lazada,
  { method, headers }: IncomingMessage,
  url: URL,
  text: string | BodyTooLarge,
  form: UploadForm | undefined,
): { body: string; error: string } {
  const envelope = { code: '0', request_id: requestId() }
  try {
    const path = url.pathname.slice(PREFIX.length)
    const endpoint = Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined
    if (!endpoint) throw new LazadaError('InvalidApiPath', 'The specified API path is invalid')
    if (endpoint.scope === 'shop' && endpoint.isWrite && method !== 'POST')
      throw new LazadaError('UnsupportedHTTPMethod', 'The HTTP method is not supported by this API')
    if (text instanceof BodyTooLarge) throw new LazadaError('5', 'E005: Invalid Request Format')
    const query = Object.fromEntries(url.searchParams)
    const body = form ? form.fields : readBody(headers['content-type'] ?? '', text)
    const parameters = { ...query, ...body }
    const files = form?.files ?? []
    checkSign(lazada, path, parameters, query)
    const made =
      endpoint.scope === 'shop'
        ? endpoint.run(lazada, { parameters, files, shop: checkShop(lazada, parameters) })
        : endpoint.run(lazada, { parameters, files })
    return { body: JSON.stringify({ ...made, ...envelope }), error: '' }
  } catch (error) {
    if (!(error instanceof LazadaError)) throw error
    const { code, message, detail } = error
    return { body: JSON.stringify({ type: error.type, ...envelope, code, message, detail }), error: code }
  }
}

/** Limits come in three forms: from what stands before the gateway, from the gateway and from a call's own quota. */
function refuse(lazada: Lazada, response: ServerResponse, fault: Fault): void {
  if (fault === 'rate_limit') {
    const code = lazada.random.pick(['429', 'ApiCallLimit', '901'])
    const message = 'The request has exceeded the limit, please try again later'
    sendJson(response, code === '429' ? 429 : 200, { type: 'ISP', code, message, request_id: requestId() })
    return
  }
  sendHtmlError(response, lazada.random.pick([500, 502, 503]))
}

function serveImage(lazada: Lazada, response: ServerResponse, path: string): void {
  const id = path.slice(IMAGES.length).replace(/\.svg$/, '')
  const name = lazada.catalog.nameOf(id)
  if (name === undefined) {
    sendJson(response, 404, { code: 'NotFound', message: 'There is no such picture.' })
    return
  }
  response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  sendText(response, 200, 'image/svg+xml', itemImage(id, name))
}

function serveLabel(lazada: Lazada, response: ServerResponse, path: string): void {
  const file = labelFile(lazada, path)
  if (file) sendText(response, 200, 'application/pdf', file)
  else sendJson(response, 404, { code: 'NotFound', message: 'There is no such label, or no longer.' })
}
