import { describe, expect, it } from 'vitest'
import { isUnderWay } from './order-actions-of.ts'

const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString()
const action = (state: 'queued' | 'running' | 'done' | 'failed', endedAt: string | null) => ({
  state,
  requestedAt: at(20),
  endedAt,
})

describe('an action is under way', () => {
  it('until it ended, however often the order is heard of', () => {
    for (const state of ['queued', 'running'] as const)
      expect(isUnderWay(action(state, null), at(0))).toBe(true)
    expect(isUnderWay(action('failed', at(1)), at(60))).toBe(false)
    expect(isUnderWay(undefined, at(60))).toBe(false)
  })

  it('once it is done, until the channel told of the order, also when it did so before it answered', () => {
    expect(isUnderWay(action('done', at(5)), at(60))).toBe(true)
    expect(isUnderWay(action('done', at(5)), at(10))).toBe(false)
    expect(isUnderWay(action('done', at(5)), at(1))).toBe(false)
  })

  it('not for ever, should the channel tell nothing new', () => {
    expect(isUnderWay({ state: 'done', requestedAt: at(90), endedAt: at(61) }, at(100))).toBe(false)
  })
})
