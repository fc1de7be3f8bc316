/** Signing, the calls built on it, and linking a shop. Source: Open API overview, "Authorization and authentication". */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { App, Credentials } from '../../session.ts'
import type { ConsentAuth } from '../../auth.ts'
import type { Http, HttpReply, HttpRequest } from '../../http.ts'
import type { Currency } from '../../../model/money.ts'
import { decodeReply, isNotFound, shopInfoSchema, tokenSchema } from './wire.ts'

/** JSON where a file should be, and no failure either. */
const neverSchema = z.never()

/** Shopee states no lifetime for the refresh token in its replies; the guide says 30 days. */
const refreshTokenMs = 30 * 24 * 3600 * 1000

const currencyByRegion: Record<string, Currency> = {
  MY: 'MYR',
  VN: 'VND',
  SG: 'SGD',
  TH: 'THB',
  ID: 'IDR',
  PH: 'PHP',
  TW: 'TWD',
}

export const auth: ConsentAuth = {
  by: 'consent',
  regions: Object.keys(currencyByRegion),

  authorizationUrl({ app, redirectUrl, state }) {
    const url = new URL('/auth', setting(app, 'SHOPEE_AUTH_BASE'))
    url.searchParams.set('partner_id', setting(app, 'SHOPEE_PARTNER_ID'))
    url.searchParams.set('auth_type', 'seller')
    url.searchParams.set('redirect_uri', redirectUrl)
    url.searchParams.set('response_type', 'code')
    url.searchParams.set('state', state)
    return url.href
  },

  async link({ app, http, callback, now }) {
    const { code, shop_id: shopId } = callback
    if (callback.main_account_id) throw new ChannelError('refused', 'refusal.shopee_one_shop')
    if (!code || !shopId || !/^\d{1,15}$/.test(shopId))
      throw new ChannelError('refused', ownMessage('refusal.no_code', { channel: 'Shopee' }))
    const credentials = await requestToken(app, http, '/api/v2/auth/token/get', { code }, shopId, now)
    const shop = await call(
      { app, http, credentials, now },
      { method: 'GET', path: '/api/v2/shop/get_shop_info', query: {} },
      shopInfoSchema,
    )
    const currency = currencyByRegion[shop.region]
    if (!currency) throw new ChannelError('refused', ownMessage('refusal.region', { region: shop.region }))
    return { channelShopId: shopId, name: shop.shop_name, region: shop.region, currency, credentials }
  },

  async refresh({ app, http, credentials, now }) {
    const { refreshToken, channelShopId } = credentials
    try {
      const body = { refresh_token: refreshToken }
      return await requestToken(app, http, '/api/v2/auth/access_token/get', body, channelShopId, now)
    } catch (error) {
      // Here a refusal that speaks of a token or of authorisation can only be about the refresh token.
      if (error instanceof ChannelError && error.kind === 'refused' && isAboutToken(error))
        throw new ChannelError('sign-in-expired', error.message, {
          channelCode: error.channelCode,
          cause: error,
        })
      throw error
    }
  },
}

function isAboutToken(error: ChannelError): boolean {
  return /refresh.?token/i.test(error.message) || /(^|\.)error_auth$/.test(error.channelCode ?? '')
}

async function requestToken(
  app: App,
  http: Http,
  path: string,
  body: Record<string, string>,
  shopId: string,
  now: Date,
): Promise<Credentials> {
  const url = signedUrl(app, path, {}, now)
  const ids = { partner_id: Number(setting(app, 'SHOPEE_PARTNER_ID')), shop_id: Number(shopId) }
  const reply = await http({ method: 'POST', url, body: { ...body, ...ids } })
  const token = decodeReply(reply, tokenSchema, now)
  return {
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    accessExpiresAt: new Date(now.getTime() + token.expire_in * 1000),
    refreshExpiresAt: new Date(now.getTime() + refreshTokenMs),
    channelShopId: shopId,
  }
}

export type ShopCall = {
  method: HttpRequest['method']
  path: string
  /** A list becomes a parameter that is repeated. */
  query: Record<string, string | string[]>
  body?: unknown
}

type Caller = { app: App; http: Http; credentials: Credentials; now: Date }

/** One signed call on behalf of a shop. `answeredError`: the error whose reply has the outcome all the same. */
export async function call<T>(
  caller: Caller,
  request: ShopCall,
  schema: z.ZodType<T>,
  answeredError?: string,
): Promise<T> {
  const { app, http, credentials, now } = caller
  const url = signedUrl(app, request.path, request.query, now, credentials)
  const reply = await http({ method: request.method, url, body: request.body })
  return decodeReply(reply, schema, now, answeredError)
}

/** One signed call that answers with a file, or with a failure like every other call. */
export async function fileCall(
  { app, http, credentials, now }: Caller,
  path: string,
  body: unknown,
): Promise<HttpReply> {
  const reply = await http({ method: 'POST', url: signedUrl(app, path, {}, now, credentials), body })
  const isJson = reply.headers.get('content-type')?.includes('json') ?? false
  if (isJson || reply.status >= 400) decodeReply(reply, neverSchema, now)
  return reply
}

/** One signed call that speaks for no shop. */
export async function openCall<T>(
  { app, http, now }: Pick<Caller, 'app' | 'http' | 'now'>,
  path: string,
  body: unknown,
  schema: z.ZodType<T>,
): Promise<T> {
  return decodeReply(await http({ method: 'POST', url: signedUrl(app, path, {}, now), body }), schema, now)
}

/** One bad id makes Shopee refuse a whole batch, so a refused batch is halved until the culprit stands alone. */
export async function withoutCulprits<Row>(
  ids: string[],
  ask: (ids: string[]) => Promise<Row[]>,
  isCulprits: (error: unknown) => boolean = isNotFound,
): Promise<Row[]> {
  if (ids.length === 0) return []
  try {
    return await ask(ids)
  } catch (error) {
    if (!isCulprits(error)) throw error
    if (ids.length === 1) return []
    const middle = Math.ceil(ids.length / 2)
    const halves = [ids.slice(0, middle), ids.slice(middle)]
    return (await Promise.all(halves.map((half) => withoutCulprits(half, ask, isCulprits)))).flat()
  }
}

/** The most ids that Shopee's batch calls take. */
const batchSize = 50

export function batchesOf(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, index) =>
    ids.slice(index * batchSize, (index + 1) * batchSize),
  )
}

function signedUrl(app: App, path: string, query: ShopCall['query'], now: Date, shop?: Credentials): URL {
  const partnerId = setting(app, 'SHOPEE_PARTNER_ID')
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const url = new URL(path, setting(app, 'SHOPEE_API_BASE'))
  const credentials = shop ? shop.accessToken + shop.channelShopId : ''
  const base = partnerId + url.pathname + timestamp + credentials
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) url.searchParams.append(name, one)
  url.searchParams.set('partner_id', partnerId)
  url.searchParams.set('timestamp', timestamp)
  if (shop) {
    url.searchParams.set('access_token', shop.accessToken)
    url.searchParams.set('shop_id', shop.channelShopId)
  }
  url.searchParams.set('sign', sign(setting(app, 'SHOPEE_PARTNER_KEY'), base))
  return url
}

/** The key is used as issued: it looks like hexadecimal but is not decoded. */
export function sign(partnerKey: string, base: string): string {
  return createHmac('sha256', partnerKey).update(base).digest('hex')
}

export function setting(app: App, name: string): string {
  const value = app[name]
  if (value === undefined) throw new ChannelError('refused', ownMessage('refusal.setting', { name }))
  return value
}
