/** Pick list: the pieces to take from the shelves for all of these orders together, SKU by SKU. */
import { orderCode } from '../../../model/order.ts'
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Language } from '../../../model/language.ts'
import { papers } from '../../../model/printing.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import { lineLabel, labelsIn } from './paper-order.ts'
import { openPaper } from './paper.ts'
import type { Scripts } from './scripts-font.ts'

type Pick = { sku: string; name: string; quantity: number; orders: Set<string> }

export function drawPickList(
  pdf: PDFDocument,
  scripts: Scripts,
  { orders, language }: { orders: OrderDetail[]; language: Language },
): void {
  const paper = openPaper(pdf, scripts, papers.A4, 40)
  const labels = labelsIn(language)
  paper.heading = labels('pick_list')
  const picks = picksOf(orders)
  const pieces = picks.reduce((sum, { quantity }) => sum + quantity, 0)
  paper.write(labels('pick_list'), { size: 16 })
  const summary = [labels('orders', { count: orders.length }), labels('pieces', { count: pieces })]
  paper.write(summary.join(' · '), { size: 10, isFaint: true })
  paper.rule()
  for (const { sku, name, quantity, orders: codes } of picks) {
    paper.need(48)
    paper.tickBox(10)
    paper.write(String(quantity), { size: 13, x: 20, width: 40, align: 'right', isBeside: true })
    paper.write(sku, { size: 11, x: 72, mostLines: 1 })
    paper.write(name, { size: 9, x: 72, mostLines: 2 })
    paper.write([...codes].join(', '), { size: 7, x: 72, isFaint: true, mostLines: 2 })
    paper.space(4)
  }
}

/** By the seller's own code where there is one, so that the same thing from two shops is fetched once. */
export function picksOf(orders: OrderDetail[]): Pick[] {
  const picks = new Map<string, Pick>()
  for (const order of orders) {
    for (const line of order.lines) {
      const sku = line.sellerSku ?? line.shopSku
      const pick = picks.get(sku) ?? { sku, name: lineLabel(line), quantity: 0, orders: new Set() }
      pick.quantity += line.quantity
      pick.orders.add(orderCode(order))
      picks.set(sku, pick)
    }
  }
  return [...picks.values()].toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
}
