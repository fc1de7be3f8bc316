import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../kit/faults.ts'
import { sendText } from '../kit/http.ts'
import type { Keys } from './amounts.ts'

/** A call that the API refuses, in its own words. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  body: unknown
}

const refused = (words: string): ApiError => new ApiError(401, 'woocommerce_rest_authentication_error', words)

/** Checks key, secret and permission in the plugin's order; throws ApiError 401. */
export function checkKeys(request: IncomingMessage, url: URL, keys: readonly Keys[]): void {
  const [scheme = '', text = ''] = (request.headers.authorization ?? '').split(' ')
  const basic = scheme.toLowerCase() === 'basic' ? Buffer.from(text, 'base64').toString('utf8') : ''
  const colon = basic.indexOf(':')
  const key = colon >= 0 ? basic.slice(0, colon) : url.searchParams.get('consumer_key')
  const secret = colon >= 0 ? basic.slice(colon + 1) : url.searchParams.get('consumer_secret')
  if (!key || !secret)
    throw new ApiError(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
  const found = keys.find((one) => one.key === key)
  if (!found) throw refused('Consumer key is invalid.')
  if (found.secret !== secret) throw refused('Consumer secret is invalid.')
  const input = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
  if (!found.permissions.includes(input))
    throw refused(`The API key provided does not have ${input} permissions.`)
}

/** PHP writes JSON with its slashes escaped and in ASCII alone. */
export const phpJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )

const JSON_TYPE = 'application/json; charset=UTF-8'

export function sendReply(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (status === 401) response.setHeader('www-authenticate', 'Basic realm="WooCommerce API"')
  sendText(response, status, JSON_TYPE, phpJson(body))
}

/** Sends the answer that a proxy before a small store's server gives on a fault. */
export function sendFault(response: ServerResponse, fault: Fault, timeoutMs: number, reply: Reply): void {
  switch (fault) {
    case 'rate_limit':
      response.setHeader('retry-after', '1')
      sendText(response, 429, 'text/html', '<h1>Too many requests</h1>')
      return
    case 'server_error':
      sendText(response, 503, 'text/html', '<p>Briefly unavailable for scheduled maintenance.</p>')
      return
    case 'malformed': {
      const text = phpJson(reply.body)
      sendText(response, 200, JSON_TYPE, text.slice(0, Math.floor(text.length / 2)))
      return
    }
    case 'timeout':
    case 'reset':
      setTimeout(() => response.socket?.destroy(), fault === 'timeout' ? timeoutMs : 0).unref()
  }
}
