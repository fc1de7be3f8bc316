import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml, readBody, sendText } from '../../kit/http.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'
import { badParam, denied, TiktokError, type Endpoints } from './wire.ts'

export const accountEndpoints: Endpoints = {
  'authorization/shops': {
    method: 'GET',
    scope: 'account',
    run: ({ shops }, shopIds) => ({
      shops: shopIds.flatMap((id) => {
        const shop = shops.get(id)
        if (!shop) return []
        const { name, region, cipher, code } = shop
        return [{ id, name, region, seller_type: 'LOCAL', cipher, code }]
      }),
    }),
  },
}

/** On a host of its own, not signed, with the secret in the address. */
export const isTokenPath = (path: string): boolean => /^\/api\/v2\/token\/(get|refresh)$/.test(path)

export function giveTokens({ settings, tokens }: Tiktok, path: string, query: URLSearchParams): object {
  if (query.get('app_key') !== settings.appKey || query.get('app_secret') !== settings.appSecret)
    throw denied(36004001, 'app_key or app_secret is invalid')
  const isRefresh = path.endsWith('/refresh')
  if (query.get('grant_type') !== (isRefresh ? 'refresh_token' : 'authorized_code'))
    throw badParam('Invalid grant_type')
  const pair = isRefresh
    ? tokens.renew(query.get('refresh_token') ?? '')
    : tokens.redeem(query.get('auth_code') ?? '')
  if (!pair)
    throw isRefresh
      ? new TiktokError(36004004, 'refresh token is invalid or expired')
      : new TiktokError(36004003, 'auth code is invalid, used or expired')
  return {
    ...pair,
    open_id: '7010736057180325637',
    seller_name: 'Aoi Living',
    seller_base_region: 'MY',
    user_type: 0,
    granted_scopes: [
      'seller.authorization.info',
      'seller.order.info',
      'seller.product.basic',
      'seller.product.write',
    ],
  }
}

/** Returns the seller's redirect address after the consent. */
export function approve(
  tiktok: Tiktok,
  shopIds: readonly string[],
  redirect: string,
  state?: string | null,
): string {
  const url = URL.parse(redirect)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw badParam('The app has no redirect URL: set TIKTOK_REDIRECT_URL.')
  const [first] = shopIds.map((id) => tiktok.shops.get(id))
  if (!first || shopIds.some((id) => !tiktok.shops.has(id))) throw badParam('There is no such shop.')
  url.searchParams.set('app_key', tiktok.settings.appKey)
  url.searchParams.set('code', tiktok.tokens.issueCode({ shopIds }))
  url.searchParams.set('locale', 'en-GB')
  url.searchParams.set('shop_region', first.region)
  if (state) url.searchParams.set('state', state)
  return url.href
}

function decline({ settings }: Tiktok, state: string | null): string {
  const url = new URL(settings.redirectUrl)
  url.searchParams.set('code', 'null')
  url.searchParams.set('error', 'auth_denied')
  if (state) url.searchParams.set('state', state)
  return url.href
}

export const isPage = (path: string): boolean => path === '/open/authorize' || path === '/oauth/authorize'

export async function servePage(
  tiktok: Tiktok,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const { settings } = tiktok
  const query = url.searchParams
  try {
    const isKnown =
      url.pathname === '/open/authorize'
        ? query.get('service_id') === settings.serviceId
        : query.get('app_key') === settings.appKey
    if (!isKnown) throw badParam('There is no such app.')
    if (request.method !== 'POST') {
      sendText(response, 200, 'text/html; charset=utf-8', consentPage(tiktok))
      return
    }
    const choice = new URLSearchParams(await readBody(request, 10_000)).get('shop_id') ?? ''
    const location =
      choice === ''
        ? decline(tiktok, query.get('state'))
        : approve(tiktok, [choice], settings.redirectUrl, query.get('state'))
    response.writeHead(302, { location }).end()
  } catch (error) {
    if (!(error instanceof TiktokError)) throw error
    const words = `<p>${escapeHtml(error.message)}</p>`
    sendText(response, 400, 'text/html; charset=utf-8', layout('This link does not work', words))
  }
}

function consentPage({ shops, tokens, book, settings }: Tiktok): string {
  const row = (shop: Shop): string => {
    const tag = tokens.isLinked(shop.id) ? ' <em>Linked</em>' : ''
    const facts = [`Shop ${shop.id}`, shop.region, `${book.count(shop.id).toLocaleString('en')} orders`]
    return `<li><div><strong>${escapeHtml(shop.name)}${tag}</strong><span>${facts.join(' · ')}</span></div>
<form method="post"><input type="hidden" name="shop_id" value="${shop.id}"><button aria-label="Authorise ${escapeHtml(shop.name)}">Authorise</button></form></li>`
  }
  const host = URL.parse(settings.redirectUrl)?.host ?? 'an app'
  return layout(
    'Authorise an app',
    `<p>Choose the shop whose orders <b>${escapeHtml(host)}</b> may read.</p><ul>${[...shops.values()].map(row).join('')}</ul>
<form method="post"><button class="plain">Decline</button></form>`,
  )
}

const STYLE = `
:root{color-scheme:light dark;--page:#f4f4f6;--card:#fff;--text:#16181d;--soft:#50545f;--line:#e6e7ec;--go:#0f766e}
@media(prefers-color-scheme:dark){:root{--page:#121317;--card:#1c1e24;--text:#f0f1f4;--soft:#aeb3bf;--line:#30333c}}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;place-items:center;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:min(560px,calc(100vw - 32px));margin:24px 0;padding:28px;background:var(--card);border-radius:12px;overflow-wrap:anywhere}
h1{margin:0 0 4px;font-size:23px}p{margin:0 0 16px;color:var(--soft)}ul{list-style:none;margin:0 0 16px;padding:0}
li{display:flex;flex-wrap:wrap;gap:12px;align-items:center;padding:14px 0;border-top:1px solid var(--line)}li div{flex:1 1 240px}
strong{display:block}span{color:var(--soft);font-size:14px}em{font-size:13px;color:var(--soft)}
button{font:inherit;font-weight:600;min-height:44px;padding:0 18px;border:0;border-radius:8px;background:var(--go);color:#fff;cursor:pointer}
button.plain{background:none;color:var(--soft);border:1px solid var(--line)}button:focus-visible{outline:3px solid var(--go);outline-offset:2px}
`

function layout(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Marketplace sandbox</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`
}
