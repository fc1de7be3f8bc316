import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../../kit/faults.ts'
import { BodyTooLarge, sendJson, sendText } from '../../kit/http.ts'
import { sendHtmlError, serveCall, type CallReply } from '../../kit/serve-call.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import { accountEndpoints, giveTokens, isPage, isTokenPath, servePage } from './auth.ts'
import { cancelEndpoints } from './cancel.ts'
import { categoryEndpoints } from './categories.ts'
import { financeEndpoints } from './finance.ts'
import { fulfilEndpoints } from './fulfil.ts'
import { imageEndpoints } from './images.ts'
import { logisticsEndpoints } from './logistics.ts'
import { orderEndpoints, parseBody } from './orders.ts'
import { productChangeEndpoints } from './product-changes.ts'
import { productEndpoints } from './products.ts'
import { partialEditEndpoints } from './partial-edit.ts'
import { publishingEndpoints } from './publishing.ts'
import { LABELS, labelFile, paperEndpoints } from './parcel-papers.ts'
import { returnEndpoints } from './returns.ts'
import { splittingEndpoints } from './splitting.ts'
import type { Tiktok } from './tiktok.ts'
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

const ENDPOINTS: Endpoints = {
  ...accountEndpoints,
  ...orderEndpoints,
  ...productEndpoints,
  ...categoryEndpoints,
  ...imageEndpoints,
  ...publishingEndpoints,
  ...partialEditEndpoints,
  ...productChangeEndpoints,
  ...logisticsEndpoints,
  ...fulfilEndpoints,
  ...splittingEndpoints,
  ...paperEndpoints,
  ...cancelEndpoints,
  ...returnEndpoints,
  ...financeEndpoints,
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
