import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../../kit/faults.ts'
import { BodyTooLarge, isRecord, sendJson } from '../../kit/http.ts'
import { sendHtmlError, serveCall, type CallReply } from '../../kit/serve-call.ts'
import { checkToken, giveTokens, OauthError, PAGE, servePage, TOKEN } from './auth.ts'
import { orderEndpoints } from './orders.ts'
import { productEndpoints } from './products.ts'
import type { Tiki } from './tiki.ts'
import { badQuery, TikiError, type Endpoints } from './wire.ts'

const ENDPOINTS: Endpoints = { ...orderEndpoints, ...productEndpoints }

export const isTikiPath = (path: string): boolean =>
  path === PAGE || path === TOKEN || /^\/integration\/v2(\.1)?\//.test(path)

export async function serveTiki(
  tiki: Tiki,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (url.pathname === PAGE) return servePage(tiki, request, response, url)
  return serveCall(tiki, request, response, url.pathname, {
    refuse: (to, fault) => refuse(tiki, to, fault),
    answer: (body) => answer(tiki, request, url, body),
  })
}

function answer(tiki: Tiki, request: IncomingMessage, url: URL, body: string | BodyTooLarge): CallReply {
  const write = (status: number, error: string, reply: object): CallReply => ({
    status,
    type: 'application/json',
    error,
    body: JSON.stringify(reply),
  })
  try {
    return write(200, '', run(tiki, request, url, body))
  } catch (error) {
    if (error instanceof OauthError)
      return write(error.status, error.message, {
        error: error.message,
        error_description: `The request failed: ${error.message}`,
        status_code: error.status,
      })
    if (!(error instanceof TikiError)) throw error
    return write(error.status, String(error.status), { errors: [error.message] })
  }
}

function run(tiki: Tiki, request: IncomingMessage, url: URL, body: string | BodyTooLarge): object {
  const { pathname: path, searchParams: query } = url
  const method = request.method ?? ''
  if (body instanceof BodyTooLarge) throw badQuery('The body is too large')
  const { authorization } = request.headers
  if (path === TOKEN) {
    if (method !== 'POST') throw new TikiError(405, 'Method Not Allowed')
    return giveTokens(tiki, authorization, body)
  }
  const shop = checkToken(tiki, authorization)
  const exact = `${method} ${path}`
  const [, id = ''] = ID.exec(path) ?? []
  const name = Object.hasOwn(ENDPOINTS, exact) ? exact : `${method} ${path.replace(ID, '/:id')}`
  const endpoint = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined
  if (!endpoint) throw new TikiError(405, 'Method Not Allowed')
  return endpoint(tiki, { shop, query, id, body: method === 'GET' ? {} : parse(body) })
}

const ID = /\/(\d+)(?=\/|$)/

function parse(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    if (isRecord(body)) return body
  } catch {
    // Told below.
  }
  throw badQuery('The body is no JSON object')
}

function refuse(tiki: Tiki, response: ServerResponse, fault: Fault): void {
  if (fault === 'rate_limit') {
    sendJson(response, 429, { errors: ["You're requesting too many requests! Slow down!"] })
    return
  }
  // A proxy before the marketplace's servers answers in HTML.
  if (tiki.random.chance(0.5)) sendHtmlError(response, 503)
  else sendJson(response, 500, { errors: ['Internal failure'] })
}
