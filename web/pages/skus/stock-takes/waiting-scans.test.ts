import { expect, it } from 'vitest'
import { countWith, nextBatch, type Scan } from './waiting-scans.ts'

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
