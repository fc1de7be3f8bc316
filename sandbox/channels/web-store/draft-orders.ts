import { z } from 'zod'
import { NotForSale, type Listing } from '../../kit/catalog.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import type { CallReply } from '../../kit/serve-call.ts'
import { announce } from './announce.ts'
import type { AdminCall } from './web-store.ts'
import { act } from './lifecycle.ts'
import { createOrder, piecesOf, WRITTEN } from './create-order.ts'
import { readBody } from './read-body.ts'
import { collectionRow, orderRow } from './resource.ts'
import { shipToSchema } from './ship-to.ts'
import { channelId, locationId, named, regionId } from './stores.ts'
import type { Order } from './types.ts'
import { ApiError, invalid, missing, notAllowed, success } from './wire.ts'

const metadata = z.record(z.string(), z.unknown()).nullish()

const draftSchema = z.strictObject({
  region_id: z.string(),
  sales_channel_id: z.string().nullish(),
  email: z.string().nullish(),
  currency_code: z.string().nullish(),
  shipping_address: shipToSchema.optional(),
  billing_address: shipToSchema.optional(),
  items: z
    .array(
      z.object({
        variant_id: z.string(),
        quantity: z.number().int().min(1),
        unit_price: z.number().nullish(),
        metadata,
      }),
    )
    .min(1),
  shipping_methods: z
    .array(z.object({ shipping_option_id: z.string(), name: z.string(), amount: z.number() }))
    .default([]),
  no_notification_order: z.boolean().optional(),
  metadata,
})
const collectionSchema = z.strictObject({ order_id: z.string(), amount: z.number() })
const paidSchema = z.strictObject({ order_id: z.string(), provider_id: z.string().optional() })

/** Answers the calls that make an order without a buyer; undefined for any other. */
export function answerDraftCall(name: string, call: AdminCall): CallReply | undefined {
  if (name === 'POST /draft-orders') return success({ draft_order: orderRow(writeDraft(call)) })
  if (name === 'POST /payment-collections') return requestPayment(call)
  const [, id, deed] = /^(?:POST|DELETE) \/draft-orders\/([^/]+)(\/convert-to-order)?$/.exec(name) ?? []
  if (id !== undefined && name.startsWith('DELETE') && deed === undefined) return removeDraft(call, id)
  if (id !== undefined && name.startsWith('POST') && deed !== undefined) return convertDraft(call, id)
  const [, collection] = /^POST \/payment-collections\/([^/]+)\/mark-as-paid$/.exec(name) ?? []
  return collection === undefined ? undefined : markAsPaid(call, collection)
}

/** Looks whether there is enough, and puts nothing by. */
function writeDraft({ shop, store, body }: AdminCall): Order {
  const input = readBody(body, draftSchema)
  if (input.region_id !== regionId(store))
    throw invalid('Method calculatePrices requires currency_code in the pricing context')
  const channel = input.sales_channel_id
  if (channel && channel !== channelId(store)) throw missing(`SalesChannel with id: ${channel} was not found`)
  if (input.email && !/^\S+@\S+\.\S+$/.test(input.email)) throw invalid('The email is not valid')
  const sold = input.items.map(({ variant_id: id }) => sellable({ shop, store }, id))
  const unknown = input.items.filter((_, at) => !sold[at]).map((item) => item.variant_id)
  if (unknown.length > 0)
    throw invalid(`Variants ${unknown.join(', ')} do not exist or belong to a product that is not published`)
  const scale = 10 ** store.decimals
  const lines = input.items.map((item, at): OrderRecord['lines'][number] => {
    const { sku, name, price, stock } = sold[at] as Listing<string>
    if (item.quantity > stock)
      throw new ApiError(
        400,
        'not_allowed',
        'Some variant does not have the required inventory',
        'insufficient_inventory',
      )
    return [sku, name, item.quantity, item.unit_price ?? price / scale]
  })
  const number = shop.nextNumber()
  const record: OrderRecord = { ref: `${WRITTEN}${number}`, lines, currency: store.currency }
  const order = createOrder(shop.catalog, store, record, number, shop.world.clock.nowMs())
  order.status = 'draft'
  order.promotionPercent = shop.promotions.get(store) ?? 0
  order.shipping = Math.round(input.shipping_methods.reduce((sum, { amount }) => sum + amount, 0) * scale)
  order.metadata = input.metadata ?? {}
  order.written = {
    email: input.email ?? null,
    customerId: input.email ? named('cus', input.email) : null,
    shipTo: input.shipping_address ?? null,
    billTo: input.billing_address ?? null,
    ways: input.shipping_methods.map((way) => ({ name: way.name, option: way.shipping_option_id })),
    asked: null,
  }
  shop.add(order)
  shop.emit({ type: 'created', order, record })
  shop.emit({ type: 'changed', order })
  return order
}

function sellable(
  { shop, store }: Pick<AdminCall, 'shop' | 'store'>,
  id: string,
): Listing<string> | undefined {
  return shop.catalog.all(store.slug).find(({ skuId, status }) => skuId === id && status === 'listed')
}

function findOrder({ shop, store }: AdminCall, id: string): Order {
  const order = shop.ordersOf(store).get(id)
  if (!order) throw missing(`Order id not found: ${id}`)
  return order
}

function convertDraft(call: AdminCall, id: string): CallReply {
  const { shop, store } = call
  const order = findOrder(call, id)
  if (order.status !== 'draft') throw invalid(`Order ${id} is not a draft order`)
  try {
    shop.catalog.take(store.slug, piecesOf(order))
  } catch (error) {
    if (!(error instanceof NotForSale)) throw error
    const item = order.lines[0]?.variant.replace('variant', 'iitem')
    throw notAllowed(`Not enough stock available for item ${item} at location ${locationId(store)}`)
  }
  order.status = 'pending'
  order.updated = Math.max(shop.world.clock.nowMs(), order.updated)
  shop.emit({ type: 'changed', order })
  shop.subscriber.send(store, 'order.placed', { id })
  return success({ order: orderRow(order) })
}

function removeDraft(call: AdminCall, id: string): CallReply {
  const order = findOrder(call, id)
  // The server answers HTTP 500 for an order that is no draft, not a refusal.
  if (order.status !== 'draft') throw new ApiError(500, 'unknown_error', 'An unknown error occurred.')
  call.shop.orders.get(call.store)?.delete(id)
  call.shop.emit({ type: 'removed', order })
  return success({ id, object: 'draft-order', deleted: true })
}

/** One for each order; carts bring their own. */
function requestPayment(call: AdminCall): CallReply {
  const { order_id: id, amount } = readBody(call.body, collectionSchema)
  const order = findOrder(call, id)
  if (order.written) order.written.asked = Math.round(amount * 10 ** call.store.decimals)
  order.payment.collected = Math.max(call.shop.world.clock.nowMs(), order.payment.collected)
  call.shop.emit({ type: 'changed', order })
  return success({ payment_collection: collectionRow(order) })
}

function markAsPaid(call: AdminCall, collection: string): CallReply {
  const { order_id: id } = readBody(call.body, paidSchema)
  const order = findOrder(call, id)
  if (collectionRow(order)?.['id'] !== collection)
    throw missing(`PaymentCollection id not found: ${collection}`)
  if (order.payment.authorized) throw notAllowed("Can only mark 'not_paid' payment collection as paid")
  act(order, 'capture', call.shop.world.clock.nowMs())
  announce(call.shop, order, 'capture')
  return success({ payment_collection: collectionRow(order) })
}
