import { randomBytes } from 'node:crypto'
import { isRecord } from '../../kit/http.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import { hmac, isSameText } from '../../kit/signature.ts'
import type { Shopee } from './shopee.ts'
import type { Shop } from './types.ts'

/** An answer that carries one of Shopee's error slugs. */
export class ShopeeError extends Error {
  readonly slug: string
  readonly status: number
  constructor(slug: string, message: string, status = 200) {
    super(message)
    this.slug = slug
    this.status = status
  }
}

// Shopee's HTTP statuses are not documented; real clients were seen to need a non-2xx on these.
export const refused = (slug: string, message: string): ShopeeError => new ShopeeError(slug, message, 403)
export const badParam = (message: string): ShopeeError => new ShopeeError('error_param', message)

/** One call with its credentials already checked. */
export interface Call {
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  /** Form of a multipart call; undefined for other calls. */
  form: UploadForm | undefined
}

export interface ShopCall extends Call {
  shop: Shop
}

/** Answer of a call: inside `response`, beside the envelope, text that is JSON already, a file, or nothing. */
export type Answer =
  | { wrapped: unknown; error?: { slug: string; message: string } }
  | { flat: Record<string, unknown> }
  | { json: string }
  | { file: Buffer; type: string }
  | undefined

export type Endpoint =
  | { method: 'GET' | 'POST'; scope: 'public'; run: (shopee: Shopee, call: Call) => Answer }
  | { method: 'GET' | 'POST'; scope: 'shop'; run: (shopee: Shopee, call: ShopCall) => Answer }

export type Endpoints = Record<string, Endpoint>

export const shopGet = (run: (shopee: Shopee, call: ShopCall) => Answer): Endpoint => ({
  method: 'GET',
  scope: 'shop',
  run,
})
export const shopPost = (run: (shopee: Shopee, call: ShopCall) => Answer): Endpoint => ({
  method: 'POST',
  scope: 'shop',
  run,
})

/** 32 hex digits, new for every answer. */
export const requestId = (): string => randomBytes(16).toString('hex')

/** Signs over the credentials that the query has, as some calls are made with and without a shop. */
export function expectedSign(key: string, path: string, query: URLSearchParams): string {
  const owner = query.get('shop_id') ?? query.get('merchant_id') ?? ''
  return hmac(
    key,
    `${query.get('partner_id') ?? ''}${path}${query.get('timestamp') ?? ''}${query.get('access_token') ?? ''}${owner}`,
  )
}

// A timestamp is good for five minutes, either way.
const SIGN_WINDOW = 300

/** Partner, time and signature of any signed address, pages included. */
export function checkSign(shopee: Shopee, path: string, query: URLSearchParams, checkTime = true): void {
  for (const name of ['partner_id', 'timestamp', 'sign'])
    if (!query.get(name)) throw badParam(`There is no ${name} in query.`)
  if (query.get('partner_id') !== String(shopee.settings.partnerId))
    throw refused('invalid_partner_id', 'The partner_id is invalid.')
  // The machine's own time is right too: a client can't know that the sandbox's clock was shifted.
  const timestamp = Number(query.get('timestamp'))
  const distance = Math.min(
    Math.abs(timestamp - shopee.clock.now()),
    Math.abs(timestamp - (shopee.clock.now() - shopee.clock.offset())),
  )
  if (checkTime && !(distance <= SIGN_WINDOW)) throw badParam('Timestamp is expired.')
  if (!isSameText(query.get('sign') ?? '', expectedSign(shopee.settings.partnerKey, path, query)))
    throw refused('error_sign', 'Wrong sign.')
}

/** The shop that a call speaks for. */
export function checkShop(shopee: Shopee, query: URLSearchParams): Shop {
  const token = query.get('access_token')
  const shopId = Number(query.get('shop_id'))
  if (!token) throw badParam('There is no access_token in query.')
  if (!query.get('shop_id')) throw badParam('There is no shop_id in query.')
  const shop = shopee.shops.get(shopId)
  if (!shop || !shopee.tokens.isAccess(token, shopId))
    throw refused(shopee.settings.tokenError, 'Invalid access_token, please have a check.')
  return shop
}

export function parseBody(text: string): Record<string, unknown> {
  if (text === '') return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw badParam('Wrong parameters, detail: the body is not valid JSON.')
  }
  if (!isRecord(body)) throw badParam('Wrong parameters, detail: the body is not an object.')
  return body
}

/** A list in a query: clients join with commas, repeat the name, or send a JSON list. */
export function listParam(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((text) => text.replace(/^\[|\]$/g, '').split(','))
    .map((text) => text.trim().replace(/^"|"$/g, ''))
    .filter((text) => text !== '')
}

export function intParam(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? ''
  if (!/^\d{1,15}$/.test(text)) throw badParam(`Wrong parameters, detail: invalid field ${name}.`)
  return Number(text)
}

export function textField(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '')
    throw badParam(`Wrong parameters, detail: invalid field ${name}.`)
  return value
}

/** A list of objects in a body, 1 to `most` of them. */
export function rowsField(
  body: Record<string, unknown>,
  name: string,
  most: number,
): Record<string, unknown>[] {
  const value = body[name]
  if (!Array.isArray(value) || value.length < 1 || value.length > most || !value.every(isRecord))
    throw badParam(`Wrong parameters, detail: ${name} takes 1 to ${most} entries.`)
  return value
}
