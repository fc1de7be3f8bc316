/**
 * Sessions of the last seconds, so that a request need not ask the database who it is. A sign-out or a change of rights
 * is told to every process at once; the short life is for the case that the message is lost.
 */
import type { Database } from '../db/database.ts'
import type { Listener } from '../db/listener.ts'
import { findSession, hashToken, type Session } from '../auth/sessions/sessions-store.ts'

const lifeMs = 10_000
const capacity = 10_000

export type SessionCache = {
  find(token: string): Promise<Session | undefined>
  /** For the process that ends a session itself, which must not wait to be told of it. */
  forget(tokenHash: Buffer): void
  /** The same after a change of somebody's rights, or the end of several sessions. */
  forgetAll(): void
}

export function createSessionCache(db: Database, listener: Listener): SessionCache {
  const kept = new Map<string, { session: Promise<Session | undefined>; until: number }>()
  listener.on('sessions', (tokenHash) => {
    if (tokenHash) kept.delete(tokenHash)
    else kept.clear()
  })
  listener.onGap(() => kept.clear())

  return {
    async find(token) {
      const hash = hashToken(token)
      const key = hash.toString('hex')
      const now = Date.now()
      const known = kept.get(key)
      if (known && known.until > now) return known.session
      if (kept.size >= capacity) kept.clear()
      const session = findSession(db, hash)
      kept.set(key, { session, until: now + lifeMs })
      // Neither a failure nor a refusal is remembered: the next request asks again.
      session.then(
        (found) => found ?? kept.delete(key),
        () => kept.delete(key),
      )
      return session
    },
    forget: (tokenHash) => void kept.delete(tokenHash.toString('hex')),
    forgetAll: () => kept.clear(),
  }
}
