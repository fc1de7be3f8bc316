/** A report of figures as a mail: every figure with the days before beside it and a link to the page that shows the same. */
import { languages, type Language } from '../../model/language.ts'
import type { NumberFormat } from '../../model/number-format.ts'
import { amountText, changeText, countText, type FigureFormat } from './figure-text.ts'
import {
  buttonOf,
  escapeHtml,
  linkOf,
  mailPage,
  type MailText,
  oneLine,
  paragraphOf,
  tone,
} from './mail-html.ts'
import { translate } from './translate.ts'

/** Null: nothing of it could be converted. */
type Amount = number | null
type ReportFigure = { value: Amount; previous: Amount; change: number | null; link: string }

export type MailReport = {
  rhythm: 'daily' | 'weekly'
  from: string
  to: string
  previousFrom: string
  previousTo: string
  currency: string
  numberFormat: NumberFormat
  /** Some of the amounts are converted from other currencies. */
  isConverted: boolean
  /** Sales that no rate converts, which are in no amount. */
  others: { currency: string; total: number }[]
  /** Currencies without a rate before this day, on which the revenue is not compared. */
  partly: { currency: string; day: string }[]
  orders: ReportFigure
  revenue: ReportFigure
  canceled: ReportFigure
  products: { name: string; quantity: number; revenue: Amount; link: string }[]
  productsLink: string
  /** Waiting work, as far as the reader may see it. */
  waiting: { kind: 'late' | 'low_stock' | 'out_of_stock'; value: number; link: string }[]
  /** Page of the setting. */
  settingLink: string
  unsubscribe: string
}

type Line = { label: string; value: string; note: string; link: string }

export function mailReportText(
  language: Language,
  values: { name: string; company: string; link?: string },
  report: MailReport,
): MailText {
  const words = (key: string, more: Record<string, string | number> = {}) =>
    translate(language, `mail.mail_report.${key}`, { ...values, link: '', ...more })
  const days = daysText(language, report.from, report.to)
  const subject = oneLine(words(`subject.${report.rhythm}`, { days }))
  const greeting = translate(language, 'mail.greeting', { name: values.name })
  const before = words('before', { days: daysText(language, report.previousFrom, report.previousTo) })
  const parts = [
    { title: days, note: before, lines: figureLines(language, report, words) },
    { title: words('products'), note: '', lines: productLines(language, report, words) },
    { title: words('waiting'), note: words('now'), lines: waitingLines(language, report, words) },
  ].filter(({ lines }) => lines.length > 0)
  const notes = moneyNotes(language, report, words)
  const button = values.link && { label: words('button'), link: values.link }
  const foot = words('note')
  const sign = translate(language, 'mail.sign', { company: values.company })
  const text = [
    greeting,
    ...parts.map(({ title, note, lines }) =>
      [note ? `${title} (${note})` : title, ...lines.map(lineText)].join('\n'),
    ),
    ...notes,
    ...(button ? [`${button.label}\n${button.link}`] : []),
    `${foot}\n${words('setting')}: ${report.settingLink}\n${words('unsubscribe')}: ${report.unsubscribe}`,
    `-- \n${sign}`,
  ].join('\n\n')
  const html = [
    paragraphOf(greeting),
    ...parts.map(tableOf),
    ...notes.map((note) => paragraphOf(note, 'muted')),
    ...(button ? [buttonOf(button.label, button.link)] : []),
    `<p ${tone('small', 'margin:0 0 16px;')}>${escapeHtml(foot)}<br>${linkOf(words('setting'), report.settingLink)} · ${linkOf(words('unsubscribe'), report.unsubscribe)}</p>`,
    paragraphOf(sign, 'muted'),
  ].join('\n')
  return {
    subject,
    text: `${text}\n`,
    html: mailPage(language, subject, html),
    unsubscribe: report.unsubscribe,
  }
}

type Words = (key: string, more?: Record<string, string | number>) => string

function figureLines(language: Language, report: MailReport, words: Words): Line[] {
  const format = formatOf(language, report)
  const count = (value: number) => countText(format, value)
  const money = (value: number) => amountText(format, value, report.currency)
  const line = (key: string, { value, previous, change, link }: ReportFigure, write: typeof count) => ({
    label: words(key),
    value: value === null ? '–' : write(value),
    note: [change === null ? null : changeText(format, change), previous === null ? null : write(previous)]
      .filter((part) => part !== null)
      .join(' · '),
    link,
  })
  return [
    line('orders', report.orders, count),
    line('revenue', report.revenue, money),
    line('canceled', report.canceled, count),
  ]
}

function productLines(language: Language, report: MailReport, words: Words): Line[] {
  const format = formatOf(language, report)
  return report.products.map(({ name, quantity, revenue, link }) => ({
    label: name,
    value: revenue === null ? '–' : amountText(format, revenue, report.currency),
    note: words('pieces', { count: countText(format, quantity) }),
    link,
  }))
}

function waitingLines(language: Language, report: MailReport, words: Words): Line[] {
  const format = formatOf(language, report)
  return report.waiting.map(({ kind, value, link }) => ({
    label: words(kind),
    value: countText(format, value),
    note: '',
    link,
  }))
}

function moneyNotes(language: Language, report: MailReport, words: Words): string[] {
  const format = formatOf(language, report)
  const others = report.others.map(({ currency, total }) => amountText(format, total, currency))
  return [
    ...(report.isConverted ? [words('converted', { currency: report.currency })] : []),
    ...report.partly.map(({ currency, day }) =>
      words('partly', { currency, day: daysText(language, day, day) }),
    ),
    ...(others.length > 0 ? [words('others', { amounts: others.join(', ') })] : []),
  ]
}

function formatOf(language: Language, { numberFormat }: MailReport): FigureFormat {
  return { language, numberFormat }
}

function lineText({ label, value, note, link }: Line): string {
  return `• ${oneLine(label)}: ${value}${note && ` (${note})`}\n  ${link}`
}

const cell = 'padding:6px 0;border-bottom:1px solid #e5e8ec;vertical-align:top'

function tableOf({ title, note, lines }: { title: string; note: string; lines: Line[] }): string {
  const rows = lines.map(
    (line) =>
      `<tr><td class="cell" style="${cell}">${escapeHtml(line.label)}</td><td class="cell" style="${cell};text-align:right;padding-left:16px;white-space:nowrap">${linkOf(line.value, line.link, ';font-weight:600')}${line.note && `<br><span ${tone('muted')}>${escapeHtml(line.note)}</span>`}</td></tr>`,
  )
  return `<h2 style="margin:0 0 4px;font-size:16px">${escapeHtml(title)}</h2>
${note && `<p ${tone('muted', 'margin:0 0 4px;')}>${escapeHtml(note)}</p>`}
<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${rows.join('')}</table>`
}

/** "Wednesday, 25 November 2026", or the first and the last of several days. */
function daysText(language: Language, from: string, to: string): string {
  const { iso } = languages[language]
  const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)]
  if (from === to) return new Intl.DateTimeFormat(iso, { timeZone: 'UTC', dateStyle: 'full' }).format(first)
  return new Intl.DateTimeFormat(iso, { timeZone: 'UTC', dateStyle: 'long' }).formatRange(first, last)
}
