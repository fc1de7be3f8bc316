/** Retry policies: the pauses between attempts and their number, for each kind of work. */
import type { Backoff } from '../../model/backoff.ts'

export type RetryPolicy = Backoff & { maxAttempts: number }

const minuteMs = 60_000

export const retryPolicies = {
  /** Half an hour, with the longest pause between them. */
  orderAction: { firstMs: 1000, longestMs: minuteMs, maxAttempts: 35 },
  listingChange: { firstMs: 1000, longestMs: minuteMs, maxAttempts: 35 },
  templateUpload: { firstMs: 1000, longestMs: minuteMs, maxAttempts: 35 },
  draft: { firstMs: 1000, longestMs: minuteMs, maxAttempts: 35 },
  /** A day with the longest pauses: then the store's order has to be mended there. */
  deliveryStatus: { firstMs: 1000, longestMs: 30 * minuteMs, maxAttempts: 60 },
  /** The latest target has to arrive some day. */
  customerCard: { firstMs: 1000, longestMs: 5 * minuteMs, maxAttempts: Infinity },
  stock: { firstMs: 500, longestMs: minuteMs, maxAttempts: Infinity },
  stockCheck: { firstMs: 10_000, longestMs: 10_000, maxAttempts: Infinity },
  /** Shorter than the 30 s after which a shop is polled anyway; the circuit breaker handles a dead host. */
  sync: { firstMs: 2000, longestMs: 15_000, maxAttempts: Infinity },
  /** Until the mail is out of date. */
  mail: { firstMs: 5000, longestMs: 30 * minuteMs, maxAttempts: Infinity },
} as const satisfies Record<string, RetryPolicy>

/** Pause of a shop's job after a call that failed, whatever else is due. */
export const channelPause: Backoff = { firstMs: 1000, longestMs: 1000 }

/** A command whose attempts fail in our own code ends as failed after so many, so that what it is about is free again. */
export const maxFaults = 5
