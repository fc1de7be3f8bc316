/** Answers bytes that are no valid HTTP request: Node's parser refused them, so neither hook nor handler ever sees them. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorStatuses, type ErrorCode } from '../../model/errors.ts'
import { defaultLanguage, languages } from '../../model/language.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { translate } from '../i18n/translate.ts'

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Closes the connection and says so: a proxy that kept it would lose the next caller's request on it. */
export function createClientErrorHandler(headers: SecurityHeaders) {
  return (error: Error & { code: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const code = codes[error.code] ?? 'bad_request'
    const status = errorStatuses[code]
    const body = JSON.stringify({ message: translate(defaultLanguage, `error.${code}`), code })
    const lines = Object.entries({
      ...headers,
      connection: 'close',
      'cache-control': 'no-store',
      'content-language': languages[defaultLanguage].iso,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  }
}
