/**
 * `Idempotency-Key`: a client that does not know whether its POST arrived sends it again with the same key, and gets the
 * first reply instead of a second effect. While the first request runs, its key is locked; its reply is stored just before
 * it is sent. The transaction of the effect marks the key, so that a request whose process died behind it is not run again.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyHeader, idempotencyKey } from '../../contract/endpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Leases } from '../db/leases.ts'
import {
  findStoredResponse,
  removeMark,
  saveStoredResponse,
  unanswered,
  type StoredResponse,
  type KeyOfUser,
} from './idempotency-store.ts'

export type IdempotencyKeys = {
  /**
   * The reply that this very request got before; undefined when it is to run now, as without a key. Throws
   * validation_failed for a key that is none or was another request's, still_running while the first request runs, done_before
   * where it took effect and its reply is not known.
   */
  begin: (request: FastifyRequest, session: Session) => Promise<StoredResponse | undefined>
  /** Part of the transaction in which the request takes effect. */
  mark: (request: FastifyRequest, tx: Tx) => Promise<void>
  /** For onSend, of every reply whose request may have begun. Returns the payload as it is. */
  end: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>
}

type Begun = KeyOfUser & { requestHash: Buffer; release: () => Promise<void> }

export function createIdempotencyKeys(db: Database, locks: Leases): IdempotencyKeys {
  const allBegun = new WeakMap<FastifyRequest, Begun>()

  return {
    async begin(request, { ownerId, userId }) {
      const header = request.headers[idempotencyHeader.toLowerCase()]
      if (header === undefined) return undefined
      const { data: key } = idempotencyKey.safeParse(header)
      if (key === undefined) throw wrongKey('field.idempotency_key')

      const requestHash = hashOf(request)
      const release = await locks.tryAcquire(`${ownerId} ${userId} ${key}`)
      let begun: Begun | undefined
      try {
        // Also when another request has the lock: it may be giving this reply at this moment.
        const stored = await findStoredResponse(db, { ownerId, userId, key })
        if (stored && !stored.requestHash.equals(requestHash)) throw wrongKey('field.idempotency_key_used')
        if (stored && stored.status !== unanswered) return stored
        if (!release) throw new AppError('still_running', { retryAfterSeconds: 1 })
        if (stored) throw new AppError('done_before')
        begun = { ownerId, userId, key, requestHash, release }
        allBegun.set(request, begun)
      } finally {
        if (!begun) await release?.()
      }
    },

    async mark(request, tx) {
      const begun = allBegun.get(request)
      if (!begun) return
      const { requestHash } = begun
      await saveStoredResponse(tx, begun, { requestHash, status: unanswered, body: '', language: '' })
    },

    async end(request, reply, payload) {
      const begun = allBegun.get(request)
      if (!begun) return payload
      allBegun.delete(request)
      const { requestHash, release } = begun
      const status = reply.statusCode
      const language = String(reply.getHeader('content-language'))
      try {
        // A reply without a body, as of 204, has no payload.
        const body = payload ?? ''
        if (asksForAnotherTry(status)) {
          if (status < 500) await removeMark(db, begun)
        } else if (typeof body === 'string')
          await saveStoredResponse(db.single, begun, { requestHash, status, body, language })
      } catch (error) {
        // The request took effect, so its reply is sent even if it could not be stored.
        request.log.warn({ error: String(error) }, 'could not keep a reply for its Idempotency-Key')
      } finally {
        await release()
      }
      return payload
    },
  }
}

/** "Later" must not be what the key says for a whole day. Behind a failure of ours a mark stays: what was done is not done again. */
function asksForAnotherTry(status: number): boolean {
  return status >= 500 || status === 423 || status === 429
}

function wrongKey(words: string): AppError {
  return new AppError('validation_failed', { invalidFields: { [idempotencyHeader]: words } })
}

/** No body is an empty one, as for the endpoints. */
function hashOf({ url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([url, body ?? {}]))
    .digest()
}
