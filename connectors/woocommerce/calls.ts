/** The calls to a store, with the shop's keys. Source: "Authentication" of the REST API v3 documentation. */
import type { z } from 'zod'
import type { Credentials } from '../session.ts'
import type { Http, HttpReply, HttpRequest } from '../http.ts'
import { decodeReply } from './wire.ts'

/**
 * Answers the key that identifies a store: its host and folder. Www and the scheme are dropped, as stores name themselves now one
 * way and now the other.
 */
export function siteOf(address: URL): string {
  return address.host.replace(/^www\./, '') + address.pathname.replace(/\/+$/, '')
}

export type StoreCall = {
  method: HttpRequest['method']
  /** Below /wc/v3. */
  path: string
  query: Record<string, string>
  body?: unknown
  timeoutMs?: number
}

export type Caller = { http: Http; credentials: Credentials }

/** One call with the shop's keys. */
export async function call<T>(caller: Caller, request: StoreCall, schema: z.ZodType<T>): Promise<T> {
  return decodeReply(await send(caller, request), schema)
}

export function send(
  { http, credentials }: Caller,
  { method, path, query, body, timeoutMs }: StoreCall,
): Promise<HttpReply> {
  const { address = '', root } = credentials.more ?? {}
  const url = new URL(root === 'query' ? `${address}/` : `${address}/wp-json/wc/v3${path}`)
  if (root === 'query') url.searchParams.set('rest_route', `/wc/v3${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const { accessToken: key, refreshToken: secret } = credentials
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  return http({ method, url, body, headers: { authorization }, ...(timeoutMs && { timeoutMs }) })
}
