import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { firstChoice } from '../../../model/mail-report.ts'
import { can } from '../../../model/permissions.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersion, findVersion } from '../../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { dayIn } from '../../i18n/calendar.ts'
import { nextReportAt } from '../../i18n/mail-report-time.ts'
import { createPost } from '../../outbox/enqueue-mail.ts'
import {
  countReportMails,
  findLastReport,
  findReportChoice,
  findReportReader,
  saveNextReport,
  saveReportChoice,
} from './mail-report-store.ts'
import { createReportWriter } from './write-mail-report.ts'

const hourMs = 3_600_000
/** Enough to try both kinds a few times; more would be a way to fill a mailbox. */
const mostPerHour = 6

export function mailReportRoutes(serve: Serve, { db, config }: ServerContext): void {
  const post = createPost(config)
  const writer = createReportWriter(db, config, post)

  serve('GET /users/mail-report', async ({ session }) => ({
    data: await db.asOwner(session.ownerId, (tx) => present(tx, session)),
  }))

  serve('PUT /users/mail-report', async ({ body, session }) => {
    const { rhythm, weekday, hour } = body
    const choice = rhythm === 'off' ? null : { rhythm, weekday, hour }
    if (choice && !can(session, 'analytics.view')) throw new AppError('forbidden')
    if (choice && !post.isReady) throw new AppError('mail_not_set_up')
    return db.asOwner(session.ownerId, async (tx) => {
      await claimVersion(tx, session, ['mail_report', session.userId], body.updated_at)
      await saveReportChoice(tx, session, choice)
      await saveNextReport(tx, session, choice && nextReportAt(session.timezone, choice, new Date()))
      return { data: await present(tx, session) }
    })
  })

  serve('POST /users/mail-report/send-now', async ({ body, session, translate }) => {
    if (!post.isReady) throw new AppError('mail_not_set_up')
    const now = new Date()
    const reader = await db.asOwner(session.ownerId, (tx) => findReportReader(tx, session))
    if (!reader) throw new AppError('not_found')
    const report = await writer.gather(reader, body.rhythm, dayIn(reader.timezone, now))
    await db.asOwner(session.ownerId, async (tx) => {
      const written = await countReportMails(tx, session, new Date(now.getTime() - hourMs))
      if (written >= mostPerHour) throw new AppError('too_many_attempts', { retryAfterSeconds: 3600 })
      await writer.drop(tx, reader, report, now)
    })
    return { data: null, message: translate('done.report_sent', { email: reader.email }) }
  })

  async function present(tx: Tx, session: Session): Promise<Reply<'GET /users/mail-report'>['data']> {
    const choice = await findReportChoice(tx, session)
    const last = await findLastReport(tx, session)
    return {
      ...firstChoice,
      ...choice,
      next_at: choice ? nextReportAt(session.timezone, choice, new Date()).toISOString() : null,
      last: last ? { day: last.day, at: last.at.toISOString(), skipped: last.skipped } : null,
      is_mail_ready: post.isReady,
      updated_at: await findVersion(tx, session.ownerId, 'mail_report', session.userId),
    }
  }
}
