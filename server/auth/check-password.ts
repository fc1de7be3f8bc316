/** Asked again before what a stranger at an open screen must not do. */
import { AppError } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { isPassword } from './password.ts'
import { countAttempt, forgetAttempts, type Session } from './sessions-store.ts'
import { findUser } from './users-store.ts'

const tries = 5

/** Counts against the user whatever is tried, so that many tries at once are counted too. */
export async function countTry(db: Database, what: string, session: Session): Promise<string> {
  const key = `${what}:${session.ownerId}:${session.userId}`
  const { count, secondsLeft } = await countAttempt(db, key)
  if (count > tries) throw new AppError('too_many_attempts', { retryAfterSeconds: secondsLeft })
  return key
}

/** Throws sso_account, too_many_attempts, or what is wrong with `current_password`. */
export async function requirePassword(db: Database, session: Session, password: string): Promise<void> {
  if (session.isSso) throw new AppError('sso_account')
  const key = await countTry(db, 'password', session)
  const user = await db.asOwner(session.ownerId, (tx) => findUser(tx, session))
  if (!user?.passwordHash || !(await isPassword(user.passwordHash, password)))
    throw new AppError('validation_failed', { invalidFields: { current_password: 'field.password_wrong' } })
  await forgetAttempts(db, key)
}
