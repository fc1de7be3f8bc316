/** Pick list: the pieces to take from the shelves for all of these orders together, SKU by SKU in the order of the shelves. */
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Language } from '../../../model/language.ts'
import { pickLines, type OrderPiece } from '../../../model/pick-lines.ts'
import { papers } from '../../../model/printing.ts'
import { labelsIn, lineLabel } from './paper-order.ts'
import { openPaper } from './paper.ts'
import type { Scripts } from './scripts-font.ts'

export function drawPickList(
  pdf: PDFDocument,
  scripts: Scripts,
  { pieces, language }: { pieces: OrderPiece[]; language: Language },
): void {
  const paper = openPaper(pdf, scripts, papers.A4, 40)
  const labels = labelsIn(language)
  paper.heading = labels('pick_list')
  const lines = pickLines(pieces)
  const count = new Set(pieces.map(({ orderId }) => orderId)).size
  const sum = lines.reduce((all, { quantity }) => all + quantity, 0)
  paper.write(labels('pick_list'), { size: 16 })
  const summary = [labels('orders', { count }), labels('pieces', { count: sum })]
  paper.write(summary.join(' · '), { size: 10, isFaint: true })
  paper.rule()
  for (const line of lines) {
    const { code, quantity, bin, orders } = line
    paper.need(48)
    paper.tickBox(10)
    paper.write(String(quantity), { size: 13, x: 20, width: 40, align: 'right', isBeside: true })
    const place = bin ? labels('bin', { bin }) : ''
    paper.write(place, { size: 11, align: 'right', isBeside: true })
    paper.write(code, { size: 11, x: 72, width: paper.room - 80 - scripts.width(place, 11), mostLines: 2 })
    paper.write(lineLabel(line), { size: 9, x: 72, mostLines: 2 })
    const codes = orders.map((order) => order.code).join(', ')
    paper.write(codes, { size: 7, x: 72, isFaint: true, mostLines: 2 })
    paper.space(4)
  }
}
