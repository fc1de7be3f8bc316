import { prefixOf } from '../../../model/language.ts'
import type { Tx } from '../../db/database.ts'
import type { Post } from '../../outbox/enqueue-mail.ts'
import { openLink, type LinkKind } from './one-time-links-store.ts'
import type { User } from '../users/users-store.ts'

const pages = { activate: '/auth/activate', reset: '/auth/reset-password' } as const
const kinds = { activate: 'invite', reset: 'reset_password' } as const

/** Makes a one-time link and the mail that carries it. `by`: who invites. */
export async function mailLink(
  tx: Tx,
  post: Post,
  { ownerId, publicUrl }: { ownerId: string; publicUrl: string },
  user: Pick<User, 'id' | 'email' | 'name' | 'language' | 'companyName'>,
  kind: LinkKind,
  by?: string,
): Promise<void> {
  const { id: userId, email, name, language, companyName } = user
  const { token, expiresAt } = await openLink(tx, { ownerId, userId, kind })
  // Behind the #, so that neither a log nor a Referer ever has it.
  const link = `${publicUrl}${prefixOf(language)}${pages[kind]}#${token}`
  await post.drop(tx, ownerId, {
    kind: kinds[kind],
    language,
    recipient: email,
    userId,
    values: { name, company: companyName, link, ...(by === undefined ? {} : { by }) },
    expiresAt,
  })
}
