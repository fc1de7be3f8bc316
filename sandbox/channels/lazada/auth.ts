import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml, readBody, sendText } from '../../kit/http.ts'
import type { Lazada } from './lazada.ts'
import { LazadaError, missing, shopCall, type Answer, type Endpoints } from './wire.ts'

function tokenAnswer(
  lazada: Lazada,
  given: ReturnType<Lazada['tokens']['renew']>,
  refusal: LazadaError,
  list: 'country_user_info' | 'country_user_info_list',
): Answer {
  const shop = lazada.shops.get(given?.shopId ?? 0)
  if (!given || !shop) throw refusal
  const seller = String(shop.id)
  return {
    ...given.pair,
    country: shop.country,
    [list]: [
      {
        country: shop.country,
        user_id: seller,
        seller_id: seller,
        short_code: `${shop.country.toUpperCase()}${shop.id.toString(36).toUpperCase()}`,
      },
    ],
    account: `seller${seller}@example.com`,
    account_platform: 'seller_center',
    account_id: null,
  }
}

export const authEndpoints: Endpoints = {
  '/auth/token/create': {
    scope: 'public',
    run(lazada, { parameters }) {
      const { code } = parameters
      if (!code) throw missing('code')
      const refusal = new LazadaError('InvalidCode', 'Invalid authorization code')
      return tokenAnswer(lazada, lazada.tokens.redeem(code), refusal, 'country_user_info')
    },
  },
  '/auth/token/refresh': {
    scope: 'public',
    run(lazada, { parameters }) {
      const { refresh_token: token } = parameters
      if (!token) throw missing('refresh_token')
      const refusal = new LazadaError(
        'IllegalRefreshToken',
        'The specified refresh token is invalid or expired',
      )
      // The reference spells the list in another way here.
      return tokenAnswer(lazada, lazada.tokens.renew(token), refusal, 'country_user_info_list')
    },
  },
  '/seller/get': shopCall((_lazada, { shop }) => ({
    data: {
      seller_id: shop.id,
      name: shop.name,
      short_code: `${shop.country.toUpperCase()}${shop.id.toString(36).toUpperCase()}`,
      name_company: `${shop.name} Ltd`,
      email: `seller${shop.id}@example.com`,
      status: 'ACTIVE',
      verified: true,
      location: shop.countryName,
      cb: false,
      logo_url: '',
      marketplaceEaseMode: false,
    },
  })),
}

export const CONSENT_PATH = '/oauth/authorize'

function readRedirect(text: string | null): URL {
  const url = text === null ? null : URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new LazadaError('InvalidRedirect', 'redirect_uri must be a full http or https URL.')
  return url
}

/** Returns the seller's redirect address, with the code. */
export function approve(lazada: Lazada, redirect: string, shopId: number, state?: string | null): string {
  const url = readRedirect(redirect)
  if (!lazada.shops.has(shopId)) throw new LazadaError('InvalidSeller', `There is no seller ${shopId}.`)
  url.searchParams.set('code', lazada.tokens.issueCode({ shopId }))
  if (state) url.searchParams.set('state', state)
  return url.href
}

export async function servePage(
  lazada: Lazada,
  request: IncomingMessage,
  response: ServerResponse,
  { searchParams: query }: URL,
): Promise<void> {
  try {
    if (query.get('client_id') !== lazada.settings.appKey)
      throw new LazadaError('InvalidAppKey', 'The client_id is invalid.')
    if (query.get('response_type') !== 'code')
      throw new LazadaError('AUTH_TYPE_UNSUPPORTED', 'response_type must be code.')
    const redirect = readRedirect(query.get('redirect_uri'))
    if (request.method !== 'POST') {
      sendText(response, 200, 'text/html; charset=utf-8', consentPage(lazada, redirect))
      return
    }
    const shopId = Number(new URLSearchParams(await readBody(request, 10_000)).get('seller_id'))
    const location = approve(lazada, redirect.href, shopId, query.get('state'))
    response.writeHead(302, { location }).end()
  } catch (error) {
    if (!(error instanceof LazadaError)) throw error
    const words = `<p>${escapeHtml(error.message)} <code>${escapeHtml(error.code)}</code></p>`
    sendText(response, 400, 'text/html; charset=utf-8', layout('This link does not work', words))
  }
}

function consentPage(lazada: Lazada, redirect: URL): string {
  const rows = [...lazada.shops.values()].map((shop) => {
    const count = lazada.book.count(shop.id)
    const linked = lazada.tokens.isLinked(shop.id) ? ' <em>Linked</em>' : ''
    const facts = `Seller ${shop.id} · ${shop.countryName} · ${count.toLocaleString('en')} order${count === 1 ? '' : 's'}`
    return `<li><div><strong>${escapeHtml(shop.name)}</strong>${linked}<span>${facts}</span></div>
<form method="post"><input type="hidden" name="seller_id" value="${shop.id}"><button aria-label="Authorise ${escapeHtml(shop.name)}">Authorise</button></form></li>`
  })
  const lead = `Choose the shop that <b>${escapeHtml(redirect.host)}</b> may work for. It will be able to read and ship its orders.`
  return layout('Authorise an app', `<p>${lead}</p><ul>${rows.join('')}</ul>`)
}

const STYLE = `
:root{color-scheme:light dark;--page:#f2f3fb;--card:#fff;--text:#1c2033;--soft:#4d5470;--line:#e6e8f2;--tint:#e6e8fb;--ink:#2b2f9a}
@media(prefers-color-scheme:dark){:root{--page:#13141c;--card:#1c1e2a;--text:#eceef6;--soft:#abb1c9;--line:#2d3040;--tint:#282b52;--ink:#b9bdff}}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;place-items:center;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:min(600px,calc(100vw - 32px));margin:24px 0;padding:32px;background:var(--card);border-radius:16px;overflow-wrap:anywhere}
em{padding:2px 10px;border-radius:99px;background:var(--tint);color:var(--ink);font-size:13px;font-weight:600;font-style:normal}h1{margin:12px 0 4px;font-size:24px}p{margin:0 0 20px;color:var(--soft)}
ul{list-style:none;margin:0;padding:0}li{display:flex;flex-wrap:wrap;align-items:center;gap:14px;padding:14px 0;border-top:1px solid var(--line)}li div{flex:1 1 240px}li span{display:block;color:var(--soft);font-size:14px}
button{font:inherit;font-weight:600;min-height:44px;padding:0 16px;border:0;border-radius:10px;background:#2f36b8;color:#fff;cursor:pointer}button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
`

function layout(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Marketplace sandbox</title><style>${STYLE}</style></head><body><main><em>Marketplace sandbox</em><h1>${title}</h1>${content}</main></body></html>`
}
