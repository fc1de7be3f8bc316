/** Signing, the calls built on it, and linking a shop. Source: Lazada's guides "Seller authorization" and "HTTP request sample". */
import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { App, Credentials } from '../../session.ts'
import type { ConsentAuth } from '../../auth.ts'
import type { Http } from '../../http.ts'
import type { Currency } from '../../../model/money.ts'
import { decodeReply, sellerSchema, tokenSchema } from './wire.ts'

/** Each country has a gateway of its own, which differs in the end of its name, and one currency. */
const countries: Record<string, { domain: string; currency: Currency }> = {
  my: { domain: 'com.my', currency: 'MYR' },
  vn: { domain: 'vn', currency: 'VND' },
  sg: { domain: 'sg', currency: 'SGD' },
  th: { domain: 'co.th', currency: 'THB' },
  id: { domain: 'co.id', currency: 'IDR' },
  ph: { domain: 'com.ph', currency: 'PHP' },
}

export const auth: ConsentAuth = {
  by: 'consent',
  regions: Object.keys(countries).map((code) => code.toUpperCase()),

  authorizationUrl({ app, redirectUrl, state }) {
    const url = new URL('/oauth/authorize', setting(app, 'LAZADA_AUTHORIZE_BASE'))
    url.searchParams.set('response_type', 'code')
    url.searchParams.set('force_auth', 'true')
    url.searchParams.set('redirect_uri', redirectUrl)
    url.searchParams.set('client_id', setting(app, 'LAZADA_APP_KEY'))
    url.searchParams.set('state', state)
    return url.href
  },

  async link({ app, http, callback, now }) {
    const { code } = callback
    if (!code) throw new ChannelError('refused', ownMessage('refusal.no_code', { channel: 'Lazada' }))
    const token = await requestToken(app, http, '/auth/token/create', { code }, now)
    const shops = token.country_user_info ?? token.country_user_info_list ?? []
    const [shop] = shops
    if (!shop || shops.length > 1) throw new ChannelError('refused', 'refusal.lazada_one_country')
    const code2 = shop.country.toLowerCase()
    const country = countries[code2]
    if (!country) throw new ChannelError('refused', ownMessage('refusal.region', { region: shop.country }))
    const credentials: Credentials = {
      accessToken: token.access_token,
      refreshToken: token.refresh_token ?? '',
      accessExpiresAt: after(now, token.expires_in),
      refreshExpiresAt: after(now, token.refresh_expires_in ?? token.expires_in),
      channelShopId: `${code2}-${shop.seller_id}`,
      more: { country: code2 },
    }
    const { data } = await call({ app, http, credentials, now }, '/seller/get', {}, sellerSchema)
    const name = data.name || data.name_company || data.short_code || credentials.channelShopId
    const { channelShopId } = credentials
    return { channelShopId, name, region: code2.toUpperCase(), currency: country.currency, credentials }
  },

  async refresh({ app, http, credentials, now }) {
    const query = { refresh_token: credentials.refreshToken }
    const token = await requestToken(app, http, '/auth/token/refresh', query, now)
    const { refresh_expires_in: left } = token
    return {
      ...credentials,
      accessToken: token.access_token,
      // Lazada does not document whether the refresh token changes: keep the returned one, or the old one if none is returned.
      refreshToken: token.refresh_token || credentials.refreshToken,
      accessExpiresAt: after(now, token.expires_in),
      refreshExpiresAt: left == null ? credentials.refreshExpiresAt : after(now, left),
    }
  },
}

async function requestToken(
  app: App,
  http: Http,
  path: string,
  query: Record<string, string>,
  now: Date,
): Promise<z.infer<typeof tokenSchema>> {
  const url = signedUrl(app, setting(app, 'LAZADA_AUTH_API_BASE'), path, query, now)
  return decodeReply(await http({ method: 'GET', url }), tokenSchema)
}

type Caller = { app: App; http: Http; credentials: Credentials; now: Date }

/** One signed GET on behalf of a shop, at its country's gateway. */
export async function call<T>(
  caller: Caller,
  path: string,
  query: Record<string, string>,
  schema: z.ZodType<T>,
): Promise<T> {
  const url = shopUrl(caller, path, query)
  return decodeReply(await caller.http({ method: 'GET', url }), schema)
}

/** One signed POST: its fields travel as a form and are signed with the rest. */
export async function post<T>(
  caller: Caller,
  path: string,
  fields: Record<string, string>,
  schema: z.ZodType<T>,
): Promise<T> {
  const url = shopUrl(caller, path, fields)
  for (const name of Object.keys(fields)) url.searchParams.delete(name)
  const body = new URLSearchParams(fields)
  return decodeReply(await caller.http({ method: 'POST', url, body }), schema)
}

/** One signed POST of files. Only the address is signed: files never are, and there is no other field. */
export async function upload<T>(
  caller: Caller,
  path: string,
  files: Record<string, File>,
  schema: z.ZodType<T>,
): Promise<T> {
  const body = new FormData()
  for (const [name, file] of Object.entries(files)) body.append(name, file, file.name)
  return decodeReply(await caller.http({ method: 'POST', url: shopUrl(caller, path, {}), body }), schema)
}

function shopUrl(caller: Caller, path: string, parameters: Record<string, string>): URL {
  const { app, credentials, now } = caller
  const country = countries[credentials.more?.country ?? '']
  if (!country) throw new ChannelError('refused', 'refusal.country_unknown')
  const base = setting(app, 'LAZADA_API_BASE').replace('{site}', country.domain)
  return signedUrl(app, base, path, { ...parameters, access_token: credentials.accessToken }, now)
}

function signedUrl(app: App, base: string, path: string, query: Record<string, string>, now: Date): URL {
  const parameters = {
    ...query,
    app_key: setting(app, 'LAZADA_APP_KEY'),
    sign_method: 'sha256',
    timestamp: String(now.getTime()),
  }
  const url = new URL(base.replace(/\/$/, '') + path)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.searchParams.set('sign', signCall(setting(app, 'LAZADA_APP_SECRET'), path, parameters))
  return url
}

/** Over the path without the base's own, then names and values in the order of the names. Upper-case, unlike a push. */
export function signCall(secret: string, path: string, parameters: Record<string, string>): string {
  const pairs = Object.keys(parameters)
    .filter((name) => parameters[name] !== '')
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => name + parameters[name])
  return sign(secret, path + pairs.join('')).toUpperCase()
}

export function sign(secret: string, base: string): string {
  return createHmac('sha256', secret).update(base).digest('hex')
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

export function setting(app: App, name: string): string {
  const value = app[name]
  if (value === undefined) throw new ChannelError('refused', ownMessage('refusal.setting', { name }))
  return value
}
