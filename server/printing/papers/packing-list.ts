/** Packing list: the content of each parcel, order by order, to tick off. */
import { orderCode } from '../../../model/order.ts'
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Language } from '../../../model/language.ts'
import { papers } from '../../../model/printing.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import { courierIn, lineLabel, labelsIn } from './paper-order.ts'
import { openPaper } from './paper.ts'
import type { Scripts } from './scripts-font.ts'

export function drawPackingList(
  pdf: PDFDocument,
  scripts: Scripts,
  { orders, language }: { orders: OrderDetail[]; language: Language },
): void {
  const paper = openPaper(pdf, scripts, papers.A4, 40)
  const labels = labelsIn(language)
  paper.write(labels('packing_list'), { size: 16 })
  paper.write(labels('orders', { count: orders.length }), { size: 10, isFaint: true })
  for (const [at, order] of orders.entries()) {
    paper.heading = labels('packing_list')
    paper.need(70)
    paper.heading = `${labels('packing_list')} · ${at + 1}. ${orderCode(order)}`
    paper.rule()
    const tracking = [courierIn(language, order), order.trackingNumber].filter(Boolean).join(' ')
    paper.write(tracking, { size: 9, align: 'right', isBeside: true })
    paper.write(`${at + 1}. ${orderCode(order)}`, { size: 11, width: paper.room * 0.6 })
    const name = order.address?.name ?? order.buyerName
    paper.write([order.systemName, name].filter(Boolean).join(' · '), { size: 9, isFaint: true })
    for (const line of order.lines) {
      paper.need(30)
      paper.tickBox(8)
      paper.write(`${line.quantity} ×`, { size: 10, x: 14, width: 34, align: 'right', isBeside: true })
      const sku = line.sellerSku ? ` [${line.sellerSku}]` : ''
      paper.write(`${lineLabel(line)}${sku}`, { size: 10, x: 54, mostLines: 2 })
    }
    if (order.note) paper.write(`${labels('note')}: ${order.note}`, { size: 9, x: 14 })
    paper.space(4)
  }
}
