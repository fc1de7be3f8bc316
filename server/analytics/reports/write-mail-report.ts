/**
 * The job that writes somebody's report of figures, at the hour of the account's clocks that he chose. The row of the day, the
 * mail and the time of the next report are one transaction: a crash, a second worker or a repeated job finds the day done.
 */
import type { ReportChoice, ReportSkip } from '../../../model/mail-report.ts'
import { can } from '../../../model/permissions.ts'
import type { Config } from '../../config/config.ts'
import type { Database, Tx } from '../../db/database.ts'
import { dayIn } from '../../i18n/calendar.ts'
import type { MailReport } from '../../i18n/mail-report-text.ts'
import { nextReportAt, reportDayOf } from '../../i18n/mail-report-time.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { Log } from '../../log.ts'
import { createPost, type Post } from '../../outbox/enqueue-mail.ts'
import { gatherReport, pagesOf } from './mail-report-figures.ts'
import {
  addReport,
  findReportChoice,
  findReportReader,
  saveNextReport,
  takeDueReports,
  type ReaderKey,
  type ReportReader,
} from './mail-report-store.ts'
import { createUnsubscribeTokens } from './unsubscribe-token.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Enqueues the reports that are due. Any number of processes may do it. */
export async function enqueueDueReports(db: Database, now: Date): Promise<void> {
  await db.local(async (tx) => {
    // The job says when the next one is; should it be lost, this is tried again.
    const due = await takeDueReports(tx, now, new Date(now.getTime() + hourMs))
    for (const { ownerId, userId } of due) {
      const names = {
        queue: `reports:${ownerId}`,
        key: `write-mail-report:${ownerId}:${userId}`,
        priority: 5,
      }
      await enqueue(tx, 'write-mail-report', { ownerId, userId }, names)
    }
  })
}

export type ReportWriter = {
  /** Why the reader gets no report; undefined: he does. */
  refusal(reader: ReportReader): ReportSkip | undefined
  gather(reader: ReportReader, rhythm: ReportChoice['rhythm'], day: string): Promise<MailReport>
  drop(tx: Tx, reader: ReportReader, report: MailReport, now: Date): Promise<void>
}

export function createReportWriter(db: Database, config: Config, post: Post): ReportWriter {
  const tokens = createUnsubscribeTokens(config)
  return {
    refusal(reader) {
      if (!reader.isActive) return 'inactive'
      if (!can(reader, 'analytics.view')) return 'no_permission'
      return post.isReady ? undefined : 'no_mail_server'
    },
    gather(reader, rhythm, day) {
      const origin = pagesOf(config.publicUrl, reader)
      const links = {
        settingLink: `${origin}/setting/report`,
        unsubscribe: `${config.publicUrl}/unsubscribe/${tokens.tokenOf(reader)}`,
      }
      return gatherReport(db, reader, { rhythm, day, origin, links })
    },
    async drop(tx, reader, report, now) {
      await post.drop(tx, reader.ownerId, {
        kind: 'mail_report',
        language: reader.language,
        recipient: reader.email,
        userId: reader.userId,
        values: {
          name: reader.name,
          company: reader.companyName,
          link: `${pagesOf(config.publicUrl, reader)}/analytics/dashboard?from=${report.from}&to=${report.to}`,
          report,
        },
        expiresAt: new Date(now.getTime() + dayMs),
      })
    },
  }
}

export function createWriteMailReport(db: Database, config: Config, log: Log) {
  const writer = createReportWriter(db, config, createPost(config))

  return async function writeMailReport(payload: unknown): Promise<void> {
    const key = payload as ReaderKey
    const now = new Date()
    const [reader, choice] = await db.asOwner(key.ownerId, async (tx) => [
      await findReportReader(tx, key),
      await findReportChoice(tx, key),
    ])
    if (!reader || !choice) {
      log.info({ ...key, reason: reader ? 'off' : 'removed' }, 'a report by mail is no longer written')
      await db.asOwner(key.ownerId, (tx) => saveNextReport(tx, key, null))
      return
    }
    const day = reportDayOf(choice, dayIn(reader.timezone, now))
    const skipped = writer.refusal(reader) ?? null
    const report = skipped ? undefined : await writer.gather(reader, choice.rhythm, day)
    await db.asOwner(key.ownerId, async (tx) => {
      await saveNextReport(tx, key, nextReportAt(reader.timezone, choice, now))
      const isNew = await addReport(tx, key, { day, at: now, skipped })
      if (isNew && report) await writer.drop(tx, reader, report, now)
      if (isNew && skipped) log.info({ ...key, day, reason: skipped }, 'a report by mail was left out')
    })
  }
}
