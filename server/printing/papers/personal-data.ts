/** Personal data of a buyer, as a document that the person can read. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { languages, type Language } from '../../../model/language.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import { papers } from '../../../model/printing.ts'
import type { OrderAddress } from '../../../model/order.ts'
import type { OrderOfBuyer, PersonalData } from '../../customers/privacy/personal-data-store.ts'
import { cancelWordsOf } from '../../i18n/cancel-reason-label.ts'
import { levelLabels } from '../../i18n/coded-labels.ts'
import { translate } from '../../i18n/translate.ts'
import { addressLines, amountIn } from './paper-order.ts'
import { openPaper, type Paper } from './paper.ts'
import { openScripts } from './scripts-font.ts'

type Reader = { language: Language; timezone: string }

export async function drawPersonalData(data: PersonalData, reader: Reader): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  const paper = openPaper(pdf, await openScripts(pdf), papers.A4, 40)
  const fact = factWriter(paper, reader)
  paper.write(translate(reader.language, 'personal.title'), { size: 16 })
  paper.rule()
  fact('first_seen', dayOf(data.createdAt, reader))
  fact('segments', data.segments.map(({ name }) => name).join(', '))
  for (const identity of data.identities) {
    fact('shop', identity.systemName)
    fact('channel_buyer_id', identity.channelBuyerId)
    fact('name', identity.name)
    fact('phone', identity.phone)
    fact('email', identity.email)
    fact('note', identity.note)
  }
  for (const order of data.orders) drawOrder(paper, order, reader)
  for (const [table, records] of Object.entries(data.records)) drawRecords(paper, table, records, reader)
  return Uint8Array.from(await pdf.save())
}

function drawOrder(paper: Paper, order: OrderOfBuyer, reader: Reader): void {
  const { language } = reader
  const { address } = order
  const fact = factWriter(paper, reader)
  const status = translate(language, `status.${orderStatusOf(order.status)}`)
  paper.need(80)
  paper.rule()
  paper.write([order.code, dayOf(order.placedAt, reader), status].join(' · '), { size: 11 })
  for (const { quantity, name } of order.items) paper.write(`${quantity} × ${name}`, { size: 9 })
  paper.write(amountIn(language, order.total, order.currency), { size: 9 })
  if (address)
    fact(
      'address',
      [address.name, address.phone, address.email, placeOf(address, language)].filter(Boolean).join(', '),
    )
  fact('tracking', order.trackingNumbers.join(', '))
  fact('message', order.buyerMessage)
  fact('cancel_reason', cancelWordsOf(order, language))
  fact('note', order.note)
  for (const { requestedAt, reason, images } of order.returns)
    fact('return', [dayOf(new Date(requestedAt), reader), reason, ...images].filter(Boolean).join(', '))
}

/** Channels repeat in the street what they tell beside it; each part is said once, and the country by its name. */
function placeOf(address: OrderAddress, language: Language): string {
  const country = address.country && countryOf(address.country, language)
  return [...new Set([...addressLines(address), country].filter(Boolean).join(', ').split(', '))].join(', ')
}

/** Channels may tell a name in the place of a code. */
function countryOf(code: string, language: Language): string {
  const names = new Intl.DisplayNames(languages[language].locale, { type: 'region' })
  return (/^[A-Z]{2}$/.test(code) && names.of(code)) || code
}

/** Pictures and waybills are in the file of data; here stands that there is one. */
function drawRecords(paper: Paper, table: string, records: Record<string, unknown>[], reader: Reader): void {
  if (records.length === 0) return
  paper.need(60)
  paper.rule()
  paper.write(translate(reader.language, `personal.records.${table}`), { size: 11 })
  for (const record of records) {
    const text = Object.entries(record).flatMap(([name, value]) => {
      if (name === 'content_base64') return value ? translate(reader.language, 'personal.in_data') : []
      return labeled(wordOf(`personal.field.${name}`, name, reader), textOf(name, value, reader), value) || []
    })
    paper.need(28)
    paper.write(text.join(' · '), { size: 8 })
  }
}

const instant = /^\d{4}-\d\d-\d\dT/

/** Groups of words for fields whose values are codes. */
const coded: Record<string, string> = {
  event: 'history',
  kind: 'action',
  reason: 'return_reason',
  reasonCode: 'cancel_reason',
  paymentMethod: 'payment',
  joined_how: 'personal.how',
  found_by: 'personal.how',
  state: 'personal.state',
}

/** Surroundings of a value: the currency of amounts there, and whether a channel's own words name its parts. */
type Within = { currency: string; isForeign: boolean }

function textOf(name: string, value: unknown, reader: Reader, within?: Within): string {
  const { language } = reader
  const { currency = '', isForeign = name === 'record' } = within ?? {}
  if (Array.isArray(value))
    return value
      .map((one) => textOf(name, one, reader, { currency, isForeign }))
      .filter(Boolean)
      .join('; ')
  if (isRecord(value)) {
    const own = typeof value['currency'] === 'string' ? value['currency'] : currency
    return Object.entries(value)
      .map(([field, part]) => partOf(field, part, reader, { currency: own, isForeign }))
      .filter(Boolean)
      .join(', ')
  }
  if (typeof value === 'boolean') return translate(language, value ? 'personal.yes' : 'personal.no')
  if (typeof value === 'number') {
    if (name === 'level') return levelLabels[language].find(({ id }) => id === value)?.name ?? String(value)
    return name === 'price' && currency && !isForeign ? amountIn(language, value, currency) : String(value)
  }
  if (typeof value !== 'string') return ''
  if (instant.test(value)) return dayOf(new Date(value), reader)
  if (name === 'country') return countryOf(value, language)
  const word = coded[name] ? wordOf(`${coded[name]}.${value}`, value, reader) : value
  return name === 'kind' ? wordOf(`personal.kind.${value}`, word, reader) : word
}

/** A part with its label. Ours without one are numbers for systems, which the file of data has; what a channel told is said whole. */
function partOf(field: string, value: unknown, reader: Reader, within: Within): string {
  const words = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const plain = within.isForeign ? words.replaceAll('_', ' ').trim() : ''
  const label = wordOf(`personal.field.${words}`, plain, reader)
  const text = textOf(field, value, reader, within)
  return labeled(label, text, value)
}

/** A value with parts of its own stands in brackets. */
function labeled(label: string, text: string, value: unknown): string {
  if (!text || !label) return ''
  return [value].flat().some(isRecord) ? `${label} (${text})` : `${label}: ${text}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function wordOf(key: string, code: string, { language }: Reader): string {
  const word = translate(language, key)
  return word === key ? code : word
}

/** Writes a label and its value; nothing where there is no value. */
function factWriter(paper: Paper, { language }: Reader) {
  return (key: string, value: string | null): void => {
    if (!value) return
    paper.need(28)
    paper.write(translate(language, `personal.${key}`), { size: 8, isFaint: true })
    paper.write(value, { size: 10 })
  }
}

function dayOf(at: Date, { language, timezone }: Reader): string {
  return at.toLocaleString(languages[language].locale, { timeZone: timezone })
}
