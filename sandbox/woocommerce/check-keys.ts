/** Keys of a call: by Basic authentication, in the query, or as an OAuth 1.0a signature, which clients make over plain http. */
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Keys } from './amounts.ts'
import type { Sites } from './sites.ts'
import type { Store } from './types.ts'
import { ApiError } from './wire.ts'

const refused = (words: string): ApiError => new ApiError(401, 'woocommerce_rest_authentication_error', words)

/** Checks key, secret and permission in the plugin's order; throws ApiError 401. */
export function checkKeys(sites: Sites, store: Store, request: IncomingMessage, url: URL): void {
  const keys = sites.keysOf(store)
  const query = url.searchParams
  const found = OAUTH.some((name) => query.has(name))
    ? bySignature(sites, keys, request.method ?? 'GET', url)
    : bySecret(keys, request, query)
  const wanted = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
  if (!found.permissions.includes(wanted))
    throw refused(`The API key provided does not have ${wanted} permissions.`)
}

function bySecret(keys: readonly Keys[], { headers }: IncomingMessage, query: URLSearchParams): Keys {
  const [scheme = '', text = ''] = (headers.authorization ?? '').split(' ')
  const basic = scheme.toLowerCase() === 'basic' ? Buffer.from(text, 'base64').toString('utf8') : ''
  const colon = basic.indexOf(':')
  const key = colon >= 0 ? basic.slice(0, colon) : query.get('consumer_key')
  const secret = colon >= 0 ? basic.slice(colon + 1) : query.get('consumer_secret')
  if (!key || !secret)
    throw new ApiError(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
  const found = ownerOf(keys, key)
  if (found.secret !== secret) throw refused('Consumer secret is invalid.')
  return found
}

function ownerOf(keys: readonly Keys[], key: string): Keys {
  const found = keys.find((one) => one.key === key)
  if (!found) throw refused('Consumer key is invalid.')
  return found
}

const OAUTH = [
  'oauth_consumer_key',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
]
const METHODS: Record<string, string> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' }
/** A signature holds this long, and its nonce is remembered this long. */
const WINDOW_S = 15 * 60

function bySignature(sites: Sites, keys: readonly Keys[], method: string, url: URL): Keys {
  const query = url.searchParams
  const missing = OAUTH.filter((name) => !query.get(name))
  if (missing.length > 0)
    throw new ApiError(
      401,
      'woocommerce_rest_authentication_missing_parameter',
      `Missing OAuth parameters ${missing.join(', ')}`,
    )
  const of = (name: string): string => query.get(`oauth_${name}`) ?? ''
  const found = ownerOf(keys, of('consumer_key'))
  const hashName = METHODS[of('signature_method')]
  if (!hashName) throw refused('Invalid signature - signature method is invalid.')
  const text = [method.toUpperCase(), sites.world.baseUrl() + url.pathname, parametersOf(query)]
  const signature = createHmac(hashName, `${encode(found.secret)}&`)
    .update(text.map(encode).join('&'))
    .digest('base64')
  if (signature !== of('signature')) throw refused('Invalid signature - provided signature does not match.')
  checkMoment(sites, found, Number(of('timestamp')), of('nonce'))
  return found
}

/** Clients that write a parameter twice sign it once, as PHP reads it. */
function parametersOf(query: URLSearchParams): string {
  const pairs = [...new Map(query)]
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
  return pairs
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** As RFC 3986 has it. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** By the sandbox's clock or the machine's own: a client cannot know about a shift. */
function checkMoment({ world, nonces }: Sites, { key }: Keys, at: number, nonce: string): void {
  const moments = [world.clock.now(), Date.now() / 1000]
  if (!moments.some((now) => Math.abs(now - at) <= WINDOW_S)) throw refused('Invalid timestamp.')
  const oldest = Math.min(...moments) - WINDOW_S
  for (const [known, used] of nonces) if (used < oldest) nonces.delete(known)
  const own = `${key} ${nonce}`
  if (nonces.has(own)) throw refused('Invalid nonce - nonce has already been used.')
  nonces.set(own, at)
}
