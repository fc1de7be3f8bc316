import { describe, expect, it } from 'vitest'
import { daysLeft, isLockedOut, lostShops, standingOf, type Shop } from './shop-queries.ts'

const shop = (more: Partial<Shop> = {}) =>
  ({ id: 1, status: 1, auth_state: 'ok', token_expired_at: null, ...more }) as Shop
const now = new Date('2026-11-30T08:00:00Z')

describe('the days that a channel still lets us in', () => {
  const expiring = (end: string | null) =>
    daysLeft(shop({ auth_state: 'expiring', token_expired_at: end }), now)

  it.each([
    ['2026-12-07T08:00:00Z', 7],
    ['2026-12-07T07:59:59Z', 7],
    ['2026-12-01T08:00:01Z', 2],
    ['2026-12-01T08:00:00Z', 1],
    ['2026-11-30T08:00:01Z', 1],
    // By the clock of this device it has ended: today is the last day all the same.
    ['2026-11-30T08:00:00Z', 1],
    ['2026-11-29T00:00:00Z', 1],
  ])('until %s are %d', (end, days) => {
    expect(expiring(end)).toBe(days)
  })

  it('are not counted while the end is far off, unknown or over', () => {
    expect(expiring(null)).toBeUndefined()
    for (const state of ['ok', 'expired', 'revoked'] as const)
      expect(
        daysLeft(shop({ auth_state: state, token_expired_at: '2026-12-01T00:00:00Z' }), now),
      ).toBeUndefined()
  })
})

describe('shops that are lost', () => {
  const unlinked = shop({ id: 2, status: 0 })
  const expired = shop({ id: 3, auth_state: 'expired' })
  const revoked = shop({ id: 4, status: 0, auth_state: 'revoked' })

  it('are those whose channel locked us out, before those that were unlinked on purpose', () => {
    expect(lostShops([shop(), unlinked, expired, revoked]).map(({ id }) => id)).toEqual([3, 4])
    expect(lostShops([shop(), unlinked]).map(({ id }) => id)).toEqual([2])
    expect(lostShops([shop(), shop({ auth_state: 'expiring' })])).toEqual([])
    expect(lostShops([])).toEqual([])
  })

  it('stand as their sign-in does, and unlinked ones as unlinked', () => {
    expect([shop(), unlinked, expired, revoked].map(standingOf)).toEqual([
      'ok',
      'unlinked',
      'expired',
      'revoked',
    ])
    expect([shop(), unlinked, expired, revoked].map(isLockedOut)).toEqual([false, false, true, true])
  })
})
