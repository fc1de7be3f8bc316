/** Imports a chunk of rows: all of them, or none. Each is read again, so a row that stands so meanwhile changes nothing. */
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersions } from '../../http/edit-versions-store.ts'
import { enterCosts, type KnownCost } from '../../skus/costs/costs-store.ts'
import { linking, linkTo } from '../../skus/link-store.ts'
import { saveSkuFields } from '../../skus/sku-bulk-store.ts'
import { saveEditedLevels, type SkuEdits } from '../../stock/ledger/stock-level-store.ts'
import { bookStock, type StockChange } from '../../stock/movements/move-stock-store.ts'
import { saveChanges, type NewChange } from '../changes/listing-change-store.ts'
import { checkRow } from './check-row.ts'
import { problem, type CheckContext, type CheckedRow, type SkuEdit } from './checked-row.ts'
import type { RowChanges, RowResult, StoredRow } from './import-rows-store.ts'
import type { Import, ImportKey } from './import-store.ts'

/** Stock of these rows cannot be moved; the chunk was rolled back. */
export class RowsRefused extends Error {
  readonly numbers: number[]

  constructor(numbers: number[]) {
    super('rows refused')
    this.numbers = numbers
  }
}

type Checked = { number: number; found: CheckedRow }

export async function commitRows(
  tx: Tx,
  key: ImportKey,
  one: Import,
  context: CheckContext,
  rows: StoredRow[],
  refused: ReadonlySet<number>,
): Promise<RowResult[]> {
  const { ownerId } = key
  const editor = { ownerId, userId: one.userId, name: one.userName }
  const all: Checked[] = rows.map(({ number, cells }) => ({ number, found: checkRow(context, cells) }))
  const left = all.flatMap(({ number, found }): RowResult[] => {
    const problems = refused.has(number) ? [problem(null, 'stock_refused', 'rule')] : found.problems
    return problems.length > 0 ? [{ number, state: 'left', problems }] : []
  })
  const isLeft = new Set(left.map(({ number }) => number))
  const rest = all.filter(({ number }) => !isLeft.has(number))
  const stock = rest.flatMap(({ number, found }) =>
    found.stock.map((change) => ({ ...change, onHand: 0, field: `rows.${number}` })),
  )
  const edits = editsOf(
    tx,
    editor,
    one.fileName,
    rest.flatMap(({ found }) => found.edit ?? []),
  )
  // Warehouses, shops and stock before what locks products and SKUs.
  await saveStockAndSkus(tx, editor, one, { stock, edits })
  await saveLinks(
    tx,
    ownerId,
    one.shopIds,
    rest.flatMap(({ found }) => found.links),
  )
  await savePrices(
    tx,
    editor,
    rest.flatMap(({ found }) => found.prices),
  )
  return [
    ...left,
    ...rest.map(({ number, found }): RowResult => {
      if (found.fields.length === 0) return { number, state: 'same' }
      return { number, state: 'done', changes: changesOf(found) }
    }),
  ]
}

function changesOf({ prices, edit, stock, links }: CheckedRow): RowChanges {
  return {
    prices: prices.map(({ variantId, before, after }) => ({ listingId: variantId, before, after })),
    sku: edit && { id: edit.sku.id, before: edit.before, after: edit.after },
    stock: stock.map(({ skuId, warehouseId }) => ({ skuId, warehouseId })),
    links,
  }
}

type Editor = { ownerId: string; userId: number; name: string }

/**
 * The movements of a chunk and what it changes about SKUs, each of which is locked, counted and given its level once.
 *
 * @throws RowsRefused for rows that would leave fewer pieces than open orders have reserved
 */
export async function saveStockAndSkus(
  tx: Tx,
  { ownerId, userId, name }: Editor,
  { shopIds, document, fileName }: Pick<Import, 'shopIds' | 'document' | 'fileName'>,
  { stock, edits }: { stock: StockChange[]; edits: SkuEdits },
): Promise<void> {
  if (stock.length === 0) {
    if (edits.skuIds.length > 0) await saveEditedLevels(tx, ownerId, [], edits)
    return
  }
  const reason = fileName.slice(0, 255)
  try {
    const action = { kind: 'adjust' as const, reason, changes: stock, allowsNegative: false, document, edits }
    await bookStock(tx, { ownerId, shopIds, userId, name }, action)
  } catch (error) {
    const fields = error instanceof AppError ? Object.keys(error.details.invalidFields ?? {}) : []
    const numbers = fields.filter((field) => field.startsWith('rows.')).map((field) => Number(field.slice(5)))
    throw numbers.length > 0 ? new RowsRefused(numbers) : error
  }
}

export async function saveLinks(
  tx: Tx,
  ownerId: string,
  visible: number[],
  links: { listingId: number; to: number }[],
): Promise<void> {
  if (links.length === 0) return
  const to = new Map(links.map((link) => [link.listingId, link.to]))
  await linking(tx, ownerId, { listingIds: [...to.keys()], visible }, async (listings) => {
    for (const [skuId, ofSku] of Map.groupBy(listings, ({ id }) => to.get(id) ?? 0))
      await linkTo(tx, ownerId, { id: skuId }, ofSku, true)
  })
}

export function editsOf(
  tx: Tx,
  editor: Editor,
  fileName: string,
  edits: (Pick<SkuEdit, 'after'> & {
    sku: Pick<SkuEdit['sku'], 'id' | 'code' | 'barcode' | 'name' | 'bin' | 'threshold'>
  })[],
): SkuEdits {
  const costs = new Map<number, KnownCost & { skuId: number }>()
  const merged = new Map<number, Parameters<typeof saveSkuFields>[2][number]>()
  for (const { sku, after } of edits) {
    const before = merged.get(sku.id)
    const { id, code, barcode, name, bin, threshold } = before ?? sku
    const { cost, ...fields } = after
    const isRenamed = before?.isRenamed || fields.name !== undefined
    merged.set(sku.id, { id, code, barcode, name, bin, threshold, ...fields, isRenamed })
    if (cost) costs.set(sku.id, { skuId: sku.id, ...cost })
  }
  return {
    skuIds: [...merged.keys()],
    claim: () => claimVersions(tx, editor, 'sku', [...merged.keys()]),
    async save() {
      await saveSkuFields(tx, editor.ownerId, [...merged.values()])
      await enterCosts(tx, editor, [...costs.values()], fileName.slice(0, 255))
    },
  }
}

export async function savePrices(tx: Tx, editor: Editor, prices: NewChange[]): Promise<void> {
  const latest = [...new Map(prices.map((change) => [change.variantId, change])).values()]
  await claimVersions(
    tx,
    editor,
    'product',
    latest.map(({ productId }) => productId),
  )
  await saveChanges(tx, editor.ownerId, editor, latest)
}
