import { createOrderIndex, firstPlace, type TimeField } from '../../kit/order-index.ts'
import type { Order } from './types.ts'

interface PageQuery {
  shopId: string
  field: TimeField
  /** Included; the other end is not. */
  from: number
  to: number
  size: number
  isRising: boolean
  /** The last order of the page before: the next one starts right behind it, whatever moved meanwhile. */
  after: { time: number; id: string } | undefined
  accepts: (order: Order) => boolean
}

export function createOrderBook() {
  const index = createOrderIndex((order: Order) => order.id)
  return {
    ...index,
    page({ shopId, field, from, to, size, isRising, after, accepts }: PageQuery) {
      const list = index.by(shopId, field)
      const found = list
        .slice(
          firstPlace(list, (order) => order[field] < from),
          firstPlace(list, (order) => order[field] < to),
        )
        .filter((order) => accepts(order))
      if (!isRising) found.reverse()
      const isBehind = (order: Order): boolean => {
        if (!after) return true
        const isLater = order[field] > after.time || (order[field] === after.time && order.id > after.id)
        return isRising ? isLater : !isLater && order.id !== after.id
      }
      const rest = found.filter(isBehind)
      return { orders: rest.slice(0, size), more: rest.length > size, total: found.length }
    },
  }
}

export type OrderBook = ReturnType<typeof createOrderBook>
