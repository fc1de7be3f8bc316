/** The waybill of an order that no marketplace makes a label for, in the form that the owner's template gives it. */
import type { PDFDocument, PDFImage } from '@cantoo/pdf-lib'
import { paymentMethodIds, orderCode } from '../../../model/order.ts'
import { papers, sheetOf, type PrintTemplate } from '../../../model/printing.ts'
import type { Language } from '../../../model/language.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import { drawQr, drawScanCode } from './barcode.ts'
import {
  addressLines,
  amountIn,
  courierIn,
  lineLabel,
  maskPhone,
  senderLines,
  labelsIn,
  type Sender,
  type PaperLabels,
} from './paper-order.ts'
import { openPaper, type Paper } from './paper.ts'
import type { Scripts } from './scripts-font.ts'
import { rowsOfHtml, writeHtml } from './write-html.ts'

export type OwnWaybill = { order: OrderDetail; sender: Sender | null; isReprint: boolean; language: Language }

/** Kept by the document for all of its waybills. */
export type WaybillTools = { pdf: PDFDocument; scripts: Scripts; logo: PDFImage | null }

export async function embedLogo(pdf: PDFDocument, { logo, show }: PrintTemplate): Promise<PDFImage | null> {
  if (!logo || !show.logo) return null
  const bytes = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  // The template was checked when it was saved; a picture that cannot be drawn after all must not stop the morning.
  const image = logo.startsWith('data:image/png') ? pdf.embedPng(bytes) : pdf.embedJpg(bytes)
  return image.catch(() => null)
}

/** Adds a page for each copy. */
export function drawOwnWaybill(tools: WaybillTools, waybill: OwnWaybill, template: PrintTemplate): void {
  for (let copy = 0; copy < template.copies; copy++) drawPage(tools, waybill, template)
}

function drawPage({ pdf, scripts, logo }: WaybillTools, waybill: OwnWaybill, template: PrintTemplate): void {
  const size = sheetOf(template)
  // Drawn for A6 and larger on larger paper, so that one glance finds the same things in the same places.
  const scale = Math.min(2, size.width / papers.A6.width, (size.height / papers.A6.height) * 1.2)
  const paper = openPaper(pdf, scripts, size, 13 * scale)
  const labels = labelsIn(waybill.language)
  const part = { paper, scale, labels, waybill, show: template.show }
  drawHead(part, logo, template.header)
  drawCode(part)
  paper.rule()
  drawReceiver(part)
  drawSender(part)
  drawCod(part)
  paper.rule()
  drawFoot(part, template.footer)
}

/** Longest header and footer of the owner, in lines. */
const mostEndLines = 6

/** A driver needs the end of an address, such as the flat, more than the sheet needs the list of items. */
const mostAddressLines = 6

type Part = {
  paper: Paper
  scale: number
  labels: PaperLabels
  waybill: OwnWaybill
  show: PrintTemplate['show']
}

function drawHead(
  { paper, scale, labels, waybill, show }: Part,
  logo: PDFImage | null,
  header: string,
): void {
  const { order, isReprint, language } = waybill
  let x = 0
  if (logo) {
    const fitted = logo.scaleToFit(60 * scale, 22 * scale)
    const y = paper.height - paper.y - fitted.height
    paper.page.drawImage(logo, { x: paper.margin, y, ...fitted })
    x = fitted.width + 6 * scale
  }
  const half = (paper.room - x) / 2
  const style = { size: 10 * scale, align: 'right', mostLines: 1, isBeside: true } as const
  // Beside the courier, however long the name of that is: the parcel may have left with the first one.
  const mark = isReprint ? ` [${labels('reprint')}]` : ''
  const markWidth = paper.scripts.width(mark, style.size)
  paper.write(mark, style)
  paper.write(courierIn(language, order) ?? '', { ...style, x: x + half, width: half - markWidth })
  const top = paper.y
  if (show.shop_name) paper.write(order.systemName, { size: 10 * scale, x, width: half, mostLines: 1 })
  paper.y = Math.max(paper.y, top + (logo ? 24 : 13.5) * scale)
  writeHtml(paper, header, { size: 7.5 * scale, mostLines: mostEndLines })
  // Scanners read bars best that no letter touches.
  if (header) paper.space(4 * scale)
}

/** Draws the code that the courier scans: the tracking number, or the order's code where there is none. */
function drawCode({ paper, scale, waybill, show }: Part): void {
  const { order } = waybill
  const code = order.trackingNumber ?? order.channelOrderId
  if (show.barcode) {
    const place = { x: paper.margin, top: paper.y, width: paper.room, height: 40 * scale }
    paper.space(drawScanCode(paper.page, code, place) + 3 * scale)
  }
  paper.write(code, { size: 10.5 * scale, align: 'center', mostLines: 2 })
}

function drawReceiver({ paper, scale, labels, waybill, show }: Part): void {
  const { order } = waybill
  const { address } = order
  const qr = show.qr ? 74 * scale : 0
  const width = paper.room - qr
  const top = paper.y
  if (qr > 0) {
    const x = paper.margin + width
    drawQr(paper.page, order.channelOrderId, { x, y: paper.height - top - qr, size: qr })
  }
  if (show.receiver) writeReceiver()
  paper.y = Math.max(paper.y, top + qr)

  function writeReceiver(): void {
    paper.write(labels('receiver'), { size: 7 * scale, width, isFaint: true })
    const name = address?.name ?? order.buyerName
    if (!name && !address) paper.write(labels('no_receiver'), { size: 9 * scale, width })
    if (name) paper.write(name, { size: 12 * scale, width, mostLines: 3 })
    const phone = address?.phone ?? order.buyerPhone
    if (phone)
      paper.write(show.masked_phone ? maskPhone(phone) : phone, { size: 10 * scale, width, mostLines: 1 })
    for (const line of address ? addressLines(address) : [])
      paper.write(line, { size: 9 * scale, width, mostLines: mostAddressLines })
  }
}

function drawSender({ paper, scale, labels, waybill, show }: Part): void {
  const { sender } = waybill
  if (!show.sender || !sender) return
  const lines = [sender.contactName ?? sender.name, sender.phone, ...senderLines(sender)]
  paper.write(`${labels('sender')}: ${lines.filter(Boolean).join(', ')}`, { size: 7.5 * scale, mostLines: 3 })
}

function drawCod({ paper, scale, labels, waybill, show }: Part): void {
  const { order, language } = waybill
  if (!show.cod || order.paymentMethod !== paymentMethodIds.cod) return
  const amount = amountIn(language, order.total, order.currency)
  paper.space(2 * scale)
  paper.write(`${labels('cod')}: ${amount}`, { size: 12 * scale, mostLines: 2 })
}

/** The goods, as many as there is room for, above what stands at the foot of every waybill. */
function drawFoot({ paper, scale, labels, waybill, show }: Part, footer: string): void {
  const { order, language } = waybill
  const small = 7.5 * scale
  const line = small * 1.32
  const notes = [
    `${labels('order')}: ${orderCode(order)}`,
    show.note && order.buyerMessage ? `${labels('buyer_message')}: ${order.buyerMessage}` : '',
    show.note && order.note ? `${labels('note')}: ${order.note}` : '',
  ].filter(Boolean)
  const footerLines = Math.min(mostEndLines, rowsOfHtml(paper, footer, small))
  const notesHeight = (notes.length * 2 + footerLines) * line
  if (show.items) {
    for (const [at, item] of order.lines.entries()) {
      const isLast = at === order.lines.length - 1
      if (paper.left() < notesHeight + (isLast ? 2 : 3) * line) {
        const count = order.lines.length - at
        paper.write(labels('more_items', { count }), { size: small, isFaint: true })
        break
      }
      const sku = show.sku && item.sellerSku ? `[${item.sellerSku}] ` : ''
      const price = show.price ? amountIn(language, item.total, order.currency) : ''
      const priceWidth = price ? paper.scripts.width(price, small) + 4 : 0
      paper.write(price, { size: small, align: 'right', isBeside: true })
      paper.write(`${item.quantity} × ${sku}${lineLabel(item)}`, {
        size: small,
        width: paper.room - priceWidth,
        mostLines: 2,
      })
    }
  }
  for (const note of notes) if (paper.left() > line) paper.write(note, { size: small, mostLines: 2 })
  writeHtml(paper, footer, { size: small, mostLines: mostEndLines })
}
