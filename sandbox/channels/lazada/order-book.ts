import type { Order } from './types.ts'

export type TimeField = 'createTime' | 'updateTime'

/** All orders, in memory, and per shop sorted by creation and by change. */
export interface OrderBook {
  find(id: number): Order | undefined
  add(orders: Order[]): void
  /** Changes an order and moves it to its new place; its change time never goes back. */
  change(order: Order, now: number, apply: () => void): void
  /** Orders of a period, both ends included, by time and then by number. */
  between(shopId: number, field: TimeField, from: number, to: number): Order[]
  count(shopId: number): number
  all(shopId: number): readonly Order[]
  onChange(listener: (order: Order) => void): void
  reset(): void
}

type Shelf = Record<TimeField, Order[]>

/** The first place whose (time, id) is not before the given one. */
function place(list: Order[], field: TimeField, time: number, id: number): number {
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
  const byId = new Map<number, Order>()
  const shelves = new Map<number, Shelf>()
  const listeners: ((order: Order) => void)[] = []

  const shelfOf = (shopId: number): Shelf => {
    let shelf = shelves.get(shopId)
    if (!shelf) shelves.set(shopId, (shelf = { createTime: [], updateTime: [] }))
    return shelf
  }

  return {
    find: (id) => byId.get(id),
    add(orders) {
      for (const order of orders) {
        byId.set(order.id, order)
        const shelf = shelfOf(order.shop.id)
        // One order goes to its place; many are sorted once.
        for (const field of ['createTime', 'updateTime'] as const)
          if (orders.length > 1) shelf[field].push(order)
          else shelf[field].splice(place(shelf[field], field, order[field], order.id), 0, order)
      }
      if (orders.length > 1)
        for (const shopId of new Set(orders.map((order) => order.shop.id)))
          for (const field of ['createTime', 'updateTime'] as const)
            shelfOf(shopId)[field].sort((a, b) => a[field] - b[field] || a.id - b.id)
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
      for (const listener of listeners) listener(order)
    },
    between(shopId, field, from, to) {
      const list = shelfOf(shopId)[field]
      return list.slice(place(list, field, from, 0), place(list, field, to, Infinity))
    },
    count: (shopId) => shelves.get(shopId)?.createTime.length ?? 0,
    all: (shopId) => shelves.get(shopId)?.createTime ?? [],
    onChange: (listener) => void listeners.push(listener),
    reset() {
      byId.clear()
      shelves.clear()
    },
  }
}
