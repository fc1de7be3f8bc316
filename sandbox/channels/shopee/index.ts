import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../../kit/faults.ts'
import { BodyTooLarge, sendJson } from '../../kit/http.ts'
import { sendHtmlError, serveCall, type CallReply } from '../../kit/serve-call.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import { authEndpoints, isPage, servePage } from './auth.ts'
import { categoryEndpoints } from './categories.ts'
import { documentEndpoints } from './documents.ts'
import { escrowEndpoints } from './escrow.ts'
import { modelEndpoints } from './models.ts'
import { orderEndpoints } from './orders.ts'
import { productChangeEndpoints } from './product-changes.ts'
import { productEndpoints } from './products.ts'
import { publishingEndpoints } from './publishing.ts'
import { pushEndpoints } from './push-endpoints.ts'
import { returnEndpoints } from './returns.ts'
import { settlementEndpoints } from './settlements.ts'
import { shippingEndpoints } from './shipping.ts'
import { splittingEndpoints } from './splitting.ts'
import type { Shopee } from './shopee.ts'
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
    const answered =
      endpoint.scope === 'shop' && shop
        ? endpoint.run(shopee, { ...call, shop })
        : endpoint.scope === 'public'
          ? endpoint.run(shopee, call)
          : undefined
    return { status: 200, ...write(answered) }
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
