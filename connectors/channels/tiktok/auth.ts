/** Signing, the calls built on it, and linking a shop. Source: "Sign your API request" and "Authorization" guides. */
import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { App, Credentials } from '../../session.ts'
import type { ConsentAuth } from '../../auth.ts'
import type { Http } from '../../http.ts'
import { isCurrency } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { decodeReply, shopsSchema, tokenSchema } from './wire.ts'

const currencyByRegion: Record<string, Currency> = {
  MY: 'MYR',
  VN: 'VND',
  SG: 'SGD',
  TH: 'THB',
  ID: 'IDR',
  PH: 'PHP',
  JP: 'JPY',
  US: 'USD',
  GB: 'GBP',
  DE: 'EUR',
  ES: 'EUR',
  FR: 'EUR',
  IE: 'EUR',
  IT: 'EUR',
}

export const auth: ConsentAuth = {
  by: 'consent',
  regions: Object.keys(currencyByRegion),

  /**
   * Builds the address of the consent page. The return address is entered in the Partner Center: this address has no place for
   * it.
   */
  authorizationUrl({ app, state, region }) {
    const url = new URL('/open/authorize', setting(app, 'TIKTOK_AUTHORIZE_BASE'))
    // Shops of the United States have a page of their own; a host of the operator's choice stays.
    if (region === 'US' && url.host === 'services.tiktokshop.com') url.host = 'services.us.tiktokshop.com'
    url.searchParams.set('service_id', setting(app, 'TIKTOK_SERVICE_ID'))
    url.searchParams.set('state', state)
    return url.href
  },

  async link({ app, http, callback, now }) {
    const { code, error } = callback
    // A seller who says no comes back with the word "null" for a code.
    if (error || code === 'null')
      throw new ChannelError(
        'refused',
        ownMessage('refusal.declined', { channel: 'TikTok Shop' }),
        error ? { channelCode: error } : {},
      )
    if (!code) throw new ChannelError('refused', ownMessage('refusal.no_code', { channel: 'TikTok Shop' }))
    const more = { auth_code: code, grant_type: 'authorized_code' }
    const { token, userType } = await requestToken(app, http, '/api/v2/token/get', more)
    if (userType !== null && userType !== 0) throw new ChannelError('refused', 'refusal.tiktok_no_seller')
    const shop = await findShop(app, http, { ...token, channelShopId: '' }, now)
    const credentials = { ...token, channelShopId: shop.id, more: { cipher: shop.cipher } }
    return {
      channelShopId: shop.id,
      name: shop.name,
      region: shop.region,
      currency: shop.currency,
      credentials,
    }
  },

  async refresh({ app, http, credentials }) {
    const more = { refresh_token: credentials.refreshToken, grant_type: 'refresh_token' }
    try {
      const { token } = await requestToken(app, http, '/api/v2/token/refresh', more)
      return { ...credentials, ...token }
    } catch (error) {
      // Anything but a complaint about ourselves can here only be about the refresh token.
      if (error instanceof ChannelError && error.kind === 'refused' && !isAboutApp(error))
        throw new ChannelError(
          'sign-in-expired',
          error.message,
          error.channelCode ? { channelCode: error.channelCode } : {},
        )
      throw error
    }
  },
}

/** A wrong secret of ours, or a gateway's page, must not cost every owner the link. */
function isAboutApp(error: ChannelError): boolean {
  return error.channelCode === undefined || /app.?(key|secret)/i.test(error.message)
}

type Token = Omit<Credentials, 'channelShopId' | 'more'>

async function requestToken(
  app: App,
  http: Http,
  path: string,
  more: Record<string, string>,
): Promise<{ token: Token; userType: number | null }> {
  const url = new URL(path, setting(app, 'TIKTOK_AUTH_BASE'))
  url.searchParams.set('app_key', setting(app, 'TIKTOK_APP_KEY'))
  url.searchParams.set('app_secret', setting(app, 'TIKTOK_APP_SECRET'))
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
  const reply = decodeReply(await http({ method: 'GET', url }), tokenSchema)
  return {
    token: {
      accessToken: reply.access_token,
      refreshToken: reply.refresh_token,
      accessExpiresAt: new Date(reply.access_token_expire_in * 1000),
      refreshExpiresAt: new Date(reply.refresh_token_expire_in * 1000),
    },
    userType: reply.user_type ?? null,
  }
}

/** The account's oldest shop that we can keep books for: the smallest id, so that linking again finds the same one. */
async function findShop(app: App, http: Http, credentials: Credentials, now: Date) {
  const path = '/authorization/202309/shops'
  const { shops } = await call(
    { app, http, credentials, now },
    { method: 'GET', path, query: {} },
    shopsSchema,
  )
  const all = (shops ?? []).toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1))
  const [first] = all
  if (!first) throw new ChannelError('refused', 'refusal.tiktok_no_shop')
  for (const shop of all) {
    const currency = currencyByRegion[shop.region]
    if (currency && isCurrency(currency)) return { ...shop, currency }
  }
  throw new ChannelError('refused', ownMessage('refusal.region', { region: first.region }))
}

export type ApiCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query: Record<string, string>
  body?: unknown
}

type Caller = { app: App; http: Http; credentials: Credentials; now: Date }

/** One signed call. The shop's cipher goes along once there is one: before, only the account's shops can be asked for. */
export async function call<T>(caller: Caller, request: ApiCall, schema: z.ZodType<T>): Promise<T> {
  const { app, http, credentials, now } = caller
  const url = new URL(request.path, setting(app, 'TIKTOK_API_BASE'))
  const cipher = credentials.more?.cipher
  const query = {
    ...request.query,
    app_key: setting(app, 'TIKTOK_APP_KEY'),
    timestamp: String(Math.floor(now.getTime() / 1000)),
    ...(cipher === undefined ? {} : { shop_cipher: cipher }),
  }
  // Written once: the signature covers the bytes that are sent.
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  url.searchParams.set('sign', sign(setting(app, 'TIKTOK_APP_SECRET'), url.pathname, query, body ?? ''))
  const reply = await http({
    method: request.method,
    url,
    headers: { 'content-type': 'application/json', 'x-tts-access-token': credentials.accessToken },
    ...(body === undefined ? {} : { body }),
  })
  return decodeReply(reply, schema)
}

/** One call that uploads a form: it names no shop, and of its parts nothing is signed. */
export async function upload<T>(
  { app, http, credentials, now }: Caller,
  path: string,
  form: FormData,
  schema: z.ZodType<T>,
): Promise<T> {
  const url = new URL(path, setting(app, 'TIKTOK_API_BASE'))
  const query = {
    app_key: setting(app, 'TIKTOK_APP_KEY'),
    timestamp: String(Math.floor(now.getTime() / 1000)),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  url.searchParams.set('sign', sign(setting(app, 'TIKTOK_APP_SECRET'), url.pathname, query, ''))
  const headers = { 'x-tts-access-token': credentials.accessToken }
  return decodeReply(await http({ method: 'POST', url, headers, body: form }), schema)
}

/** Over the values as they are, before they are encoded for the address. */
export function sign(secret: string, path: string, query: Record<string, string>, body: string): string {
  const pairs = Object.keys(query)
    .filter((name) => name !== 'sign' && name !== 'access_token')
    .toSorted()
    .map((name) => name + query[name])
  return hmac(secret, secret + path + pairs.join('') + body + secret)
}

export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

export function setting(app: App, name: string): string {
  const value = app[name]
  if (value === undefined) throw new ChannelError('refused', ownMessage('refusal.setting', { name }))
  return value
}
