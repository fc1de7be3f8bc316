/** Finds the listings or the SKU that a row names, by the codes in it. */
import type { Cell } from '../../http/sheet-file.ts'
import type { Problem } from './import-rows-store.ts'
import {
  variantKey,
  type ListingTarget,
  type Names,
  type SkuTarget,
  type Targets,
} from './import-targets-store.ts'
import type { ImportColumn } from './match-columns.ts'

/** The cell of a field with the index of its column; undefined where it is empty or not imported. */
export type CellOf = (field: string) => { column: number; value: string | number } | undefined

export type Subject =
  | { problem: Problem }
  | { listings: ListingTarget[]; sku: SkuTarget | undefined; key: string; isOfListing: boolean }

export function cellReader(columns: ImportColumn[], cells: Cell[]): CellOf {
  return (field) => {
    const column = columns.findIndex((one) => one.field === field)
    const value = column < 0 ? null : (cells[column] ?? null)
    return value === null || String(value).trim() === '' ? undefined : { column, value }
  }
}

const textOf = (cell: { value: string | number } | undefined) => String(cell?.value ?? '').trim()
const codeOf = (cell: { value: string | number } | undefined) => textOf(cell).toLowerCase()

/** A file with a column for listings is about listings; its SKU codes are links then. */
export function isOfListings(columns: ImportColumn[]): boolean {
  return columns.some(({ field }) => field === 'seller_code' || field === 'channel_variant_id')
}

export function namesOf(columns: ImportColumn[], rows: { cells: Cell[] }[]): Names {
  const codes = (field: string) => {
    const found = rows
      .map(({ cells }) => cellReader(columns, cells)(field))
      .filter((cell) => cell !== undefined)
    return found
  }
  const sellerCodes = [...new Set(codes('seller_code').map(codeOf))]
  // Without a listing of that code, stock and names are those of the SKU that has it.
  const skuCodes = [...new Set([...codes('sku_code').map(codeOf), ...sellerCodes])]
  return { sellerCodes, skuCodes, channelIds: [...new Set(codes('channel_id').map(textOf))] }
}

export function findSubject(columns: ImportColumn[], cell: CellOf, targets: Targets): Subject {
  if (!isOfListings(columns)) return findSku(cell, targets)
  const shop = cell('shop')
  const shopIds = targets.shops.filter(({ name }) => !shop || name === textOf(shop)).map(({ id }) => id)
  if (shop && shopIds.length === 0) return { problem: unknown(shop.column, 'unknown_shop') }
  const named = byChannelIds(cell, targets, shopIds) ?? bySellerCode(cell, targets, shopIds)
  if ('problem' in named) return named
  const { listings } = named
  const skuIds = new Set(listings.map(({ skuId }) => skuId))
  const [skuId] = skuIds
  const sku =
    skuIds.size === 1 ? targets.skusById.get(skuId ?? 0) : targets.skusByCode.get(codeOf(cell('seller_code')))
  const key = listings.length > 0 ? `l${listings.map(({ id }) => id).join()}` : `s${sku?.id}`
  return { listings, sku, key, isOfListing: true }
}

function findSku(cell: CellOf, targets: Targets): Subject {
  const code = cell('sku_code')
  if (!code) return { problem: unknown(null, 'no_code') }
  const sku = targets.skusByCode.get(codeOf(code))
  if (!sku) return { problem: unknown(code.column, 'unknown_code') }
  return { listings: [], sku, key: `s${sku.id}`, isOfListing: false }
}

/** Undefined where nothing has these ids: a spreadsheet makes 9,00E+18 of long ones. */
function byChannelIds(
  cell: CellOf,
  targets: Targets,
  shopIds: number[],
): { listings: ListingTarget[] } | undefined {
  const [product, variant] = [textOf(cell('channel_id')), textOf(cell('channel_variant_id'))]
  if (product === '' || variant === '') return undefined
  const found = inShops(targets.listingsByVariant.get(variantKey(product, variant)), shopIds)
  return found.length === 1 ? { listings: found } : undefined
}

const inShops = (listings: ListingTarget[] = [], shopIds: number[]) =>
  listings.filter(({ shopId }) => shopIds.includes(shopId))

function bySellerCode(
  cell: CellOf,
  targets: Targets,
  shopIds: number[],
): { listings: ListingTarget[] } | { problem: Problem } {
  const code = cell('seller_code')
  if (!code) return { problem: unknown(cell('channel_variant_id')?.column ?? null, 'no_code') }
  const found = inShops(targets.listingsByCode.get(codeOf(code)), shopIds)
  if (found.length === 0) return { problem: unknown(code.column, 'unknown_code') }
  if (new Set(found.map(({ shopId }) => shopId)).size < found.length)
    return { problem: unknown(code.column, 'several_listings') }
  if (new Set(found.map(({ currency }) => currency)).size > 1)
    return { problem: unknown(code.column, 'several_currencies') }
  return { listings: found }
}

function unknown(column: number | null, code: string): Problem {
  return { column, code: `import_problem.${code}`, group: 'unknown', remedies: [] }
}
