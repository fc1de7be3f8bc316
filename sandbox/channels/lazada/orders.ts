import { isRecord } from '../../kit/http.ts'
import type { TimeField } from '../../kit/order-index.ts'
import { corrupt } from '../../kit/corrupt.ts'
import { itemsOf, orderOf } from './detail.ts'
import type { Lazada } from './lazada.ts'
import type { Order, Shop } from './types.ts'
import { LazadaError, readTime, shopCall, wholeNumber } from './wire.ts'
import type { Answer, Endpoints, Parameters, ShopCall } from './wire.ts'

// /orders/get: pages of 100 at most, the last of them at row 5000.
const LARGEST_PAGE = 100
const LARGEST_OFFSET = 5_000
const LARGEST_BATCH = 50

const GROUPS: Record<string, readonly string[]> = {
  topack: ['pending', 'repacked'],
  toship: ['packed', 'ready_to_ship'],
  shipping: ['shipped'],
  failed: ['failed_delivery'],
}
const STATUSES = new Set(
  'all unpaid pending packed canceled ready_to_ship delivered returned shipped failed topack toship shipping lost lost_by_3pl damaged_by_3pl failed_delivery shipped_back shipped_back_success shipped_back_failed package_scrapped'.split(
    ' ',
  ),
)

function unknownOrder(id: string): LazadaError {
  return new LazadaError('16', `E016: "${id}" Invalid Order ID`)
}

function getOrder(lazada: Lazada, shop: Shop, id: string | undefined): Order {
  const order = /^\d{1,16}$/.test(id ?? '') ? lazada.book.find(Number(id)) : undefined
  if (order?.shop !== shop) throw unknownOrder(id ?? '')
  return order
}

function boundsOf(parameters: Parameters): Record<TimeField, { from: number; to: number }> {
  const bounds = (name: string) => ({
    from: parameters[`${name}_after`] ? readTime(parameters[`${name}_after`] ?? '') : -Infinity,
    to: parameters[`${name}_before`] ? readTime(parameters[`${name}_before`] ?? '') : Infinity,
  })
  return { createTime: bounds('created'), updateTime: bounds('update') }
}

function listOrders(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  if (!parameters['created_after'] && !parameters['update_after'])
    throw new LazadaError('17', 'E017: created_after or update_after is mandatory')
  const bounds = boundsOf(parameters)
  const sortBy = parameters['sort_by'] || 'created_at'
  const direction = (parameters['sort_direction'] || 'DESC').toUpperCase()
  if (sortBy !== 'created_at' && sortBy !== 'updated_at')
    throw new LazadaError('74', `E074: "${sortBy}" Invalid sort_by`)
  if (direction !== 'ASC' && direction !== 'DESC')
    throw new LazadaError('75', `E075: "${direction}" Invalid sort_direction`)
  const limit = wholeNumber(parameters['limit'], LARGEST_PAGE, LARGEST_PAGE, '19')
  const offset = wholeNumber(parameters['offset'], 0, LARGEST_OFFSET, '14')
  const status = parameters['status'] || 'all'
  if (!STATUSES.has(status)) throw new LazadaError('36', `E036: "${status}" Invalid status filter`)
  const wanted = GROUPS[status] ?? [status]

  const field: TimeField = sortBy === 'created_at' ? 'createTime' : 'updateTime'
  const other: TimeField = field === 'createTime' ? 'updateTime' : 'createTime'
  const found = lazada.book
    .between(shop.id, field, bounds[field].from, bounds[field].to)
    .filter((order) => order[other] >= bounds[other].from && order[other] <= bounds[other].to)
    .filter((order) => status === 'all' || order.pieces.some((piece) => wanted.includes(piece.status)))
  if (direction === 'DESC') found.reverse()
  const page = found.slice(offset, offset + limit)
  return {
    data: {
      count: page.length,
      countTotal: found.length,
      orders: page.map((order) => served(lazada, order).order),
    },
  }
}

/** An order and its rows as they are served, corrupt ones included. */
function served(lazada: Lazada, order: Order): { order: Record<string, unknown>; order_items: unknown[] } {
  const detail = { order: orderOf(order), order_items: itemsOf(lazada, order) }
  return corrupt(detail, lazada.corrupt.get(order.id))
}

function rowsOfMany(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  let ids: unknown
  try {
    ids = JSON.parse(parameters['order_ids'] ?? '')
  } catch {
    ids = undefined
  }
  if (!Array.isArray(ids) || ids.length < 1 || ids.length > LARGEST_BATCH || ids.some(isRecord))
    throw new LazadaError('38', `E038: order_ids takes 1 to ${LARGEST_BATCH} numbers`)
  return {
    data: ids.map((id) => {
      const order = getOrder(lazada, shop, String(id))
      return { order_id: order.id, order_number: order.id, order_items: served(lazada, order).order_items }
    }),
  }
}

export const orderEndpoints: Endpoints = {
  '/orders/get': shopCall(listOrders),
  '/order/get': shopCall((lazada, { shop, parameters }) => ({
    data: served(lazada, getOrder(lazada, shop, parameters['order_id'])).order,
  })),
  '/order/items/get': shopCall((lazada, { shop, parameters }) => ({
    data: served(lazada, getOrder(lazada, shop, parameters['order_id'])).order_items,
  })),
  '/orders/items/get': shopCall(rowsOfMany),
}
