/** A checked row of an import, with the facts that its check goes by. */
import type { Currency } from '../../../model/money.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { NewChange } from '../changes/listing-change-store.ts'
import type { Problem, RowChanges, SkuFields } from './import-rows-store.ts'
import type { SkuTarget, Targets } from './import-targets-store.ts'
import type { ImportColumn } from './match-columns.ts'

export type CheckContext = {
  columns: ImportColumn[]
  targets: Targets
  timezone: string
  /** Dates of the file are written with their month first, as far as one can tell. */
  isMonthFirst: boolean
  /** The account's, which costs are entered in. */
  currency: Currency
  now: Date
  /** Shops that the user may see; empty: all. */
  visible: number[]
  warehouseIds: ReadonlySet<number>
  may: (permission: Permission) => boolean
  isEditable: (platformId: number) => boolean
}

export type SkuEdit = { sku: SkuTarget; before: SkuFields; after: SkuFields }
export type CheckedRow = {
  problems: Problem[]
  /** Fields that change; empty: the row stands as it is. */
  fields: string[]
  subject: string | null
  skuId: number | null
  prices: NewChange[]
  edit: SkuEdit | null
  stock: (RowChanges['stock'][number] & { counted: number })[]
  links: RowChanges['links']
}

export function problem(
  column: number | null,
  code: string,
  group: Problem['group'],
  values?: Record<string, string | number>,
  remedies: string[] = [],
): Problem {
  const key = code.startsWith('field.') ? code : `import_problem.${code}`
  return { column, code: key, group, remedies, ...(values && { values }) }
}
