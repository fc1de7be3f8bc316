import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../../kit/faults.ts'
import { BodyTooLarge, sendJson, sendText } from '../../kit/http.ts'
import { itemImage } from '../../kit/item-image.ts'
import { sendHtmlError, serveCall } from '../../kit/serve-call.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import { authEndpoints, CONSENT_PATH, servePage } from './auth.ts'
import { cancelEndpoints } from './cancel.ts'
import { categoryEndpoints } from './categories.ts'
import { financeEndpoints } from './finance.ts'
import { fulfilEndpoints } from './fulfil.ts'
import { imageEndpoints } from './images.ts'
import { orderEndpoints } from './orders.ts'
import { labelFile, LABELS, parcelPaperEndpoints } from './parcel-papers.ts'
import { productChangeEndpoints } from './product-changes.ts'
import { productEndpoints } from './products.ts'
import { publishingEndpoints } from './publishing.ts'
import { reverseEndpoints } from './reverse.ts'
import { takingDownEndpoints } from './taking-down.ts'
import type { Lazada } from './lazada.ts'
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
    const answered =
      endpoint.scope === 'shop'
        ? endpoint.run(lazada, { parameters, files, shop: checkShop(lazada, parameters) })
        : endpoint.run(lazada, { parameters, files })
    return { body: JSON.stringify({ ...answered, ...envelope }), error: '' }
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

async function serveImage(lazada: Lazada, response: ServerResponse, path: string): Promise<void> {
  const id = path.slice(IMAGES.length).replace(/\.jpg$/, '')
  if (lazada.catalog.nameOf(id) === undefined) {
    sendJson(response, 404, { code: 'NotFound', message: 'There is no such picture.' })
    return
  }
  response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  sendText(response, 200, 'image/jpeg', await itemImage(id))
}

function serveLabel(lazada: Lazada, response: ServerResponse, path: string): void {
  const file = labelFile(lazada, path)
  if (file) sendText(response, 200, 'application/pdf', file)
  else sendJson(response, 404, { code: 'NotFound', message: 'There is no such label, or no longer.' })
}
