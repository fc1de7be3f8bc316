import { createOrderIndex, firstPlace, type TimeField } from '../../kit/order-index.ts'
import type { Order } from './types.ts'

export function createOrderBook() {
  const index = createOrderIndex((order: Order) => order.id)
  return {
    ...index,
    /** Orders of a period, both ends included, by time and then by number. */
    between(shopId: number, field: TimeField, from: number, to: number): Order[] {
      const list = index.by(shopId, field)
      return list.slice(
        firstPlace(list, (order) => order[field] < from),
        firstPlace(list, (order) => order[field] <= to),
      )
    },
  }
}

export type OrderBook = ReturnType<typeof createOrderBook>
