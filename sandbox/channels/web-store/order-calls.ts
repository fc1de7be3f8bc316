import { z } from 'zod'
import { announce } from './announce.ts'
import type { AdminCall } from './web-store.ts'
import { act, fulfil, NotAllowed, step } from './lifecycle.ts'
import { listRows, type Listed } from './lists.ts'
import { readBody } from './read-body.ts'
import { orderRow } from './resource.ts'
import { readFields, selectFields } from './select-fields.ts'
import { shipToSchema, writeShipTo } from './ship-to.ts'
import { locationId } from './stores.ts'
import type { Order, Row } from './types.ts'
import { invalid, missing, notAllowed, success } from './wire.ts'
import type { CallReply } from '../../kit/serve-call.ts'

const pieces = z.array(z.strictObject({ id: z.string(), quantity: z.number().int().min(1) })).min(1)
const metadata = z.record(z.string(), z.unknown()).nullish()
const no_notification = z.boolean().optional()
const address = z.union([z.literal(['', '#']), z.url({ protocol: /^https?$/ })])

const schemas = {
  change: z.strictObject({
    metadata,
    email: z.string().optional(),
    locale: z.string().nullish(),
    shipping_address: shipToSchema.optional(),
    billing_address: shipToSchema.optional(),
  }),
  fulfil: z.strictObject({
    items: pieces,
    location_id: z.string().nullish(),
    shipping_option_id: z.string().nullish(),
    no_notification,
    metadata,
  }),
  ship: z.strictObject({
    items: pieces,
    labels: z
      .array(z.strictObject({ tracking_number: z.string(), tracking_url: address, label_url: address }))
      .optional(),
    no_notification,
    metadata,
  }),
  plain: z.strictObject({ no_notification }),
  complete: z.strictObject({ additional_data: metadata }),
}

const ALWAYS = ['id', 'status', 'version', '*items', 'payment_status', 'fulfillment_status']
const LIST_FIELDS =
  'id,display_id,custom_display_id,status,version,summary,total,metadata,locale,created_at,updated_at'
const FIELDS = `${LIST_FIELDS},region_id,subtotal,tax_total,discount_total,item_total,item_subtotal,item_tax_total,shipping_total,shipping_subtotal,shipping_tax_total,discount_tax_total,credit_line_total,credit_line_subtotal,credit_line_tax_total,original_total,original_subtotal,original_tax_total,original_item_total,original_item_subtotal,original_item_tax_total,original_shipping_total,original_shipping_subtotal,original_shipping_tax_total,*items,*items.detail,*credit_lines,*shipping_address,*billing_address,*shipping_methods,*payment_collections,*payment_collections.payments,*fulfillments`

type OrderRow = Listed & { order: Order }

/** The first of them are orders that were placed, the others drafts. */
function list(call: AdminCall, name: 'orders' | 'draft_orders'): CallReply {
  const { shop, store, query } = call
  const rows = [...shop.ordersOf(store).values()]
    .filter(({ status }) => (status === 'draft') === (name === 'draft_orders'))
    .map((order): OrderRow => ({ id: order.id, created: order.created, updated: order.updated, order }))
  return success(
    listRows(rows, query, {
      name,
      defaultFields: LIST_FIELDS,
      limit: name === 'orders' ? 15 : 50,
      filters: ['status', 'customer_id', 'region_id', 'sales_channel_id'],
      // Its query is changed after it was checked, for which the server lets go of the check.
      isLenient: name === 'orders',
      words: ({ order }) => `${order.number} ${String(orderRow(order)['email'])}`,
      always: ALWAYS,
      show: ({ order }) => serve(call, order),
    }),
  )
}

/** A row may be served wrong on purpose. */
function serve({ shop }: AdminCall, order: Order): Row {
  const row = orderRow(order)
  return shop.corrupt.get(order.id)?.(row) ?? row
}

function get(call: AdminCall, id: string): CallReply {
  const order = call.shop.ordersOf(call.store).get(id)
  if (!order) throw missing(`Order id not found: ${id}`)
  const fields = readFields(call.query.get('fields'), FIELDS, ALWAYS)
  return success({ order: selectFields(serve(call, order), fields) })
}

/** Answers calls about orders; undefined for any other call. `name` is 'METHOD /path'. */
export function answerOrderCall(name: string, call: AdminCall): CallReply | undefined {
  if (name === 'GET /orders') return list(call, 'orders')
  if (name === 'GET /draft-orders') return list(call, 'draft_orders')
  const [, wanted] = /^GET \/(?:draft-)?orders\/([^/]+)$/.exec(name) ?? []
  if (wanted !== undefined) return get(call, wanted)
  const [, id, rest = ''] = /^POST \/orders\/([^/]+)(\/.*)?$/.exec(name) ?? []
  if (id === undefined) return undefined
  const [, parcel, deed] = /^\/fulfillments\/([^/]+)\/([a-z-]+)$/.exec(rest) ?? []
  const work = parcel === undefined ? ORDER[rest] : PARCEL[deed ?? '']
  if (!work) return undefined
  const order = call.shop.ordersOf(call.store).get(id)
  if (!order)
    throw missing(rest === '/complete' ? `Order with id "${id}" not found` : `Order id not found: ${id}`)
  try {
    const action = work(order, call, parcel ?? '')
    order.updated = Math.max(call.shop.world.clock.nowMs(), order.updated)
    announce(call.shop, order, action)
  } catch (error) {
    if (error instanceof NotAllowed) throw invalid(error.message)
    throw error
  }
  return success({ order: orderRow(order) })
}

/** Does it, and answers what of the shop's events it is. */
type Work = (order: Order, call: AdminCall, parcel: string) => string

const ORDER: Record<string, Work> = {
  ''(order, { body }) {
    const { metadata: given, shipping_address: address } = readBody(body, schemas.change)
    if (address) writeShipTo(order, address)
    // The metadata of the call replaces all earlier metadata.
    if (given) order.metadata = given as Row
    return 'change'
  },
  '/cancel'(order, { body, shop }) {
    readBody(body, schemas.plain)
    if (order.status === 'canceled') throw invalid(`Order with id ${order.id} has been canceled.`)
    if (order.status === 'completed')
      throw notAllowed(
        'Cannot cancel a completed order. Please use the return process to handle refunds or exchanges.',
      )
    if (order.fulfillments.some(({ canceled }) => canceled === 0))
      throw notAllowed('All fulfillments must be canceled before canceling an order')
    act(order, 'cancel', shop.world.clock.nowMs())
    return 'cancel'
  },
  '/complete'(order, { body, shop }) {
    readBody(body, schemas.complete)
    if (order.status === 'canceled') throw invalid(`Orders ${order.id} are canceled and cannot be completed`)
    act(order, 'complete', shop.world.clock.nowMs())
    return 'complete'
  },
  /** The server's words name the statuses that it takes as those that it does not. */
  '/archive'(order) {
    if (order.status !== 'completed' && order.status !== 'canceled' && order.status !== 'draft')
      throw invalid(`Orders ${order.id} are completed, canceled, or in draft and cannot be archived`)
    order.status = 'archived'
    return 'archive'
  },
  '/fulfillments'(order, { body, shop, store }) {
    const input = readBody(body, schemas.fulfil)
    if (order.status === 'canceled') throw invalid(`Order with id ${order.id} has been canceled.`)
    if (input.location_id && input.location_id !== locationId(store))
      throw missing(`StockLocation with id: ${input.location_id} was not found`)
    const wanted = new Map(input.items.map(({ id, quantity }) => [id, quantity]))
    for (const [id, quantity] of wanted) {
      const line = order.lines.find((one) => one.id === id)
      if (!line) throw invalid(`Items with ids ${id} does not exist in order with id ${order.id}.`)
      if (line.quantity - line.fulfilled < quantity)
        throw invalid(`Quantity to fulfill exceeds the reserved quantity for the item: ${id}`)
    }
    const given = (input.metadata ?? {}) as Row
    fulfil(order, shop.world.clock.nowMs(), ({ id }) => wanted.get(id) ?? 0, given)
    return 'fulfil'
  },
}

const PARCEL: Record<string, Work> = {
  cancel(order, { body, shop }, only) {
    readBody(body, schemas.plain)
    step(order, shop.world.clock.nowMs(), { from: 'packed', to: 'canceled', only })
    return 'change'
  },
  shipments(order, { body, shop }, only) {
    const { labels = [] } = readBody(body, schemas.ship)
    const tracking = labels[0]?.tracking_number ?? ''
    step(order, shop.world.clock.nowMs(), { from: 'packed', to: 'shipped', only, tracking })
    return 'ship'
  },
  'mark-as-delivered'(order, { body, shop }, only) {
    readBody(body, schemas.plain)
    step(order, shop.world.clock.nowMs(), { from: 'shipped', to: 'delivered', only })
    return 'deliver'
  },
}
