import { expect, it } from 'vitest'
import { createClock } from './clock.ts'

it('a shift runs what became due, in order, and what that brings about', () => {
  const clock = createClock(() => 1_000_000)
  const seen: string[] = []
  clock.at(clock.nowMs() + 20_000, () => seen.push('second'))
  clock.at(clock.nowMs() + 10_000, () => {
    seen.push('first')
    clock.at(clock.nowMs(), () => seen.push('brought about'))
  })
  clock.at(clock.nowMs() + 60_000, () => seen.push('not yet'))
  clock.at(clock.nowMs() + 5_000, () => seen.push('called off'))()
  clock.shift(30)
  expect(seen).toEqual(['first', 'second', 'brought about'])
  expect([clock.now(), clock.offset()]).toEqual([1_030, 30])
  clock.close()
})

it('a task runs by itself when its time comes', async () => {
  const clock = createClock()
  await new Promise<void>((resolve) => clock.at(clock.nowMs() + 5, resolve))
  clock.close()
})
