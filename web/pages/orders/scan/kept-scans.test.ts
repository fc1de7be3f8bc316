import { beforeEach, describe, expect, it } from 'vitest'
import { stubStorage, type StubStorage } from '../../../../test/steps/stub-storage.ts'
import { type KeptScan, mostKept, nextScans, scanStore } from './kept-scans.ts'

let storage: StubStorage
beforeEach(() => {
  storage = stubStorage()
})

const piece = (orderId: number) => ({ order_id: orderId, line_id: `${orderId}-0`, add: 1 })

describe('scans that wait', () => {
  it('are kept in their order, each with an id of its own, also by two tabs', () => {
    const [one, other] = [scanStore(1), scanStore(1)]
    one.add(piece(1))
    other.add(piece(2))
    one.add({ order_id: 1, reset: true })
    expect(one.list().map((scan) => scan.order_id)).toEqual([1, 2, 1])
    expect(new Set(one.list().map(({ id }) => id)).size).toBe(3)
    expect(scanStore(2).list()).toEqual([])
  })

  it('are refused where the browser has no room, and those before stay', () => {
    const store = scanStore(1)
    expect(store.add(piece(1))).toBe(true)
    storage.room = 10
    expect(store.add(piece(2))).toBe(false)
    expect(store.list()).toHaveLength(1)
  })

  it('are so many at most', () => {
    const store = scanStore(1)
    storage.stored.set(
      'orderScans.1',
      JSON.stringify(Array.from({ length: mostKept - 1 }, (_, at) => ({ id: `${at}` }))),
    )
    expect([store.add(piece(1)), store.add(piece(1))]).toEqual([true, false])
  })

  it('leave once they are answered, with nothing behind', () => {
    const store = scanStore(1)
    store.add(piece(1))
    store.add(piece(2))
    const [first, second] = store.list()
    store.drop(new Set([String(first?.id)]))
    expect(store.list()).toEqual([second])
    store.drop(new Set([String(second?.id)]))
    expect(storage.stored.has('orderScans.1')).toBe(false)
  })

  it('go with their age, whatever the clock of the device says', () => {
    const scan = (at: number): KeptScan => ({ id: `${at}`, at, order_id: 1, line_id: 'a', add: 1 })
    const week = 7 * 86_400
    const sent = nextScans([scan(1000), scan(99_000), scan(-week * 2000)], 3, 61_500)
    expect(sent.map((one) => one.seconds_ago)).toEqual([60, 0, week])
    expect(sent[0]).not.toHaveProperty('at')
    expect(nextScans([scan(1), scan(2), scan(3)], 2, 3)).toHaveLength(2)
  })
})

describe('parcels to keep back', () => {
  const conflict = (orderId: number, why = 'canceled', message = 'Canceled') =>
    ({ order_id: orderId, why, message }) as never

  it('are one line an order and reason, with the last words of it', () => {
    const store = scanStore(1)
    store.addConflicts([conflict(1), conflict(2)])
    store.addConflicts([conflict(1, 'canceled', 'Canceled by the buyer'), conflict(1, 'refused', 'No')])
    expect(store.conflicts()).toEqual([
      conflict(1, 'canceled', 'Canceled by the buyer'),
      conflict(2),
      conflict(1, 'refused', 'No'),
    ])
    store.dropConflict(conflict(1, 'refused'))
    expect(store.conflicts()).toHaveLength(2)
  })

  it('are the last fifty', () => {
    const store = scanStore(1)
    store.addConflicts(Array.from({ length: 60 }, (_, at) => conflict(at)))
    expect(store.conflicts().map((one) => one.order_id)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 10),
    )
  })
})

describe('loose parts of a bundle', () => {
  it('are known by their order, until it has none', () => {
    const store = scanStore(1)
    store.keepLooseParts(1, [['a', 2]])
    store.keepLooseParts(2, [['b', 1]])
    store.keepLooseParts(1, [['a', 1]])
    expect([store.looseParts(1), store.looseParts(2), store.looseParts(3)]).toEqual([
      [['a', 1]],
      [['b', 1]],
      [],
    ])
    store.keepLooseParts(1, [])
    expect(store.looseParts(1)).toEqual([])
  })

  it('write nothing where there is nothing to write', () => {
    scanStore(1).keepLooseParts(1, [])
    expect(storage.stored.size).toBe(0)
  })
})
