import type { OrderRecord } from './order-record.ts'

export type TimeField = 'createTime' | 'updateTime'

const FIELDS = ['createTime', 'updateTime'] as const

interface Dated {
  shop: { id: number | string }
  createTime: number
  updateTime: number
}

/** All orders of a marketplace, in memory, and per shop sorted by creation and by change; equal times by number. */
export interface OrderIndex<Order extends Dated, Id extends number | string> {
  idOf(this: void, order: Order): Id
  find(id: Id): Order | undefined
  add(orders: readonly Order[]): void
  /** Adds an order that was placed just now. */
  create(order: Order, record: OrderRecord): void
  /** Changes an order and moves it to its new place; its change time never goes back. */
  change(order: Order, now: number, apply: () => void): void
  /** A shop's orders in the order of a time. */
  by(shopId: Dated['shop']['id'], field: TimeField): readonly Order[]
  count(shopId: Dated['shop']['id']): number
  all(shopId: Dated['shop']['id']): readonly Order[]
  onChange(listener: (order: Order) => void): void
  onCreate(listener: (order: Order, record: OrderRecord) => void): void
  reset(): void
}

/** The first place in a sorted list whose entry is not before what is looked for. */
export function firstPlace<T>(list: readonly T[], isBefore: (entry: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(list[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

export function createOrderIndex<Order extends Dated, Id extends number | string>(
  idOf: (order: Order) => Id,
  /** Called with what was added, for a channel's own indexes. */
  added: (orders: readonly Order[]) => void = () => {},
): OrderIndex<Order, Id> {
  const byId = new Map<Id, Order>()
  const listsByShop = new Map<Dated['shop']['id'], Record<TimeField, Order[]>>()
  const listeners: ((order: Order) => void)[] = []
  let created = (_order: Order, _record: OrderRecord): void => {}

  const listsOf = (shopId: Dated['shop']['id']): Record<TimeField, Order[]> => {
    let lists = listsByShop.get(shopId)
    if (!lists) listsByShop.set(shopId, (lists = { createTime: [], updateTime: [] }))
    return lists
  }

  const place = (list: Order[], field: TimeField, order: Order): number => {
    const [time, id] = [order[field], idOf(order)]
    return firstPlace(list, (one) => one[field] < time || (one[field] === time && idOf(one) < id))
  }

  const add = (orders: readonly Order[]): void => {
    for (const order of orders) {
      byId.set(idOf(order), order)
      const lists = listsOf(order.shop.id)
      // One order goes to its place; many are sorted once.
      for (const field of FIELDS)
        if (orders.length > 1) lists[field].push(order)
        else lists[field].splice(place(lists[field], field, order), 0, order)
    }
    if (orders.length > 1)
      for (const shopId of new Set(orders.map((order) => order.shop.id)))
        for (const field of FIELDS)
          listsOf(shopId)[field].sort((a, b) => a[field] - b[field] || (idOf(a) < idOf(b) ? -1 : 1))
    added(orders)
  }

  return {
    idOf,
    find: (id) => byId.get(id),
    add,
    create(order, record) {
      add([order])
      created(order, record)
    },
    change(order, now, apply) {
      const list = listsOf(order.shop.id).updateTime
      list.splice(place(list, 'updateTime', order), 1)
      // Even when `apply` throws, the order has to return to its lists.
      try {
        apply()
        order.updateTime = Math.max(order.updateTime, now)
      } finally {
        list.splice(place(list, 'updateTime', order), 0, order)
      }
      for (const listener of listeners) listener(order)
    },
    by: (shopId, field) => listsByShop.get(shopId)?.[field] ?? [],
    count: (shopId) => listsByShop.get(shopId)?.createTime.length ?? 0,
    all: (shopId) => listsByShop.get(shopId)?.createTime ?? [],
    onChange: (listener) => void listeners.push(listener),
    onCreate(listener) {
      created = listener
    },
    reset() {
      byId.clear()
      listsByShop.clear()
    },
  }
}
