/** A mail in its reader's language: as plain text, and as HTML that needs nothing from anywhere. */
import type { Language } from '../../model/language.ts'
import type { MailKind } from '../../model/mail.ts'
import { buttonOf, mailPage, type MailText, oneLine, paragraphOf } from './mail-html.ts'
import { mailReportText, type MailReport } from './mail-report-text.ts'
import { translate } from './translate.ts'
import { writtenMailText, type WrittenMail } from './written-mail.ts'

/** Values that are filled into a mail's text. */
export type MailValues = {
  /** Name of the reader. */
  name: string
  /** Name of the account that the reader works for, or of the shop that a buyer bought from. */
  company: string
  /** Code that a buyer gives at the door, and its order. */
  code?: string
  order?: string
  /** Name of the user who caused the mail. */
  by?: string
  /** The day that it tells of, and what happened on it, line by line. */
  date?: string
  lines?: string
  /** Link of the button; a mail without a link has no button. */
  link?: string
  /** A report of figures, which is drawn as a table. */
  report?: MailReport
  /** The words of a person, which take the place of the kind's own. */
  written?: WrittenMail
}

/** The same as a text message: what matters, in one line. */
export function smsText(kind: MailKind, language: Language, values: MailValues): string {
  const { report: _, written: __, ...filled } = values
  return oneLine(translate(language, `sms.${kind}`, filled))
}

export function mailText(kind: MailKind, language: Language, values: MailValues): MailText {
  const { report, written, ...plain } = values
  if (written) return writtenMailText(language, plain.company, written)
  if (report) return mailReportText(language, plain, report)
  const { by = plain.company, link: leadsTo = '', date = '', lines: detailLines = '' } = plain
  const filled = { ...plain, by, link: leadsTo, date, lines: detailLines }
  const words = (part: string) => translate(language, `mail.${kind}.${part}`, filled)
  const subject = oneLine(words('subject'))
  const greeting = translate(language, 'mail.greeting', filled)
  const { link } = values
  const button = link ? words('button') : ''
  const lines = [greeting, words('text'), ...(link ? [`${button}\n${link}`] : []), words('note')]
  const sign = translate(language, 'mail.sign', filled)
  return {
    subject,
    text: `${[...lines, `-- \n${sign}`].join('\n\n')}\n`,
    html: htmlOf(language, {
      subject,
      paragraphs: [greeting, words('text')],
      button: link ? { words: button, link } : null,
      note: words('note'),
      sign,
    }),
  }
}

type Parts = {
  subject: string
  paragraphs: string[]
  button: { words: string; link: string } | null
  note: string
  sign: string
}

function htmlOf(language: Language, { subject, paragraphs, button, note, sign }: Parts): string {
  const link = button && [buttonOf(button.words, button.link), paragraphOf(button.link, 'address')]
  const parts = [
    ...paragraphs.map((text) => paragraphOf(text)),
    ...(link ?? []),
    paragraphOf(note, 'small'),
    paragraphOf(sign, 'muted'),
  ]
  return mailPage(language, subject, parts.join('\n'))
}
