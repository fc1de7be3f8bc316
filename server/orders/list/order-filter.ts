/** Filter and paging of an order list, as the statements read them. */
import type { OrderStatus } from '../../../model/order-status.ts'

export type OrderFilter = {
  ownerId: string
  timezone: string
  /** Undefined: all shops. An empty list: none. */
  shops: number[] | undefined
  statuses: OrderStatus[]
  paymentMethods: number[]
  /** Exports that were requested before orders had couriers are without. */
  couriers?: number[] | undefined
  from: string | undefined
  to: string | undefined
  dateField: 'created' | 'paid' | 'shipped'
  isStar: boolean | undefined
  isPrinted: boolean | undefined
  hasCancelRequest: boolean | undefined
  hasReturnRequest?: boolean | undefined
  /** Text search query over order_search. */
  terms: string | undefined
  /** Undefined: whichever they are. */
  ids?: number[] | undefined
}

export type OrderSort = 'created_at' | 'updated_at' | 'total_price' | 'ship_by_at'

export type OrderPaging = {
  sort: OrderSort
  descending: boolean
  limit: number
  offset: number
  after: OrderCursor | undefined
}

export type OrderCursor = { placedAt: string; id: number }
