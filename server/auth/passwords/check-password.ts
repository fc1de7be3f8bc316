/** Asked again before what a stranger at an open screen must not do. */
import { AppError } from '../../../model/errors.ts'
import type { Database, Tx } from '../../db/database.ts'
import { isPassword } from '../../secrets/password-hash.ts'
import { countAttempt, forgetAttempts, lockSession, type Session } from '../sessions/sessions-store.ts'
import { findUser, lockCredentials } from '../users/users-store.ts'

const tries = 5

/** Counts against the user whatever is tried, so that many tries at once are counted too. */
export async function countTry(db: Database, what: string, session: Session): Promise<string> {
  const key = `${what}:${session.ownerId}:${session.userId}`
  const { count, secondsLeft } = await countAttempt(db, key)
  if (count > tries) throw new AppError('too_many_attempts', { retryAfterSeconds: secondsLeft })
  return key
}

/**
 * Throws sso_account, too_many_attempts, or what is wrong with `current_password`. Answers the version of the credentials that
 * were right, for `requireUnchanged`.
 */
export async function requirePassword(db: Database, session: Session, password: string): Promise<number> {
  if (session.isSso) throw new AppError('sso_account')
  const key = await countTry(db, 'password', session)
  const user = await db.asOwner(session.ownerId, (tx) => findUser(tx, session))
  if (!user?.passwordHash || !(await isPassword(user.passwordHash, password)))
    throw new AppError('validation_failed', { invalidFields: { current_password: 'field.password_wrong' } })
  await forgetAttempts(db, key)
  return user.credentialsVersion
}

/**
 * The first of a transaction that changes how somebody signs in: password and session may have ended since they were looked
 * at, by the very person whose account a stranger is at. Nobody else changes them until this transaction ends.
 */
export async function requireUnchanged(tx: Tx, session: Session, version?: number): Promise<void> {
  const current = await lockCredentials(tx, session)
  if (current === undefined || !(await lockSession(tx, session))) throw new AppError('unauthenticated')
  if (version !== undefined && version !== current) throw new AppError('conflict')
}
