import { listRows } from './lists.ts'
import { numberParam } from './paging.ts'
import { contactsOf, resourceOf } from './resource.ts'
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
const KIND = { statuses: STATUSES, hidden: ['trash', 'checkout-draft'] }

/** GET /orders. Rows may be served wrong on purpose. */
export const listOrders = (
  store: Store,
  all: Iterable<Order>,
  query: URLSearchParams,
  serve: (order: Order) => Row,
): Reply => listRows(store, [...all].filter(filterOf(query)), query, { kind: KIND, serve })

/** Filters beside those of every list: by buyer, by product, and by a word of the buyer's or the number. */
function filterOf(query: URLSearchParams): (order: Order) => boolean {
  const customer = query.has('customer') ? numberParam(query, 'customer', 0, [0, 1e12]) : undefined
  const product = query.has('product') ? numberParam(query, 'product', 0, [0, 1e12]) : undefined
  const word = query.get('search')?.toLowerCase() ?? ''
  return (order) => {
    if (customer !== undefined && order.customerId !== customer) return false
    if (product !== undefined && !order.lines.some((line) => line.product === product)) return false
    if (word === '') return true
    const { billing, shipping } = contactsOf(order)
    return [String(order.id), ...Object.values(billing), ...Object.values(shipping)].some((text) =>
      text.toLowerCase().includes(word),
    )
  }
}

export function getOrder(order: Order | undefined, serve: (order: Order) => Row = resourceOf): Reply {
  if (!order) throw new ApiError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  return { status: 200, body: serve(order) }
}
