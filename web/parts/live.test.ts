import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectLive, listenLive } from './live.ts'

/** The part of the browser's that a page uses; `say` is what arrives over the stream. */
class Stream extends EventTarget {
  static last: Stream
  readyState = 0
  constructor() {
    super()
    Stream.last = this
  }
  close() {}
  say(name: string) {
    this.dispatchEvent(Object.assign(new Event(name), { data: '{"replay":false,"value":null}' }))
  }
}

let asked = 0
let ends: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('window', new EventTarget())
  asked = 0
  ends = [connectLive(), listenLive('order.change', () => (asked += 1))]
})
afterEach(() => {
  for (const end of ends) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a page asks every 15 seconds while a proxy holds the stream back, and again when a stream falls silent', () => {
  Stream.last.dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(10_000 + 31_000)
  expect(asked).toBe(2)

  Stream.last.say('heartbeat')
  vi.advanceTimersByTime(1000)
  expect(asked).toBe(3)
  for (let beats = 0; beats < 4; beats++) {
    vi.advanceTimersByTime(20_000)
    Stream.last.say('heartbeat')
  }
  expect(asked).toBe(3)
  vi.advanceTimersByTime(50_000 + 16_000)
  expect(asked).toBe(4)
})
