import type { Order } from './types.ts'

export type TimeField = 'createTime' | 'updateTime'

export interface PageQuery {
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

/** All orders, in memory, and per shop sorted by creation and by change. */
export interface OrderBook {
  find(id: string): Order | undefined
  add(orders: readonly Order[]): void
  /** Changes an order and moves it to its new place; its change time never goes back. */
  change(order: Order, now: number, apply: () => void): void
  page(query: PageQuery): { orders: Order[]; more: boolean; total: number }
  count(shopId: string): number
  all(shopId: string): readonly Order[]
  reset(): void
}

const FIELDS = ['createTime', 'updateTime'] as const
type Shelf = Record<TimeField, Order[]>

const compare = (field: TimeField) => (a: Order, b: Order) => a[field] - b[field] || (a.id < b.id ? -1 : 1)

/** The first place whose (time, id) is not before the given one. */
function place(list: Order[], field: TimeField, time: number, id: string): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = list[middle]!
    if (order[field] < time || (order[field] === time && order.id < id)) low = middle + 1
    else high = middle
  }
  return low
}

export function createOrderBook(): OrderBook {
  const byId = new Map<string, Order>()
  const shelves = new Map<string, Shelf>()

  const shelfOf = (shopId: string): Shelf => {
    let shelf = shelves.get(shopId)
    if (!shelf) shelves.set(shopId, (shelf = { createTime: [], updateTime: [] }))
    return shelf
  }

  return {
    find: (id) => byId.get(id),
    add(orders) {
      const touched = new Set<Shelf>()
      for (const order of orders) {
        byId.set(order.id, order)
        const shelf = shelfOf(order.shop.id)
        touched.add(shelf)
        for (const field of FIELDS) shelf[field].push(order)
      }
      for (const shelf of touched) for (const field of FIELDS) shelf[field].sort(compare(field))
    },
    change(order, now, apply) {
      const list = shelfOf(order.shop.id).updateTime
      list.splice(place(list, 'updateTime', order.updateTime, order.id), 1)
      // Whatever happens in there, the order has to be back on its shelf.
      try {
        apply()
        order.updateTime = Math.max(order.updateTime, now)
      } finally {
        list.splice(place(list, 'updateTime', order.updateTime, order.id), 0, order)
      }
    },
    page({ shopId, field, from, to, size, isRising, after, accepts }) {
      const list = shelfOf(shopId)[field]
      const found = list
        .slice(place(list, field, from, ''), place(list, field, to, ''))
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
    count: (shopId) => shelves.get(shopId)?.createTime.length ?? 0,
    all: (shopId) => shelves.get(shopId)?.createTime ?? [],
    reset() {
      byId.clear()
      shelves.clear()
    },
  }
}
