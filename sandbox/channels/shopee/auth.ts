import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml, readBody, sendText } from '../../kit/http.ts'
import type { Shopee } from './shopee.ts'
import type { Shop } from './types.ts'
import {
  badParam,
  checkSign,
  refused,
  ShopeeError,
  textField,
  type Answer,
  type Call,
  type Endpoints,
} from './wire.ts'

const REFUSALS = {
  unknown: { slug: 'error_shop_refresh_token', message: 'The refresh_token is wrong or was used before.' },
  expired: { slug: 'refresh_token_expired', message: 'The refresh_token has expired.' },
  unlinked: { slug: 'shop_no_linked', message: 'The shop is not linked to this partner.' },
} as const

function readShop(shopee: Shopee, call: Call): Shop {
  if (call.body['partner_id'] !== shopee.settings.partnerId)
    throw refused('invalid_partner_id', 'The partner_id is invalid.')
  // Spelt like this on the wire.
  if (call.body['main_account_id'] !== undefined)
    throw refused('invalid_main_acount_id', 'There is no such main account.')
  const shop = shopee.shops.get(Number(call.body['shop_id']))
  if (!shop) throw refused('invalid_shop_id', 'The shop_id is invalid.')
  return shop
}

function getToken(shopee: Shopee, call: Call): Answer {
  const shop = readShop(shopee, call)
  const pair = shopee.tokens.redeem(textField(call.body, 'code'), shop.id)
  if (!pair) throw refused('invalid_code', 'The code is wrong, was used before or has expired.')
  shopee.pushes.send(1, shop.id, { shop_id: shop.id, success: 1, extra: 'shop authorization successful' })
  return { flat: { ...pair } }
}

function refreshToken(shopee: Shopee, call: Call): Answer {
  const shop = readShop(shopee, call)
  const pair = shopee.tokens.renew(textField(call.body, 'refresh_token'), shop.id)
  if (typeof pair === 'string') throw refused(REFUSALS[pair].slug, REFUSALS[pair].message)
  return { flat: { partner_id: shopee.settings.partnerId, shop_id: shop.id, ...pair } }
}

const YEAR = 365 * 86_400

export const authEndpoints: Endpoints = {
  'auth/token/get': { method: 'POST', scope: 'public', run: getToken },
  'auth/access_token/get': { method: 'POST', scope: 'public', run: refreshToken },
  'public/get_shops_by_partner': {
    method: 'GET',
    scope: 'public',
    run: (shopee) => ({
      flat: {
        authed_shop_list: shopee.tokens.linkedShops().map((id) => ({
          region: shopee.shops.get(id)?.region,
          shop_id: id,
          auth_time: shopee.tokens.authTime(id),
          expire_time: shopee.tokens.authTime(id) + YEAR,
          sip_affi_shop_list: [],
        })),
        more: false,
      },
    }),
  },
  'shop/get_shop_info': {
    method: 'GET',
    scope: 'shop',
    run: (shopee, { shop }) => ({
      flat: {
        shop_name: shop.name,
        region: shop.region,
        status: 'NORMAL',
        is_cb: false,
        is_sip: false,
        is_upgraded_cbsc: false,
        merchant_id: null,
        shop_fulfillment_flag: 'Others',
        sip_affi_shops: [],
        auth_time: shopee.tokens.authTime(shop.id),
        expire_time: shopee.tokens.authTime(shop.id) + YEAR,
      },
    }),
  },
  'shop/get_profile': {
    method: 'GET',
    scope: 'shop',
    run: (_shopee, { shop }) => ({ wrapped: { shop_name: shop.name, shop_logo: '', description: '' } }),
  },
}

/** The four pages that a seller sees: consent and its end, in the signed and in the newer unsigned form. */
const PAGES: Record<string, { signed: boolean; redirect: string; ends: boolean }> = {
  '/api/v2/shop/auth_partner': { signed: true, redirect: 'redirect', ends: false },
  '/api/v2/shop/cancel_auth_partner': { signed: true, redirect: 'redirect', ends: true },
  '/auth': { signed: false, redirect: 'redirect_uri', ends: false },
  '/cancel_auth': { signed: false, redirect: 'redirect_uri', ends: true },
}

export const isPage = (path: string): boolean => path in PAGES

function readRedirect(text: string | null): URL {
  const url = text === null ? null : URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw badParam('The redirect address must be a full http or https URL.')
  return url
}

/** Returns the seller's redirect address. Its query stays, because clients of the signed link put their state there. */
export function approve(shopee: Shopee, redirect: string, shopId: number, state?: string | null): string {
  const url = readRedirect(redirect)
  if (!shopee.shops.has(shopId)) throw new ShopeeError('invalid_shop_id', 'The shop_id is invalid.')
  url.searchParams.set('code', shopee.tokens.issueCode({ shopId }))
  url.searchParams.set('shop_id', String(shopId))
  if (state) url.searchParams.set('state', state)
  return url.href
}

export function endAuthorization(shopee: Shopee, shopId: number): void {
  // The push goes out first: afterwards the shop is a stranger, and strangers get none.
  if (!shopee.tokens.isLinked(shopId)) return
  shopee.pushes.send(2, shopId, { shop_id: shopId, success: 1, extra: 'shop deauthorized' })
  shopee.tokens.unlink(shopId)
}

export async function servePage(
  shopee: Shopee,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const page = PAGES[url.pathname]
  if (!page) throw new Error(`no page at ${url.pathname}`)
  const query = url.searchParams
  try {
    if (page.signed) checkSign(shopee, url.pathname, query, request.method !== 'POST')
    else if (query.get('partner_id') !== String(shopee.settings.partnerId))
      throw badParam('The partner_id is invalid.')
    else if (!page.ends && query.get('response_type') !== 'code')
      throw badParam('response_type must be code.')
    const redirect = readRedirect(query.get(page.redirect))
    if (request.method !== 'POST') {
      sendText(response, 200, 'text/html; charset=utf-8', consentPage(shopee, page.ends, redirect))
      return
    }
    const shopId = Number(new URLSearchParams(await readBody(request, 10_000)).get('shop_id'))
    const location = page.ends
      ? redirect
      : approve(shopee, redirect.href, shopId, page.signed ? null : query.get('state'))
    if (page.ends) {
      endAuthorization(shopee, shopId)
      redirect.searchParams.set('shop_id', String(shopId))
    }
    response.writeHead(302, { location: String(location) }).end()
  } catch (error) {
    if (!(error instanceof ShopeeError)) throw error
    const status = error.status === 200 ? 400 : error.status
    sendText(
      response,
      status,
      'text/html; charset=utf-8',
      layout(
        'This link does not work',
        `<p>${escapeHtml(error.message)} <code>${escapeHtml(error.slug)}</code></p>`,
      ),
    )
  }
}

function consentPage(shopee: Shopee, ends: boolean, redirect: URL): string {
  const rows = [...shopee.shops.values()].map((shop) => {
    const linked = shopee.tokens.isLinked(shop.id)
    const count = shopee.book.count(shop.id)
    const facts = [
      `Shop ${shop.id}`,
      shop.region,
      `${count.toLocaleString('en')} order${count === 1 ? '' : 's'}`,
    ]
    return `<li><div class="mark" aria-hidden="true">${escapeHtml(shop.name.charAt(0))}</div>
<div class="shop"><strong>${escapeHtml(shop.name)}${linked ? ' <em class="tag">Linked</em>' : ''}</strong><span>${facts.join(' · ')}</span></div>
<form method="post"><input type="hidden" name="shop_id" value="${shop.id}"><button aria-label="${ends ? 'End authorisation of' : 'Authorise'} ${escapeHtml(shop.name)}"${ends && !linked ? ' disabled' : ''}>${ends ? 'End authorisation' : 'Authorise'}</button></form></li>`
  })
  const lead = ends
    ? 'Choose the shop whose access shall end.'
    : `Choose the shop that <b>${escapeHtml(redirect.host)}</b> may work for. It will be able to read and ship its orders and to manage its products.`
  return layout(ends ? 'End an authorisation' : 'Authorise an app', `<p>${lead}</p><ul>${rows.join('')}</ul>`)
}

const STYLE = `
:root{color-scheme:light dark;--page:linear-gradient(160deg,#fff4ef,#f3f4f8);--card:#fff;--text:#1f2430;--soft:#4b5264;--line:#eceef3;--tint:#fde8e0;--ink:#a83414;--off:#e6e8ee;--ring:#7c2d12}
@media(prefers-color-scheme:dark){:root{--page:#14161c;--card:#1d2029;--text:#eceef3;--soft:#aab1c2;--line:#2c303c;--tint:#3d2118;--ink:#fdba9a;--off:#2c303c;--ring:#fdba74}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:min(600px,calc(100vw - 32px));margin:24px 0;padding:32px;background:var(--card);border-radius:16px;box-shadow:0 12px 40px rgb(0 0 0/.1);overflow-wrap:anywhere}
.tag{display:inline-block;padding:2px 10px;border-radius:99px;background:var(--tint);color:var(--ink);font-size:13px;font-weight:600;font-style:normal}h1{margin:12px 0 4px;font-size:24px;line-height:1.25}p{margin:0 0 20px;color:var(--soft)}p:last-child{margin:0}p b{color:var(--text)}
ul{list-style:none;margin:0;padding:0}li{display:flex;align-items:center;gap:14px;padding:14px 0;border-top:1px solid var(--line)}li:last-child{padding-bottom:0}.mark{flex:none;width:44px;height:44px;border-radius:12px;display:grid;place-items:center;background:var(--tint);color:var(--ink);font-weight:700;font-size:18px}
.shop{flex:1;min-width:0}.shop strong{display:flex;flex-wrap:wrap;align-items:center;gap:2px 8px}.shop span{color:var(--soft);font-size:14px}
button{font:inherit;font-weight:600;min-height:44px;padding:0 16px;border:0;border-radius:10px;background:#c2410c;color:#fff;cursor:pointer}button:hover{background:#9a3412}button:disabled{background:var(--off);color:var(--soft);cursor:default}button:focus-visible{outline:3px solid var(--ring);outline-offset:2px}
@media(max-width:460px){main{padding:20px}li{flex-wrap:wrap}.shop{flex-basis:calc(100% - 58px)}form,button{width:100%}}
`

function layout(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Marketplace sandbox</title><style>${STYLE}</style></head><body><main><span class="tag">Marketplace sandbox</span><h1>${title}</h1>${content}</main></body></html>`
}
