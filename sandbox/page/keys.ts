import type { Crm } from '../channels/crm/crm.ts'
import { SITES } from '../channels/crm/sites.ts'
import { STORES } from '../channels/web-store/stores.ts'
import type { WebStore } from '../channels/web-store/web-store.ts'
import type { Marketplace } from '../kit/marketplace.ts'
import type { Sites } from '../woocommerce/sites.ts'

/** Data that a form of the console asks for; `field` names its label among the page's texts. */
interface KeyField {
  field: string
  value: string
}

export interface KeySet {
  /** Form of the console: the code of a channel or courier. */
  form: string
  name: string
  fields: KeyField[]
}

const rows = (given: Record<string, string | undefined>): KeyField[] =>
  Object.entries(given).flatMap(([field, value]) => (value === undefined ? [] : [{ field, value }]))

const siteKeys = (sites: Sites): KeySet[] =>
  sites.trade.stores.flatMap(sites.outletsOf).map(({ store, place }) => {
    const pair = sites.keysOf(store).at(-1)
    return {
      form: sites.trade.code,
      name: place ? `${store.name}, ${place.name}` : store.name,
      fields: rows({
        address: sites.addressOf(store),
        consumer_key: pair?.key,
        consumer_secret: pair?.secret,
        location: place && String(place.id),
      }),
    }
  })

const webStoreKeys = (shop: WebStore): KeySet[] =>
  STORES.map((store) => ({
    form: 'web-store',
    name: store.name,
    fields: rows({ address: shop.addressOf(store), secret_key: shop.keysOf(store).at(-1) }),
  }))

const crmKeys = (crm: Crm): KeySet[] =>
  SITES.map((site) => ({
    form: 'crm',
    name: site.name,
    fields: rows({ address: crm.addressOf(site), api_key: crm.keys.get(site)?.at(-1)?.key }),
  }))

type Summary = {
  account?: Record<string, string>
  clients?: { token: string; phone: string }[]
  shops?: { name: string; _id: number; client_id: number }[]
}

/** Names of the fields of the couriers' accounts on the console's forms; others are not asked for there. */
const COURIER_FIELDS: Record<string, string> = {
  accountNo: 'account_number',
  apiToken: 'api_token',
  apiAccount: 'api_account',
  privateKey: 'private_key',
  customerCode: 'customer_code',
  password: 'password',
  clientId: 'client_id',
  clientSecret: 'client_secret',
  prefix: 'tracking_prefix',
}

function courierKeys(courier: Marketplace, name: string): KeySet[] {
  const { code } = courier
  const { account, clients = [] } = courier.summary() as Summary
  if (account)
    return [
      {
        form: code,
        name,
        fields: Object.entries(account).flatMap(([key, value]) => {
          const field = COURIER_FIELDS[key]
          return field === undefined ? [] : [{ field, value }]
        }),
      },
    ]
  return clients.map(({ token, phone }) => ({
    form: code,
    name: `${name} ${phone}`,
    fields: rows({ token }),
  }))
}

export const COURIERS = { gdex: 'GDEX', ghn: 'GHN', jnt: 'J&T Express', ninjavan: 'Ninja Van' } as const

export function keySets(
  { website, pos, webStore, crm }: { website: Sites; pos: Sites; webStore: WebStore; crm: Crm },
  couriers: readonly Marketplace[],
): KeySet[] {
  return [
    ...siteKeys(website),
    ...webStoreKeys(webStore),
    ...siteKeys(pos),
    ...crmKeys(crm),
    ...couriers.flatMap((courier) => courierKeys(courier, COURIERS[courier.code as keyof typeof COURIERS])),
  ]
}
