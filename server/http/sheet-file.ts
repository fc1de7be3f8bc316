/** Reads the rows of a spreadsheet one by one. A file that cannot be one is refused with the field's rule. */
import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { AppError, ruleWith } from '../../model/errors.ts'
import { importMostBytes, importMostColumns } from '../../model/import.ts'

/** A number of a sheet stays one, so nobody has to guess its marks. */
export type Cell = string | number | null
export type SheetRow = { number: number; cells: Cell[] }
export type FileFormat = 'csv' | 'xlsx'

/** A sheet of 20 MB is ten times as long once it is unpacked; texts that its cells share are held in memory. */
const mostUnpacked = 250 * 1024 * 1024
const mostShared = 64 * 1024 * 1024
const longestCell = 1000
const longestSample = 200
const mostTitles = 5
const headBytes = 1000

/** @throws AppError validation_failed for what is no spreadsheet, or one that would fill the memory */
export function formatOf(bytes: Uint8Array | undefined): FileFormat {
  if (!bytes || bytes.length === 0) throw refusal('field.file_required')
  if (bytes.length > importMostBytes)
    throw refusal(ruleWith('field.file_too_large', { limit: importMostBytes / 2 ** 20 }))
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  // The format of Excel before 2007.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw refusal('field.file_old_excel')
  if (!isZip) return 'csv'
  requireSmallParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return 'xlsx'
}

/** Rows with their numbers in the sheet, without empty ones, and without titles above the headings: rows of one cell. */
export async function* rowsOf(
  bytes: Uint8Array,
  format: FileFormat,
  longest = longestCell,
): AsyncGenerator<SheetRow> {
  let titles: SheetRow[] | null = []
  for await (const row of filledRowsOf(bytes, format, longest)) {
    const isTitle = titles !== null && row.cells.filter(isFilled).length === 1
    if (titles !== null && isTitle && titles.length < mostTitles) {
      titles.push(row)
      continue
    }
    // A file of one column has no title.
    if (isTitle) yield* titles ?? []
    titles = null
    yield row
  }
  yield* titles ?? []
}

async function* filledRowsOf(
  bytes: Uint8Array,
  format: FileFormat,
  longest: number,
): AsyncGenerator<SheetRow> {
  if (format === 'csv') {
    const text = textOf(bytes)
    let number = 0
    for (const values of streamCsvRows(text, { delimiter: delimiterOf(text) })) {
      number += 1
      const cells = cellsOf(values, true, longest)
      if (cells.length > 0) yield { number, cells }
    }
    return
  }
  for await (const { index, values } of streamXlsxRows(bytes)) {
    const cells = cellsOf(values, false, longest)
    if (cells.length > 0) yield { number: index + 1, cells }
  }
}

/** The heading and the first row below it. @throws AppError validation_failed */
export async function readHead(
  bytes: Uint8Array,
  format: FileFormat,
): Promise<{ headings: string[]; samples: string[] }> {
  const rows: SheetRow[] = []
  try {
    for await (const row of rowsOf(bytes, format)) {
      rows.push(row)
      if (rows.length === 2) break
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refusal('field.file_unreadable')
  }
  const [head, first] = rows
  if (!head) throw refusal('field.file_empty')
  const headings = head.cells.map((cell) => String(cell ?? '').trim())
  if (head.cells.every((cell) => cell === null || typeof cell === 'number' || /^[\d.,\s]*$/.test(cell)))
    throw refusal('field.file_no_heading')
  if (!first) throw refusal('field.file_no_rows')
  return { headings, samples: headings.map((_, at) => String(first.cells[at] ?? '').slice(0, longestSample)) }
}

function cellsOf(
  values: (string | number | boolean | Date | null)[],
  isCsv: boolean,
  longest: number,
): Cell[] {
  const cells = values.slice(0, importMostColumns).map((value): Cell => {
    if (value === null || value === '') return null
    if (typeof value === 'number') return Number.isFinite(value) ? value : null
    // A sheet's time has no zone; the library calls it UTC.
    if (value instanceof Date)
      return Number.isNaN(+value) ? null : value.toISOString().slice(0, 19).replace('T', ' ')
    const text = String(value).slice(0, longest).replaceAll('\0', '').toWellFormed()
    // An export puts an apostrophe before a text that a spreadsheet would take for a formula.
    return isCsv && /^'[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text
  })
  while (cells.length > 0 && cells.at(-1) === null) cells.pop()
  return cells.some(isFilled) ? cells : []
}

const isFilled = (cell: Cell): boolean => cell !== null && String(cell).trim() !== ''

/**
 * Excel in Japan saves "CSV" in Shift_JIS, and so do the shops there whose lists sellers have.
 *
 * @throws AppError validation_failed for another encoding
 */
function textOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const text = decoded(bytes, encoding) ?? (encoding === 'utf-8' ? japaneseOf(bytes) : undefined)
  if (text !== undefined) return text
  // No encoding but UTF-16 has zeros: it is a photo or another file under the name of a list.
  throw refusal(bytes.subarray(0, headBytes).includes(0) ? 'field.file_unreadable' : 'field.file_encoding')
}

/** UTF-16 without its mark shows by the zero beside each letter of the Latin alphabet. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const head = bytes.subarray(0, headBytes)
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < head.length / 6 || Math.min(even, odd) > 0) return 'utf-8'
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Accents of a Western encoding are signs in Shift_JIS, too, but neither kana nor two kanji beside each other. */
function japaneseOf(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes, 'shift_jis')
  return text !== undefined && /[\u3041-\u30FA]|[\u4E00-\u9FA0]{2}/.test(text) ? text : undefined
}

/** Excel writes a semicolon where the comma is the decimal mark. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n/, mostTitles + 1)
  const line = lines.find((one) => /[,;\t]/.test(one)) ?? ''
  const times = (mark: string) => line.split(mark).length
  return [';', '\t'].reduce((best, mark) => (times(mark) > times(best) ? mark : best), ',')
}

/** Adds up what the parts say that they unpack to; the library unpacks none further than it says. */
function requireSmallParts(zip: Buffer): void {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > zip.length) throw refusal('field.file_unreadable')
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  let total = 0
  for (let part = 0; part < count; part++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw refusal('field.file_unreadable')
    const pressed = zip.readUInt32LE(at + 20)
    const plain = zip.readUInt32LE(at + 24)
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    total += plain
    const isHidden = plain === 0 && pressed > 2
    if (isHidden || total > mostUnpacked || (!name.includes('worksheets/') && plain > mostShared))
      throw refusal('field.file_too_large_unpacked')
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

function refusal(rule: string): AppError {
  return new AppError('validation_failed', { invalidFields: { file: rule } })
}
