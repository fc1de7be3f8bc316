import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { sendJson, sendText } from '../kit/http.ts'
import { isLocalRequest } from '../kit/local-request.ts'

export const LANGUAGES = ['en', 'jp', 'vn', 'my'] as const

/** Browsers read the scripts as they are written, without their types. */
const script = (name: string): [string, string] => [`/_page/${name}.ts`, `browser/${name}.ts`]

const FILES = new Map<string, string>([
  ['/', 'page.html'],
  ['/_page/page.css', 'page.css'],
  ['/_page/icon.svg', 'icon.svg'],
  ...['main', 'elements', 'texts', 'shops', 'orders', 'couriers', 'side', 'state'].map(script),
  ...LANGUAGES.map((language): [string, string] => [
    `/_page/locales/${language}.json`,
    `locales/${language}.json`,
  ]),
])

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  ts: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

export const isPagePath = (path: string): boolean => FILES.has(path)

/** The control page and its files, to this machine alone. */
export function servePage(request: IncomingMessage, response: ServerResponse, path: string): void {
  const file = FILES.get(path)
  if (!isLocalRequest(request)) {
    sendJson(response, 403, { error: 'The control page opens only on the machine that the sandbox runs on.' })
    return
  }
  if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
    sendJson(response, 405, { error: 'The control page can only be read.' })
    return
  }
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const type = file.slice(file.lastIndexOf('.') + 1)
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  sendText(response, 200, TYPES[type] ?? 'text/plain', type === 'ts' ? stripTypeScriptTypes(text) : text)
}
