/** A page or more for each order: who ordered, what, and what it costs. Goes into the parcel. */
import { orderCode } from '../../../model/order.ts'
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Language } from '../../../model/language.ts'
import { papers, type PaperSize } from '../../../model/printing.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import { dayIn } from '../../i18n/calendar.ts'
import { drawScanCode } from './barcode.ts'
import { addressLines, amountIn, lineLabel, labelsIn } from './paper-order.ts'
import { openPaper } from './paper.ts'
import type { Scripts } from './scripts-font.ts'

export function drawOrderSlip(
  pdf: PDFDocument,
  scripts: Scripts,
  {
    order,
    language,
    paperSize,
    timezone,
  }: { order: OrderDetail; language: Language; paperSize: PaperSize; timezone: string },
): void {
  const size = papers[paperSize]
  const scale = Math.min(1.5, size.width / papers.A6.width)
  const paper = openPaper(pdf, scripts, size, 16 * scale)
  const labels = labelsIn(language)
  const [normal, small] = [9 * scale, 7.5 * scale]
  paper.heading = `${labels('slip')} · ${orderCode(order)}`
  paper.write(labels('slip'), { size: 13 * scale })
  paper.write(`${order.systemName} · ${dayIn(timezone, new Date(order.placedAt))}`, {
    size: small,
    isFaint: true,
  })
  const place = { x: paper.margin, top: paper.y, width: paper.room, height: 28 * scale }
  paper.space(drawScanCode(paper.page, order.channelOrderId, place) + 2 * scale)
  paper.write(orderCode(order), { size: normal, align: 'center' })
  paper.rule()
  if (order.cancelRequestedAt !== null) paper.write(labels('cancel_request'), { size: normal })
  const { address } = order
  for (const line of [address?.name ?? order.buyerName, ...(address ? addressLines(address) : [])])
    if (line) paper.write(line, { size: normal })
  paper.rule()
  for (const item of order.lines) {
    paper.need(3 * normal * 1.32)
    const price = item.isGift ? labels('gift') : amountIn(language, item.total, order.currency)
    const width = paper.room - scripts.width(price, normal) - 6
    paper.write(price, { size: normal, align: 'right', isBeside: true })
    paper.write(`${item.quantity} × ${lineLabel(item)}`, { size: normal, width })
    if (item.sellerSku) paper.write(item.sellerSku, { size: small, isFaint: true })
  }
  paper.need(4 * normal * 1.32)
  paper.rule()
  // A buyer adds up the lines.
  const beside = order.total - order.lines.reduce((sum, { total }) => sum + total, 0)
  if (beside !== 0) {
    const amount = amountIn(language, beside, order.currency)
    paper.write(`${labels('beside_items')}: ${amount}`, { size: normal, align: 'right' })
  }
  const total = `${labels('total')}: ${amountIn(language, order.total, order.currency)}`
  paper.write(total, { size: 11 * scale, align: 'right' })
  if (order.buyerMessage) paper.write(`${labels('note')}: ${order.buyerMessage}`, { size: small })
}
