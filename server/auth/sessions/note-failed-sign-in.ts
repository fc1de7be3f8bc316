/**
 * The job behind a sign-in that was refused: told to the account, if there is one. The request does the same for every
 * address, so that the time of its answer tells nothing.
 */
import type { ChainSeal } from '../../audit/audit-chain.ts'
import { addPlainEntry } from '../../audit/trail.ts'
import type { Database } from '../../db/database.ts'
import { findSignIn } from './sessions-store.ts'

export type FailedSignIn = { email: string; address: string; userAgent: string | null; requestId: string }

export function createNoteFailedSignIn(db: Database, seal: ChainSeal) {
  return async function noteFailedSignIn(payload: unknown): Promise<void> {
    const { email, address, userAgent, requestId } = payload as FailedSignIn
    const signIn = await findSignIn(db, email)
    if (!signIn) return
    const { ownerId, userId, name } = signIn
    await db.asOwner(ownerId, (tx) =>
      addPlainEntry(tx, seal, ownerId, {
        action: 'sign_in_failed',
        // Nobody knows who it was; the account is what it was tried on.
        userId: null,
        userName: null,
        targetType: 'user',
        targetIds: [userId],
        targetLabel: name,
        address,
        userAgent,
        requestId,
      }),
    )
  }
}
