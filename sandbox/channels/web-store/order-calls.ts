import { z } from 'zod'
import { announce } from './announce.ts'
import type { AdminCall } from './web-store.ts'
import { act, fulfil, NotAllowed, step } from './lifecycle.ts'
import { orderRow } from './resource.ts'
import { shipToSchema, writeShipTo } from './ship-to.ts'
import { locationId } from './stores.ts'
import type { Order, Row } from './types.ts'
import { invalid, missing, readBody, success } from './wire.ts'
import type { CallReply } from '../../kit/serve-call.ts'

const pieces = z.array(z.strictObject({ id: z.string(), quantity: z.number().int().min(1) })).min(1)
const metadata = z.record(z.string(), z.unknown()).nullish()
const no_notification = z.boolean().optional()
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })])

const schemas = {
  change: z.strictObject({ metadata, shipping_address: shipToSchema.optional() }),
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
}

/** Answers calls that change an order; undefined for any other call. */
export function answerOrderCall(name: string, call: AdminCall): CallReply | undefined {
  const [, id, rest = ''] = /^POST \/orders\/([^/]+)(\/.*)?$/.exec(name) ?? []
  if (id === undefined) return undefined
  const [, parcel, deed] = /^\/fulfillments\/([^/]+)\/([a-z-]+)$/.exec(rest) ?? []
  const work = parcel === undefined ? ORDER[rest] : PARCEL[deed ?? '']
  if (!work) return undefined
  const order = call.shop.ordersOf(call.store).get(id)
  if (!order) throw missing(`Order id not found: ${id}`)
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
    readBody(body || '{}', schemas.plain)
    act(order, 'cancel', shop.world.clock.nowMs())
    return 'cancel'
  },
  '/fulfillments'(order, { body, shop, store }) {
    const input = readBody(body, schemas.fulfil)
    if (order.status === 'canceled') throw invalid(`Order with id ${order.id} has been canceled.`)
    if (input.location_id && input.location_id !== locationId(store))
      throw missing(`StockLocation with id: ${input.location_id} was not found`)
    const wanted = new Map(input.items.map(({ id, quantity }) => [id, quantity]))
    for (const [id, quantity] of wanted) {
      const line = order.lines.find((one) => one.id === id)
      if (!line || line.quantity - line.fulfilled < quantity)
        throw invalid(`Item with id ${id} has not enough quantity to fulfill`)
    }
    const given = (input.metadata ?? {}) as Row
    fulfil(order, shop.world.clock.nowMs(), ({ id }) => wanted.get(id) ?? 0, given)
    return 'fulfil'
  },
}

const PARCEL: Record<string, Work> = {
  cancel(order, { body, shop }, only) {
    readBody(body || '{}', schemas.plain)
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
    readBody(body || '{}', schemas.plain)
    step(order, shop.world.clock.nowMs(), { from: 'shipped', to: 'delivered', only })
    return 'deliver'
  },
}
