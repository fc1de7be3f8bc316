import { z } from 'zod'
import {
  buyerMailKinds,
  buyerMailPlaceholders,
  buyerMailRefusals,
  longestSubject,
  longestText,
} from '../model/buyer-mail.ts'
import { languages, type Language } from '../model/language.ts'
import { mailStates } from '../model/mail.ts'
import { day, endpoints, id, idParam, instant, item, readVersion, version } from './endpoint.ts'

const kind = z.enum(buyerMailKinds)
const language = z.enum(Object.keys(languages) as [Language, ...Language[]])

/** One line: a line break would begin a header. */
const subject = z
  .string()
  .trim()
  .min(1)
  .max(longestSubject)
  .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u)
/** Lines of plain text. */
const text = z
  .string()
  .trim()
  .min(1)
  .max(longestText)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|\n|\t)*$/u)

const sent = z.object({
  id,
  kind,
  language,
  state: z.enum(mailStates).describe('unsure: nobody knows whether it arrived; it is not sent again.'),
  sent_by: z.string(),
  created_at: instant,
  ended_at: instant.nullable(),
})

const template = z.object({
  kind,
  language,
  subject: z.string(),
  text: z.string(),
  is_changed: z.boolean().describe('False: it is the console’s own text.'),
})

const setting = z.object({
  templates: z.array(template),
  defaults: z.array(z.object({ kind, language, subject: z.string(), text: z.string() })),
  placeholders: z.array(z.enum(buyerMailPlaceholders)),
  contacts: z.array(
    z.object({
      shop: z.object({ id, system_name: z.string(), platform_id: id }),
      email: z.string().nullable().describe('Answers of its buyers go there; null: nowhere.'),
    }),
  ),
  updated_at: version.describe('Of the texts.'),
  contacts_updated_at: version.describe('Of the addresses.'),
})

export const buyerMails = endpoints({
  'GET /orders/{id}/buyer-mails': {
    summary: 'Mails to the buyer about this order, the latest first, and whether another one can be written.',
    access: 'orders.view',
    params: idParam,
    reply: item(
      z.object({
        refusal: z.enum(buyerMailRefusals).nullable(),
        left_today: z.int().describe('How many more can be sent today.'),
        mails: z.array(sent),
      }),
    ),
  },
  'GET /orders/{id}/buyer-mails/draft': {
    summary: 'A mail to the buyer from its template, filled in. It can be changed before it is sent.',
    access: 'orders.edit',
    params: idParam,
    query: z.strictObject({
      kind: kind.default('delay'),
      language: language.optional().describe("That of the shop's country unless said."),
      date: day.optional().describe('The new day; without it its placeholder stays.'),
    }),
    reply: item(
      z.object({
        recipient: z.string(),
        reply_to: z.string().nullable(),
        from_name: z.string(),
        language,
        subject: z.string(),
        text: z.string(),
        previous_id: id.nullable().describe('The last mail about this order; send it back with the mail.'),
      }),
    ),
    errors: ['buyer_mail_unavailable'],
  },
  'POST /orders/{id}/buyer-mails': {
    summary: 'Sends a mail to the buyer, once. Refused if another one was sent since the draft was read.',
    access: 'orders.edit',
    params: idParam,
    status: 202,
    body: z.strictObject({ kind, language, subject, text, previous_id: id.nullable() }),
    reply: item(sent),
    errors: ['buyer_mail_unavailable', 'buyer_mail_repeated', 'buyer_mail_limit'],
  },
  'GET /settings/buyer-mails': {
    summary: 'Texts of mails to buyers in each language, and where answers go.',
    access: 'settings.customers',
    reply: item(setting),
  },
  'PUT /settings/buyer-mails': {
    summary: 'Changes texts of mails to buyers. An empty subject and text bring back the console’s own.',
    access: 'settings.customers',
    body: z.strictObject({
      templates: z
        .array(
          z.strictObject({
            kind,
            language,
            subject: subject.or(z.literal('')),
            text: text.or(z.literal('')),
          }),
        )
        .max(20)
        .default([]),
      contacts: z
        .array(z.strictObject({ shop_id: id, email: z.email().max(254).nullable() }))
        .max(999)
        .default([]),
      updated_at: readVersion,
      contacts_updated_at: readVersion,
    }),
    reply: item(setting),
    errors: ['changed_by_other'],
  },
})
