/**
 * Every readable label of a channel becomes pages that can be scanned; an unreadable one is named and the others still
 * print.
 */
import { crc32, deflateRawSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import type { LabelFile } from '../../../model/parcel.ts'
import { createLabelPdf } from '../../../sandbox/kit/label-pdf.ts'
import { makePng } from '../../../test/steps/selling-session.ts'
import { inkOf, seePages } from '../../../test/steps/sheets.ts'
import { addLabel, type UnfitLabel } from './label-sheet.ts'

const bytesOf = (data: Buffer | string) => Uint8Array.from(Buffer.from(data))
const pdf = (...codes: string[]): LabelFile => ({
  format: 'pdf',
  bytes: bytesOf(createLabelPdf(codes.map((code) => ['Courier', code]))),
})
const zpl = (code: string): LabelFile => ({
  format: 'zpl',
  bytes: bytesOf(`^XA^FO50,50^A0N,40,40^FDCourier^FS^FO50,120^BY2^BCN,120,Y,N,N^FD${code}^FS^XZ\n`),
})

/** A zip as others make it: packed or only stored. */
function zip(files: { name: string; bytes: Uint8Array }[], isPacked = true): LabelFile {
  const heads: Buffer[] = []
  const parts: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const data = isPacked ? deflateRawSync(bytes) : Buffer.from(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isPacked ? 8 : 0, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name)])
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    heads.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002', 'latin1'),
        Buffer.of(20, 0),
        common,
        where,
        Buffer.from(name),
      ]),
    )
    parts.push(local, data)
    offset += local.length + data.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(Buffer.concat(heads).length, 8)
  end.writeUInt32LE(offset, 12)
  const all = [...parts, ...heads, Buffer.from('PK\u0005\u0006', 'latin1'), end]
  return { format: 'zip', bytes: bytesOf(Buffer.concat(all)) }
}

async function sheetOf(...labels: LabelFile[]): Promise<Uint8Array> {
  const sheet = await PDFDocument.create()
  for (const label of labels) await addLabel(sheet, label)
  return sheet.save()
}

const codesOn = async (...labels: LabelFile[]) =>
  (await seePages(await sheetOf(...labels))).map(({ codes }) => codes.map(({ text }) => text))

describe('a label', () => {
  it('of the channel keeps its pages and their size', async () => {
    const pages = await seePages(await sheetOf(pdf('MYA1', 'MYA2'), pdf('MYB1')))
    expect(pages.map(({ codes }) => codes[0]?.text)).toEqual(['MYA1', 'MYA2', 'MYB1'])
    for (const { width, height } of pages) expect([width, height]).toEqual([595, 842])
  })

  it("in the printers' language is drawn", async () => {
    const two = { ...zpl('MYZ1'), bytes: Buffer.concat([zpl('MYZ1').bytes, zpl('MYZ2').bytes]) }
    expect(await codesOn({ format: 'zpl', bytes: bytesOf(two.bytes) })).toEqual([['MYZ1'], ['MYZ2']])
  })

  it('as a picture is fitted on the paper', async () => {
    const { bytes } = makePng(300, 450, [0, 0, 0])
    const file = await sheetOf({ format: 'image', bytes: Uint8Array.from(bytes) })
    const [page] = await seePages(file)
    expect(Math.round(page?.width ?? 0)).toBe(298)
    expect(await inkOf(file, { x: 120, y: 100, width: 20, height: 20 })).toBe(60 * 60)
  })

  it.each([true, false])('in a zip (packed: %s) is unpacked, whatever is in it', async (isPacked) => {
    const files = [
      { name: 'one.pdf', bytes: pdf('MYP1').bytes },
      { name: 'two.txt', bytes: zpl('MYP2').bytes },
    ]
    expect(await codesOn(zip(files, isPacked))).toEqual([['MYP1'], ['MYP2']])
  })

  const page = { format: 'html', bytes: bytesOf('<html><body>label</body></html>') } as const
  const unfit: [string, LabelFile, UnfitLabel['reason']][] = [
    ['a page for a browser', page, 'waybill_html'],
    ['a zip with such a page', zip([{ name: 'a.html', bytes: page.bytes }]), 'waybill_html'],
    ['a damaged PDF', { format: 'pdf', bytes: bytesOf('%PDF-1.4 cut off') }, 'waybill_unreadable'],
    [
      'a PDF with a page of no size',
      {
        format: 'pdf',
        bytes: bytesOf(Buffer.from(pdf('MYA3').bytes).toString('latin1').replace('/MediaBox', '/Mediabox')),
      },
      'waybill_unreadable',
    ],
    ['a damaged picture', { format: 'image', bytes: bytesOf('no picture') }, 'waybill_unreadable'],
    ['a cut zip', { format: 'zip', bytes: zip([]).bytes.slice(0, 10) }, 'waybill_unreadable'],
    ['an empty zip', zip([]), 'waybill_unreadable'],
    ['a zip of letters', zip([{ name: 'a.txt', bytes: bytesOf('hello') }]), 'waybill_unreadable'],
  ]
  it.each(unfit)('that is %s is left out, and the sheet goes on', async (_name, label, reason) => {
    const sheet = await PDFDocument.create()
    await addLabel(sheet, pdf('MYA1'))
    await expect(addLabel(sheet, label)).rejects.toMatchObject({ name: 'UnfitLabel', reason })
    await addLabel(sheet, pdf('MYA2'))
    const pages = await seePages(await sheet.save())
    expect(pages.map(({ codes }) => codes[0]?.text)).toEqual(['MYA1', 'MYA2'])
  })
})
