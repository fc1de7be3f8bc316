/** Lists that nobody changes often, and the rows in them by their ids. */
import { z } from 'zod'
import { listRows, type Listed, type ListRules } from './lists.ts'
import { readBody } from './read-body.ts'
import { readFields, selectFields } from './select-fields.ts'
import {
  named,
  iso,
  locationId,
  OPENED,
  optionId,
  profileId,
  regionId,
  storeId,
  channelId,
  userOf,
} from './stores.ts'
import { categoriesOf, collectionsOf, tagsOf, typesOf } from './taxonomy.ts'
import type { Row, Store } from './types.ts'
import type { AdminCall } from './web-store.ts'
import { missing, success } from './wire.ts'
import type { CallReply } from '../../kit/serve-call.ts'

type Whole = Listed & { row: Row }

interface Kind extends Omit<ListRules<Whole>, 'show'> {
  rows: (call: AdminCall) => Whole[]
  /** In the reply with one row. */
  one: string
  /** Refusal of an unknown id; lists without one answer it with an empty row. */
  unknown?: (id: string) => string
}

const whole = ({ row }: Whole): Row => row
const wordsOf = ({ row }: Whole): string =>
  [row['title'], row['value'], row['name'], row['email']].filter((one) => typeof one === 'string').join(' ')

const KINDS: Record<string, Kind> = {
  stores: {
    rows: (call) => [asRow(storeRow(call))],
    one: 'store',
    name: 'stores',
    limit: 50,
    filters: ['name'],
    words: wordsOf,
    defaultFields:
      'id,name,*supported_currencies,default_sales_channel_id,default_region_id,default_location_id,metadata,created_at,updated_at',
  },
  users: {
    rows: ({ store }) => [asRow(userOf(store))],
    one: 'user',
    unknown: (id) => `User with id: ${id} was not found`,
    name: 'users',
    limit: 50,
    filters: ['email', 'first_name', 'last_name'],
    words: wordsOf,
    defaultFields: 'id,first_name,last_name,email,avatar_url,metadata,created_at,updated_at,deleted_at',
  },
  regions: {
    rows: ({ store }) => [regionOf(store)],
    one: 'region',
    unknown: (id) => `Region with id: ${id} not found`,
    name: 'regions',
    limit: 50,
    filters: ['currency_code', 'name'],
    words: wordsOf,
    defaultFields: 'id,name,currency_code,created_at,updated_at,deleted_at,metadata,*countries',
  },
  'shipping-profiles': {
    rows: ({ store }) => [asRow({ id: profileId(store), name: 'All', type: 'default' })],
    one: 'shipping_profile',
    name: 'shipping_profiles',
    filters: ['type', 'name'],
    words: wordsOf,
    defaultFields: 'id,name,type,metadata,created_at,updated_at',
  },
  'product-categories': {
    rows: ({ store }) => categoriesOf(store),
    one: 'product_category',
    unknown: (id) => `Product category with id: ${id} was not found`,
    name: 'product_categories',
    limit: 50,
    filters: [
      'description',
      'handle',
      'parent_category_id',
      'external_id',
      'include_ancestors_tree',
      'include_descendants_tree',
      'is_internal',
      'is_active',
    ],
    words: wordsOf,
    defaultFields: 'id,name,parent_category_id,is_active,is_internal',
  },
  collections: {
    rows: ({ store }) => collectionsOf(store),
    one: 'collection',
    name: 'collections',
    limit: 10,
    filters: ['title', 'handle', 'external_id'],
    words: wordsOf,
    defaultFields: 'id,title,handle,created_at,updated_at',
  },
  'product-types': {
    rows: ({ store }) => typesOf(store),
    one: 'product_type',
    name: 'product_types',
    limit: 10,
    filters: ['value', 'external_id'],
    words: wordsOf,
    defaultFields: 'id,value,created_at,updated_at',
  },
  'product-tags': {
    rows: ({ store }) => tagsOf(store),
    one: 'product_tag',
    name: 'product_tags',
    filters: ['value', 'external_id'],
    words: wordsOf,
    defaultFields: 'id,value,created_at,updated_at',
  },
  'stock-locations': {
    rows: ({ store }) => [
      asRow({
        id: locationId(store),
        name: 'Warehouse',
        sales_channels: [{ id: channelId(store), name: 'Web' }],
      }),
    ],
    one: 'stock_location',
    unknown: (id) => `Stock location with id: ${id} was not found`,
    name: 'stock_locations',
    filters: ['name', 'address_id', 'sales_channel_id'],
    words: wordsOf,
    defaultFields: 'id,name,metadata,created_at,updated_at',
  },
  'shipping-options': {
    rows: ({ store }) => waysOf(store),
    one: 'shipping_option',
    unknown: (id) => `Shipping Option with id: ${id} not found`,
    name: 'shipping_options',
    filters: [
      'service_zone_id',
      'shipping_profile_id',
      'provider_id',
      'stock_location_id',
      'is_return',
      'admin_only',
      'shipping_option_type_id',
    ],
    words: wordsOf,
    defaultFields: 'id,name,shipping_profile_id,provider_id,*rules,*service_zone',
  },
}

const asRow = (row: Row & { id: string }): Whole => ({
  id: row.id,
  created: OPENED,
  updated: OPENED,
  row: { metadata: null, created_at: iso(OPENED), updated_at: iso(OPENED), ...row },
})

/** Answers a call about what hardly ever changes; undefined for any other. `name` is 'METHOD /path'. */
export function answerInfoCall(name: string, call: AdminCall): CallReply | undefined {
  if (name === `POST /stores/${storeId(call.store)}`) return changeStore(call)
  const [, path = '', given] = /^GET \/([a-z-]+)(?:\/([^/]+))?$/.exec(name) ?? []
  const kind = Object.hasOwn(KINDS, path) ? KINDS[path] : undefined
  if (!kind) return undefined
  const rows = kind.rows(call)
  if (given === undefined) return success(listRows(rows, call.query, { ...kind, show: whole }))
  const id = path === 'users' && given === 'me' ? callerId(call) : given
  const found = rows.find((one) => one.id === id)
  if (!found) {
    if (kind.unknown) throw missing(kind.unknown(id))
    return success({})
  }
  const fields = readFields(call.query.get('fields'), kind.defaultFields)
  return success({ [kind.one]: selectFields(found.row, fields) })
}

/** A program that calls with the secret key is no user. */
const callerId = ({ actor, store }: AdminCall): string =>
  actor === 'user' ? userOf(store).id : named('apk', store.slug)

const regionOf = (store: Store): Whole =>
  asRow({
    id: regionId(store),
    name: store.region,
    currency_code: store.currency.toLowerCase(),
    countries: [{ id: store.region, iso_2: store.region.toLowerCase() }],
  })

/** A way there and one back. */
const waysOf = (store: Store): Whole[] =>
  [false, true].map((isReturn) => {
    const id = isReturn ? optionId(store).replace('so', 'so_back') : optionId(store)
    return asRow({
      id,
      name: isReturn ? 'Return' : 'Post',
      shipping_profile_id: profileId(store),
      provider_id: 'manual_manual',
      stock_location_id: locationId(store),
      rules: [{ id: `${id}_rule`, attribute: 'is_return', operator: 'eq', value: String(isReturn) }],
      service_zone: {
        id: `${id}_zone`,
        fulfillment_set: { id: `${id}_set`, type: 'shipping' },
        geo_zones: [{ id: `${id}_geo`, type: 'country', country_code: store.region.toLowerCase() }],
      },
    })
  })

const storeRow = ({ shop, store }: AdminCall): Row & { id: string } => ({
  id: storeId(store),
  name: store.name,
  default_sales_channel_id: channelId(store),
  default_region_id: regionId(store),
  default_location_id: null,
  metadata: shop.metadata.get(store) ?? null,
  supported_currencies: [
    {
      id: storeId(store).replace('store', 'stocur'),
      currency_code: store.currency.toLowerCase(),
      is_default: true,
    },
  ],
})

/** Replaces the store's metadata with that of the call. */
function changeStore(call: AdminCall): CallReply {
  const { metadata } = readBody(
    call.body,
    z.object({ metadata: z.record(z.string(), z.unknown()).nullish() }),
  )
  if (metadata) call.shop.metadata.set(call.store, metadata)
  call.shop.emit({ type: 'link' })
  return success({ store: storeRow(call) })
}
