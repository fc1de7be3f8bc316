import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { mailText } from '../i18n/mail-messages.ts'
import { findMail, listMails, type Mail } from './mails-store.ts'
import { createPost } from '../outbox/enqueue-mail.ts'

export function mailsRoutes(serve: Serve, { db, config }: ServerContext): void {
  const post = createPost(config)
  const { isShown } = config.mail

  serve('GET /mails', async ({ query, session, request }) => {
    const { limit, page } = query
    const { rows, total } = await db.asOwner(session.ownerId, (tx) =>
      listMails(tx, session.ownerId, { limit, offset: (page - 1) * limit }),
    )
    const pagination = paginationOf(request, { total, count: rows.length, page, limit })
    return { data: rows.map(present), meta: { pagination, is_shown: isShown } }
  })

  serve('GET /mails/{id}', async ({ params, session, reply }) => {
    const { ownerId } = session
    const mail = await db.asOwner(ownerId, (tx) => findMail(tx, { ownerId, mailId: params.id }))
    if (!mail) throw new AppError('not_found')
    void reply.header('cache-control', 'no-store')
    // With a mail server it goes to its reader alone, also while it waits.
    const values = isShown ? post.open(ownerId, mail) : undefined
    const words = values && mailText(mail.kind, mail.language, values)
    const { subject = null, text = null, html = null } = words ?? {}
    return { data: { ...present(mail), subject, text, html } }
  })
}

function present({
  id,
  kind,
  recipient,
  state,
  error,
  createdAt,
  endedAt,
}: Mail): Reply<'GET /mails'>['data'][0] {
  return {
    id,
    kind,
    recipient,
    state,
    error,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }
}
