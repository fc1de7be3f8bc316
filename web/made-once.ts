/**
 * Keys of calls that make something. An answer can be lost after the server has made it; sent again, such a call brings the
 * Idempotency-Key that it had, and the server answers as it did instead of making a second one.
 */

/** The same call later than this asks for a second one, and not for the answer that was lost. */
const keptMs = 10 * 60_000

const unanswered = new Map<string, { key: string; since: number }>()

/** Answers the key of a call that makes something: that of the same call before, where its answer has not come. */
export function keyOfMaking(request: string, now = Date.now()): string {
  const before = unanswered.get(request)
  if (before && now - before.since < keptMs) return before.key
  // `randomUUID` is there over HTTPS alone.
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
  unanswered.set(request, { key, since: now })
  return key
}

/** Frees the key once it is known what was made. Errors that ask for another try tell nothing of it. */
export function answerOfMaking(request: string, status: number, code: unknown): void {
  if (status < 500 && status !== 423 && status !== 429 && code !== 'still_running') unanswered.delete(request)
}
