import type { ServerResponse } from 'node:http'
import type { Fault } from '../kit/faults.ts'
import { sendText } from '../kit/http.ts'
import type { Row } from './types.ts'

/** A call that the API refuses, in its own words. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Facts beside the status, under `data`. */
  readonly data: Row
  constructor(status: number, code: string, message: string, data: Row = {}) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

/** The refusal as replies have it, and the rows of a batch. */
export const errorRow = ({ status, code, message, data }: ApiError): Row => ({
  code,
  message,
  data: { status, ...data },
})

export const noRoute = (): ApiError =>
  new ApiError(404, 'rest_no_route', 'No route was found matching the URL and request method.')

export interface Reply {
  status: number
  headers?: Record<string, string>
  body: unknown
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
    case 'late':
      setTimeout(() => response.socket?.destroy(), fault === 'timeout' ? timeoutMs : 0).unref()
  }
}
