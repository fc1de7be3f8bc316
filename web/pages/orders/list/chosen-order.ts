import type { Selection } from '../../../parts/list/use-selection.ts'
import type { DueGroup } from '../../../../model/queue-groups.ts'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'

/** The part of a chosen order that dialogs show and send. */
export type ChosenOrder = Pick<OrderRow, 'code'> & {
  shop: OrderRow['shop']['data']
  status: OrderRow['status']['code']
  /** In the queue. */
  due?: DueGroup
}

export type OrderSelection = Selection<OrderRow, ChosenOrder>

export function chosenOrder({ code, shop, status }: OrderRow): ChosenOrder {
  return { code, shop: shop.data, status: status.code }
}
