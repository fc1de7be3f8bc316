/** Makes one PDF of the papers of many orders, in the order in which they were asked for. */
import { orderCode } from '../../model/order.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Language } from '../../model/language.ts'
import type { OrderPiece } from '../../model/pick-lines.ts'
import { paperGroupOf, type PaperGroup } from '../../model/print-job.ts'
import type { PrintKind, PrintTemplate } from '../../model/printing.ts'
import type { OrderDetail } from '../orders/detail/order-store.ts'
import { addLabel, UnfitLabel } from './labels/label-sheet.ts'
import type { Waybill } from './labels/wanted-labels.ts'
import { drawOrderSlip } from './papers/order-slip.ts'
import { drawOwnWaybill, embedLogo } from './papers/own-waybill.ts'
import { drawPackingList } from './papers/packing-list.ts'
import type { DividedParcel, Sender } from './papers/paper-order.ts'
import { drawPickList } from './papers/pick-list.ts'
import type { FailedOrder, StoredLabel } from './printing-store.ts'
import { openScripts } from './papers/scripts-font.ts'

export type PrintJob = {
  kind: PrintKind
  language: Language
  template: PrintTemplate
  orders: OrderDetail[]
  /** Waybills of the orders, in the order of their parcels. Those without any get one of our own. */
  waybills: Map<number, Waybill[]>
  /** Pieces that the orders need from the shelves. Pick lists and packing lists have them. */
  pieces?: OrderPiece[]
  /** Parcels of the orders that go in several, by order. A packing list has them. */
  divided?: Map<number, DividedParcel[]>
  senderOf(order: OrderDetail): Sender | null
  /** Time zone of the days on the papers. */
  timezone: string
}

/** `paper`: the size of its first page. */
export type Printed = {
  file: Uint8Array | null
  pages: number
  paper: PaperGroup | null
  failures: FailedOrder[]
}

/** Prints the papers. What does not fit on the sheet is left out and named; without a page there is no file. */
export async function printPapers(job: PrintJob): Promise<Printed> {
  const pdf = await PDFDocument.create()
  const scripts = await openScripts(pdf)
  const failures: FailedOrder[] = []
  const { kind, language, template, orders, timezone, divided = new Map() } = job
  const printed = new Set(orders.map(({ id }) => id))
  const pieces = job.pieces?.filter(({ orderId }) => printed.has(orderId)) ?? []
  if (kind === 'waybill') {
    const tools = { pdf, scripts, logo: await embedLogo(pdf, template) }
    for (const order of orders) {
      // Others of this process have their turn between two labels.
      await turn()
      const isReprint = order.printedAt !== null
      const sender = job.senderOf(order)
      const reason = await addWaybills(pdf, job.waybills.get(order.id) ?? [order], (own) =>
        drawOwnWaybill(tools, { order: own, sender, isReprint, language }, template),
      )
      if (reason) failures.push({ id: order.id, code: orderCode(order), reason, words: null })
    }
  } else if (orders.length > 0) {
    if (kind === 'slip') {
      for (const order of orders) {
        await turn()
        drawOrderSlip(pdf, scripts, { order, language, paperSize: template.paper_size, timezone })
      }
    }
    if (kind === 'pick_list') drawPickList(pdf, scripts, { pieces, language })
    if (kind === 'packing_list') drawPackingList(pdf, scripts, { orders, pieces, divided, language })
  }
  const pages = pdf.getPageCount()
  if (pages === 0) return { file: null, pages, paper: null, failures }
  const { width, height } = pdf.getPage(0).getSize()
  return { file: await pdf.save(), pages, paper: paperGroupOf(width, height), failures }
}

/** All waybills of an order or none: half of its parcels would leave the house. */
async function addWaybills(
  pdf: PDFDocument,
  waybills: Waybill[],
  drawOwn: (own: OrderDetail) => void,
): Promise<UnfitLabel['reason'] | null> {
  const sheets: (PDFDocument | OrderDetail)[] = []
  try {
    for (const waybill of waybills) sheets.push('bytes' in waybill ? await sheetOf(waybill) : waybill)
  } catch (error) {
    if (error instanceof UnfitLabel) return error.reason
    throw error
  }
  for (const sheet of sheets) {
    if (!(sheet instanceof PDFDocument)) drawOwn(sheet)
    else for (const page of await pdf.copyPages(sheet, sheet.getPageIndices())) pdf.addPage(page)
  }
  return null
}

async function sheetOf(label: StoredLabel): Promise<PDFDocument> {
  const alone = await PDFDocument.create()
  await addLabel(alone, label)
  return alone
}
