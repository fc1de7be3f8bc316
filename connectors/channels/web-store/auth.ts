/** The calls to a shop, and linking one with its secret key. Source: "Authentication" of the Admin API reference. */
import type { z } from 'zod'
import { ChannelError } from '../../channel-error.ts'
import { never } from '../../session.ts'
import type { Credentials } from '../../session.ts'
import type { KeysAuth, ShopKeys } from '../../auth.ts'
import type { Http, HttpReply, HttpRequest } from '../../http.ts'
import { isCurrency } from '../../../model/money.ts'
import { decodeReply, locationsSchema, regionsSchema, storesSchema } from './wire.ts'

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
    const caller = { http, credentials }
    const reply = await send(caller, { method: 'GET', path: '/stores', query: {} })
    if (!isShops(reply))
      throw new ChannelError('refused', 'field.address_no_shop', { problem: 'address-no-shop' })
    const [store] = (await permitted(Promise.resolve().then(() => decodeReply(reply, storesSchema)))).stores
    const listed = store?.supported_currencies ?? []
    const currency = (listed.find(({ is_default: isDefault }) => isDefault) ?? listed[0])?.currency_code
    const code = currency?.toUpperCase() ?? ''
    if (!isCurrency(code))
      throw new ChannelError('refused', 'field.address_currency', {
        problem: 'address-currency',
      })
    const locationId = await chooseLocation(caller, keys, store?.default_sales_channel_id ?? '')
    return {
      channelShopId: credentials.channelShopId,
      name: store?.name || address.host,
      region: await findCountry(caller, store?.default_region_id ?? '', code),
      currency: code,
      credentials: { ...credentials, more: { ...credentials.more, locationId } },
    }
  },
}

function credentialsOf({ origin, key }: ShopKeys): Credentials {
  return {
    accessToken: key,
    refreshToken: '',
    accessExpiresAt: never,
    refreshExpiresAt: never,
    channelShopId: shopIdOf(origin),
    more: { address: origin.origin + folderOf(origin) },
  }
}

/** A page for people, or another program's API. */
function isShops({ status, text, headers }: HttpReply): boolean {
  const isJson = (headers.get('content-type') ?? '').includes('json')
  return isJson && (status >= 400 ? text.includes('"message"') : text.includes('"stores"'))
}

/** The country of the default region, else of the first one that trades in the shop's money. */
async function findCountry(caller: Caller, defaultId: string, currency: string): Promise<string> {
  const query = { fields: 'id,currency_code,*countries', order: 'created_at', limit: '100' }
  const { regions } = await permitted(call(caller, { method: 'GET', path: '/regions', query }, regionsSchema))
  const region =
    regions.find(({ id }) => id === defaultId) ??
    regions.find(({ currency_code: money }) => money.toUpperCase() === currency) ??
    regions[0]
  return region?.countries?.[0]?.iso_2.toUpperCase() ?? ''
}

/** Chooses the location whose stock is sent: see several-locations in the README. Empty for a shop without any. */
async function chooseLocation(caller: Caller, keys: ShopKeys, salesChannelId: string): Promise<string> {
  const query = { fields: 'id,*sales_channels', order: 'created_at', limit: '100' }
  const request = { method: 'GET' as const, path: '/stock-locations', query }
  const { stock_locations: all } = await permitted(call(caller, request, locationsSchema))
  if (keys.locationId !== undefined) {
    if (all.some(({ id }) => id === keys.locationId)) return keys.locationId
    throw new ChannelError('refused', 'field.location_unknown', { problem: 'location-unknown' })
  }
  const linked = all.find(({ sales_channels: channels }) => channels?.some(({ id }) => id === salesChannelId))
  return (all.length === 1 ? all[0] : (linked ?? all[0]))?.id ?? ''
}

/** While linking, a refusal is about the key. */
async function permitted<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ChannelError) || !['sign-in-expired', 'refused'].includes(error.kind)) throw error
    const { kind, message, channelCode } = error
    throw new ChannelError('refused', message, {
      problem: kind === 'refused' ? 'key-permission' : 'key-refused',
      ...(channelCode === undefined ? {} : { channelCode }),
    })
  })
}

/** Answers the id of a shop: its host and folder, whatever the scheme. */
export function shopIdOf(address: URL): string {
  return address.host + folderOf(address)
}

/** Owners copy the address of their admin pages, which are served below /app. */
function folderOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '').replace(/\/app(\/.*)?$/, '')
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

export type ShopCall = {
  method: HttpRequest['method']
  /** Below /admin. */
  path: string
  /** A list is sent as `name[]`. */
  query: Record<string, string | string[]>
  body?: unknown
  timeoutMs?: number
}

export type Caller = { http: Http; credentials: Credentials }

/** One call with the shop's key. */
export async function call<T>(caller: Caller, request: ShopCall, schema: z.ZodType<T>): Promise<T> {
  return decodeReply(await send(caller, request), schema)
}

export function send(
  { http, credentials }: Caller,
  { method, path, query, body, timeoutMs }: ShopCall,
): Promise<HttpReply> {
  const url = new URL(`${credentials.more?.address ?? ''}/admin${path}`)
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string') url.searchParams.set(name, value)
    else for (const each of value) url.searchParams.append(`${name}[]`, each)
  // The key is the user's name, and there is no password.
  const authorization = `Basic ${Buffer.from(`${credentials.accessToken}:`).toString('base64')}`
  return http({ method, url, body, headers: { authorization }, ...(timeoutMs && { timeoutMs }) })
}
