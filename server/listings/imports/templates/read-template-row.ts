/** Reads a row of a file of templates: what it says about its product, and the variant that it is. */
import { readAmount, readWhole } from '../../../../model/amount-text.ts'
import type { Currency } from '../../../../model/money.ts'
import { editableHtml } from '../../../../model/listing-html.ts'
import { templateLimits, type TemplateImage } from '../../../../model/product-template.ts'
import {
  templateProductFields,
  templateSkuFields,
  type TemplateProductField,
  type TemplateSkuField,
} from '../../../../model/template-import.ts'
import { clockTimeOf } from '../../../../model/written-moment.ts'
import type { Cell } from '../../../http/sheet-file.ts'
import { problem } from '../checked-row.ts'
import { cellReader, type CellOf } from '../find-subject.ts'
import type { Problem } from '../import-rows-store.ts'
import type { ImportColumn } from '../match-columns.ts'
import { bothReadings } from '../../../../model/plain-moment.ts'
import { readMoment } from '../read-moment.ts'

export type TemplateContext = {
  columns: ImportColumn[]
  timezone: string
  /** Dates of the file are written with their month first, as far as one can tell. */
  isMonthFirst: boolean
  /** Decimals of the account's currency. */
  currency: Currency
  /** Shops that the user may see and that take new listings, by their name in lower case. */
  shops: ReadonlyMap<string, { id: number; platformId: number }>
  categories: ReadonlyMap<string, number>
}

type Read = { column: number; value: unknown }
export type TemplateRow = {
  key: string | null
  /** Column of the product key, where the file has one. */
  keyColumn: number | null
  product: Partial<Record<TemplateProductField, Read>>
  sku: Partial<Record<TemplateSkuField, Read>>
  problems: Problem[]
}

type Fault = {
  code: string
  group: Problem['group']
  values?: Record<string, string | number>
  remedies?: string[]
}
type Answer = { value: unknown } | Fault
type Reader = (value: string | number, context: TemplateContext) => Answer

const mostPieces = 100_000_000
const mostPhotoAddress = 2000

export function readTemplateRow(context: TemplateContext, cells: Cell[]): TemplateRow {
  const cell = cellReader(context.columns, cells)
  const problems: Problem[] = []
  const product = readFields(templateProductFields, productReaders, context, cell, problems)
  const sku = readFields(templateSkuFields, skuReaders, context, cell, problems)
  const key = cell('product_key') ?? cell('template_name')
  const column = context.columns.findIndex(({ field }) => field === 'product_key')
  const text = String(key?.value ?? '').trim()
  if (text === '') problems.push(problem(column < 0 ? null : column, 'no_product_key', 'unknown'))
  if (text.length > 255) problems.push(problem(key?.column ?? null, 'too_long', 'rule', { most: 255 }))
  return { key: text === '' ? null : text, keyColumn: column < 0 ? null : column, product, sku, problems }
}

function readFields<Field extends string>(
  fields: readonly Field[],
  readers: Record<Field, Reader>,
  context: TemplateContext,
  cell: CellOf,
  problems: Problem[],
): Partial<Record<Field, Read>> {
  const found: Partial<Record<Field, Read>> = {}
  for (const field of fields) {
    const at = cell(field)
    if (!at) continue
    const read = readers[field](at.value, context)
    if ('value' in read) found[field] = { column: at.column, value: read.value }
    else problems.push(problem(at.column, read.code, read.group, read.values, read.remedies))
  }
  return found
}

const text =
  (most: number): Reader =>
  (value) => {
    const read = String(value).trim()
    return read.length > most ? { code: 'too_long', group: 'rule', values: { most } } : { value: read }
  }

const amount =
  (unit: Currency | number): Reader =>
  (value) => {
    const read = readAmount(value, unit)
    if ('amount' in read) return { value: read.amount }
    const [first = '', second = first] = read.remedies
    const codes = {
      ambiguous: first === second ? 'ambiguous_whole' : 'ambiguous',
      not_amount: 'not_amount',
      too_fine: 'too_fine',
      not_above_zero: 'not_above_zero',
    }
    return { code: codes[read.problem], group: 'number', values: { first, second }, remedies: read.remedies }
  }

const price: Reader = (value, context) => amount(context.currency)(value, context)

const whole =
  (most: number): Reader =>
  (value) => {
    const read = readWhole(value)
    if (read === undefined) return { code: 'whole', group: 'number' }
    if (read < 0) return { code: 'below_zero', group: 'number', remedies: ['0'] }
    return read > most ? { code: 'too_large', group: 'number', values: { most } } : { value: read }
  }

const moment: Reader = (value, { timezone, isMonthFirst }) => {
  const both = isMonthFirst && bothReadings(String(value))
  if (both) {
    const [first, second] = both
    return { code: 'ambiguous_moment', group: 'number', values: { first, second }, remedies: both }
  }
  const read = readMoment(value, timezone)
  return read ? { value: clockTimeOf(read, timezone) } : { code: 'moment', group: 'number' }
}

/** Addresses with a space, a comma or a line between. They are fetched when the template is published, as those of a copied listing. */
const photos =
  (most: number): Reader =>
  (value) => {
    const addresses = String(value)
      .split(/[\s|;]+|,(?=\s*https?:)/)
      .filter((address) => address !== '')
    const isAddress = (address: string) =>
      address.length <= mostPhotoAddress && /^https?:\/\//i.test(address) && URL.canParse(address)
    if (!addresses.every(isAddress)) return { code: 'photo_address', group: 'rule' }
    if (addresses.length > most) return { code: 'too_many_photos', group: 'rule', values: { most } }
    return { value: addresses.map((url): TemplateImage => ({ image_id: null, image_url: url })) }
  }

const category: Reader = (value, { categories }) => {
  const id = categories.get(nameKey(value))
  return id === undefined ? { code: 'unknown_category', group: 'unknown' } : { value: id }
}

const shops: Reader = (value, context) => {
  const names = String(value)
    .split(/[;|\n]+/)
    .map(nameKey)
    .filter(Boolean)
  // A name may have a comma of its own.
  const known = context.shops.has(nameKey(value)) ? [nameKey(value)] : names
  const parted = known.flatMap((name) => (context.shops.has(name) ? [name] : name.split(',').map(nameKey)))
  const found = parted.map((name) => context.shops.get(name))
  if (found.includes(undefined)) return { code: 'unknown_shop', group: 'unknown' }
  return { value: [...new Set(found)] }
}

export function nameKey(name: string | number): string {
  return String(name).trim().toLowerCase()
}

const html: Reader = (value) => ({ value: editableHtml(String(value)) })
const option = text(255)
const size = amount(3)

const productReaders: Record<TemplateProductField, Reader> = {
  template_name: text(1000),
  short_description: text(5000),
  long_description: html,
  photos: photos(templateLimits.images),
  own_category: category,
  shops,
  variant_1_name: option,
  variant_2_name: option,
  variant_3_name: option,
  weight: size,
  length: size,
  width: size,
  height: size,
  template_sku_name: text(1000),
  template_threshold: whole(999_999),
}

const skuReaders: Record<TemplateSkuField, Reader> = {
  variant_1: option,
  variant_2: option,
  variant_3: option,
  seller_code: text(255),
  price,
  cost_price: price,
  special_price: price,
  special_from: moment,
  special_to: moment,
  quantity: whole(mostPieces),
  variant_photo: photos(1),
}
