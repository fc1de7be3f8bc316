import type { Order, OrderStatus } from './types.ts'

export type TimeField = 'createTime' | 'updateTime'

export interface PageQuery {
  shopId: number
  field: TimeField
  from: number
  to: number
  size: number
  /** The last order of the page before: the next one starts right behind it, whatever moved meanwhile. */
  after?: { time: number; sn: string } | undefined
  accepts?: ((order: Order) => boolean) | undefined
}

/** All orders, in memory, and per shop sorted by creation and by change. */
export interface OrderBook {
  find(sn: string): Order | undefined
  findByPackage(packageNumber: string): Order | undefined
  add(orders: Order[]): void
  /** Changes an order and moves it to its new place; its change time never goes back. */
  change(order: Order, now: number, apply: () => void): void
  page(query: PageQuery): { orders: Order[]; more: boolean }
  count(shopId: number): number
  /** Orders of a shop that stand in a status. */
  inStatus(shopId: number, status: OrderStatus): ReadonlySet<Order>
  all(shopId: number): readonly Order[]
  onChange(listener: (order: Order) => void): void
  reset(): void
}

/** The orders of one shop. */
interface Shelf {
  createTime: Order[]
  updateTime: Order[]
  byStatus: Map<OrderStatus, Set<Order>>
}

const EMPTY: ReadonlySet<Order> = new Set()

/** The first place whose (time, sn) is not before the given one. */
function place(list: Order[], field: TimeField, time: number, sn: string): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = list[middle]!
    if (order[field] < time || (order[field] === time && order.sn < sn)) low = middle + 1
    else high = middle
  }
  return low
}

export function createOrderBook(): OrderBook {
  const bySn = new Map<string, Order>()
  const byPackage = new Map<string, Order>()
  const shelves = new Map<number, Shelf>()
  const listeners: ((order: Order) => void)[] = []

  const shelfOf = (shopId: number): Shelf => {
    let shelf = shelves.get(shopId)
    if (!shelf) shelves.set(shopId, (shelf = { createTime: [], updateTime: [], byStatus: new Map() }))
    return shelf
  }
  const mark = (shelf: Shelf, order: Order): void => {
    const set = shelf.byStatus.get(order.status)
    if (set) set.add(order)
    else shelf.byStatus.set(order.status, new Set([order]))
  }
  const compare = (field: TimeField) => (a: Order, b: Order) => a[field] - b[field] || (a.sn < b.sn ? -1 : 1)

  return {
    find: (sn) => bySn.get(sn),
    findByPackage: (packageNumber) => byPackage.get(packageNumber),
    add(orders) {
      for (const order of orders) {
        const shelf = shelfOf(order.shop.id)
        bySn.set(order.sn, order)
        byPackage.set(order.parcel.number, order)
        mark(shelf, order)
        // One order goes to its place; many are sorted once.
        for (const field of ['createTime', 'updateTime'] as const)
          if (orders.length > 1) shelf[field].push(order)
          else shelf[field].splice(place(shelf[field], field, order[field], order.sn), 0, order)
      }
      if (orders.length > 1)
        for (const shopId of new Set(orders.map((order) => order.shop.id)))
          for (const field of ['createTime', 'updateTime'] as const)
            shelfOf(shopId)[field].sort(compare(field))
    },
    change(order, now, apply) {
      const shelf = shelfOf(order.shop.id)
      const list = shelf.updateTime
      list.splice(place(list, 'updateTime', order.updateTime, order.sn), 1)
      shelf.byStatus.get(order.status)?.delete(order)
      // Whatever happens in there, the order has to be back on its shelf.
      try {
        apply()
        order.updateTime = Math.max(order.updateTime, now)
      } finally {
        list.splice(place(list, 'updateTime', order.updateTime, order.sn), 0, order)
        mark(shelf, order)
      }
      for (const listener of listeners) listener(order)
    },
    page({ shopId, field, from, to, size, after, accepts }) {
      const list = shelfOf(shopId)[field]
      let index = place(list, field, from, '')
      if (after) {
        index = Math.max(index, place(list, field, after.time, after.sn))
        if (list[index]?.sn === after.sn) index++
      }
      const orders: Order[] = []
      for (; index < list.length; index++) {
        const order = list[index]!
        if (order[field] > to) break
        if (accepts && !accepts(order)) continue
        if (orders.length === size) return { orders, more: true }
        orders.push(order)
      }
      return { orders, more: false }
    },
    count: (shopId) => shelves.get(shopId)?.createTime.length ?? 0,
    inStatus: (shopId, status) => shelves.get(shopId)?.byStatus.get(status) ?? EMPTY,
    all: (shopId) => shelves.get(shopId)?.createTime ?? [],
    onChange: (listener) => void listeners.push(listener),
    reset() {
      bySn.clear()
      byPackage.clear()
      shelves.clear()
    },
  }
}
