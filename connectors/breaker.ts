/** Circuit breaker of a host. */
import { ChannelError, ownMessage } from './channel-error.ts'

export type BreakerOptions = { failuresInRow?: number; firstPauseMs?: number; longestPauseMs?: number }

export type BreakerCall = {
  /** The host did what it should, whatever it said. */
  answered(): void
  /** A time-out, a lost or refused connection, a 5xx. */
  failed(): void
  /** To be called last, come what may. The first of the three counts. */
  end(): void
}

export type Breaker = {
  /** Throws ChannelError try-later while the host is left alone. */
  check(host: string): void
  /** The same, and makes this call the one that tries whether the host is back. */
  begin(host: string): BreakerCall
}

/**
 * Leaves a host alone that fails every call, for a growing while: it is spared, and whoever waits for it hears so at once
 * instead of after a time-out. Then one call at a time tries whether it is back.
 */
export function createBreaker(options: BreakerOptions = {}): Breaker {
  const { failuresInRow = 8, firstPauseMs = 1000, longestPauseMs = 60_000 } = options
  // State of hosts whose last call failed; the others need no memory.
  const hosts = new Map<string, { failures: number; pauseMs: number; openUntil: number; isTrying: boolean }>()

  function check(host: string): void {
    const state = hosts.get(host)
    if (!state || state.failures < failuresInRow) return
    const left = state.openUntil - performance.now()
    if (left <= 0 && !state.isTrying) return
    const retryAfterSeconds = Math.max(1, Math.ceil(left / 1000))
    throw new ChannelError('try-later', ownMessage('refusal.host_paused', { host }), {
      retryAfterSeconds,
    })
  }

  function fail(host: string, isTry: boolean): void {
    const state = hosts.get(host) ?? { failures: 0, pauseMs: firstPauseMs, openUntil: 0, isTrying: false }
    const wasOpen = state.failures >= failuresInRow
    // Calls that were on their way when it opened say nothing new.
    if (wasOpen && !isTry) return
    state.failures += 1
    if (state.failures >= failuresInRow) {
      state.openUntil = performance.now() + state.pauseMs
      state.pauseMs = Math.min(longestPauseMs, state.pauseMs * 2)
    }
    // Anew at the end of the map, whose oldest entry is the first to be forgotten: sellers may name any number of hosts.
    hosts.delete(host)
    hosts.set(host, state)
    const [oldest] = hosts.keys()
    if (hosts.size > mostHosts && oldest !== undefined) hosts.delete(oldest)
  }

  return {
    check,
    begin(host) {
      check(host)
      const state = hosts.get(host)
      const isTry = state !== undefined && state.failures >= failuresInRow
      if (isTry) state.isTrying = true
      let isOver = false
      const once = (act: () => void) => () => {
        if (isOver) return
        isOver = true
        if (isTry) state.isTrying = false
        act()
      }
      return {
        answered: once(() => hosts.delete(host)),
        failed: once(() => fail(host, isTry)),
        end: once(() => {}),
      }
    },
  }
}

const mostHosts = 1000
