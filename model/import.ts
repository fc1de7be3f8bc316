/** Imports of prices, stock and SKUs from a spreadsheet: what a column may hold, and how far an import has come. */
import type { Permission } from './permissions.ts'
import { templateFields } from './template-import.ts'

/** Prices, stock and SKUs of what is there already, or drafts of templates. */
export const importKinds = ['products', 'templates'] as const
export type ImportKind = (typeof importKinds)[number]

/** Find the listing or the SKU of a row. */
export const importKeys = ['seller_code', 'shop', 'channel_id', 'channel_variant_id', 'sku_code'] as const

/** Permission to change each field. Stock has a field per warehouse: `on_hand:<id>`, and `exported_on_hand:<id>` that changes nothing. */
export const permissionOfField = {
  price: 'products.edit',
  special_price: 'products.edit',
  special_from: 'products.edit',
  special_to: 'products.edit',
  sku_name: 'sku.edit',
  barcode: 'sku.edit',
  bin: 'sku.edit',
  threshold: 'sku.edit',
  cost: 'sku.edit',
  cost_currency: 'sku.edit',
  on_hand: 'stock.adjust',
} as const satisfies Record<string, Permission>
export type ImportValue = keyof typeof permissionOfField

const productFieldPattern =
  /^(?:seller_code|shop|channel_id|channel_variant_id|sku_code|price|special_price|special_from|special_to|sku_name|barcode|bin|threshold|cost|cost_currency|(?:exported_)?on_hand:\d{1,16})$/

export function isImportField(kind: ImportKind, field: string): boolean {
  return kind === 'templates'
    ? (templateFields as readonly string[]).includes(field)
    : productFieldPattern.test(field)
}

export function permissionToImport(kind: ImportKind, field: string): Permission | null {
  if (kind === 'templates') return 'products.edit'
  const [name = ''] = field.split(':')
  return Object.hasOwn(permissionOfField, name) ? permissionOfField[name as ImportValue] : null
}

export const importStates = [
  'checking',
  'checked',
  'importing',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]

export const importFaults = ['no_heading', 'empty', 'too_many_rows', 'unreadable'] as const
export type ImportFault = (typeof importFaults)[number]

/** Groups of what can be wrong with a row, as the screen divides them. */
export const problemGroups = ['number', 'unknown', 'rule', 'twice', 'other'] as const
export type ProblemGroup = (typeof problemGroups)[number]

export const importMostBytes = 20 * 1024 * 1024
export const importMostRows = 100_000
export const importMostColumns = 200
export const undoHours = 24
/** After that an import and its rows are removed. */
export const importDays = 30
