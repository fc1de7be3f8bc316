import { beforeEach, describe, expect, it } from 'vitest'
import { refusedIn } from '../../../../test/steps/changed-requests.ts'
import { stubStorage, type StubStorage } from '../../../../test/steps/stub-storage.ts'
import {
  addWaiting,
  countWith,
  dropWaiting,
  keepRefused,
  newScan,
  nextBatch,
  refusedCodes,
  type Scan,
  scansNamedBy,
  waitingKey,
  waitingScans,
} from './waiting-scans.ts'

it('shows the count as the server will have it', () => {
  expect(countWith(null, [{ add: 1 }, { add: 2 }])).toBe(3)
  expect(countWith(5, [{ add: -7 }])).toBe(0)
  expect(countWith(null, [{ add: -1 }])).toBe(null)
  expect(countWith(5, [{ remove: true }, { add: 1 }])).toBe(1)
  expect(countWith(5, [{ add: 1 }, { set: 2 }])).toBe(2)
})

it('sends the age of a scan, at most a hundred at once', () => {
  const scan = (at: number): Scan => ({ id: String(at), at, code: 'x', add: 1 })
  expect(nextBatch([scan(1000), scan(9000)], 8000)).toEqual([
    { id: '1000', code: 'x', add: 1, seconds_ago: 7 },
    { id: '9000', code: 'x', add: 1, seconds_ago: 0 },
  ])
  expect(
    nextBatch(
      Array.from({ length: 120 }, () => scan(1)),
      2,
    ),
  ).toHaveLength(100)
})

describe('scans that wait', () => {
  const key = waitingKey(7, 1)
  let storage: StubStorage
  beforeEach(() => {
    storage = stubStorage()
  })
  const add = (code: string) => {
    const scan = newScan({ code }, { add: 1 })
    addWaiting(key, scan)
    return scan
  }

  it('are there again after the page was loaded anew, in their order, and apart for each person and take', () => {
    const scans = ['4901234567894', '赤-01', 'A'].map(add)
    expect(waitingScans(key)).toEqual(scans)
    expect([waitingScans(waitingKey(7, 2)), waitingScans(waitingKey(8, 1))]).toEqual([[], []])
  })

  it('have each a number of their own, which the API takes', () => {
    const scans = Array.from({ length: 100 }, () => newScan({ sku_id: 3 }, { set: 0 }))
    expect(new Set(scans.map(({ id }) => id)).size).toBe(100)
    const kinds = [{ add: -1 }, { set: 0 }, { remove: true as const }].map((counting) =>
      newScan({ sku_id: 3 }, counting),
    )
    expect(refusedIn('POST /stock-takes/{id}/scans', { scans: nextBatch(kinds) })).toEqual([])
    expect(refusedIn('POST /stock-takes/{id}/scans', { scans: nextBatch([add('赤-01')]) })).toEqual([])
  })

  it('go one by one, and leave nothing behind in the browser', () => {
    const [first, second] = ['a', 'b'].map(add)
    expect(dropWaiting(key, new Set([first?.id ?? '', 'of another tab']))).toEqual([second])
    expect(dropWaiting(key, new Set([second?.id ?? '']))).toEqual([])
    expect(storage.stored.size).toBe(0)
  })

  it('are not lost when the browser has no room for one more', () => {
    const first = add('a')
    storage.room = JSON.stringify([first]).length
    expect(addWaiting(key, newScan({ code: 'b' }, { add: 1 }))).toBeNull()
    expect(waitingScans(key)).toEqual([first])
  })

  it('are none where what is stored cannot be read', () => {
    storage.stored.set(key, '[{"id":')
    expect(waitingScans(key)).toEqual([])
  })

  it('keep the codes that were refused beside them', () => {
    const refused = [{ code: 'X', why: 'unknown' as const, pieces: 3 }]
    keepRefused(key, refused)
    add('a')
    expect([refusedCodes(key), waitingScans(key).length]).toEqual([refused, 1])
    keepRefused(key, [])
    expect(refusedCodes(key)).toEqual([])
  })

  it('are old by no more than the server takes, whatever the clock does', () => {
    const scan: Scan = { id: 'scan-0001', at: 10_000_000_000, code: 'x', add: 1 }
    const ageAt = (now: number) => nextBatch([scan], now)[0]?.seconds_ago
    expect([ageAt(9_000_000_000), ageAt(10_000_001_999), ageAt(99_000_000_000)]).toEqual([0, 1, 604_800])
  })
})

it('names the scans of a batch that a refusal is about', () => {
  const batch = ['a', 'b', 'c'].map((id) => ({ id }))
  const named = (...paths: string[]) => [
    ...scansNamedBy(Object.fromEntries(paths.map((path) => [path, 'no'])), batch),
  ]
  expect(named('scans.2.code', 'scans.0')).toEqual(['c', 'a'])
  expect(named('scans.1.code', 'scans.1.add')).toEqual(['b'])
  expect(named('scans', 'body', 'scans.9.code', 'other.1')).toEqual([])
})
