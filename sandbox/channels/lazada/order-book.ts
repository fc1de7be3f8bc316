import { createOrderShelves, firstPlace, type OrderShelves, type TimeField } from '../../order-shelves.ts'
import type { Order } from './types.ts'

export interface OrderBook extends OrderShelves<Order, number> {
  /** Orders of a period, both ends included, by time and then by number. */
  between(shopId: number, field: TimeField, from: number, to: number): Order[]
}

export function createOrderBook(): OrderBook {
  const shelves = createOrderShelves((order: Order) => order.id)
  return {
    ...shelves,
    between(shopId, field, from, to) {
      const list = shelves.by(shopId, field)
      return list.slice(
        firstPlace(list, (order) => order[field] < from),
        firstPlace(list, (order) => order[field] <= to),
      )
    },
  }
}
