/** Reads whom a file names: by customer code, phone number or mail address, told apart by the headings. */
import { AppError } from '../../../model/errors.ts'
import { segmentLimits } from '../../../model/segment.ts'
import { formatOf, readHead, rowsOf, type Cell } from '../../http/sheet-file.ts'
import type { FoundCustomer, Wanted } from './file-members-store.ts'

/** Headings in the four languages, without marks. */
const headings = {
  code: [
    'customercode',
    'code',
    'customerid',
    'id',
    'buyerid',
    '顧客コード',
    '顧客id',
    'コード',
    'mãkháchhàng',
    'mãkh',
    'kodpelanggan',
    'kod',
  ],
  phone: [
    'phone',
    'phonenumber',
    'telephone',
    'tel',
    'mobile',
    '電話',
    '電話番号',
    'sốđiệnthoại',
    'điệnthoại',
    'sđt',
    'telefon',
    'nomborteleon',
    'nombortelefon',
    'notelefon',
  ],
  email: ['email', 'mail', 'emailaddress', 'メール', 'メールアドレス', 'thưđiệntử', 'emel', 'alamatemel'],
} as const
type Kind = keyof typeof headings
const kinds = ['code', 'phone', 'email'] as const

export type FileRow = { row: number } & Record<Kind, string>
export type RowFault = 'empty' | 'masked' | 'not_found'

/** @throws AppError validation_failed for what is no spreadsheet of this kind, or has too many rows */
export async function readFileRows(bytes: Uint8Array | undefined): Promise<FileRow[]> {
  const format = formatOf(bytes)
  if (!bytes) return []
  const head = (await readHead(bytes, format)).headings.map((heading) =>
    heading
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[\s._:*-]/g, ''),
  )
  const columns = Object.fromEntries(
    kinds.map((kind) => [kind, head.findIndex((one) => (headings[kind] as readonly string[]).includes(one))]),
  ) as Record<Kind, number>
  if (kinds.every((kind) => columns[kind] < 0)) throw refusal('field.segment_file_columns')
  const rows: FileRow[] = []
  let isHead = true
  for await (const { number, cells } of rowsOf(bytes, format)) {
    if (!isHead) rows.push({ row: number, ...valuesOf(cells, columns) })
    isHead = false
    if (rows.length > segmentLimits.atOnce) throw refusal('field.segment_file_rows')
  }
  return rows
}

function valuesOf(cells: Cell[], columns: Record<Kind, number>): Record<Kind, string> {
  const text = (kind: Kind) => String(cells[columns[kind]] ?? '').trim()
  return { code: text('code'), phone: text('phone'), email: text('email').toLowerCase() }
}

/** A channel that hides a value leaves asterisks in it, and the same asterisks are in those of others. */
const isMasked = (value: string) => value.includes('*')

export function wantedOf(rows: FileRow[], ownerNumber: number): Wanted {
  const of = (kind: Kind) => rows.map((row) => row[kind]).filter((value) => value !== '' && !isMasked(value))
  const phones = of('phone').flatMap(phoneForms)
  return {
    ids: of('code')
      .filter((code) => /^\d{1,15}$/.test(code))
      .map(Number),
    codes: of('code'),
    emails: of('email'),
    phones:
      phones.length === 0
        ? null
        : [...new Set(phones)].map((digits) => `'${ownerNumber}/${digits}'`).join(' | '),
  }
}

/** Digits as they are written, and those within the country. A spreadsheet takes the 0 in front away. */
function phoneForms(phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '')
  if (digits.length < 7) return []
  const local = localOf(phone)
  return local === digits ? [digits] : [digits, local]
}

function localOf(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  const national = /^(?:60|65|66|62|63|81|84)(\d{7,})$/.exec(digits)?.[1] ?? digits
  return national.startsWith('0') ? national : `0${national}`
}

/** Customers whom the rows name, and faults of rows that name none. The code goes before the phone number, and that before the email. */
export function matchRows(
  rows: FileRow[],
  found: FoundCustomer[],
): { ids: number[]; faults: { row: number; value: string; reason: RowFault }[] } {
  const byCode = Map.groupBy(found, ({ code }) => code)
  // A code of one customer may be the number that we gave another.
  const byId = Map.groupBy(found, ({ id }) => String(id))
  const byPhone = Map.groupBy(
    found.filter(({ phone }) => phone !== null && !isMasked(phone)),
    ({ phone }) => localOf(phone ?? ''),
  )
  const byEmail = Map.groupBy(
    found.filter(({ email }) => email !== null && !isMasked(email)),
    ({ email }) => email?.toLowerCase() ?? '',
  )
  const ids = new Set<number>()
  const faults: { row: number; value: string; reason: RowFault }[] = []
  for (const { row, code, phone, email } of rows) {
    const matched =
      (code ? (byCode.get(code) ?? byId.get(code)) : undefined) ??
      (phoneForms(phone).length > 0 ? byPhone.get(localOf(phone)) : undefined) ??
      (email ? byEmail.get(email) : undefined)
    for (const { id } of matched ?? []) ids.add(id)
    if (matched) continue
    const given = [code, phone, email].filter(Boolean)
    const reason = given.length === 0 ? 'empty' : given.every(isMasked) ? 'masked' : 'not_found'
    faults.push({ row, value: given.join(', ').slice(0, 255), reason })
  }
  return { ids: [...ids], faults }
}

const refusal = (code: string) => new AppError('validation_failed', { invalidFields: { file: code } })
