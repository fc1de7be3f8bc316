import { createOrderIndex, firstPlace, type TimeField } from '../../kit/order-index.ts'
import { parcelsOf } from './parcel.ts'
import type { Order, OrderStatus } from './types.ts'

interface PageQuery {
  shopId: number
  field: TimeField
  from: number
  to: number
  size: number
  /** Orders of the pages before. */
  skip: number
  accepts?: ((order: Order) => boolean) | undefined
}

const EMPTY: ReadonlySet<Order> = new Set()

export function createOrderBook() {
  const byPackage = new Map<string, Order>()
  const byStatus = new Map<string, Set<Order>>()

  const mark = (order: Order): void => {
    const key = `${order.shop.id}:${order.status}`
    const set = byStatus.get(key)
    if (set) set.add(order)
    else byStatus.set(key, new Set([order]))
    // An order that was split has packages that it had not before.
    for (const { number } of parcelsOf(order)) byPackage.set(number, order)
  }
  const index = createOrderIndex(
    (order: Order) => order.sn,
    (orders) => orders.forEach(mark),
  )

  return {
    ...index,
    findByPackage: (packageNumber: string) => byPackage.get(packageNumber),
    change(order: Order, now: number, apply: () => void): void {
      index.change(order, now, () => {
        byStatus.get(`${order.shop.id}:${order.status}`)?.delete(order)
        try {
          apply()
        } finally {
          mark(order)
        }
      })
    },
    page({ shopId, field, from, to, size, skip, accepts }: PageQuery) {
      const list = index.by(shopId, field)
      const orders: Order[] = []
      const first = firstPlace(list, (order) => order[field] < from)
      // Without a filter the place is reckoned: a first sync of a large shop reads thousands of pages.
      let left = accepts ? skip : 0
      for (let index = accepts ? first : first + skip; index < list.length; index++) {
        const order = list[index]!
        if (order[field] > to) break
        if (accepts && !accepts(order)) continue
        if (left-- > 0) continue
        if (orders.length === size) return { orders, more: true }
        orders.push(order)
      }
      return { orders, more: false }
    },
    /** Orders of a shop that stand in a status. */
    inStatus: (shopId: number, status: OrderStatus) => byStatus.get(`${shopId}:${status}`) ?? EMPTY,
    reset(): void {
      index.reset()
      byPackage.clear()
      byStatus.clear()
    },
  }
}

export type OrderBook = ReturnType<typeof createOrderBook>
