import type { OrderRecord } from './order-record.ts'

type Row = Record<string, unknown>

interface StoreOrder {
  id: number | string
  store: { slug: string }
}

/** Events that the state file records. */
export type StoreEvent<Order> =
  | { type: 'created'; order: Order; record: OrderRecord }
  | { type: 'changed' | 'removed'; order: Order }
  | { type: 'link' }
  /** Anything else of the store that a call wrote. */
  | { type: 'written' }

/** The orders and the keys of the stores of one channel, and the numbers that its orders get. */
export function createStoreBook<Order extends StoreOrder, Key>(
  stores: readonly Order['store'][],
  firstKey: (store: Order['store']) => Key,
  lastNumber = 0,
) {
  const firstKeys = (): [Order['store'], Key[]][] => stores.map((store) => [store, [firstKey(store)]])
  const orders = new Map(stores.map((store) => [store, new Map<Order['id'], Order>()]))
  const keys = new Map(firstKeys())
  /** Functions that corrupt the served row of an order, by order id. */
  const corrupt = new Map<Order['id'], (row: Row) => Row>()
  let listener = (_event: StoreEvent<Order>): void => {}

  return {
    orders,
    keys,
    corrupt,
    ordersOf: (store: Order['store']): ReadonlyMap<Order['id'], Order> => orders.get(store) ?? new Map(),
    keysOf: (store: Order['store']): readonly Key[] => keys.get(store) ?? [],
    add: (order: Order): void => void orders.get(order.store)?.set(order.id, order),
    find: (id: Order['id']): Order | undefined =>
      [...orders.values()].flatMap((byId) => byId.get(id) ?? [])[0],
    /** Adds a key of a store, or replaces all that it has. */
    addKey(store: Order['store'], createKey: (known: number) => Key, isOnly: boolean): Key {
      const known = isOnly ? [] : (keys.get(store) ?? [])
      const key = createKey(known.length)
      keys.set(store, [...known, key])
      listener({ type: 'link' })
      return key
    },
    nextNumber: () => ++lastNumber,
    lastNumber: () => lastNumber,
    /** Gives out no number up to this one any more. */
    skipNumbers(last: number): void {
      lastNumber = Math.max(lastNumber, last)
    },
    emit: (event: StoreEvent<Order>): void => listener(event),
    onEvent(next: (event: StoreEvent<Order>) => void): void {
      listener = next
    },
    clear(): void {
      for (const byId of orders.values()) byId.clear()
      for (const [store, key] of firstKeys()) keys.set(store, key)
      corrupt.clear()
    },
  }
}
