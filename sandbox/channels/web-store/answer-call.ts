import { z } from 'zod'
import { answerDraftCall } from './draft-orders.ts'
import {
  factsOf,
  goodsOf,
  inventoryRow,
  itemId,
  levelRow,
  productRow,
  variantRow,
  type Goods,
} from './goods.ts'
import type { AdminCall } from './web-store.ts'
import { reservedOf } from './lifecycle.ts'
import { listRows, type Listed } from './lists.ts'
import { answerOrderCall } from './order-calls.ts'
import { answerProductCall } from './product-calls.ts'
import { orderRow, paymentRow } from './resource.ts'
import { readFields, selectFields } from './select-fields.ts'
import { channelId, locationId, optionId, profileId, regionId, storeId } from './stores.ts'
import { categoriesOf, collectionsOf, foundBy, tagsOf, typesOf } from './taxonomy.ts'
import type { Order, Row, Store } from './types.ts'
import { invalid, missing, readBody, success } from './wire.ts'
import type { CallReply } from '../../kit/serve-call.ts'

const ALWAYS = ['id', 'status', 'version', '*items', 'payment_status', 'fulfillment_status']
const DEFAULTS = 'id,display_id,status,version,total,metadata,created_at,updated_at'

const writeSchema = z.strictObject({
  inventory_item_id: z.string(),
  location_id: z.string(),
  stocked_quantity: z.number().min(0).optional(),
  incoming_quantity: z.number().min(0).optional(),
})
const batchSchema = z.strictObject({
  create: z.array(writeSchema).default([]),
  update: z.array(writeSchema).default([]),
  delete: z.array(z.string()).default([]),
  force: z.boolean().optional(),
})

/** Answers a call below /admin; undefined for one that there is no route for. `name` is 'METHOD /path'. */
export function answerCall(name: string, call: AdminCall): CallReply | undefined {
  const { store, query } = call
  const [, order] = /^GET \/orders\/([^/]+)$/.exec(name) ?? []
  if (order !== undefined) return getOrder(call, order)
  const [, item, place] = /^POST \/inventory-items\/([^/]+)\/location-levels\/([^/]+)$/.exec(name) ?? []
  if (item !== undefined && item !== 'location-levels') {
    const input = readBody(call.body, writeSchema.omit({ inventory_item_id: true, location_id: true }))
    const goods = writeLevel(call, { ...input, inventory_item_id: item, location_id: place ?? '' })
    return success({ inventory_item: inventoryRow(goods) })
  }
  if (name === `POST /stores/${storeId(store)}`) return changeStore(call)
  const reply = answerDraftCall(name, call) ?? answerOrderCall(name, call) ?? answerProductCall(name, call)
  if (reply) return reply
  switch (name) {
    case 'GET /stores':
      return success({ stores: [storeRow(call)], count: 1, offset: 0, limit: 50 })
    case 'GET /regions':
      return success({
        ...listRows([regionOf(store)], query, {
          name: 'regions',
          defaultFields: 'name,currency_code',
          show: whole,
        }),
      })
    case 'GET /shipping-profiles': {
      const row = { id: profileId(store), name: 'All', type: 'default' }
      const profiles = [{ id: row.id, created: 0, updated: 0, row }]
      const rules = { name: 'shipping_profiles', defaultFields: 'name,type', show: whole }
      return success(listRows(profiles, query, rules))
    }
    case 'GET /product-categories':
      return success(
        listRows(foundBy(categoriesOf(store), query), query, {
          name: 'product_categories',
          defaultFields: 'name,parent_category_id',
          show: whole,
        }),
      )
    case 'GET /collections':
      return success(
        listRows(foundBy(collectionsOf(store), query), query, {
          name: 'collections',
          defaultFields: 'title,handle',
          show: whole,
        }),
      )
    case 'GET /product-types':
      return success(
        listRows(foundBy(typesOf(store), query), query, {
          name: 'product_types',
          defaultFields: 'value',
          show: whole,
        }),
      )
    case 'GET /product-tags':
      return success(
        listRows(foundBy(tagsOf(store), query), query, {
          name: 'product_tags',
          defaultFields: 'value',
          show: whole,
        }),
      )
    case 'GET /stock-locations':
      return success(
        listRows([placeOf(store)], query, { name: 'stock_locations', defaultFields: 'name', show: whole }),
      )
    case 'GET /shipping-options':
      return success(
        listRows(waysOf(store), query, { name: 'shipping_options', defaultFields: 'name', show: whole }),
      )
    case 'GET /draft-orders': {
      const show = (one: Listed & { order: Order }): Row => serve(call, one.order)
      const rules = { name: 'draft_orders', defaultFields: DEFAULTS, always: ALWAYS, show }
      return success(listRows(ordersOf(call, true), query, rules))
    }
    case 'GET /orders': {
      const show = (one: Listed & { order: Order }): Row => serve(call, one.order)
      const rules = { name: 'orders', defaultFields: DEFAULTS, always: ALWAYS, show }
      return success(listRows(ordersOf(call), query, rules))
    }
    case 'GET /payments': {
      const show = (one: Listed & { order: Order }): Row => paymentRow(one.order)
      return success(listRows(paymentsOf(call), query, { name: 'payments', defaultFields: 'amount', show }))
    }
    case 'GET /products': {
      const rules = { name: 'products', defaultFields: 'title,status', show: whole }
      return success(listRows(productsOf(call), query, rules))
    }
    case 'GET /product-variants': {
      const variants = allGoods(call).map((goods) => ({ ...goods, id: goods.listing.skuId }))
      const show = (goods: Goods) => variantRow(goods, factsOf(call.shop, goods.listing.productId))
      return success(listRows(variants, query, { name: 'variants', defaultFields: 'title', show }))
    }
    case 'GET /inventory-items': {
      const items = allGoods(call).map((goods) => ({ ...goods, id: itemId(goods.listing) }))
      const rules = { name: 'inventory_items', defaultFields: 'sku', isStrict: true, show: inventoryRow }
      return success(listRows(items, query, rules))
    }
    case 'POST /inventory-items/location-levels/batch': {
      const { create, update } = readBody(call.body, batchSchema)
      for (const { inventory_item_id: id } of create)
        if (!isUncounted(call, id)) throw invalid(`Inventory level for item ${id} exists already`)
      // None is written unless all of them are there.
      for (const input of update) findLevel(call, input)
      const created = create.map((input) => levelRow(countFirst(call, input)))
      const updated = update.map((input) => levelRow(writeLevel(call, input)))
      return success({ created, updated, deleted: [] })
    }
    default:
      return undefined
  }
}

/** Products with all their variants. `q` is looked for in titles and codes. */
function productsOf(call: AdminCall): (Listed & { row: Row })[] {
  const word = call.query.get('q')?.toLowerCase()
  return [...Map.groupBy(allGoods(call), ({ id }) => id).values()].flatMap((variants) => {
    const [first] = variants
    const isFound =
      word === undefined ||
      variants.some(({ listing }) => `${listing.name} ${listing.sku}`.toLowerCase().includes(word))
    if (!first || !isFound) return []
    const row = productRow(variants, call.shop.world.baseUrl(), factsOf(call.shop, first.id))
    const updated = Math.max(...variants.map((one) => one.updated))
    return { ...first, updated, parts: { 'variants[updated_at]': [updated] }, row }
  })
}

function isUncounted(call: AdminCall, item: string): boolean {
  const goods = findGoods(call, item)
  if (!goods) return false
  const { productId, skuId } = goods.listing
  return factsOf(call.shop, productId).uncounted?.includes(skuId) ?? false
}

/** From now on the variant's stock is counted. */
function countFirst(call: AdminCall, input: Write): Goods {
  const { listing } = findLevel(call, input)
  const facts = factsOf(call.shop, listing.productId)
  const uncounted = facts.uncounted?.filter((id) => id !== listing.skuId)
  call.shop.facts.set(listing.productId, { ...facts, uncounted })
  return writeLevel(call, input)
}

const whole = (row: Listed & { row: Row }): Row => row.row

const regionOf = (store: Store): Listed & { row: Row } => ({
  id: regionId(store),
  created: 0,
  updated: 0,
  row: {
    id: regionId(store),
    name: store.region,
    currency_code: store.currency.toLowerCase(),
    countries: [{ id: store.region, iso_2: store.region.toLowerCase() }],
  },
})

const placeOf = (store: Store): Listed & { row: Row } => ({
  id: locationId(store),
  created: 0,
  updated: 0,
  row: { id: locationId(store), name: 'Warehouse', sales_channels: [{ id: channelId(store), name: 'Web' }] },
})

/** A way there and one back. */
const waysOf = (store: Store): (Listed & { row: Row })[] =>
  [false, true].map((isReturn) => {
    const id = isReturn ? optionId(store).replace('so', 'so_back') : optionId(store)
    return {
      id,
      created: 0,
      updated: 0,
      row: {
        id,
        name: isReturn ? 'Return' : 'Post',
        shipping_profile_id: profileId(store),
        provider_id: 'manual_manual',
        rules: [{ id: `${id}_rule`, attribute: 'is_return', operator: 'eq', value: String(isReturn) }],
        service_zone: {
          id: `${id}_zone`,
          fulfillment_set: { id: `${id}_set`, type: 'shipping' },
          geo_zones: [{ id: `${id}_geo`, type: 'country', country_code: store.region.toLowerCase() }],
        },
      },
    }
  })

const storeRow = ({ shop, store }: AdminCall): Row => ({
  id: storeId(store),
  name: store.name,
  default_sales_channel_id: channelId(store),
  default_region_id: regionId(store),
  default_location_id: null,
  metadata: shop.metadata.get(store) ?? null,
  supported_currencies: [{ currency_code: store.currency.toLowerCase(), is_default: true }],
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

function serve({ shop }: AdminCall, order: Order): Row {
  const row = orderRow(order)
  return shop.corrupt.get(order.id)?.(row) ?? row
}

function getOrder(call: AdminCall, id: string): CallReply {
  const order = call.shop.ordersOf(call.store).get(id)
  if (!order) throw missing(`Order id not found: ${id}`)
  const fields = readFields([call.query.get('fields') ?? DEFAULTS, ...ALWAYS].join(','))
  return success({ order: selectFields(serve(call, order), fields) })
}

const ordersOf = ({ shop, store }: AdminCall, isDraft = false): (Listed & { order: Order })[] =>
  [...shop.ordersOf(store).values()]
    .filter(({ status }) => (status === 'draft') === isDraft)
    .map((order) => ({
      id: order.id,
      created: order.created,
      updated: order.updated,
      order,
    }))

const paymentsOf = (call: AdminCall): (Listed & { order: Order })[] =>
  ordersOf(call)
    .filter(({ order }) => order.payment.authorized)
    .map((row) => ({ ...row, id: row.order.payment.id, updated: row.order.payment.updated }))

function allGoods({ shop, store }: AdminCall): Goods[] {
  const reserved = new Map<string, number>()
  for (const order of shop.ordersOf(store).values())
    for (const line of order.lines)
      reserved.set(line.sku, (reserved.get(line.sku) ?? 0) + reservedOf(order, line))
  return shop.catalog
    .all(store.slug)
    .map((listing) => goodsOf(store, listing, reserved.get(listing.sku) ?? 0))
}

function findGoods(call: AdminCall, id: string): Goods | undefined {
  const listing = call.shop.catalog
    .all(call.store.slug)
    .find((one) => itemId(one) === id && one.status !== 'deleted')
  return listing && goodsOf(call.store, listing, call.shop.reserved(call.store, listing.sku))
}

type Write = z.infer<typeof writeSchema>

function findLevel(call: AdminCall, { inventory_item_id: id, location_id: place }: Write): Goods {
  const goods = place === locationId(call.store) ? findGoods(call, id) : undefined
  if (!goods) throw missing(`Item ${id} is not stocked at location ${place}`)
  return goods
}

/** Writes the stock of an item; reserved pieces are not for sale, so they are deducted. */
function writeLevel(call: AdminCall, input: Write): Goods {
  const { listing, reserved } = findLevel(call, input)
  const { stocked_quantity: stocked } = input
  if (stocked !== undefined) call.shop.catalog.setStock(listing, Math.max(0, stocked - reserved))
  return goodsOf(call.store, listing, reserved)
}
