/** Time before a failed attempt is repeated. */

export type Backoff = { firstMs: number; longestMs: number }

/**
 * Milliseconds until the next attempt after `attempts` failed ones: doubled each time up to the longest, a quarter more or
 * less, so that what failed together does not come back together. Never less than what the other side asked for.
 */
export function backoffMs(
  attempts: number,
  { firstMs, longestMs }: Backoff,
  askedSeconds = 0,
  random = Math.random(),
): number {
  const pauseMs = Math.min(longestMs, firstMs * 2 ** Math.max(0, attempts - 1))
  return Math.max(askedSeconds * 1000, pauseMs * (0.75 + random / 2))
}
