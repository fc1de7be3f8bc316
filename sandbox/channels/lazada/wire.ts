import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isRecord } from '../../kit/http.ts'
import type { UploadFile } from '../../kit/upload-form.ts'
import { hmac, isSameText } from '../../kit/signature.ts'
import type { Lazada } from './lazada.ts'
import type { Shop } from './types.ts'

/** An answer that carries one of Lazada's codes; ISV = the caller's fault, ISP = the business behind, SYSTEM = the gateway. */
export class LazadaError extends Error {
  readonly code: string
  readonly type: 'ISV' | 'ISP' | 'SYSTEM'
  /** Errors in the single parts of a call. */
  readonly detail: object[] | undefined
  constructor(code: string, message: string, type: 'ISV' | 'ISP' | 'SYSTEM' = 'ISV', detail?: object[]) {
    super(message)
    this.detail = detail
    this.code = code
    this.type = type
  }
}

export type Parameters = Record<string, string>

export interface Call {
  parameters: Parameters
  /** Files of a multipart call. The signature does not cover them. */
  files: UploadFile[]
}

export interface ShopCall extends Call {
  shop: Shop
}

/** Fields beside `code` in an answer. */
export type Answer = Record<string, unknown>

export type Endpoint =
  | { scope: 'public'; run: (lazada: Lazada, call: Call) => Answer }
  | { scope: 'shop'; isWrite: boolean; run: (lazada: Lazada, call: ShopCall) => Answer }

export type Endpoints = Record<string, Endpoint>

export const shopCall = (run: (lazada: Lazada, call: ShopCall) => Answer): Endpoint => ({
  scope: 'shop',
  isWrite: false,
  run,
})

/** A call that only POST does. */
export const shopPost = (run: (lazada: Lazada, call: ShopCall) => Answer): Endpoint => ({
  scope: 'shop',
  isWrite: true,
  run,
})

export const requestId = (): string => randomBytes(12).toString('hex')

/** HTTP request guide: the path, then every parameter that has a value, by name, in bytes; written in capitals. */
export function expectedSign(secret: string, path: string, parameters: Parameters): string {
  const pairs = Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && name !== '' && value !== '')
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return hmac(secret, path + pairs.flat().join('')).toUpperCase()
}

// A timestamp may be two hours off, either way.
const SIGN_WINDOW_MS = 7_200_000

export const missing = (name: string): LazadaError =>
  new LazadaError(
    'MissingParameter',
    `The input parameter "${name}" that is mandatory for processing this request is not supplied`,
  )

/** App, time and signature. `query` alone is what some clients sign who send the same again as a body. */
export function checkSign(lazada: Lazada, path: string, all: Parameters, query: Parameters): void {
  for (const name of ['app_key', 'timestamp', 'sign_method', 'sign']) if (!all[name]) throw missing(name)
  const { appKey, appSecret } = lazada.settings
  if (all['app_key'] !== appKey) throw new LazadaError('InvalidAppKey', 'The specified App Key is invalid')
  if (all['sign_method'] !== 'sha256')
    throw new LazadaError('UnsupportedSignMethod', 'The sign_method is not supported')
  const given = all['timestamp'] ?? ''
  const time = /^\d{13}$/.test(given) ? Number(given) : Date.parse(`${given.replace(' ', 'T')}Z`)
  // The machine's own time is right too: a client can't know that the sandbox's clock was shifted.
  const now = lazada.clock.nowMs()
  const distance = Math.min(Math.abs(time - now), Math.abs(time - (now - lazada.clock.offset() * 1000)))
  if (!(distance <= SIGN_WINDOW_MS))
    throw new LazadaError('InvalidTimestamp', 'The timestamp is invalid or too far off')
  const isRight = [all, query].some((signed) =>
    isSameText(all['sign'] ?? '', expectedSign(appSecret, path, signed)),
  )
  if (!isRight)
    throw new LazadaError(
      'IncompleteSignature',
      'The request signature does not conform to platform standards',
    )
}

/** The shop that a call speaks for. */
export function checkShop(lazada: Lazada, parameters: Parameters): Shop {
  const token = parameters['access_token']
  if (!token) throw missing('access_token')
  const shop = lazada.shops.get(lazada.tokens.shopOf(token) ?? 0)
  if (!shop) throw new LazadaError('IllegalAccessToken', 'The specified access token is invalid or expired')
  return shop
}

/** Clients put parameters into the query, a form or a JSON object. */
export function readBody(type: string, text: string): Parameters {
  if (text === '') return {}
  if (!type.includes('json')) return Object.fromEntries(new URLSearchParams(text))
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new LazadaError('5', 'E005: Invalid Request Format')
  }
  if (!isRecord(body)) throw new LazadaError('5', 'E005: Invalid Request Format')
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** A whole number in a range, or the error code that Lazada has for this parameter. */
export function wholeNumber(text: string | undefined, fallback: number, most: number, code: string): number {
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value > most)
    throw new LazadaError(code, `E${code.padStart(3, '0')}: "${text}" is out of range`)
  return value
}

/** ISO 8601 with its offset, in seconds since 1970. */
export function readTime(text: string): number {
  const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)$/.test(text)
    ? Date.parse(text.replace(/(\d) ([+-])/, '$1$2').replace(' ', 'T'))
    : NaN
  if (Number.isNaN(time)) throw new LazadaError('17', `E017: "${text}" Invalid Date Format`)
  return time / 1000
}

/** Returns the error of the newer calls, under code 0. The reference and its samples name the fields differently. */
export const failed = (code: string, message: string): Answer => ({
  result: { success: false, error_code: code, error_msg: message, errorCode: code, errorMsg: message },
})

/** A parameter that is JSON in a text; undefined for what is none. */
export function jsonParameter(parameters: Parameters, name: string): unknown {
  const text = parameters[name]
  if (!text) throw missing(name)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const readable = <T extends z.ZodType>(schema: T, value: unknown): z.infer<T> | undefined =>
  schema.safeParse(value).data

/** Ids come as numbers or as text. */
export const wholeId = z.union([z.number().int(), z.string().regex(/^\d{1,16}$/)]).transform(Number)
