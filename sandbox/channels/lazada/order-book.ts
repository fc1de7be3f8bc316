import { createOrderIndex, firstPlace, type OrderIndex, type TimeField } from '../../kit/order-index.ts'
import type { Order } from './types.ts'

export interface OrderBook extends OrderIndex<Order, number> {
  /** Orders of a period, both ends included, by time and then by number. */
  between(shopId: number, field: TimeField, from: number, to: number): Order[]
}

export function createOrderBook(): OrderBook {
  const index = createOrderIndex((order: Order) => order.id)
  return {
    ...index,
    between(shopId, field, from, to) {
      const list = index.by(shopId, field)
      return list.slice(
        firstPlace(list, (order) => order[field] < from),
        firstPlace(list, (order) => order[field] <= to),
      )
    },
  }
}
