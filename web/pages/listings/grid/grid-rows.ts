/** Rows of the grid: texts of their cells, and what their edits ask of the channels. */
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { type AmountProblem, readAmount as readAmountText, readWhole } from '../../../../model/amount-text.ts'
import { specialPriceRule } from '../../../../model/listing-change.ts'
import { currencies, isCurrency } from '../../../../model/money.ts'
import { plainAmount } from '../../../parts/figures.ts'
import { type Edits, type GridField, gridFields } from './grid-draft.ts'
import { instantAt, localTime } from './zoned-time.ts'

export type GridRow = Reply<'GET /products/variants'>['data'][number]
export type GridShop = Reply<'GET /products/variants'>['meta']['shops'][number]
export type BulkBody = BodyInput<'POST /products/bulk-changes'>

/** Words and settings of the reader. */
export type Reader = { timeZone: string; active: string; inactive: string; now: Date }

/** Key of the text that says what is wrong with a cell, under `grid.error`. */
export type CellError =
  | 'amount'
  | 'ambiguous'
  | 'decimals'
  | 'below_special'
  | 'below_price'
  | 'above_half'
  | 'date'
  | 'dates'
  | 'over'
  | 'count'
  | 'status'
  | 'overtaken'

export function storedText(
  row: GridRow,
  field: GridField,
  { timeZone, active, inactive }: Omit<Reader, 'now'>,
): string {
  const { special_price: special } = row
  switch (field) {
    case 'price':
      return priceText(row.price, row.currency)
    case 'special':
      return special ? priceText(special.price, row.currency) : ''
    case 'from':
      return localTime(special?.from ?? null, timeZone)
    case 'to':
      return localTime(special?.to ?? null, timeZone)
    case 'threshold':
      return row.threshold === null ? '' : String(row.threshold)
    case 'status':
      return row.is_active ? active : inactive
  }
}

/** The text of a cell as the grid writes it; what cannot be read stays as it was typed. */
export function tidyText(row: GridRow, field: GridField, typed: string, reader: Reader): string {
  if (field === 'price' || field === 'special') {
    const read = readAmount(typed, row.currency)
    return 'amount' in read ? priceText(read.amount, row.currency) : typed
  }
  if (field === 'from' || field === 'to') {
    const at = instantAt(typed, reader.timeZone)
    return at === undefined ? typed : localTime(at, reader.timeZone)
  }
  if (field !== 'status') return typed
  const status = readStatus(typed, reader)
  return status === 'error' ? typed : status === 1 ? reader.active : reader.inactive
}

function priceText(price: number, currency: string): string {
  return plainAmount(price, decimalsOf(currency))
}

export const decimalsOf = (currency: string) => (isCurrency(currency) ? currencies[currency].decimals : 2)

/** Rows whose cell is the same thing: the alert level belongs to the SKU, the status to the product. */
export function twinsOf(row: GridRow, field: GridField, rows: GridRow[]): GridRow[] {
  if (field === 'threshold' && row.sku_id !== null) return rows.filter(({ sku_id: id }) => id === row.sku_id)
  if (field === 'status') return rows.filter(({ product_id: id }) => id === row.product_id)
  return [row]
}

/** Edits that differ from what is stored by now. */
export function openEdits(row: GridRow, edits: Edits[number] = {}, reader: Reader): Edits[number] {
  const fields = gridFields.filter(
    (field) => edits[field] !== undefined && edits[field] !== storedText(row, field, reader),
  )
  return Object.fromEntries(fields.map((field) => [field, edits[field]]))
}

type Checked = {
  errors: Partial<Record<GridField, CellError>>
  variant: BulkBody['variants'] extends (infer V)[] | undefined ? V | undefined : never
  status: 0 | 1 | undefined
}

/**
 * Reads the edits of a row. With an error in it, a row's prices are not sent; its other cells are.
 *
 * @param over what the edits were made over: where something else is stored by now, the person decides first
 */
export function checkRow(
  row: GridRow,
  edits: Edits[number],
  reader: Reader,
  over: Edits[number] = {},
): Checked {
  const errors: Checked['errors'] = {}
  const text = (field: GridField) => edits[field] ?? storedText(row, field, reader)
  const isEdited = (...fields: GridField[]) => fields.some((field) => edits[field] !== undefined)
  const price = isEdited('price') ? readAmount(text('price'), row.currency) : { amount: row.price }
  if ('error' in price) errors.price = price.error
  else if (
    isEdited('price') &&
    !isEdited('special', 'from', 'to') &&
    price.amount <= leastPrice(row, reader.now)
  )
    errors.price = 'below_special'
  const special = isEdited('special', 'from', 'to') ? readSpecial(row, text, price, reader) : undefined
  Object.assign(errors, special?.errors)
  const threshold = isEdited('threshold') ? readCount(text('threshold')) : undefined
  if (threshold === 'error') errors.threshold = 'count'
  const status = isEdited('status') ? readStatus(text('status'), reader) : undefined
  if (status === 'error') errors.status = 'status'
  for (const field of gridFields) {
    const known = isEdited(field) ? over[field] : undefined
    if (known !== undefined && known !== storedText(row, field, reader)) errors[field] ??= 'overtaken'
  }
  const pricesAreRight = !errors.price && !errors.special && !errors.from && !errors.to
  const variant = {
    id: row.id,
    ...(isEdited('price') && pricesAreRight && 'amount' in price && { price: price.amount }),
    ...(special && pricesAreRight && { special_price: special.value }),
    ...(threshold !== undefined && threshold !== 'error' && !errors.threshold && { threshold }),
    was: { price: row.price },
  }
  const asksSomething = 'price' in variant || 'special_price' in variant || 'threshold' in variant
  return {
    errors,
    variant: asksSomething ? variant : undefined,
    status: status === 'error' || errors.status ? undefined : status,
  }
}

/** A price is more than the special price, unless that one has ended. */
function leastPrice({ special_price: special }: GridRow, now: Date): number {
  if (!special) return 0
  return special.to !== null && new Date(special.to) <= now ? 0 : special.price
}

type Amount = { amount: number } | { error: CellError; remedies: string[] }

const amountErrors: Record<AmountProblem, CellError> = {
  ambiguous: 'ambiguous',
  not_amount: 'amount',
  not_above_zero: 'amount',
  too_fine: 'decimals',
}

/** With `remedies` where it could be one of two amounts: 1.234 is a thousand in one country and one in the next. */
export function readAmount(text: string, currency: string): Amount {
  const read = readAmountText(text, isCurrency(currency) ? currency : 2)
  if ('amount' in read) return read
  return { error: amountErrors[read.problem], remedies: read.problem === 'ambiguous' ? read.remedies : [] }
}

const ruleErrors: Record<string, CellError> = {
  'field.special_below_price': 'below_price',
  'field.special_above_half': 'above_half',
  'field.special_dates': 'dates',
  'field.special_over': 'over',
}

function readSpecial(
  row: GridRow,
  text: (field: GridField) => string,
  price: Amount,
  { timeZone, now }: Reader,
): { errors: Checked['errors']; value: { price: number; from: string; to: string } | null } {
  if (text('special').trim() === '') return { errors: {}, value: null }
  const special = readAmount(text('special'), row.currency)
  if ('error' in special) return { errors: { special: special.error }, value: null }
  const [from, to] = [instantAt(text('from'), timeZone), instantAt(text('to'), timeZone)]
  if (from === undefined || to === undefined) {
    const errors = {
      ...(from === undefined && { from: 'date' as const }),
      ...(to === undefined && { to: 'date' as const }),
    }
    return { errors, value: null }
  }
  const full = 'amount' in price ? price.amount : row.price
  const wanted = { price: special.amount, from: new Date(from), to: new Date(to) }
  const broken = specialPriceRule(full, wanted, now)
  const error = broken && ruleErrors[broken.rule]
  if (!broken || !error) return { errors: {}, value: { price: special.amount, from, to } }
  return { errors: { [broken.field === 'price' ? 'special' : broken.field]: error }, value: null }
}

/** Null: the account's own level counts. */
function readCount(text: string): number | null | 'error' {
  if (text.trim() === '') return null
  const read = readWhole(text)
  return read !== undefined && read >= 0 && read < 1_000_000 ? read : 'error'
}

function readStatus(text: string, { active, inactive }: Reader): 0 | 1 | 'error' {
  const typed = text.trim().toLocaleLowerCase()
  if (typed === '1' || typed === active.toLocaleLowerCase()) return 1
  if (typed === '0' || typed === inactive.toLocaleLowerCase()) return 0
  return 'error'
}
