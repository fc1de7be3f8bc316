/** Repeats a read that failed for the moment. */
import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError } from './channel-error.ts'

const firstPauseMs = 200

const longestPauseMs = 2000

/**
 * Reads again when the channel was busy or out of order, after a growing moment and three times at most: for pages that take
 * a hundred calls, of which one or another always fails. Not for a call that changes anything.
 */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs *= 3) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ChannelError) || pauseMs > longestPauseMs) throw error
      const askedMs = (error.retryAfterSeconds ?? 0) * 1000
      const isPassing = error.kind === 'try-later' || error.kind === 'slow-down'
      if (!isPassing || askedMs > longestPauseMs) throw error
      await pause(Math.max(askedMs, pauseMs * (0.75 + Math.random() / 2)))
    }
  }
}
