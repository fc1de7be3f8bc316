import { expect, it, vi } from 'vitest'
import { startTestConsole } from '../test/start-test-console.ts'
import { createLog } from './log.ts'
import { startClock } from './tasks.ts'

it('begins no cleaning while the last one is still at it', async () => {
  const running = await startTestConsole({ role: 'web' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const endless = vi.fn(() => new Promise<void>(() => {}))
    const none = () => Promise.resolve()
    const clock = startClock(running.db, {} as never, createLog('silent'), none, [
      endless,
      none,
      none,
      none,
      none,
    ])
    vi.advanceTimersByTime(3 * 600_000)
    expect(endless).toHaveBeenCalledTimes(1)
    clock.stop()
  } finally {
    vi.useRealTimers()
    await running.stop()
  }
})
