import { expect, it, vi } from 'vitest'
import { createStoreBook } from './store-book.ts'

const stores = [{ slug: 'a' }, { slug: 'b' }] as const
type Order = { id: number; store: { slug: string } }
const create = () => createStoreBook<Order, string>(stores, ({ slug }) => `first-${slug}`, 10)

it('finds orders in any store, and numbers never come twice', () => {
  const book = create()
  const order = { id: book.nextNumber(), store: stores[1] }
  book.add(order)
  expect(book.find(11)).toBe(order)
  expect([book.ordersOf(stores[0]).size, book.ordersOf(stores[1]).size]).toEqual([0, 1])
  book.skipNumbers(40)
  book.skipNumbers(20)
  expect(book.nextNumber()).toBe(41)
})

it('a key is added to those of its store or replaces them, and the state file hears of it', () => {
  const book = create()
  const listener = vi.fn()
  book.onEvent(listener)
  expect(book.addKey(stores[0], (known) => `key-${known}`, false)).toBe('key-1')
  expect(book.keysOf(stores[0])).toEqual(['first-a', 'key-1'])
  book.addKey(stores[0], (known) => `only-${known}`, true)
  expect([book.keysOf(stores[0]), book.keysOf(stores[1])]).toEqual([['only-0'], ['first-b']])
  expect(listener.mock.calls).toEqual([[{ type: 'link' }], [{ type: 'link' }]])
})

it('forgets orders, keys and corruptions', () => {
  const book = create()
  book.add({ id: 1, store: stores[0] })
  book.addKey(stores[0], () => 'key', true)
  book.corrupt.set(1, (row) => row)
  book.clear()
  expect(book.find(1)).toBeUndefined()
  expect(book.keysOf(stores[0])).toEqual(['first-a'])
  expect(book.corrupt.size).toBe(0)
})
