import type { Selection } from '../../../parts/list/use-selection.ts'
import { orderStatusOf, type OrderStatus } from '../../../../model/order-status.ts'
import type { DueGroup } from '../../../../model/queue-groups.ts'
import { requestOf } from './next-step.tsx'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'

/** The part of a chosen order that dialogs show and send. */
export type ChosenOrder = Pick<OrderRow, 'code'> & {
  shop: OrderRow['shop']['data']
  status: OrderStatus
  /** Request that its buyer waits to have answered. */
  request: 'cancel' | 'return' | null
  /** The buyer's reason for canceling. */
  reason: string | null
  /** In the queue. */
  due?: DueGroup
}

export type OrderSelection = Selection<OrderRow, ChosenOrder>

export function chosenOrder(row: OrderRow): ChosenOrder {
  const { code, shop, status, cancel_reason: reason } = row
  return { code, shop: shop.data, status: orderStatusOf(status.id), request: requestOf(row), reason }
}
