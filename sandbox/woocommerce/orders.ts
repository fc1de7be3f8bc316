import { listRows } from './lists.ts'
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
const KIND = { statuses: STATUSES, hidden: ['trash', 'checkout-draft'] }

/** GET /orders. Rows may be served wrong on purpose. */
export const listOrders = (
  store: Store,
  all: Iterable<Order>,
  query: URLSearchParams,
  serve: (order: Order) => Row,
): Reply => listRows(store, all, query, { kind: KIND, serve })

export function getOrder(order: Order | undefined, serve: (order: Order) => Row = resourceOf): Reply {
  if (!order) throw new ApiError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  return { status: 200, body: serve(order) }
}
