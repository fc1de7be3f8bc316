/** Linking a store with its keys. Source: "Authentication" of the REST API v3 documentation. */
import { ChannelError } from '../channel-error.ts'
import { never } from '../session.ts'
import type { Credentials } from '../session.ts'
import type { KeysAuth, LinkedShop, ShopKeys } from '../auth.ts'
import type { Http, HttpReply } from '../http.ts'
import { isCurrency } from '../../model/money.ts'
import { call, send, siteOf } from './calls.ts'
import type { Profile } from './profile.ts'
import { decodeReply, listSchema, settingsSchema } from './wire.ts'

/** The two roots under which WordPress serves its API: the first needs readable addresses, the second always works. */
const roots = ['path', 'query'] as const
type Root = (typeof roots)[number]

export function createAuth(profile: Profile): KeysAuth {
  return { by: 'keys', link: ({ http, keys }) => link(profile, http, keys) }
}

async function link(profile: Profile, http: Http, keys: ShopKeys): Promise<LinkedShop> {
  const { origin: address, key, secret, locationId } = keys
  if (address.protocol !== 'https:' && !isThisMachine(address))
    throw new ChannelError('refused', 'field.address_insecure', {
      problem: 'address-insecure',
    })
  if (!secret) throw new ChannelError('refused', 'field.secret_refused', { problem: 'secret-refused' })
  const site = siteOf(address)
  const credentials = (root: Root): Credentials => ({
    accessToken: key,
    refreshToken: secret,
    accessExpiresAt: never,
    refreshExpiresAt: never,
    channelShopId: site,
    more: { address: baseOf(address), root },
  })
  const root = await findRoot(http, credentials)
  const shop = { http, credentials: credentials(root) }
  const rows = await permitted(
    call(shop, { method: 'GET', path: '/settings/general', query: {} }, settingsSchema),
  )
  const valueOf = (id: string) => {
    const value = rows.find((row) => row.id === id)?.value
    return typeof value === 'string' ? value : ''
  }
  const currency = valueOf('woocommerce_currency')
  if (!isCurrency(currency))
    throw new ChannelError('refused', 'field.address_currency', {
      problem: 'address-currency',
    })
  const place = await permitted(profile.findPlace(shop, locationId))
  const more = { ...shop.credentials.more, ...place }
  const channelShopId = profile.shopIdOf(site, more)
  return {
    channelShopId,
    name: address.host,
    // Country and state, as in MY:SGR.
    region: valueOf('woocommerce_default_country').split(':')[0] ?? '',
    currency,
    credentials: { ...shop.credentials, channelShopId, more },
  }
}

/** Asks for an order under either root. Only a reply that no store gives sends us on to the next one. */
async function findRoot(http: Http, credentials: (root: Root) => Credentials): Promise<Root> {
  for (const root of roots) {
    const reply = await send(
      { http, credentials: credentials(root) },
      { method: 'GET', path: '/orders', query: { per_page: '1' } },
    )
    if (!isStores(reply)) continue
    await permitted(Promise.resolve().then(() => decodeReply(reply, listSchema)))
    return root
  }
  throw new ChannelError('refused', 'field.address_no_shop', { problem: 'address-no-shop' })
}

/** A page for people, or WordPress without the store's API. */
function isStores(reply: HttpReply): boolean {
  if (reply.text.includes('"rest_no_route"')) return false
  const start = reply.text.trimStart()[0]
  return start === '[' || start === '{'
}

/** While linking, a refusal is about the keys: these tell the seller which of their mistakes it is. */
async function permitted<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ChannelError) || !['sign-in-expired', 'refused'].includes(error.kind)) throw error
    if (error.problem) throw error
    const isSecret = /secret/i.test(error.message)
    const problem =
      error.kind === 'refused' ? 'key-permission' : isSecret ? 'secret-refused' : ('key-refused' as const)
    throw new ChannelError('refused', error.message, {
      problem,
      ...(error.channelCode === undefined ? {} : { channelCode: error.channelCode }),
    })
  })
}

function baseOf(address: URL): string {
  return address.origin + address.pathname.replace(/\/+$/, '')
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}
