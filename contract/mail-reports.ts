import { z } from 'zod'
import { reportRhythms, reportSkips } from '../model/mail-report.ts'
import { day, done, endpoints, instant, item, readVersion, version } from './endpoint.ts'

const weekday = z.int().min(1).max(7).describe('Of weekly reports; 1 is Monday.')
const hour = z.int().min(0).max(23).describe("Of the account's clocks.")

const setting = z.object({
  rhythm: z.enum(reportRhythms),
  weekday,
  hour,
  next_at: instant.nullable().describe('When the next one is written; null: none is.'),
  last: z
    .object({
      day,
      at: instant,
      skipped: z.enum(reportSkips).nullable().describe('Why no mail was written; null: one was.'),
    })
    .nullable(),
  is_mail_ready: z.boolean().describe('False: this console sends no mails.'),
  updated_at: version,
})

export const mailReports = endpoints({
  'GET /users/mail-report': {
    summary: "The user's own report of figures by mail: how often, and when.",
    access: 'signed-in',
    reply: item(setting),
  },
  'PUT /users/mail-report': {
    summary: "Chooses the user's own report by mail. Turning it on needs analytics.view and a mail server.",
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({ rhythm: z.enum(reportRhythms), weekday, hour, updated_at: readVersion }),
    reply: item(setting),
    errors: ['changed_by_other', 'mail_not_set_up'],
  },
  'POST /users/mail-report/send-now': {
    summary: 'Mails the user one report at once, to try it: of yesterday, or of the last seven days.',
    access: 'analytics.view',
    status: 202,
    body: z.strictObject({ rhythm: z.enum(['daily', 'weekly']) }),
    reply: done,
    errors: ['mail_not_set_up', 'too_many_attempts'],
  },
})
