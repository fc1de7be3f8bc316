/** Linking a shop, and the calls that its token opens. Source: "Authorization code flow", "Refresh token" and "Seller API". */
import type { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { never } from '../../session.ts'
import type { App, Credentials, Session } from '../../session.ts'
import type { ConsentAuth } from '../../auth.ts'
import type { Http } from '../../http.ts'
import { decodeReply, decodeToken, sellerSchema } from './wire.ts'

/** `offline` is what brings a refresh token. */
const scope = 'offline product order inventory'

export const auth: ConsentAuth = {
  by: 'consent',
  regions: ['VN'],

  authorizationUrl({ app, redirectUrl, state }) {
    const url = new URL('/sc/oauth2/auth', setting(app, 'TIKI_AUTHORIZE_BASE'))
    url.searchParams.set('response_type', 'code')
    url.searchParams.set('client_id', setting(app, 'TIKI_APP_ID'))
    url.searchParams.set('redirect_uri', redirectUrl)
    url.searchParams.set('scope', scope)
    url.searchParams.set('state', state)
    return url.href
  },

  async link({ app, http, callback, redirectUrl, now }) {
    const { code, error } = callback
    if (error) {
      const words = callback.error_description || ownMessage('refusal.declined', { channel: 'Tiki' })
      throw new ChannelError('refused', words, { channelCode: error })
    }
    if (!code) throw new ChannelError('refused', ownMessage('refusal.no_code', { channel: 'Tiki' }))
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUrl }
    const token = await requestToken(app, http, form, now)
    const caller = { app, http, credentials: { ...token, channelShopId: '' } }
    const seller = await call(caller, { method: 'GET', path: '/integration/v2/sellers/me' }, sellerSchema)
    return {
      channelShopId: seller.id,
      name: seller.name?.trim() || `Tiki ${seller.id}`,
      region: 'VN',
      currency: 'VND',
      credentials: { ...token, channelShopId: seller.id },
    }
  },

  async refresh({ app, http, credentials, now }) {
    const form = { grant_type: 'refresh_token', refresh_token: credentials.refreshToken }
    return { ...credentials, ...(await requestToken(app, http, form, now, credentials.refreshToken)) }
  },
}

type Token = Omit<Credentials, 'channelShopId' | 'more'>

/** `known` stays where a reply brings no new refresh token. */
async function requestToken(
  app: App,
  http: Http,
  form: Record<string, string>,
  now: Date,
  known = '',
): Promise<Token> {
  const id = setting(app, 'TIKI_APP_ID')
  const pair = Buffer.from(`${id}:${setting(app, 'TIKI_APP_SECRET')}`).toString('base64')
  const reply = await http({
    method: 'POST',
    url: new URL('/sc/oauth2/token', setting(app, 'TIKI_API_BASE')),
    headers: { authorization: `Basic ${pair}` },
    body: new URLSearchParams({ ...form, client_id: id }),
  })
  const token = decodeToken(reply)
  const refreshToken = token.refresh_token || known
  if (!refreshToken) throw new ChannelError('refused', 'refusal.tiki_offline')
  return {
    accessToken: token.access_token,
    refreshToken,
    accessExpiresAt: new Date(now.getTime() + token.expires_in * 1000),
    // Nobody tells how long it holds; the day it does not, the refusal says so.
    refreshExpiresAt: never,
  }
}

export type ApiCall = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Record<string, string>
  body?: unknown
}

export async function call<T>(
  { app, http, credentials }: Pick<Session, 'app' | 'http' | 'credentials'>,
  { method, path, query = {}, body }: ApiCall,
  schema: z.ZodType<T>,
): Promise<T> {
  const url = new URL(path, setting(app, 'TIKI_API_BASE'))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const headers = { authorization: `Bearer ${credentials.accessToken}`, accept: 'application/json' }
  return decodeReply(await http({ method, url, headers, ...(body === undefined ? {} : { body }) }), schema)
}

function setting(app: App, name: string): string {
  const value = app[name]
  if (value === undefined) throw new ChannelError('refused', ownMessage('refusal.setting', { name }))
  return value
}
