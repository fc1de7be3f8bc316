/** Personal data of a buyer, as a document that the person can read. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { languages, type Language } from '../../../model/language.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import { papers } from '../../../model/printing.ts'
import type { OrderAddress } from '../../../model/order.ts'
import type { OrderOfBuyer, PersonalData } from '../../customers/privacy/personal-data-store.ts'
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
    fact('address', [address.name, address.phone, placeOf(address, language)].filter(Boolean).join(', '))
  fact('tracking', order.trackingNumbers.join(', '))
  fact('message', order.buyerMessage)
  fact('note', order.note)
  for (const { requestedAt, reason, images } of order.returns)
    fact('return', [dayOf(new Date(requestedAt), reader), reason, ...images].filter(Boolean).join(', '))
}

/** Channels repeat in the street what they tell beside it; each part is said once, and the country by its name. */
function placeOf(address: OrderAddress, language: Language): string {
  const country =
    address.country &&
    new Intl.DisplayNames(languages[language].locale, { type: 'region' }).of(address.country)
  return [...new Set([...addressLines(address), country].filter(Boolean).join(', ').split(', '))].join(', ')
}

/** Pictures and waybills are in the file of data; here stands that there is one. */
function drawRecords(paper: Paper, table: string, records: Record<string, unknown>[], reader: Reader): void {
  if (records.length === 0) return
  paper.need(60)
  paper.rule()
  paper.write(translate(reader.language, `personal.records.${table}`), { size: 11 })
  for (const record of records) {
    const told = Object.entries(record).filter(([, value]) => value !== null && value !== '')
    const text = told.map(([name, value]) =>
      name === 'content_base64'
        ? translate(reader.language, 'personal.in_data')
        : `${wordOf(`personal.field.${name}`, name, reader)}: ${textOf(name, value, reader)}`,
    )
    paper.need(28)
    paper.write(text.join(' · '), { size: 8 })
  }
}

const instant = /^\d{4}-\d\d-\d\dT/

/** Groups of words for fields whose values are codes. */
const coded: Record<string, string> = { event: 'history', kind: 'action', reason: 'return_reason' }

function textOf(name: string, value: unknown, reader: Reader): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (instant.test(value)) return dayOf(new Date(value), reader)
  return coded[name] ? wordOf(`${coded[name]}.${value}`, value, reader) : value
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
