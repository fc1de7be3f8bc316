import { expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

const policy = { firstMs: 1000, longestMs: 60_000 }
const middle = 0.5

it('doubles the pause after each attempt, up to the longest one', () => {
  const pauses = [1, 2, 3, 6, 7, 8, 35, 2000].map((attempts) => backoffMs(attempts, policy, 0, middle))
  expect(pauses).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000, 60_000])
})

it('begins with the first pause when nothing was attempted', () => {
  expect(backoffMs(0, policy, 0, middle)).toBe(1000)
})

it('spreads the pause by a quarter to both sides', () => {
  expect([0, middle, 1].map((random) => backoffMs(3, policy, 0, random))).toEqual([3000, 4000, 5000])
  const drawn = Array.from({ length: 200 }, () => backoffMs(1, policy))
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(750)
  expect(Math.max(...drawn)).toBeLessThan(1250)
  expect(new Set(drawn).size).toBeGreaterThan(1)
})

it('is never shorter than what the other side asked for, even beyond the longest pause', () => {
  expect(backoffMs(1, policy, 3, 0)).toBe(3000)
  expect(backoffMs(3, policy, 1, 0)).toBe(3000)
  expect(backoffMs(1, policy, 900, 1)).toBe(900_000)
})
