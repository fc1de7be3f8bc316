import type { TimeField } from '../../kit/order-index.ts'
import { corrupt } from '../../kit/corrupt.ts'
import { detailOf } from './detail.ts'
import type { Tiki } from './tiki.ts'
import type { Order, Shop } from './types.ts'
import { badQuery, notFound, pageOf, readTime, type Endpoints, type ShopCall } from './wire.ts'

export const imageUrl = (tiki: Tiki) => (id: number) => `${tiki.baseUrl()}/img/${id}.jpg`

const served = (tiki: Tiki, order: Order): Record<string, unknown> =>
  corrupt(detailOf(order, imageUrl(tiki)), tiki.corrupt.get(order.code))

const FIELDS = new Map<string, TimeField>([
  ['created_at', 'createTime'],
  ['updated_at', 'updateTime'],
])

/** `a,b` or `nin|a,b`: only these, or all but these. */
function statusFilter(text: string | null): (order: Order) => boolean {
  if (text === null || text === '') return () => true
  const isWithout = text.startsWith('nin|')
  const words = new Set(text.replace(/^n?in\|/, '').split(','))
  return ({ status }) => words.has(status) !== isWithout
}

/** Both ends of a period count. */
function list(tiki: Tiki, { shop, query }: ShopCall): object {
  const [name = '', direction = ''] = (query.get('order_by') ?? 'created_at|desc').split('|')
  const field = FIELDS.get(name)
  if (!field || !['asc', 'desc'].includes(direction))
    throw badQuery('order_by is not a field and a direction')
  const [createdFrom, createdTo] = [
    readTime(query, 'created_from_date', 0),
    readTime(query, 'created_to_date', Infinity),
  ]
  const [changedFrom, changedTo] = [
    readTime(query, 'updated_from_date', 0),
    readTime(query, 'updated_to_date', Infinity),
  ]
  const isWanted = statusFilter(query.get('status'))
  const found = tiki.book
    .by(shop.id, field)
    .filter(
      (order) =>
        order.createTime >= createdFrom &&
        order.createTime <= createdTo &&
        order.updateTime >= changedFrom &&
        order.updateTime <= changedTo &&
        isWanted(order),
    )
  if (direction === 'desc') found.reverse()
  return pageOf(found, query, (order) => served(tiki, order))
}

function find(tiki: Tiki, shop: Shop, code: string): Order {
  const order = tiki.book.find(code)
  if (order?.shop !== shop) throw notFound('Order')
  return order
}

/** The seller has these items, in this warehouse; the others he has not. */
function confirm(tiki: Tiki, { shop, id, body }: ShopCall): object {
  const order = find(tiki, shop, id)
  const { seller_inventory_id: warehouseId, available_item_ids: itemIds } = body
  const warehouse = shop.warehouses.find((one) => one.id === warehouseId)
  if (warehouse?.type !== 'requisition' || warehouse.status !== 1)
    throw badQuery('seller_inventory_id is no active warehouse of this seller')
  const ids = new Set(order.items.map((item) => item.id))
  if (!Array.isArray(itemIds) || !itemIds.every((one) => ids.has(one as number)))
    throw badQuery('available_item_ids must be items of the order')
  const isNone = itemIds.length === 0
  const details = { warehouseId: warehouse.id, itemIds: itemIds as number[] }
  if (!tiki.lifecycle.move(order, 'confirm', details)) throw badQuery('The order needs no confirmation')
  // With nothing there is no order left.
  if (isNone) tiki.lifecycle.move(order, 'cancel', { reason: 'Hết hàng' })
  return served(tiki, order)
}

const OUTCOMES = new Map([
  ['successful_delivery', 'deliver'],
  ['failed_delivery', 'fail'],
] as const)

/** Only of orders that the seller brings himself. */
function updateDelivery(tiki: Tiki, { shop, id, body }: ShopCall): object {
  const order = find(tiki, shop, id)
  if (order.fulfilment !== 'seller_delivery') throw badQuery('The order is not delivered by the seller')
  const action = OUTCOMES.get(body['status'] as 'successful_delivery')
  if (!action) throw badQuery('status must be successful_delivery or failed_delivery')
  if (action === 'fail' && typeof body['failure_cause'] !== 'string')
    throw badQuery('failure_cause is required')
  if (!tiki.lifecycle.move(order, action)) throw badQuery(`An order in ${order.status} can not be delivered`)
  return served(tiki, order)
}

export const orderEndpoints: Endpoints = {
  'GET /integration/v2/orders': list,
  'GET /integration/v2/orders/:id': (tiki, { shop, id }) => served(tiki, find(tiki, shop, id)),
  'POST /integration/v2/orders/:id/confirm-available': confirm,
  'POST /integration/v2/orders/:id/seller-delivery/confirm-available': confirm,
  'POST /integration/v2/orders/:id/seller-delivery/update-delivery': updateDelivery,
}
