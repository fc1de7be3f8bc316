/** Takes a chunk of imported rows back. What somebody changed since stays, and its row is left with the reason. */
import type { SpecialPrice } from '../../../model/listing-change.ts'
import type { Tx } from '../../db/database.ts'
import type { NewChange } from '../changes/listing-change-store.ts'
import { endFigures } from '../../stock/ledger/end-figures-store.ts'
import { placeOf } from '../../stock/ledger/stock-rows-store.ts'
import type { StockChange } from '../../stock/movements/move-stock-store.ts'
import { problem } from './checked-row.ts'
import {
  editsOf,
  fieldOf,
  RowsRefused,
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
  type MovedStock,
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
  moved: Map<string, MovedStock>
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
    const found = refused.get(number) ?? obstacles.map((find) => find(changes, state)).find(Boolean)
    return found ? [{ number, state: 'left', problems: [found] }] : []
  })
  const isLeft = new Set(left.map(({ number }) => number))
  const rest = all.filter(({ number }) => !isLeft.has(number))
  /** Looks again behind the locks, which somebody may have had first. */
  const check = (find: Obstacle) => async () => {
    const now = await stateOf(tx, ownerId, one, rest)
    const found = rest.flatMap(({ number, changes }) => {
      const obstacle = find(changes, now)
      return obstacle ? [[number, obstacle] as const] : []
    })
    if (found.length > 0) throw new RowsRefused(new Map(found))
  }
  const edits = editsOf(
    tx,
    editor,
    one.fileName,
    rest.flatMap(({ changes: { sku } }) => {
      const known = sku && state.skus.get(sku.id)
      return known ? [{ sku: known, after: sku.before }] : []
    }),
  )
  const save = () => check(skuObstacle)().then(edits.save)
  await saveStockAndSkus(tx, editor, one, { stock: counterMovements(rest, state), edits: { ...edits, save } })
  const begun = rest.flatMap(({ changes: { stock } }) => stock.filter(({ isFirst }) => isFirst))
  await endFigures(tx, ownerId, begun)
  const links = rest.flatMap(({ changes }) =>
    changes.links.map(({ listingId, from }) => ({ listingId, to: from })),
  )
  await saveLinks(tx, ownerId, one.shopIds, links, check(linkObstacle))
  await savePrices(
    tx,
    editor,
    rest.flatMap(({ number, changes }) =>
      changes.prices.flatMap((price) => {
        const change = reverse(price, state)
        return change ? { ...change, number } : []
      }),
    ),
    check(priceObstacle),
  )
  return [...left, ...rest.map(({ number }): RowResult => ({ number, state: 'undone' }))]
}

async function stateOf(tx: Tx, ownerId: string, one: Import, rows: Changed[]): Promise<State> {
  const listingIds = rows.flatMap(({ changes }) => [
    ...changes.prices.map(({ listingId }) => listingId),
    ...changes.links.map(({ listingId }) => listingId),
  ])
  const stockIds = rows.flatMap(({ changes }) => changes.stock.map(({ skuId }) => skuId))
  const skuIds = [...stockIds, ...rows.flatMap(({ changes }) => changes.sku?.id ?? [])]
  const listings = await listListingTargets(tx, ownerId, listingIds, one.shopIds)
  const skus = await listSkuTargets(tx, ownerId, { codes: [], ids: skuIds, visible: one.shopIds })
  const formerIds = rows.flatMap(({ changes }) => changes.links.flatMap(({ from }) => from ?? []))
  const former = await listSkuTargets(tx, ownerId, { codes: [], ids: formerIds, visible: [] })
  const moved = await listMovedStock(tx, ownerId, one, stockIds)
  return {
    listings: new Map(listings.map((listing) => [listing.id, listing])),
    skus: new Map(skus.map((sku) => [sku.id, sku])),
    former: new Set(former.map(({ id }) => id)),
    moved: new Map(moved.map((move) => [placeOf(move), move])),
  }
}

/** Null: every value is still the one that was imported. */
type Obstacle = (changes: RowChanges, state: State) => Problem | null

const gone = problem(null, 'gone', 'other')
const changedSince = problem(null, 'changed_since', 'other')

const priceObstacle: Obstacle = ({ prices }, { listings }) => {
  for (const { listingId, after } of prices) {
    const known = listings.get(listingId)
    if (!known) return gone
    if (known.isBeingSent) return problem(null, 'being_sent', 'other')
    const now = { price: known.price, specialPrice: known.specialPrice, ...known.pending }
    const isOther =
      (after.price !== undefined && after.price !== now.price) ||
      (after.specialPrice !== undefined && !isSameSpecial(after.specialPrice, now.specialPrice))
    if (isOther) return changedSince
  }
  return null
}

const skuObstacle: Obstacle = ({ sku, stock }, { skus, moved }) => {
  const known = sku && skus.get(sku.id)
  if (sku && !known) return gone
  if (sku?.after.name !== undefined && sku.after.name !== known?.name) return changedSince
  if (sku?.after.barcode !== undefined && sku.after.barcode !== known?.barcode) return changedSince
  if (sku?.after.bin !== undefined && sku.after.bin !== known?.bin) return changedSince
  if (sku?.after.threshold !== undefined && sku.after.threshold !== known?.threshold) return changedSince
  const cost = sku?.after.cost
  if (cost && (cost.cost !== known?.cost || cost.costCurrency !== known.costCurrency)) return changedSince
  const places = stock.flatMap((place) => moved.get(placeOf(place)) ?? [])
  if (places.some(({ isMovedSince }) => isMovedSince)) return changedSince
  return places.some(({ skuId, isGone }) => isGone || !skus.has(skuId)) ? gone : null
}

const linkObstacle: Obstacle = ({ links }, { listings, former }) => {
  if (links.some(({ from }) => from !== null && !former.has(from))) return gone
  return links.some(({ listingId, to }) => listings.get(listingId)?.skuId !== to) ? changedSince : null
}

const obstacles = [priceObstacle, skuObstacle, linkObstacle]

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
