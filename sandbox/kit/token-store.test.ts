import { beforeEach, expect, it, vi } from 'vitest'
import { createClock } from './clock.ts'
import { createTokenStore } from './token-store.ts'

let nowMs = 0
let last = 0
const clock = createClock(() => nowMs)
const create = () =>
  createTokenStore<{ shop: string }>(
    clock,
    { accessSeconds: 60, refreshSeconds: 600 },
    { codeSeconds: 30, createToken: () => `token-${++last}`, createCode: () => `code-${++last}` },
  )

beforeEach(() => {
  nowMs = 1_000_000
  last = 0
})

it('a code is good once, and not for longer than its time', () => {
  const tokens = create()
  const [used, late] = [tokens.issueCode({ shop: 'a' }), tokens.issueCode({ shop: 'b' })]
  expect(used).toBe('code-1')
  expect(tokens.spendCode(used)).toMatchObject({ shop: 'a' })
  expect(tokens.spendCode(used)).toBeUndefined()
  nowMs += 30_000
  expect(tokens.spendCode(late)).toBeUndefined()
})

it('an access token ends before its refresh token, which is spent by its use', () => {
  const tokens = create()
  const { access, refresh, accessEnds, refreshEnds } = tokens.issue({ shop: 'a' })
  expect([accessEnds, refreshEnds]).toEqual([1_060, 1_600])
  expect(tokens.findAccess(access)).toEqual({ shop: 'a', expires: 1_060 })
  nowMs += 60_000
  expect(tokens.findAccess(access)).toBeUndefined()
  expect(tokens.spendRefresh(refresh)).toEqual({ shop: 'a', expires: 1_600 })
  expect(tokens.spendRefresh(refresh)).toBeUndefined()
  expect(tokens.issue({ shop: 'a' }, 1_234).refreshEnds).toBe(1_234)
})

it('tokens are revoked for the shops that are meant, and the listener hears of it', () => {
  const tokens = create()
  const listener = vi.fn()
  tokens.onChange(listener)
  const [a, b] = [tokens.issue({ shop: 'a' }), tokens.issue({ shop: 'b' })]
  tokens.revoke('access', ({ shop }) => shop === 'a')
  expect([a, b].map(({ access }) => tokens.findAccess(access)?.shop)).toEqual([undefined, 'b'])
  tokens.revoke('all')
  expect([a, b].map(({ refresh }) => tokens.spendRefresh(refresh))).toEqual([undefined, undefined])
  expect(listener).toHaveBeenCalledTimes(4)
})

it('another store takes over what was dumped, without the codes', () => {
  const [first, second] = [create(), create()]
  const code = first.issueCode({ shop: 'a' })
  const { access } = first.issue({ shop: 'a' })
  second.restore(first.dump())
  expect(second.findAccess(access)?.shop).toBe('a')
  expect(second.spendCode(code)).toBeUndefined()
  first.reset()
  expect(first.findAccess(access)).toBeUndefined()
})
