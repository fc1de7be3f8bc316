import { z } from 'zod'
import { mailKinds, mailStates } from '../model/mail.ts'
import { endpoints, id, idParam, instant, item, page, paging } from './endpoint.ts'

const mail = z.object({
  id,
  kind: z.enum(mailKinds),
  recipient: z.string(),
  state: z.enum(mailStates).describe('kept: there is no mail server, so it is read here.'),
  error: z.string().nullable().describe('Why the last try to send it failed.'),
  created_at: instant,
  ended_at: instant.nullable().describe('When it was sent or given up.'),
})

export const mails = endpoints({
  'GET /mails': {
    summary: 'Mails of the last 30 days, the latest first.',
    access: 'mails.read',
    query: z.strictObject(paging),
    reply: page(mail, {
      is_shown: z.boolean().describe('Without a mail server: their text can be read here.'),
    }),
  },
  'GET /mails/{id}': {
    summary: 'One mail with its words, where there is no mail server. What was sent is not kept.',
    access: 'mails.read',
    params: idParam,
    reply: item(
      mail.extend({
        subject: z.string().nullable(),
        text: z.string().nullable(),
        html: z.string().nullable(),
      }),
    ),
  },
})
