/** Packing list: the content of each parcel, order by order, to tick off. */
import { orderCode } from '../../../model/order.ts'
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Language } from '../../../model/language.ts'
import type { OrderPiece } from '../../../model/pick-lines.ts'
import { papers } from '../../../model/printing.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import { lineLabel, labelsIn, parcelsOn, type DividedParcel } from './paper-order.ts'
import { openPaper } from './paper.ts'
import type { Scripts } from './scripts-font.ts'

/** `divided`: the parcels of orders that go in several, by order. `pieces`: what their lines need from the shelves. */
export type PackingList = {
  orders: OrderDetail[]
  pieces: OrderPiece[]
  divided: Map<number, DividedParcel[]>
  language: Language
}

export function drawPackingList(
  pdf: PDFDocument,
  scripts: Scripts,
  { orders, pieces, divided, language }: PackingList,
): void {
  const paper = openPaper(pdf, scripts, papers.A4, 40)
  const labels = labelsIn(language)
  paper.write(labels('packing_list'), { size: 16 })
  paper.write(labels('orders', { count: orders.length }), { size: 10, isFaint: true })
  for (const [at, order] of orders.entries()) {
    const parcels = parcelsOn(language, order, divided.get(order.id))
    const isDivided = parcels.length > 1
    paper.heading = labels('packing_list')
    paper.need(isDivided ? 90 : 70)
    paper.heading = `${labels('packing_list')} · ${at + 1}. ${orderCode(order)}`
    paper.rule()
    const writeTracking = ({ courier, trackingNumber }: (typeof parcels)[number]) =>
      paper.write([courier, trackingNumber].filter(Boolean).join(' '), {
        size: 9,
        align: 'right',
        isBeside: true,
      })
    for (const parcel of isDivided ? [] : parcels) writeTracking(parcel)
    paper.write(`${at + 1}. ${orderCode(order)}`, { size: 11, width: paper.room * 0.6 })
    const name = order.address?.name ?? order.buyerName
    paper.write([order.systemName, name].filter(Boolean).join(' · '), { size: 9, isFaint: true })
    for (const [number, parcel] of parcels.entries()) {
      if (isDivided) {
        paper.need(50)
        writeTracking(parcel)
        const title = labels('parcel', { number: number + 1, count: parcels.length })
        paper.write(title, { size: 10, width: paper.room * 0.5 })
      }
      for (const line of parcel.lines) {
        paper.need(30)
        paper.tickBox(8)
        paper.write(`${line.quantity} ×`, { size: 10, x: 14, width: 34, align: 'right', isBeside: true })
        const sku = line.sellerSku ? ` [${line.sellerSku}]` : ''
        paper.write(`${lineLabel(line)}${sku}`, { size: 10, x: 54, mostLines: 2 })
        for (const { perUnit, name: part, code } of partsOf(order, line, pieces))
          paper.write(`${perUnit * line.quantity} × ${part} [${code}]`, { size: 9, x: 66, isFaint: true })
      }
      if (isDivided) paper.space(3)
    }
    if (order.buyerMessage)
      paper.write(`${labels('buyer_message')}: ${order.buyerMessage}`, { size: 9, x: 14 })
    if (order.note) paper.write(`${labels('note')}: ${order.note}`, { size: 9, x: 14 })
    paper.space(4)
  }
}

/** Parts of a line that is a bundle. */
function partsOf(order: OrderDetail, line: OrderDetail['lines'][number], pieces: OrderPiece[]) {
  return pieces.flatMap(({ orderId, shopSku, perUnit, ...part }) =>
    orderId === order.id && shopSku === line.shopSku && perUnit !== null ? [{ ...part, perUnit }] : [],
  )
}
