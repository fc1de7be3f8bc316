/** A mail that a person wrote: plain text, of which every character stays one in the HTML. */
import type { Language } from '../../model/language.ts'
import { mailPage, oneLine, paragraphOf, type MailText } from './mail-html.ts'

export type WrittenMail = {
  subject: string
  text: string
  /** Where answers go; null: nowhere. */
  replyTo: string | null
}

/** `from`: the name that the reader sees as the sender. */
export function writtenMailText(language: Language, from: string, mail: WrittenMail): MailText {
  const subject = oneLine(mail.subject)
  const paragraphs = mail.text.split(/\n{2,}/).map((text) => paragraphOf(text))
  return {
    subject,
    text: `${mail.text}\n`,
    html: mailPage(language, subject, paragraphs.join('\n')),
    fromName: oneLine(from),
    ...(mail.replyTo !== null && { replyTo: mail.replyTo }),
  }
}
