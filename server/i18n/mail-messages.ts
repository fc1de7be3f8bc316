/** A mail in its reader's language: as plain text, and as HTML that needs nothing from anywhere. */
import { languages, type Language } from '../../model/language.ts'
import type { MailKind } from '../../model/mail.ts'
import { translate } from './translate.ts'

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
}

export type MailText = { subject: string; text: string; html: string }

/** The same as a text message: what matters, in one line. */
export function smsText(kind: MailKind, language: Language, values: MailValues): string {
  return oneLine(translate(language, `sms.${kind}`, values))
}

export function mailText(kind: MailKind, language: Language, values: MailValues): MailText {
  const { by = values.company, link: leadsTo = '', date = '', lines: detailLines = '' } = values
  const filled = { ...values, by, link: leadsTo, date, lines: detailLines }
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

/** Mail programs know little: tables, styles beside each element, and dark colours of their own making. */
function htmlOf(language: Language, { subject, paragraphs, button, note, sign }: Parts): string {
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const link = button && escapeHtml(button.link)
  return `<!doctype html>
<html lang="${languages[language].iso}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans JP',sans-serif">
<div style="max-width:520px;margin:0 auto">
${paragraphs.map((text) => paragraph(text)).join('\n')}
${button ? `<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0f6e67;color:#ffffff;text-decoration:none">${escapeHtml(button.words)}</a></p>\n<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${link}</p>` : ''}
${paragraph(note, 'font-size:13px')}
${paragraph(sign, 'font-size:13px;color:#5c6470')}
</div></body></html>
`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A name with a line break in it must not begin a header of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
