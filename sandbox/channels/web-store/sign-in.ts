/** Callers: a program with the store's secret key, or its owner with a token. Source: "Authentication" of the Admin API reference. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { readBody } from './read-body.ts'
import { passwordOf, userOf } from './stores.ts'
import type { Actor, Store } from './types.ts'
import type { WebStore } from './web-store.ts'
import { ApiError, success } from './wire.ts'
import type { CallReply } from '../../kit/serve-call.ts'

const unauthorized = (): ApiError => new ApiError(401, undefined, 'Unauthorized')

export function checkCaller(shop: WebStore, store: Store, { headers }: IncomingMessage): Actor {
  const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer' && isSignedIn(shop, store, token)) return 'user'
  // The secret key is the user's name; both the bare header and the encoded one are taken.
  const plain = token.startsWith('sk_') ? token : Buffer.from(token, 'base64').toString('utf8')
  if (scheme.toLowerCase() === 'basic' && shop.keysOf(store).includes(plain.replace(/:$/, ''))) return 'key'
  throw unauthorized()
}

const DAY_S = 86_400
/** Good for nothing else, like the keys. */
const SECRET = 'web-store-sandbox'

const sign = (text: string): string => createHmac('sha256', SECRET).update(text).digest('base64url')
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(shop: WebStore, store: Store): string {
  const now = shop.world.clock.now()
  const claims = { actor_id: userOf(store).id, actor_type: 'user', iat: now, exp: now + DAY_S }
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign(text)}`
}

const claimsSchema = z.object({ actor_id: z.string(), exp: z.number() })

function isSignedIn(shop: WebStore, store: Store, token: string): boolean {
  const [head = '', body = '', signature = ''] = token.split('.')
  const wanted = Buffer.from(sign(`${head}.${body}`))
  const given = Buffer.from(signature)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
  const claims = claimsSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
  return claims.actor_id === userOf(store).id && claims.exp > shop.world.clock.now()
}

/** Answers a call below /auth; undefined for one that there is no route for. `name` is 'METHOD /path'. */
export function answerSignIn(
  name: string,
  shop: WebStore,
  store: Store,
  request: IncomingMessage,
  body: string,
): CallReply | undefined {
  switch (name) {
    case 'POST /auth/user/emailpass': {
      const { email, password } = credentialsIn(body)
      const isOwner = email === userOf(store).email && password === passwordOf(store)
      if (!isOwner) throw new ApiError(401, 'unauthorized', 'Invalid email or password')
      return success({ token: tokenOf(shop, store) })
    }
    case 'POST /auth/token/refresh':
      if (checkCaller(shop, store, request) !== 'user') throw unauthorized()
      return success({ token: tokenOf(shop, store) })
    case 'POST /auth/session':
      if (checkCaller(shop, store, request) !== 'user') throw unauthorized()
      return success({ user: { actor_id: userOf(store).id, actor_type: 'user' } })
    case 'DELETE /auth/session':
      return success({ success: true })
    default:
      return undefined
  }
}

const credentialsSchema = z.object({ email: z.unknown().optional(), password: z.unknown().optional() })

function credentialsIn(body: string): { email: string; password: string } {
  const { email, password } = readBody(body, credentialsSchema)
  return { password: textOf('Password', password), email: textOf('Email', email) }
}

function textOf(field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new ApiError(401, 'unauthorized', `${field} should be a string`)
}
