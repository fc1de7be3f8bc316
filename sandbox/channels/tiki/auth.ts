import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml, readBody, sendText } from '../../kit/http.ts'
import type { Tiki } from './tiki.ts'
import type { Shop } from './types.ts'
import { badQuery, TikiError } from './wire.ts'

export const PAGE = '/sc/oauth2/auth'
export const TOKEN = '/sc/oauth2/token'

/** A failure in OAuth's words, which is not the form that the API's failures have. */
export class OauthError extends Error {
  readonly status: number
  constructor(status: number, word: string) {
    super(word)
    this.status = status
  }
}

/** The secret comes in a Basic header, or in the form. */
function checkApp({ settings }: Tiki, header: string | undefined, form: URLSearchParams): void {
  const basic = /^Basic (.+)$/.exec(header ?? '')?.[1]
  const pair = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString()
  const given = pair ?? `${form.get('client_id') ?? ''}:${form.get('client_secret') ?? ''}`
  if (given !== `${settings.appId}:${settings.appSecret}`) throw new OauthError(401, 'invalid_client')
}

export function giveTokens(tiki: Tiki, header: string | undefined, body: string): object {
  const form = new URLSearchParams(body)
  checkApp(tiki, header, form)
  const grant = form.get('grant_type')
  if (grant !== 'authorization_code' && grant !== 'refresh_token')
    throw new OauthError(400, 'unsupported_grant_type')
  const reply =
    grant === 'refresh_token'
      ? tiki.tokens.renew(form.get('refresh_token') ?? '')
      : tiki.tokens.redeem(form.get('code') ?? '', form.get('redirect_uri') ?? '')
  if (!reply) throw new OauthError(400, 'invalid_grant')
  return reply
}

/** The shop that a call's token opens. */
export function checkToken({ tokens, shops }: Tiki, header: string | undefined): Shop {
  const token = /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? ''
  const shop = shops.get(tokens.shopOf(token) ?? 0)
  if (!shop) throw new TikiError(401, 'The authorization (token) is missing or expired')
  return shop
}

/** Returns the address that the seller is redirected to after consent. */
export function approve(tiki: Tiki, shopId: number, redirect: string, state?: string | null): string {
  const url = addressOf(redirect)
  if (!tiki.shops.has(shopId)) throw badQuery('There is no such shop.')
  url.searchParams.set('code', tiki.tokens.issueCode({ shopId, redirect }))
  url.searchParams.set('scope', 'offline product order inventory')
  if (state) url.searchParams.set('state', state)
  return url.href
}

function addressOf(redirect: string): URL {
  const url = URL.parse(redirect)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw badQuery('The redirect_uri does not match one that was registered.')
  return url
}

function decline(redirect: string, state: string | null): string {
  const url = addressOf(redirect)
  url.searchParams.set('error', 'access_denied')
  url.searchParams.set('error_description', 'The resource owner denied the request')
  if (state) url.searchParams.set('state', state)
  return url.href
}

const LEAST_STATE = 8

export async function servePage(
  tiki: Tiki,
  request: IncomingMessage,
  response: ServerResponse,
  { searchParams: query }: URL,
): Promise<void> {
  const html = 'text/html; charset=utf-8'
  try {
    if (query.get('client_id') !== tiki.settings.appId) throw badQuery('There is no such app.')
    if (query.get('response_type') !== 'code') throw badQuery('The response_type must be code.')
    const [redirect, state] = [query.get('redirect_uri') ?? '', query.get('state')]
    addressOf(redirect)
    if ((state ?? '').length < LEAST_STATE) throw badQuery('The state must have 8 characters at least.')
    if (request.method !== 'POST') {
      sendText(response, 200, html, consentPage(tiki, redirect))
      return
    }
    const choice = new URLSearchParams(await readBody(request, 10_000)).get('shop_id') ?? ''
    const location = choice === '' ? decline(redirect, state) : approve(tiki, Number(choice), redirect, state)
    response.writeHead(302, { location }).end()
  } catch (error) {
    if (!(error instanceof TikiError)) throw error
    sendText(response, 400, html, layout('This link does not work', `<p>${escapeHtml(error.message)}</p>`))
  }
}

function consentPage({ shops, tokens, book }: Tiki, redirect: string): string {
  const row = (shop: Shop): string => `<li><div><strong>${escapeHtml(shop.name)}</strong>
<span>Seller ${shop.id} · ${book.count(shop.id).toLocaleString('en')} orders${tokens.isLinked(shop.id) ? ' · linked' : ''}</span></div>
<form method="post"><button name="shop_id" value="${shop.id}" aria-label="Authorise ${escapeHtml(shop.name)}">Authorise</button></form></li>`
  const host = escapeHtml(URL.parse(redirect)?.host ?? '')
  return layout(
    'Authorise an app',
    `<p><b>${host}</b> asks for your products, orders and inventory.</p><ul>${[...shops.values()].map(row).join('')}</ul>
<form method="post"><button>Decline</button></form>`,
  )
}

const STYLE = `:root{color-scheme:light dark}body{margin:0 auto;max-width:560px;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
ul{list-style:none;padding:0}li{display:flex;flex-wrap:wrap;gap:12px;align-items:center;padding:14px 0;border-top:1px solid}li div{flex:1 1 240px}
strong,span{display:block}button{font:inherit;min-height:44px;padding:0 18px}`

function layout(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Marketplace sandbox</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`
}
