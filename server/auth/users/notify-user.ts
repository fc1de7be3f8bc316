import type { MailKind } from '../../../model/mail.ts'
import type { Tx } from '../../db/database.ts'
import type { Post } from '../../outbox/enqueue-mail.ts'
import { findUser, type UserKey } from './users-store.ts'

const dayMs = 86_400_000

/** Tells somebody by mail what was done with his account, in case it was not he who did it. */
export async function notifyUser(
  tx: Tx,
  post: Post,
  { ownerId, userId }: UserKey,
  kind: Exclude<MailKind, 'invite' | 'reset_password' | 'digest'>,
): Promise<void> {
  const user = await findUser(tx, { ownerId, userId })
  if (!user) return
  const { email, name, language, companyName } = user
  await post.drop(tx, ownerId, {
    kind,
    language,
    recipient: email,
    userId,
    values: { name, company: companyName },
    expiresAt: new Date(Date.now() + dayMs),
  })
}
