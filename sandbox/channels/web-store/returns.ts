/**
 * Returns: asked for, with the pieces that come back, and taken in. Each of the two is a change that is begun, filled and confirmed.
 * The buyer's money is paid back by a call of its own. Source: "Returns" of the Admin API reference.
 */
import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { announce } from './announce.ts'
import { listRows } from './lists.ts'
import { readBody } from './read-body.ts'
import { orderRow } from './resource.ts'
import { readFields, selectFields } from './select-fields.ts'
import { iso, locationId, numbered } from './stores.ts'
import type { Line, Order, Return, Row } from './types.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, missing, notAllowed, success } from './wire.ts'

const metadata = z.record(z.string(), z.unknown()).nullish()
const no_notification = z.boolean().optional()
const description = z.string().optional()
const note = z.string().optional()

const schemas = {
  begin: z.strictObject({
    order_id: z.string(),
    location_id: z.string().optional(),
    description,
    internal_note: note,
    no_notification,
    metadata,
  }),
  change: z.strictObject({ location_id: z.string().optional(), no_notification, metadata }),
  items: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.string(),
        quantity: z.number().min(1),
        description,
        internal_note: note,
        reason_id: z.string().optional(),
        metadata,
      }),
    ),
  }),
  receive: z.strictObject({ internal_note: note, description, metadata }),
  plain: z.strictObject({ no_notification }),
}

const LIST_FIELDS =
  'id,order_id,display_id,location_id,order_version,status,metadata,no_notification,refund_amount,created_by,created_at,updated_at,canceled_at,requested_at,received_at'
const FIELDS = `${LIST_FIELDS},items.*`

const rowOf = (one: Return): Row => ({
  id: one.id,
  order_id: one.order,
  display_id: one.number,
  location_id: one.location,
  order_version: 1,
  status: one.status,
  metadata: one.metadata,
  no_notification: null,
  refund_amount: null,
  created_by: null,
  created_at: iso(one.created),
  updated_at: iso(one.updated),
  canceled_at: iso(one.canceled),
  requested_at: iso(one.requested),
  received_at: iso(one.received),
  items: one.items.map(({ id, line, quantity, received, note: written }) => ({
    id,
    item_id: line,
    quantity,
    received_quantity: received,
    damaged_quantity: 0,
    reason_id: null,
    note: written,
  })),
})

const returnsOf = ({ shop, store }: AdminCall): Return[] =>
  [...shop.returns].filter(([key]) => key.startsWith(`${store.slug}/`)).map(([, one]) => one)

/** Answers a call about returns; undefined for any other. `name` is 'METHOD /path'. */
export function answerReturnCall(name: string, call: AdminCall): CallReply | undefined {
  const [, method = '', id, rest = ''] = /^(GET|POST|DELETE) \/returns(?:\/([^/]+))?(\/.*)?$/.exec(name) ?? []
  if (method === '') return undefined
  if (id === undefined) return method === 'GET' ? list(call) : method === 'POST' ? begin(call) : undefined
  const found = call.shop.returns.get(`${call.store.slug}/${id}`)
  if (!found) throw missing(`Return id not found: ${id}`)
  if (rest === '' && method === 'GET') return success({ return: shownTo(call, found) })
  const step = STEPS[`${method} ${rest}`]
  if (!step) return undefined
  const order = getOrder(call, found.order)
  if (order.status === 'canceled') throw invalid(`Order with id ${order.id} has been canceled.`)
  if (found.canceled > 0) throw invalid(`Return with id ${id} has been canceled.`)
  found.updated = call.shop.world.clock.nowMs()
  return success(step(call, found, order))
}

const shownTo = ({ query }: AdminCall, one: Return): Row =>
  selectFields(rowOf(one), readFields(query.get('fields'), FIELDS))

function getOrder({ shop, store }: AdminCall, id: string): Order {
  const order = shop.ordersOf(store).get(id)
  if (!order) throw missing(`Order id not found: ${id}`)
  return order
}

function list(call: AdminCall): CallReply {
  const filters = ['order_id', 'status']
  const rules = { name: 'returns', defaultFields: LIST_FIELDS, limit: 15, filters, show: rowOf }
  return success(listRows(returnsOf(call), call.query, rules))
}

function begin(call: AdminCall): CallReply {
  const { shop, store } = call
  const input = readBody(call.body, schemas.begin)
  const order = getOrder(call, input.order_id)
  if (order.status === 'canceled') throw invalid(`Order with id ${order.id} has been canceled.`)
  checkChanges(call, order)
  const now = shop.world.clock.nowMs()
  const number = shop.nextNumber()
  const made: Return = {
    id: numbered('return', number),
    number: returnsOf(call).length + 1,
    order: order.id,
    status: 'open',
    location: input.location_id ?? null,
    metadata: input.metadata ?? null,
    created: now,
    updated: now,
    requested: 0,
    received: 0,
    canceled: 0,
    items: [],
    pending: {},
  }
  shop.returns.set(`${store.slug}/${made.id}`, made)
  return success({ order: orderRow(order), return: shownTo(call, made) })
}

/** Answers what the reply holds. */
type Step = (call: AdminCall, one: Return, order: Order) => Row

const STEPS: Record<string, Step | undefined> = {
  'POST '(call, one) {
    const input = readBody(call.body, schemas.change)
    one.location = input.location_id ?? one.location
    one.metadata = input.metadata ?? one.metadata
    return { return: shownTo(call, one) }
  },
  'POST /request-items'(call, one, order) {
    const pending = pendingOf(one, one.requested === 0)
    for (const { id, quantity } of readBody(call.body, schemas.items).items) {
      const line = lineOf(order, id)
      const wanted = (pending[id] ?? 0) + quantity
      if (wanted > returnable(line))
        throw invalid(`Cannot request to return more items than what was fulfilled for item ${id}.`)
      pending[id] = wanted
    }
    return preview(call, one, order)
  },
  'POST /request'(call, one, order) {
    readBody(call.body, schemas.plain)
    const pending = pendingOf(one, one.requested === 0)
    if (Object.keys(pending).length === 0) throw invalid('Order return request should have at least 1 item')
    one.items = Object.entries(pending).map(([line, quantity], at) => ({
      id: `${one.id.replace('return', 'retitem')}${at}`,
      line,
      quantity,
      received: 0,
      note: null,
    }))
    for (const { line: id, quantity } of one.items) {
      const line = lineOf(order, id)
      line.requested = (line.requested ?? 0) + quantity
    }
    one.status = 'requested'
    one.requested = one.updated
    finish(call, one, order, 'request_return')
    return preview(call, one, order)
  },
  /** An input that was not confirmed is forgotten. */
  'DELETE /request'(call, one) {
    pendingOf(one, one.requested === 0)
    call.shop.returns.delete(`${call.store.slug}/${one.id}`)
    return { id: one.id, object: 'return', deleted: true }
  },
  'POST /receive'(call, one, order) {
    readBody(call.body, schemas.receive)
    checkChanges(call, order)
    if (one.requested === 0) throw invalid('An active Order Change is required to proceed')
    one.pending = {}
    return { order: orderRow(order), return: shownTo(call, one) }
  },
  'POST /receive-items'(call, one, order) {
    const pending = pendingOf(one, one.requested > 0)
    const { items } = readBody(call.body, schemas.items)
    const unknown = items.filter(({ id }) => !one.items.some(({ line }) => line === id))
    if (unknown.length > 0)
      throw invalid(
        `Items with ids ${unknown.map(({ id }) => id).join(', ')} does not exist in Return with id ${one.id}.`,
      )
    for (const { id, quantity } of items) {
      const item = one.items.find(({ line }) => line === id)
      const wanted = (pending[id] ?? 0) + quantity
      if (wanted > (item ? item.quantity - item.received : 0))
        throw invalid(`Cannot receive more items than what was requested to be returned for item ${id}.`)
      pending[id] = wanted
    }
    return preview(call, one, order)
  },
  'POST /receive/confirm'(call, one, order) {
    readBody(call.body, schemas.plain)
    const pending = pendingOf(one, one.requested > 0)
    for (const item of one.items) take(call, one, lineOf(order, item.line), item, pending[item.line] ?? 0)
    const isAll = one.items.every(({ quantity, received }) => received >= quantity)
    one.status = isAll ? 'received' : 'partially_received'
    if (isAll) one.received = one.updated
    finish(call, one, order, 'receive_return')
    return preview(call, one, order)
  },
  'DELETE /receive'(_call, one) {
    pendingOf(one, one.requested > 0)
    one.pending = null
    return { id: one.id, object: 'return', deleted: true }
  },
  'POST /cancel'(call, one, order) {
    readBody(call.body, schemas.plain)
    if (one.items.some(({ received }) => received > 0))
      throw notAllowed("Can't cancel a return which has returned items")
    for (const { line: id, quantity } of one.items) {
      const line = lineOf(order, id)
      line.requested = (line.requested ?? 0) - quantity
    }
    one.status = 'canceled'
    one.canceled = one.updated
    finish(call, one, order, 'change')
    return { return: rowOf(one) }
  },
}

/** An order takes one change at a time. */
function checkChanges(call: AdminCall, order: Order): void {
  if (returnsOf(call).some((one) => one.order === order.id && one.pending !== null))
    throw invalid(`Order (${order.id}) already has an existing active order change`)
}

function pendingOf({ pending }: Return, isItsTurn: boolean): Record<string, number> {
  if (!pending || !isItsTurn) throw invalid('An active Order Change is required to proceed')
  return pending
}

function lineOf(order: Order, id: string): Line {
  const line = order.lines.find((one) => one.id === id)
  if (!line) throw invalid(`Items with ids ${id} does not exist in order with id ${order.id}.`)
  return line
}

const returnable = ({ fulfilled, returned, requested = 0 }: Line): number => fulfilled - returned - requested

/** The goods are on the shelf again, and the order is worth less. */
function take(
  { shop, store }: AdminCall,
  { location }: Return,
  line: Line,
  item: Return['items'][number],
  quantity: number,
): void {
  if (quantity === 0) return
  item.received += quantity
  line.returned += quantity
  line.requested = (line.requested ?? 0) - quantity
  if ((location ?? locationId(store)) === locationId(store))
    shop.catalog.giveBack(store.slug, [{ sku: line.sku, quantity }])
}

function finish({ shop }: AdminCall, one: Return, order: Order, action: string): void {
  one.pending = null
  order.updated = Math.max(one.updated, order.updated)
  announce(shop, order, action, one.id)
}

const preview = (call: AdminCall, one: Return, order: Order): Row => ({
  order_preview: orderRow(order),
  return: shownTo(call, one),
})
