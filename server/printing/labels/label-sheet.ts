/**
 * Puts a channel's own label on pages of our file, whatever it came as. The label itself is never altered: a PDF keeps its
 * pages as they are, a picture is only fitted on the paper.
 */
import { PDFDocument } from '@cantoo/pdf-lib'
import type { LabelFile } from '../../../model/parcel.ts'
import { readZip } from '../zip-files.ts'

/** `waybill_html`: a page for a browser, to be printed alone. `waybill_unreadable`: the file is damaged. */
export class UnfitLabel extends Error {
  readonly reason: 'waybill_html' | 'waybill_unreadable'

  constructor(reason: UnfitLabel['reason'], cause?: unknown) {
    super(reason, { cause })
    this.name = 'UnfitLabel'
    this.reason = reason
  }
}

export const a6 = { width: 297.64, height: 419.53 }
const pointsPerMm = 72 / 25.4

/** Adds the label's pages at the end of `pdf`. Throws UnfitLabel, and has added nothing then. */
export async function addLabel(pdf: PDFDocument, file: LabelFile): Promise<void> {
  const alone = await pagesOf(file).catch((error: unknown) => {
    throw error instanceof UnfitLabel ? error : new UnfitLabel('waybill_unreadable', error)
  })
  for (const page of await pdf.copyPages(alone, alone.getPageIndices())) pdf.addPage(page)
}

async function pagesOf({ format, bytes }: LabelFile): Promise<PDFDocument> {
  switch (format) {
    case 'pdf': {
      const alone = await PDFDocument.load(bytes, { updateMetadata: false })
      if (alone.getPageCount() === 0) throw new UnfitLabel('waybill_unreadable')
      // Throws for a page without a size, which would break the whole sheet.
      for (const page of alone.getPages()) page.getSize()
      return alone
    }
    case 'image':
      return pictures([{ bytes, ...a6 }])
    case 'zpl':
      return pictures(await drawZpl(Buffer.from(bytes).toString('utf8')))
    case 'zip':
      return joined(readZip(bytes))
    case 'html':
      throw new UnfitLabel('waybill_html')
  }
}

type Picture = { bytes: Uint8Array; width: number; height: number }

/** One page a picture, of the size given in points, with the picture as large as it fits. */
async function pictures(all: Picture[]): Promise<PDFDocument> {
  const pdf = await PDFDocument.create()
  for (const { bytes, width, height } of all) {
    const isPng = bytes[0] === 0x89
    const image = isPng ? await pdf.embedPng(bytes) : await pdf.embedJpg(bytes)
    const fitted = image.scaleToFit(width, height)
    pdf.addPage([width, height]).drawImage(image, {
      x: (width - fitted.width) / 2,
      y: height - fitted.height,
      width: fitted.width,
      height: fitted.height,
    })
  }
  return pdf
}

/** The printers' language of 203 dpi label printers, drawn at twice that. */
async function drawZpl(code: string): Promise<Picture[]> {
  const [, dotsWide] = /\^PW(\d+)/.exec(code) ?? []
  const [, dotsHigh] = /\^LL(\d+)/.exec(code) ?? []
  const widthMm = dotsWide ? Number(dotsWide) / 8 : 101.6
  const heightMm = dotsHigh ? Number(dotsHigh) / 8 : 152.4
  // Loaded when first needed: it is large, and few channels send this.
  const { zplToBase64MultipleAsync } = await import('zpl-renderer-js')
  const drawn = await zplToBase64MultipleAsync(code, widthMm, heightMm, 8)
  return drawn.map((base64) => ({
    bytes: Buffer.from(base64, 'base64'),
    width: widthMm * pointsPerMm,
    height: heightMm * pointsPerMm,
  }))
}

async function joined(files: { name: string; bytes: Uint8Array<ArrayBuffer> }[]): Promise<PDFDocument> {
  const pdf = await PDFDocument.create()
  for (const { bytes } of files) {
    const format = formatOf(bytes)
    if (format === null) throw new UnfitLabel('waybill_unreadable')
    await addLabel(pdf, { format, bytes })
  }
  if (pdf.getPageCount() === 0) throw new UnfitLabel('waybill_unreadable')
  return pdf
}

/** By the first bytes: names inside a zip promise nothing. No zip within a zip. */
function formatOf(bytes: Uint8Array): LabelFile['format'] | null {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart()
  if (start.startsWith('%PDF')) return 'pdf'
  if (start.startsWith('\u0089PNG') || start.startsWith('\u00ff\u00d8')) return 'image'
  if (start.startsWith('^XA')) return 'zpl'
  return /^<(!doctype|html)/i.test(start) ? 'html' : null
}
