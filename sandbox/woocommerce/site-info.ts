/** The site itself: its index, its settings, its status and its places. */
import { noRoute, type Reply } from './wire.ts'
import { METHODS } from './rest.ts'
import type { Sites } from './sites.ts'
import type { Row, Store } from './types.ts'

const VERSION = '9.4.2'

/** Answers a call about the site itself; undefined for any other. `name` is 'METHOD /path'. */
export function answerSiteCall(name: string, sites: Sites, store: Store): Reply | undefined {
  switch (name) {
    case 'GET /':
    case 'GET ':
      return success(indexOf())
    case 'GET /settings/general':
      return success(generalSettings(store))
    case 'GET /settings/products':
      return success([
        { id: 'woocommerce_weight_unit', value: 'kg' },
        { id: 'woocommerce_dimension_unit', value: 'cm' },
        { id: 'woocommerce_manage_stock', value: 'yes' },
      ])
    case 'GET /system_status':
      return success(statusOf(sites.addressOf(store), store))
    // Our profile for points of sale: see the connector's README.
    case 'GET /pos/locations':
      if (store.places.length === 0) throw noRoute()
      return success(placesOf(sites, store))
    default:
      return undefined
  }
}

const success = (body: unknown): Reply => ({ status: 200, body })

const generalSettings = (store: Store): Row[] => [
  { id: 'woocommerce_default_country', value: store.region },
  { id: 'woocommerce_currency', value: store.currency },
  { id: 'woocommerce_price_num_decimals', value: String(store.decimals) },
]

const indexOf = (): Row => ({
  namespace: 'wc/v3',
  routes: Object.fromEntries(
    METHODS.map(([path, methods]) => [
      `/wc/v3${path}`,
      { namespace: 'wc/v3', methods, endpoints: [{ methods, args: {} }] },
    ]),
  ),
})

const statusOf = (address: string, { currency, decimals }: Store): Row => ({
  environment: {
    home_url: address,
    site_url: address,
    version: VERSION,
    wp_version: '6.7',
    wp_multisite: false,
    default_timezone: 'UTC',
  },
  active_plugins: [],
  settings: {
    api_enabled: true,
    currency,
    currency_position: 'left',
    thousand_separator: ',',
    decimal_separator: '.',
    number_of_decimals: decimals,
  },
})

function placesOf(sites: Sites, store: Store): Row[] {
  return store.places.flatMap(({ isDefault, ...place }) => {
    const { name = place.name, isClosed = false } = sites.placeChanges.get(`${store.slug}/${place.id}`) ?? {}
    return isClosed ? [] : [{ ...place, name, is_default: isDefault }]
  })
}
