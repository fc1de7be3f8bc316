/**
 * A workbook of one sheet, written in pieces that know nothing of each other but a checksum and two lengths. That is what lets
 * another process go on where one died: a deflate stream is made of blocks, each piece is pressed by itself and flushed to a
 * whole byte, and pieces laid one behind the other are one stream. The library for sheets keeps its stream's inside in
 * memory, where nobody can go on with it.
 *
 * Formats: ECMA-376 part 1 (18.3, SpreadsheetML) and the .ZIP file format specification, 4.3 and 4.4.
 */
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { ExportForm } from './export-kind.ts'
import type { PartHead, PartWriter } from './part-writer.ts'

/** XML is ten times as long as what it says, and a string of a whole slice would stay in memory long after it is pressed. */
const mostLetters = 1_000_000

const press = promisify<Buffer, object, Buffer>(deflateRaw)

/** State of the sheet so far: checksum and length of its XML, its compressed length, and its start in the file. */
export type SheetState = { crc: number; plain: number; pressed: number; start: number }

export const sheetPart: PartWriter<SheetState> = {
  async begin(head) {
    const before = Buffer.concat(smallFiles(head).map((file) => file.local))
    const entry = localHeader({ name: sheetName, crc: 0, plain: 0, pressed: 0, isStream: true })
    const state = { crc: 0, plain: 0, pressed: 0, start: before.length }
    const { bytes, state: begun } = await piece(state, sheetStart(head), false)
    return { bytes: Buffer.concat([before, entry, bytes]), state: begun }
  },
  async add(state, rows, { columns }) {
    const writers = columns.map(({ form }) => cellWriters[form])
    const pieces: Buffer[] = []
    let known = state
    let xml = ''
    for (const line of linesOf(rows)) {
      xml += '<row>'
      for (const [at, cell] of line.split('\t').entries()) xml += writers[at]?.(cellOf(cell)) ?? ''
      xml += '</row>'
      if (xml.length > mostLetters) await flush()
    }
    await flush()
    return { bytes: Buffer.concat(pieces), state: known }

    async function flush(): Promise<void> {
      const { bytes, state: next } = await piece(known, xml, false)
      pieces.push(bytes)
      known = next
      xml = ''
    }
  },
  async end(begun, head) {
    const filter = `<autoFilter ref="A1:${columnName(head.columns.length)}1"/>`
    const { bytes, state } = await piece(begun, `</sheetData>${filter}</worksheet>`, true)
    const { crc, plain, pressed, start } = state
    const entry = { name: sheetName, crc, plain, pressed, isStream: true }
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074b50, 0)
    descriptor.writeUInt32LE(crc, 4)
    descriptor.writeUInt32LE(pressed, 8)
    descriptor.writeUInt32LE(plain, 12)
    const files = smallFiles(head)
    const directory = Buffer.concat([
      ...files.map(({ entry: each, offset }) => directoryEntry(each, offset)),
      directoryEntry(entry, start),
    ])
    const directoryAt = start + localHeader(entry).length + pressed + descriptor.length
    return Buffer.concat([
      bytes,
      descriptor,
      directory,
      directoryEnd(files.length + 1, directory.length, directoryAt),
    ])
  },
}

async function piece(state: SheetState, text: string, isEnd: boolean) {
  const xml = Buffer.from(text)
  const flush = isEnd ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
  const bytes = await press(xml, { level: 3, finishFlush: flush })
  const { crc, plain, pressed } = state
  const next = { crc: crc32(xml, crc), plain: plain + xml.length, pressed: pressed + bytes.length }
  return { bytes, state: { ...state, ...next } }
}

/** Rows as PostgreSQL's text form has them: a line each, cells between tabs. */
function linesOf(rows: Buffer): string[] {
  const lines = rows.toString().split('\n')
  lines.pop()
  return lines
}

/** Decodes a cell of the text form, which escapes special characters, and null as \N, with a backslash. */
function cellOf(cell: string): string | null {
  if (!cell.includes('\\')) return cell
  if (cell === String.raw`\N`) return null
  return cell.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A cell says itself that it is a text, so nothing in it is run. Styles are those of `smallFiles`. */
const cellWriters: Record<ExportForm, (cell: string | null) => string> = {
  text: (cell) =>
    cell === null || cell === ''
      ? '<c/>'
      : `<c t="inlineStr"><is><t xml:space="preserve">${cellText(cell.slice(0, longestText))}</t></is></c>`,
  whole: (cell) => (cell === null ? '<c/>' : `<c><v>${cell}</v></c>`),
  money: (cell) => (cell === null ? '<c/>' : `<c s="${cell.includes('.') ? 2 : 4}"><v>${cell}</v></c>`),
  time: (cell) => (cell === null ? '<c/>' : `<c s="1"><v>${sheetDay(cell)}</v></c>`),
}

/** Longest cell text that the format allows, in UTF-16 units. */
const longestText = 32_767

const special = /[&<>\p{Cc}\uFFFE\uFFFF]|_x/u
/** Not allowed in XML, and not seen by anybody. */
const forbidden = /[^\P{Cc}\t\n\r]|\uFFFE|\uFFFF/gu

function cellText(text: string): string {
  if (!special.test(text)) return text
  // Readers take _x0041_ for the letter A, so a text that looks like that has its first stroke written so.
  return escapeXml(text.replaceAll(forbidden, '')).replaceAll(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
}

/** Days since the last of 1899, which is how sheets count. */
function sheetDay(time: string): number {
  return Date.parse(`${time.slice(0, 10)}T${time.slice(11, 19)}Z`) / 86_400_000 + 25_569
}

const sheetName = 'xl/worksheets/sheet1.xml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'

/** The first row stays in sight. */
function sheetStart({ columns }: PartHead): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const heads = columns.map(({ title }) => `<c s="3" t="inlineStr"><is><t>${escapeXml(title)}</t></is></c>`)
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row ht="${15 * Math.max(...columns.map(headLines))}" customHeight="1">${heads.join('')}</row>`
}

/** Lines that a head takes in its column; not every program finds out by itself. Bold letters are wider than a column's width counts. */
function headLines({ title, width }: { title: string; width: number }): number {
  const room = width * 0.85
  let lines = 1
  let used = 0
  for (const piece of title.match(/[\u2E80-\uFFEF]|[^\u2E80-\uFFEF\s]+/gu) ?? []) {
    const size = piece >= '\u2E80' ? 2 : piece.length
    if (used > 0 && used + size > room) {
      lines++
      used = 0
    }
    // A word that is too long by itself is cut.
    lines += Math.ceil(size / room) - 1
    used += piece >= '\u2E80' ? size : size + 1
  }
  return lines
}

/** A, B … Z, AA: as sheets count their columns. */
function columnName(number: number): string {
  const rest = (number - 1) % 26
  const letter = String.fromCodePoint(65 + rest)
  return number > 26 ? columnName((number - 1 - rest) / 26) + letter : letter
}

type Entry = { name: string; crc: number; plain: number; pressed: number; isStream: boolean }
type SmallFile = { entry: Entry; local: Buffer; offset: number }

/** Builds the files that every workbook has besides its sheet, stored without compression. */
function smallFiles({ title, language }: PartHead): SmallFile[] {
  const time = language === 'en' ? 'hh:mm dd/mm/yyyy' : 'yyyy-mm-dd hh:mm:ss'
  const type = (kind: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml`
  const texts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/${sheetName}" ContentType="${type('worksheet')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(title.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    // Styles by number: 0 as it is, 1 a time, 2 an amount with two decimals, 3 a head, 4 an amount without.
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${time}"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
  let offset = 0
  return Object.entries(texts).map(([name, text]) => {
    const body = Buffer.from(declaration + text)
    const entry = { name, crc: crc32(body), plain: body.length, pressed: body.length, isStream: false }
    const file = { entry, local: Buffer.concat([localHeader(entry), body]), offset }
    offset += file.local.length
    return file
  })
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/**
 * Writes the fields that both headers of an entry share: version, flags, method, the first moment of 1980, checksum,
 * lengths.
 */
function writeCommon(
  target: Buffer,
  at: number,
  { name, crc, plain, pressed, isStream }: Entry,
  isLocal: boolean,
): void {
  const isKnown = !isLocal || !isStream
  target.writeUInt16LE(20, at)
  // Bit 3: lengths follow the data. Bit 11: names are UTF-8.
  target.writeUInt16LE(isStream ? 0x0808 : 0x0800, at + 2)
  target.writeUInt16LE(isStream ? 8 : 0, at + 4)
  target.writeUInt16LE(0, at + 6)
  target.writeUInt16LE(0x21, at + 8)
  target.writeUInt32LE(isKnown ? crc : 0, at + 10)
  target.writeUInt32LE(isKnown ? pressed : 0, at + 14)
  target.writeUInt32LE(isKnown ? plain : 0, at + 18)
  target.writeUInt16LE(Buffer.byteLength(name), at + 22)
}

function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  writeCommon(header, 4, entry, true)
  return Buffer.concat([header, Buffer.from(entry.name)])
}

function directoryEntry(entry: Entry, offset: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  writeCommon(header, 6, entry, false)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, Buffer.from(entry.name)])
}

function directoryEnd(files: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
