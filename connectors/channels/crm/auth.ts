/** The calls to a CRM, and linking one with the key of an API user. Source: "Authentication by API Key" of the REST API. */
import type { z } from 'zod'
import { ChannelError } from '../../channel-error.ts'
import { never } from '../../session.ts'
import type { Credentials } from '../../session.ts'
import type { KeysAuth, ShopKeys } from '../../auth.ts'
import type { Http, HttpReply, HttpRequest } from '../../http.ts'
import { isCurrency } from '../../../model/money.ts'
import { decodeReply, userSchema } from './wire.ts'

export const auth: KeysAuth = {
  by: 'keys',
  hasNoSecret: true,

  async link({ http, keys }) {
    const { origin: address } = keys
    if (address.protocol !== 'https:' && !isThisMachine(address))
      throw new ChannelError('refused', 'field.address_insecure', {
        problem: 'address-insecure',
      })
    const credentials = credentialsOf(keys)
    const reply = await send({ http, credentials }, { method: 'GET', path: 'App/user' })
    if (reply.status === 401 || reply.status === 403)
      throw new ChannelError('refused', 'field.key_refused', {
        problem: reply.status === 401 ? 'key-refused' : 'key-permission',
        channelCode: `HTTP ${reply.status}`,
      })
    if (reply.status >= 400 || !isJson(reply))
      throw new ChannelError('refused', 'field.address_no_shop', { problem: 'address-no-shop' })
    const { acl, settings } = decodeReply(reply, userSchema)
    if (!mayWrite(acl.table))
      throw new ChannelError('refused', 'field.key_permission', {
        problem: 'key-permission',
      })
    const code = settings?.defaultCurrency ?? ''
    return {
      channelShopId: credentials.channelShopId,
      name: settings?.applicationName || address.host,
      // It belongs to no country: see no-country in the README.
      region: '',
      currency: isCurrency(code) ? code : null,
      credentials,
    }
  },
}

function credentialsOf({ origin, key }: ShopKeys): Credentials {
  return {
    accessToken: key,
    refreshToken: '',
    accessExpiresAt: never,
    refreshExpiresAt: never,
    channelShopId: origin.host + folderOf(origin),
    more: { address: origin.origin + folderOf(origin) },
  }
}

/** A role that shows no contacts at all is left out of the table. */
function mayWrite(table: z.infer<typeof userSchema>['acl']['table']): boolean {
  const access = Array.isArray(table) ? undefined : table['Contact']
  if (access === undefined || access === false) return false
  if (access === true) return true
  return ['read', 'create', 'edit'].every((action) => (access[action] ?? 'no') !== 'no')
}

function isJson({ headers, text }: HttpReply): boolean {
  return (headers.get('content-type') ?? '').includes('json') && text.startsWith('{')
}

/** Owners copy the address of a page, or of the API itself. */
function folderOf({ pathname }: URL): string {
  return pathname
    .replace(/\/+$/, '')
    .replace(/\/api\/v1(\/.*)?$/, '')
    .replace(/\/index\.(php|html)$/, '')
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

export type CrmCall = {
  method: HttpRequest['method']
  /** Below /api/v1/. */
  path: string
  query?: Record<string, string>
  where?: Where[]
  body?: unknown
  headers?: Record<string, string>
}

/** One item of a filter. */
export type Where =
  | { type: 'equals' | 'greaterThanOrEquals'; attribute: string; value: string }
  | { type: 'in'; attribute: string; value: string[] }
  | { type: 'or'; value: Where[] }

export type Caller = { http: Http; credentials: Credentials }

/** One call with the key. */
export async function call<T>(caller: Caller, request: CrmCall, schema: z.ZodType<T>): Promise<T> {
  return decodeReply(await send(caller, request), schema)
}

export function send({ http, credentials }: Caller, request: CrmCall): Promise<HttpReply> {
  const { method, path, query = {}, where = [], body, headers = {} } = request
  const url = new URL(`${credentials.more?.address ?? ''}/api/v1/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  appendWhere(url.searchParams, 'where', where)
  return http({ method, url, body, headers: { ...headers, 'x-api-key': credentials.accessToken } })
}

/** Nested lists and maps as PHP reads them: `where[0][value][1][type]=equals`. */
function appendWhere(query: URLSearchParams, name: string, part: unknown): void {
  if (typeof part !== 'object' || part === null) query.append(name, String(part))
  else for (const [key, value] of Object.entries(part)) appendWhere(query, `${name}[${key}]`, value)
}
