/** Finds the changes of a row of an import, or its problems. The check and the commit read a row by this one rule. */
import { readWhole, wholeWithin } from '../../../model/amount-text.ts'
import { permissionToImport } from '../../../model/import.ts'
import { barcodeOf } from '../../../model/gtin.ts'
import { isCurrency } from '../../../model/money.ts'
import { fromCost, toCost } from '../../../model/sku-cost.ts'
import { amountOf, checkPrices } from './check-prices.ts'
import { problem, type CheckContext, type CheckedRow, type SkuEdit } from './checked-row.ts'
import { cellReader, findSubject, type CellOf } from './find-subject.ts'
import type { Cell } from '../../http/sheet-file.ts'
import type { SkuFields } from './import-rows-store.ts'
import type { ListingTarget, SkuTarget } from './import-targets-store.ts'

const mostPieces = 1_000_000
const longestBin = 40
const longestBarcode = 64

export function checkRow(context: CheckContext, cells: Cell[]): CheckedRow {
  const { columns, targets } = context
  const cell = cellReader(columns, cells)
  const row: CheckedRow = {
    problems: [],
    fields: [],
    subject: null,
    skuId: null,
    prices: [],
    edit: null,
    stock: [],
    links: [],
  }
  const found = findSubject(columns, cell, targets)
  if ('problem' in found) return { ...row, problems: [found.problem] }
  row.subject = found.key
  row.skuId = found.sku?.id ?? null
  for (const [column, { field }] of columns.entries()) {
    const permission = field === null ? null : permissionToImport('products', field)
    if (permission && !context.may(permission) && cell(field ?? ''))
      return { ...row, problems: [problem(column, 'no_permission', 'other')] }
  }
  if (found.listings.length > 0) checkPrices(context, cell, found.listings, row)
  else refusePrices(cell, row)
  if (found.isOfListing) checkLink(context, cell, found.listings, row)
  checkSku(context, cell, found.sku, row)
  if (row.problems.length > 0) return { ...row, fields: [], prices: [], edit: null, stock: [], links: [] }
  return row
}

/** A SKU has no price of its own: its listings have. */
function refusePrices(cell: CellOf, row: CheckedRow): void {
  const price = cell('price') ?? cell('special_price')
  if (price) row.problems.push(problem(price.column, 'price_without_listing', 'unknown'))
}

function checkLink(
  { targets, may }: CheckContext,
  cell: CellOf,
  listings: ListingTarget[],
  row: CheckedRow,
): void {
  const code = cell('sku_code')
  if (!code) return
  const wanted = String(code.value).trim().toLowerCase()
  const sku = targets.skusByCode.get(wanted)
  const others = listings.filter(({ skuId }) => skuId !== sku?.id)
  if (!sku) row.problems.push(problem(code.column, 'unknown_code', 'unknown'))
  else if (others.length > 0 && !may('sku.edit'))
    row.problems.push(problem(code.column, 'no_permission', 'other'))
  else if (others.length > 0) {
    row.links = others.map(({ id, skuId }) => ({ listingId: id, from: skuId, to: sku.id }))
    row.fields.push('link')
  }
}

function checkSku(context: CheckContext, cell: CellOf, sku: SkuTarget | undefined, row: CheckedRow): void {
  const { columns, visible, warehouseIds } = context
  const name = cell('sku_name')
  const barcode = cell('barcode')
  const bin = cell('bin')
  const threshold = cell('threshold')
  const cost = cell('cost')
  const counts = columns.flatMap(({ field }) => {
    const found = field?.startsWith('on_hand:') ? cell(field) : undefined
    return found ? [{ ...found, warehouseId: Number(field?.split(':')[1]) }] : []
  })
  const first = name ?? barcode ?? bin ?? threshold ?? cost ?? counts[0]
  if (!first) return
  if (!sku) {
    row.problems.push(problem(first.column, 'no_sku', 'unknown'))
    return
  }
  const edit = withCost(context, cell, sku, editOf(sku, { name, barcode, bin, threshold }, row), row)
  const isOwn =
    visible.length === 0 || (sku.shopIds.length > 0 && sku.shopIds.every((id) => visible.includes(id)))
  if (edit && !isOwn)
    row.problems.push(
      problem((name ?? barcode ?? bin ?? threshold ?? cost)?.column ?? null, 'other_shops', 'other'),
    )
  row.edit = edit
  for (const { column, value, warehouseId } of counts) {
    if (!warehouseIds.has(warehouseId)) {
      row.problems.push(problem(column, 'unknown_warehouse', 'unknown'))
      continue
    }
    if (sku.isBundle) {
      row.problems.push(problem(column, 'field.bundle_without_stock', 'rule'))
      continue
    }
    const counted = wholeOf(column, value, row)
    if (counted === undefined) continue
    const known = sku.stock[warehouseId]
    if (known?.onHand === counted) continue
    // Nobody has touched the cell: what was sold since the export stays sold.
    const exported = cell(`exported_on_hand:${warehouseId}`)
    if (exported && readWhole(exported.value) === counted) continue
    if (counted < (known?.reserved ?? 0) && counted < (known?.onHand ?? 0))
      row.problems.push(
        problem(column, 'below_reserved', 'rule', { reserved: known?.reserved ?? 0 }, [
          String(known?.reserved),
        ]),
      )
    row.stock.push({ skuId: sku.id, warehouseId, counted, isFirst: known === undefined })
    row.fields.push('on_hand')
  }
}

function editOf(
  sku: SkuTarget,
  { name, barcode, bin, threshold }: Record<'name' | 'barcode' | 'bin' | 'threshold', ReturnType<CellOf>>,
  row: CheckedRow,
): SkuEdit | null {
  const before: SkuFields = {}
  const after: SkuFields = {}
  const text = String(name?.value ?? '').trim()
  if (name && text !== sku.name) {
    const isWrong = text.length < 10 || text.length > 255
    if (isWrong) row.problems.push(problem(name.column, 'name_length', 'rule'))
    before.name = sku.name
    after.name = text
    row.fields.push('sku_name')
  }
  const code = barcode && barcodeIn(barcode, sku.barcode, row)
  if (code !== undefined) {
    before.barcode = sku.barcode
    after.barcode = code
    row.fields.push('barcode')
  }
  const binText = String(bin?.value ?? '').trim()
  if (bin && binText !== (sku.bin ?? '')) {
    if (binText.length > longestBin)
      row.problems.push(problem(bin.column, 'field.too_long', 'rule', { most: longestBin }))
    before.bin = sku.bin
    after.bin = binText || null
    row.fields.push('bin')
  }
  const level = threshold && wholeOf(threshold.column, threshold.value, row)
  if (level !== undefined && level !== sku.threshold) {
    before.threshold = sku.threshold
    after.threshold = level
    row.fields.push('threshold')
  }
  return Object.keys(after).length > 0 ? { sku, before, after } : null
}

/** Answers the barcode of a cell, unless it is the known one. Spreadsheets drop the zeros that one begins with. */
function barcodeIn(
  { column, value }: NonNullable<ReturnType<CellOf>>,
  known: string | null,
  row: CheckedRow,
): string | undefined {
  const text = String(value).trim()
  const read = barcodeOf(text) ?? (/^\d{11}$/.test(text) ? barcodeOf(`0${text}`) : null) ?? text
  const isKnown = read === known || (/^\d+$/.test(text) && text === known?.replace(/^0+/, ''))
  if (isKnown) return undefined
  if (/^\d(?:[.,]\d+)?e\+\d+$/i.test(text)) row.problems.push(problem(column, 'barcode_rounded', 'number'))
  else if (text.length > longestBarcode)
    row.problems.push(problem(column, 'field.too_long', 'rule', { most: longestBarcode }))
  return read
}

/** A cost that shows as it does now is the same: an average has more decimals than a file. */
function withCost(
  { currency }: CheckContext,
  cell: CellOf,
  sku: SkuTarget,
  edit: SkuEdit | null,
  row: CheckedRow,
): SkuEdit | null {
  const found = cell('cost')
  if (!found) return edit
  const named = cell('cost_currency')
  const code = String(named?.value ?? currency)
    .trim()
    .toUpperCase()
  const unit = isCurrency(code) && code === sku.costCurrency ? code : currency
  const amount = amountOf(found, unit, row, { mayBeZero: true })
  if (amount === undefined) return edit
  const isKnown = sku.cost !== null && code === sku.costCurrency && fromCost(sku.cost, unit) === amount
  if (isKnown) return edit
  if (code !== currency) {
    row.problems.push(problem(named?.column ?? null, 'cost_currency', 'rule', { currency }, [currency]))
    return edit
  }
  row.fields.push('cost')
  return {
    sku,
    before: { ...edit?.before, cost: { cost: sku.cost, costCurrency: sku.costCurrency } },
    after: { ...edit?.after, cost: { cost: toCost(amount, currency), costCurrency: currency } },
  }
}

function wholeOf(column: number, value: string | number, row: CheckedRow): number | undefined {
  const read = readWhole(value)
  if (read === undefined) row.problems.push(problem(column, 'whole', 'number', undefined, wholeWithin(value)))
  else if (read < 0) row.problems.push(problem(column, 'below_zero', 'number', undefined, ['0']))
  else if (read > mostPieces) row.problems.push(problem(column, 'too_large', 'number', { most: mostPieces }))
  else return read
  return undefined
}
