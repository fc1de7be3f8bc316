/** A page or more for each order: who ordered, what, and what it costs. Goes into the parcel. */
import { orderCode } from '../../../model/order.ts'
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Language } from '../../../model/language.ts'
import { papers, type PaperSize } from '../../../model/printing.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import { canBeBars, drawBars } from './barcode.ts'
import { addressLines, amountIn, lineLabel, labelsIn } from './paper-order.ts'
import { openPaper } from './paper.ts'
import type { Scripts } from './scripts-font.ts'

export function drawOrderSlip(
  pdf: PDFDocument,
  scripts: Scripts,
  { order, language, paperSize }: { order: OrderDetail; language: Language; paperSize: PaperSize },
): void {
  const size = papers[paperSize]
  const scale = Math.min(1.5, size.width / papers.A6.width)
  const paper = openPaper(pdf, scripts, size, 16 * scale)
  const labels = labelsIn(language)
  const [normal, small] = [9 * scale, 7.5 * scale]
  paper.write(labels('slip'), { size: 13 * scale })
  paper.write(`${order.system_name} · ${order.placed_at.slice(0, 10)}`, { size: small, isFaint: true })
  if (canBeBars(order.channel_order_id)) {
    const height = 28 * scale
    const y = paper.height - paper.y - height
    drawBars(paper.page, order.channel_order_id, { x: paper.margin, y, width: paper.room, height })
    paper.space(height + 2 * scale)
  }
  paper.write(orderCode(order), { size: normal, align: 'center' })
  paper.rule()
  if (order.cancel_requested_at !== null) paper.write(labels('cancel_request'), { size: normal })
  const { address } = order
  for (const line of [address?.name ?? order.buyer_name, ...(address ? addressLines(address) : [])])
    if (line) paper.write(line, { size: normal })
  paper.rule()
  for (const item of order.lines) {
    paper.need(3 * normal * 1.32)
    const price = item.is_gift ? labels('gift') : amountIn(language, item.total, order.currency)
    const width = paper.room - scripts.width(price, normal) - 6
    paper.write(price, { size: normal, align: 'right', isBeside: true })
    paper.write(`${item.quantity} × ${lineLabel(item)}`, { size: normal, width })
    if (item.seller_sku) paper.write(item.seller_sku, { size: small, isFaint: true })
  }
  paper.need(3 * normal * 1.32)
  paper.rule()
  const total = `${labels('total')}: ${amountIn(language, order.total, order.currency)}`
  paper.write(total, { size: 11 * scale, align: 'right' })
  if (order.buyer_message) paper.write(`${labels('note')}: ${order.buyer_message}`, { size: small })
}
