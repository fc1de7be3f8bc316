/** Imports a chunk of rows: all of them, or none. Each is read again, so a row that stands so meanwhile changes nothing. */
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersions } from '../../http/edit-versions-store.ts'
import { enterCosts, type KnownCost } from '../../skus/costs/costs-store.ts'
import { linking, linkTo } from '../../skus/link-store.ts'
import { saveSkuFields } from '../../skus/sku-bulk-store.ts'
import { moveStock, type StockChange } from '../../stock/movements/move-stock-store.ts'
import { saveChanges, type NewChange } from '../changes/listing-change-store.ts'
import { checkRow } from './check-row.ts'
import { problem, type CheckContext, type CheckedRow, type SkuEdit } from './checked-row.ts'
import type { Import, ImportKey, RowChanges, RowResult, StoredRow } from './import-store.ts'

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
  // Warehouses, shops and stock before what locks products and SKUs.
  const stock = rest.flatMap(({ number, found }) =>
    found.stock.map((change) => ({ ...change, onHand: 0, field: `rows.${number}` })),
  )
  await adjustStock(tx, editor, one, stock)
  await saveLinks(
    tx,
    ownerId,
    one.shopIds,
    rest.flatMap(({ found }) => found.links),
  )
  await saveEdits(
    tx,
    editor,
    one.fileName,
    rest.flatMap(({ found }) => found.edit ?? []),
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

/** @throws RowsRefused for rows that would leave fewer pieces than open orders have reserved */
export async function adjustStock(
  tx: Tx,
  { ownerId, userId, name }: Editor,
  { shopIds, document, fileName }: Pick<Import, 'shopIds' | 'document' | 'fileName'>,
  changes: StockChange[],
): Promise<void> {
  if (changes.length === 0) return
  const reason = fileName.slice(0, 255)
  try {
    const action = { kind: 'adjust' as const, reason, changes, allowsNegative: false, document }
    await moveStock(tx, { ownerId, shopIds, userId, name }, action)
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

export async function saveEdits(
  tx: Tx,
  editor: Editor,
  fileName: string,
  edits: (Pick<SkuEdit, 'after'> & {
    sku: Pick<SkuEdit['sku'], 'id' | 'code' | 'barcode' | 'name' | 'bin' | 'threshold'>
  })[],
): Promise<void> {
  const costs = new Map<number, KnownCost & { skuId: number }>()
  const merged = new Map<number, Parameters<typeof saveSkuFields>[2][number]>()
  for (const { sku, after } of edits) {
    const { id, code, barcode, name, bin, threshold } = merged.get(sku.id) ?? sku
    const { cost, ...fields } = after
    merged.set(sku.id, { id, code, barcode, name, bin, threshold, ...fields })
    if (cost) costs.set(sku.id, { skuId: sku.id, ...cost })
  }
  await claimVersions(tx, editor, 'sku', [...merged.keys()])
  await saveSkuFields(tx, editor.ownerId, [...merged.values()])
  await enterCosts(tx, editor, [...costs.values()], fileName.slice(0, 255))
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
