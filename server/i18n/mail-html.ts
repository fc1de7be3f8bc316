/** HTML of a mail. Mail programs know little: tables, styles beside each element, and dark colours of their own making. */
import { languages, type Language } from '../../model/language.ts'

export type MailText = {
  subject: string
  text: string
  html: string
  /** Address to which a mail program posts when its reader wants no more of these (RFC 8058). */
  unsubscribe?: string
  /** Name of the sender beside the console's address. */
  fromName?: string
  replyTo?: string
}

/** Programs that darken the page by `color-scheme` leave our own colours as they are. */
const darkStyle = `<style>@media (prefers-color-scheme:dark){.muted{color:#a9b1bb!important}.link{color:#5ec4ba!important}.cell{border-color:#3a4048!important}}</style>`

/** `content`: HTML. */
export function mailPage(language: Language, subject: string, content: string): string {
  return `<!doctype html>
<html lang="${languages[language].iso}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>${darkStyle}</head>
<body style="margin:0;padding:24px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans JP',sans-serif">
<div style="max-width:520px;margin:0 auto">
${content}
</div></body></html>
`
}

const tones = {
  plain: '',
  small: 'font-size:13px',
  muted: 'font-size:13px;color:#5c6470',
  address: 'font-size:13px;word-break:break-all',
}

/** Attributes of an element of this tone. */
export function tone(name: keyof typeof tones, style = ''): string {
  return `class="${name}" style="${style}${tones[name]}"`
}

export function paragraphOf(text: string, name: keyof typeof tones = 'plain'): string {
  return `<p ${tone(name, 'margin:0 0 16px;')}>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
}

export function buttonOf(label: string, link: string): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0f6e67;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>`
}

export function linkOf(label: string, link: string, style = ''): string {
  return `<a class="link" href="${escapeHtml(link)}" style="color:#0f6e67${style}">${escapeHtml(label)}</a>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A name with a line break in it must not begin a header of its own. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
