/** Makes one PDF of the papers of many orders, in the order in which they were asked for. */
import { orderCode } from '../../model/order.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Language } from '../../model/language.ts'
import type { PrintKind, PrintTemplate } from '../../model/printing.ts'
import type { OrderDetail } from '../orders/detail/order-store.ts'
import { addLabel, UnfitLabel } from './labels/label-sheet.ts'
import { drawOrderSlip } from './papers/order-slip.ts'
import { drawOwnWaybill, embedLogo } from './papers/own-waybill.ts'
import { drawPackingList } from './papers/packing-list.ts'
import type { Sender } from './papers/paper-order.ts'
import { drawPickList } from './papers/pick-list.ts'
import type { FailedOrder, StoredLabel } from './printing-store.ts'
import { openScripts } from './papers/scripts-font.ts'

export type PrintJob = {
  kind: PrintKind
  language: Language
  template: PrintTemplate
  orders: OrderDetail[]
  /** Labels of orders whose channel makes them, in the order of their packages. Others get a waybill of our own. */
  labels: Map<number, StoredLabel[]>
  senderOf(order: OrderDetail): Sender | null
}

export type Printed = { file: Uint8Array | null; pages: number; failures: FailedOrder[] }

/** Prints the papers. What does not fit on the sheet is left out and named; without a page there is no file. */
export async function printPapers(job: PrintJob): Promise<Printed> {
  const pdf = await PDFDocument.create()
  const scripts = await openScripts(pdf)
  const failures: FailedOrder[] = []
  const { kind, language, template, orders } = job
  if (kind === 'waybill') {
    const tools = { pdf, scripts, logo: await embedLogo(pdf, template) }
    for (const order of orders) {
      // Others of this process have their turn between two labels.
      await turn()
      const labels = job.labels.get(order.id)
      if (labels) {
        const reason = await addLabels(pdf, labels)
        if (reason) failures.push({ id: order.id, code: orderCode(order), reason, words: null })
      } else {
        const isReprint = order.printedAt !== null
        drawOwnWaybill(tools, { order, sender: job.senderOf(order), isReprint, language }, template)
      }
    }
  } else if (orders.length > 0) {
    if (kind === 'slip') {
      for (const order of orders) {
        await turn()
        drawOrderSlip(pdf, scripts, { order, language, paperSize: template.paper_size })
      }
    }
    if (kind === 'pick_list') drawPickList(pdf, scripts, { orders, language })
    if (kind === 'packing_list') drawPackingList(pdf, scripts, { orders, language })
  }
  const pages = pdf.getPageCount()
  return { file: pages > 0 ? await pdf.save() : null, pages, failures }
}

/** All labels of an order or none: half of its parcels would leave the house. */
async function addLabels(pdf: PDFDocument, labels: StoredLabel[]): Promise<UnfitLabel['reason'] | null> {
  const alone = await PDFDocument.create()
  try {
    for (const label of labels) await addLabel(alone, label)
  } catch (error) {
    if (error instanceof UnfitLabel) return error.reason
    throw error
  }
  for (const page of await pdf.copyPages(alone, alone.getPageIndices())) pdf.addPage(page)
  return null
}
