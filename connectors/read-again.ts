/** Repeats a read that failed for the moment. */
import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs } from '../model/backoff.ts'
import { ChannelError } from './channel-error.ts'

const policy = { firstMs: 400, longestMs: 2000, maxAttempts: 4 }

/**
 * Reads again when the channel was busy or out of order, after a growing pause: for pages that take a hundred calls, of which
 * one or another always fails. Not for a call that changes anything.
 */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ChannelError) || attempts === policy.maxAttempts) throw error
      const isPassing = error.kind === 'try-later' || error.kind === 'slow-down'
      const askedSeconds = error.retryAfterSeconds ?? 0
      if (!isPassing || askedSeconds * 1000 > policy.longestMs) throw error
      await pause(backoffMs(attempts, policy, askedSeconds))
    }
  }
}
