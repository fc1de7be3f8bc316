/** Imports a chunk of rows: all of them, or none. Each is read again, so a row that stands so meanwhile changes nothing. */
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersions } from '../../http/edit-versions-store.ts'
import { enterCosts, type KnownCost } from '../../skus/costs/costs-store.ts'
import { linking, linkTo, unlink } from '../../skus/link-store.ts'
import { saveSkuFields, type SkuChange } from '../../skus/sku-bulk-store.ts'
import { saveEditedLevels, type SkuEdits } from '../../stock/ledger/stock-level-store.ts'
import { bookStock, type StockChange } from '../../stock/movements/move-stock-store.ts'
import { saveChanges, type NewChange } from '../changes/listing-change-store.ts'
import { checkRow } from './check-row.ts'
import { problem, type CheckContext, type CheckedRow, type SkuEdit } from './checked-row.ts'
import type { Problem, RowChanges, RowResult, StoredRow } from './import-rows-store.ts'
import type { Import, ImportKey } from './import-store.ts'
import { listBeingSent } from './import-targets-store.ts'

/** Rows that cannot be imported or taken back after all, each with its problem; the chunk was rolled back. */
export class RowsRefused extends Error {
  readonly problems: ReadonlyMap<number, Problem>

  constructor(problems: ReadonlyMap<number, Problem>) {
    super('rows refused')
    this.problems = problems
  }
}

const refusal = (numbers: number[], code: 'stock_refused' | 'being_sent') =>
  new RowsRefused(
    new Map(
      numbers.map((number) => [number, problem(null, code, code === 'stock_refused' ? 'rule' : 'other')]),
    ),
  )

const nothingToCheck = () => Promise.resolve()

type Checked = { number: number; found: CheckedRow }

export async function commitRows(
  tx: Tx,
  key: ImportKey,
  one: Import,
  context: CheckContext,
  rows: StoredRow[],
  refused: RowsRefused['problems'],
): Promise<RowResult[]> {
  const { ownerId } = key
  const editor = { ownerId, userId: one.userId, name: one.userName }
  const all: Checked[] = rows.map(({ number, cells }) => ({ number, found: checkRow(context, cells) }))
  const left = all.flatMap(({ number, found }): RowResult[] => {
    const known = refused.get(number)
    const problems = known ? [known] : found.problems
    return problems.length > 0 ? [{ number, state: 'left', problems }] : []
  })
  const isLeft = new Set(left.map(({ number }) => number))
  const rest = all.filter(({ number }) => !isLeft.has(number))
  const stock = rest.flatMap(({ number, found }) =>
    found.stock.map((change) => ({ ...change, onHand: 0, field: fieldOf(number) })),
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
    rest.flatMap(({ number, found }) => found.prices.map((change) => ({ ...change, number }))),
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
    stock: stock.map(({ skuId, warehouseId, isFirst }) => ({
      skuId,
      warehouseId,
      ...(isFirst && { isFirst }),
    })),
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
    const numbers = fields.flatMap((field) => /^rows\.(\d+)\./.exec(field)?.[1] ?? []).map(Number)
    throw numbers.length > 0 ? refusal(numbers, 'stock_refused') : error
  }
}

/** Name of a row's pieces among the fields of what is booked. */
export const fieldOf = (number: number) => `rows.${number}.on_hand`

/**
 * @param links `to` null: to no SKU
 * @param check behind the locks of the listings
 */
export async function saveLinks(
  tx: Tx,
  ownerId: string,
  visible: number[],
  links: { listingId: number; to: number | null }[],
  check = nothingToCheck,
): Promise<void> {
  if (links.length === 0) return
  const to = new Map(links.map((link) => [link.listingId, link.to]))
  await linking(tx, ownerId, { listingIds: [...to.keys()], visible }, async (listings) => {
    await check()
    for (const [skuId, ofSku] of Map.groupBy(listings, ({ id }) => to.get(id) ?? null))
      if (skuId === null) await unlink(tx, ownerId, ofSku)
      else await linkTo(tx, ownerId, { id: skuId }, ofSku, { move: true })
  })
}

export function editsOf(
  tx: Tx,
  editor: Editor,
  fileName: string,
  edits: (Pick<SkuEdit, 'after'> & { sku: Pick<SkuEdit['sku'], 'id'> })[],
): SkuEdits {
  const costs = new Map<number, KnownCost & { skuId: number }>()
  const merged = new Map<number, SkuChange>()
  for (const { sku, after } of edits) {
    const { cost, ...fields } = after
    merged.set(sku.id, { ...merged.get(sku.id), ...fields, id: sku.id })
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

/**
 * @param check behind the versions of the products
 * @throws RowsRefused for rows whose listing is being sent an earlier change by now
 */
export async function savePrices(
  tx: Tx,
  editor: Editor,
  prices: (NewChange & { number: number })[],
  check = nothingToCheck,
): Promise<void> {
  const latest = [...new Map(prices.map((change) => [change.variantId, change])).values()]
  await claimVersions(
    tx,
    editor,
    'product',
    latest.map(({ productId }) => productId),
  )
  await check()
  const saved = await saveChanges(tx, editor.ownerId, editor, latest)
  if (saved.length === latest.length) return
  const sent = await listBeingSent(
    tx,
    editor.ownerId,
    latest.map(({ variantId }) => variantId),
  )
  const rows = prices.filter(({ variantId }) => sent.has(variantId)).map(({ number }) => number)
  throw refusal(rows, 'being_sent')
}
