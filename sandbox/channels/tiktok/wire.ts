import { randomBytes } from 'node:crypto'
import type { UploadForm } from '../../kit/upload-form.ts'
import { hmac, isSameText } from '../../kit/signature.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'

/** An answer with one of TikTok Shop's numbers for what is wrong. */
export class TiktokError extends Error {
  readonly code: number
  readonly status: number
  /** Data of the answer beside the code and the message. */
  readonly data: object | undefined
  constructor(code: number, message: string, status = 200, data?: object) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** The gateway's answer to credentials that do not fit. */
export const denied = (code: number, message: string): TiktokError => new TiktokError(code, message, 401)
export const badParam = (message: string): TiktokError => new TiktokError(36009004, message)

/** One call with its credentials already checked. */
export interface Call {
  query: URLSearchParams
  body: Record<string, unknown>
}
/** A call that must not name a shop. */
export interface SellerCall extends Call {
  /** Form of a multipart call; undefined for other calls. */
  form: UploadForm | undefined
}
export interface ShopCall extends Call {
  shop: Shop
  /** The number in the path, where it has one. */
  id: string
}

export type Endpoint =
  | { method: string; scope: 'account'; run: (tiktok: Tiktok, shopIds: readonly string[]) => object }
  | { method: string; scope: 'seller'; run: (tiktok: Tiktok, call: SellerCall) => object }
  | { method: string; scope: 'shop'; run: (tiktok: Tiktok, call: ShopCall) => object }

/**
 * By resource, which is the path without its version; `:id` stands for a number. A resource that several methods serve has its
 * method in front.
 */
export type Endpoints = Record<string, Endpoint>

export const requestId = (): string => randomBytes(16).toString('hex').toUpperCase()

/** Guide "Sign your API request": secret, path, sorted query, body, secret. */
export function expectedSign(secret: string, path: string, query: URLSearchParams, body: string): string {
  let text = secret + path
  for (const [name, value] of [...query].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (name !== 'sign' && name !== 'access_token') text += name + value
  return hmac(secret, text + body + secret)
}

// A timestamp may be five minutes old and half a minute early.
const OLDEST = 300
const EARLIEST = 30

export interface SignedRequest {
  path: string
  query: URLSearchParams
  /** The body as it came; empty for multipart, which is not signed. */
  body: string
}

/** App, time and signature. A client's clock may be the sandbox's or the machine's: it can't know about a shift. */
export function checkSign({ clock, settings }: Tiktok, { path, query, body }: SignedRequest): void {
  for (const name of ['app_key', 'timestamp', 'sign'])
    if (!query.get(name)) throw denied(36009004, `Invalid parameter: ${name} is missing`)
  if (query.get('app_key') !== settings.appKey) throw denied(36009004, 'Invalid app_key')
  const time = Number(query.get('timestamp'))
  const isTimely = (now: number): boolean => time >= now - OLDEST && time <= now + EARLIEST
  if (!isTimely(clock.now()) && !isTimely(Math.floor(Date.now() / 1000)))
    throw denied(36009004, 'Invalid timestamp')
  if (!isSameText(query.get('sign') ?? '', expectedSign(settings.appSecret, path, query, body)))
    throw denied(106001, 'Invalid sign')
}

/** The shops that the token in the header opens. */
export function checkToken({ tokens }: Tiktok, token: string | undefined): readonly string[] {
  const shopIds = tokens.shopsOf(token ?? '')
  if (shopIds === 'expired') throw denied(105002, 'Expired credentials: the access token has ended')
  if (shopIds === 'unknown') throw denied(36009004, 'Invalid access token in header x-tts-access-token')
  return shopIds
}

export function checkShop(tiktok: Tiktok, query: URLSearchParams, shopIds: readonly string[]): Shop {
  const cipher = query.get('shop_cipher')
  if (!cipher) throw denied(106013, 'shop_cipher is missing')
  const shop = [...tiktok.shops.values()].find((one) => one.cipher === cipher)
  if (!shop || !shopIds.includes(shop.id)) throw denied(36009004, 'Invalid identifier: shop_cipher')
  return shop
}
