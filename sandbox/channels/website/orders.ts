import { hash } from '../../random.ts'
import { resourceOf } from './resource.ts'
import { ApiError, type Reply } from './wire.ts'
import type { Order, OrderStatus, Row, Store } from './types.ts'

const STATUSES: OrderStatus[] = [
  'pending',
  'on-hold',
  'processing',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'trash',
  'checkout-draft',
]

const invalid = (name: string): ApiError =>
  new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`)

/** GET /orders. Rows may be served wrong on purpose. */
export function listOrders(
  store: Store,
  all: Iterable<Order>,
  query: URLSearchParams,
  serve: (order: Order) => Row,
): Reply {
  const number = (name: string, fallback: number, least: number, most: number): number => {
    const value = Number(query.get(name) ?? fallback)
    if (!Number.isInteger(value) || value < least || value > most) throw invalid(name)
    return value
  }
  const perPage = number('per_page', 10, 1, 100)
  const page = number('page', 1, 1, 1e9)
  const offset = query.has('offset') ? number('offset', 0, 0, 1e12) : (page - 1) * perPage
  const found = [...all].filter(filterOf(store, query)).toSorted(orderOf(query))
  const rows = found.slice(offset, offset + perPage)
  return {
    status: 200,
    headers: {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / perPage)),
    },
    body: rows.map(serve),
  }
}

export function getOrder(order: Order | undefined, serve: (order: Order) => Row = resourceOf): Reply {
  if (!order) throw new ApiError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  return { status: 200, body: serve(order) }
}

function filterOf(store: Store, query: URLSearchParams): (order: Order) => boolean {
  const list = (name: string): string[] =>
    [...query.getAll(name), ...query.getAll(`${name}[]`)].flatMap((text) => text.split(',')).filter(Boolean)
  // Without the flag the times are the site's own.
  const ahead = query.get('dates_are_gmt') === 'true' ? 0 : store.hoursAhead * 3_600
  const time = (name: string): number | undefined => {
    const text = query.get(name)
    if (text === null) return undefined
    const ms = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
    if (Number.isNaN(ms)) throw invalid(name)
    return ms / 1000 - ahead
  }
  const [after, before] = [time('after') ?? -Infinity, time('before') ?? Infinity]
  const [changedAfter, changedBefore] = [
    time('modified_after') ?? -Infinity,
    time('modified_before') ?? Infinity,
  ]
  const statuses = list('status')
  for (const status of statuses)
    if (status !== 'any' && !STATUSES.includes(status as OrderStatus)) throw invalid('status')
  const isAny = statuses.length === 0 || statuses.includes('any')
  const include = new Set(list('include').map(Number))
  const exclude = new Set(list('exclude').map(Number))
  return (order) =>
    (isAny
      ? order.status !== 'trash' && order.status !== 'checkout-draft'
      : statuses.includes(order.status)) &&
    order.created > after &&
    order.created < before &&
    order.modified > changedAfter &&
    order.modified < changedBefore &&
    (include.size === 0 || include.has(order.id)) &&
    !exclude.has(order.id)
}

/** Equal times come in any order, another one for each call. */
function orderOf(query: URLSearchParams): (a: Order, b: Order) => number {
  const by = query.get('orderby') ?? 'date'
  if (!['date', 'id', 'modified', 'include'].includes(by)) throw invalid('orderby')
  const sign = query.get('order') === 'asc' ? 1 : -1
  const salt = Math.random()
  const shuffled = (order: Order): number => hash(`${salt}:${order.id}`)
  const value = (order: Order): number =>
    by === 'date' ? order.created : by === 'modified' ? order.modified : order.id
  return (a, b) => sign * (value(a) - value(b)) || shuffled(a) - shuffled(b)
}
