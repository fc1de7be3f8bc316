/**
 * The job behind "forgot password". The request does the same for every address: it enqueues this. Whether there is such an
 * account, and what it is told, is found out here, where nobody measures the time.
 */
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { createPost } from '../../outbox/enqueue-mail.ts'
import { mailLink } from './mail-link.ts'
import { findSignIn } from '../sessions/sessions-store.ts'
import { notifyUser } from '../users/notify-user.ts'
import { findUser } from '../users/users-store.ts'

export function createAnswerForgottenPassword(db: Database, config: Config) {
  const post = createPost(config)
  return async function answerForgottenPassword(payload: unknown): Promise<void> {
    const { email } = payload as { email: string }
    const signIn = await findSignIn(db, email)
    if (!signIn) return
    const { ownerId } = signIn
    await db.asOwner(ownerId, async (tx) => {
      const user = await findUser(tx, signIn)
      // Somebody who was switched off is told nothing either.
      if (!user || user.status === 2) return
      if (user.isSso) return notifyUser(tx, post, signIn, 'central_password')
      // An invited user who never signed in has no password to reset, so the invitation is sent again.
      const kind = user.status === 0 ? 'activate' : 'reset'
      await mailLink(tx, post, { ownerId, publicUrl: config.publicUrl }, user, kind)
    })
  }
}
