/** Takes a chunk of imported rows back. What somebody changed since stays, and its row is left with the reason. */
import type { SpecialPrice } from '../../../model/listing-change.ts'
import type { Tx } from '../../db/database.ts'
import { linking, unlink } from '../../skus/link-store.ts'
import type { NewChange } from '../changes/listing-change-store.ts'
import { endFigures } from '../../stock/ledger/end-figures-store.ts'
import { placeOf } from '../../stock/ledger/stock-rows-store.ts'
import type { StockChange } from '../../stock/movements/move-stock-store.ts'
import { problem } from './checked-row.ts'
import {
  editsOf,
  fieldOf,
  type RowsRefused,
  saveLinks,
  savePrices,
  saveStockAndSkus,
} from './commit-rows-store.ts'
import type { Problem, RowChanges, RowResult, StoredRow } from './import-rows-store.ts'
import type { Import, ImportKey } from './import-store.ts'
import {
  listListingTargets,
  listMovedStock,
  listSkuTargets,
  type ListingTarget,
  type SkuTarget,
} from './import-targets-store.ts'
import { isSameMinute } from './read-moment.ts'

type Changed = { number: number; changes: RowChanges }
type State = {
  listings: Map<number, ListingTarget>
  skus: Map<number, SkuTarget>
  /** SKUs that listings were linked to before, as far as they still exist. */
  former: Set<number>
  /** By `placeOf`. */
  moved: Map<string, Awaited<ReturnType<typeof listMovedStock>>[number]>
}

export async function undoRows(
  tx: Tx,
  key: ImportKey,
  one: Import,
  rows: StoredRow[],
  refused: RowsRefused['problems'],
): Promise<RowResult[]> {
  const { ownerId } = key
  const editor = { ownerId, userId: one.userId, name: one.userName }
  const all = rows.flatMap(({ number, changes }): Changed[] => (changes ? [{ number, changes }] : []))
  const state = await stateOf(tx, ownerId, one, all)
  const left = all.flatMap(({ number, changes }): RowResult[] => {
    const found = refused.get(number) ?? obstacle(changes, state)
    return found ? [{ number, state: 'left', problems: [found] }] : []
  })
  const isLeft = new Set(left.map(({ number }) => number))
  const rest = all.filter(({ number }) => !isLeft.has(number))
  const edits = editsOf(
    tx,
    editor,
    one.fileName,
    rest.flatMap(({ changes: { sku } }) => {
      const known = sku && state.skus.get(sku.id)
      return known ? [{ sku: known, after: sku.before }] : []
    }),
  )
  await saveStockAndSkus(tx, editor, one, { stock: counterMovements(rest, state), edits })
  const begun = rest.flatMap(({ changes: { stock } }) => stock.filter(({ isFirst }) => isFirst))
  await endFigures(tx, ownerId, begun)
  await undoLinks(tx, ownerId, one.shopIds, rest)
  await savePrices(
    tx,
    editor,
    rest.flatMap(({ number, changes }) =>
      changes.prices.flatMap((price) => {
        const change = reverse(price, state)
        return change ? { ...change, number } : []
      }),
    ),
  )
  return [...left, ...rest.map(({ number }): RowResult => ({ number, state: 'undone' }))]
}

async function stateOf(tx: Tx, ownerId: string, one: Import, rows: Changed[]): Promise<State> {
  const listingIds = rows.flatMap(({ changes }) => [
    ...changes.prices.map(({ listingId }) => listingId),
    ...changes.links.map(({ listingId }) => listingId),
  ])
  const skuIds = rows.flatMap(({ changes }) => changes.sku?.id ?? [])
  const stockIds = rows.flatMap(({ changes }) => changes.stock.map(({ skuId }) => skuId))
  const listings = await listListingTargets(tx, ownerId, listingIds, one.shopIds)
  const skus = await listSkuTargets(tx, ownerId, { codes: [], ids: skuIds, visible: one.shopIds })
  const formerIds = rows.flatMap(({ changes }) => changes.links.flatMap(({ from }) => from ?? []))
  const former = await listSkuTargets(tx, ownerId, { codes: [], ids: formerIds, visible: [] })
  const moved = await listMovedStock(tx, ownerId, one.document, stockIds)
  return {
    listings: new Map(listings.map((listing) => [listing.id, listing])),
    skus: new Map(skus.map((sku) => [sku.id, sku])),
    former: new Set(former.map(({ id }) => id)),
    moved: new Map(moved.map((move) => [placeOf(move), move])),
  }
}

/** Null: every value is still the one that was imported. */
function obstacle(
  { prices, sku, stock, links }: RowChanges,
  { listings, skus, former, moved }: State,
): Problem | null {
  for (const { listingId, after } of prices) {
    const known = listings.get(listingId)
    if (!known) return problem(null, 'gone', 'other')
    if (known.isBeingSent) return problem(null, 'being_sent', 'other')
    const now = { price: known.price, specialPrice: known.specialPrice, ...known.pending }
    const isOther =
      (after.price !== undefined && after.price !== now.price) ||
      (after.specialPrice !== undefined && !isSameSpecial(after.specialPrice, now.specialPrice))
    if (isOther) return problem(null, 'changed_since', 'other')
  }
  const known = sku && skus.get(sku.id)
  if (sku && !known) return problem(null, 'gone', 'other')
  if (sku?.after.name !== undefined && sku.after.name !== known?.name)
    return problem(null, 'changed_since', 'other')
  if (sku?.after.bin !== undefined && sku.after.bin !== known?.bin)
    return problem(null, 'changed_since', 'other')
  if (sku?.after.threshold !== undefined && sku.after.threshold !== known?.threshold)
    return problem(null, 'changed_since', 'other')
  const cost = sku?.after.cost
  if (cost && (cost.cost !== known?.cost || cost.costCurrency !== known.costCurrency))
    return problem(null, 'changed_since', 'other')
  if (links.some(({ from }) => from !== null && !former.has(from))) return problem(null, 'gone', 'other')
  const isMoved = stock.some((place) => moved.get(placeOf(place))?.isMovedSince)
  const isLinkedElsewhere = links.some(({ listingId, to }) => listings.get(listingId)?.skuId !== to)
  return isMoved || isLinkedElsewhere ? problem(null, 'changed_since', 'other') : null
}

/** The channel may have made whole minutes of the dates, or not tell them. */
function isSameSpecial(a: SpecialPrice | null, b: SpecialPrice | null): boolean {
  if (!a || !b) return a === b
  const isSameTime = (x: string | null, y: string | null) =>
    !x || !y || isSameMinute(new Date(x), new Date(y))
  return a.price === b.price && isSameTime(a.from, b.from) && isSameTime(a.to, b.to)
}

/** Counter-movements: what was sold meanwhile stays sold. */
function counterMovements(rows: Changed[], { moved }: State): StockChange[] {
  const changes = rows.flatMap(({ number, changes: { stock } }) =>
    stock.flatMap((place) => {
      const found = moved.get(placeOf(place))
      return found && found.change !== 0 ? [{ ...place, onHand: -found.change, field: fieldOf(number) }] : []
    }),
  )
  return [...new Map(changes.map((change) => [placeOf(change), change])).values()]
}

async function undoLinks(tx: Tx, ownerId: string, visible: number[], rows: Changed[]): Promise<void> {
  const links = rows.flatMap(({ changes }) => changes.links)
  const back = links.flatMap(({ listingId, from }) => (from === null ? [] : [{ listingId, to: from }]))
  await saveLinks(tx, ownerId, visible, back)
  const alone = links.filter(({ from }) => from === null).map(({ listingId }) => listingId)
  if (alone.length === 0) return
  await linking(tx, ownerId, { listingIds: alone, visible }, (listings) => unlink(tx, ownerId, listings))
}

function reverse(
  { listingId, before, after }: RowChanges['prices'][number],
  { listings }: State,
): NewChange | null {
  const known = listings.get(listingId)
  if (!known) return null
  const { productId, shopId, channelProductId, channelSkuId } = known
  return {
    productId,
    shopId,
    channelProductId,
    channelSkuId,
    variantId: listingId,
    kind: 'set_prices',
    before: {
      ...(after.price !== undefined && { price: after.price }),
      ...(after.specialPrice !== undefined && { specialPrice: after.specialPrice }),
    },
    after: {
      ...(after.price !== undefined && before.price !== undefined && { price: before.price }),
      ...(after.specialPrice !== undefined && { specialPrice: before.specialPrice ?? null }),
    },
  }
}
