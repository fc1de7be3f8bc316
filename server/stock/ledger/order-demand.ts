/** Pieces that each line of an order takes, of which SKUs: by the order's reservations first, then by the shop's listings. */
import { leftBeforeLink, type SoldOrder } from './sold-order.ts'
import type { PlacedReservation } from './stock-rows-store.ts'

/** Pieces of a SKU that one unit of a line takes. `bundleId`: the bundle that they are sold in. */
export type Piece = { skuId: number; perUnit: number; bundleId: number | null }

/** A listing and what one unit of it takes: a piece of its SKU, or the parts of a bundle. */
export type SoldListing = { id: number; pieces: Piece[]; linkedAt: Date | null }

export type Demand = {
  quantity: number
  /** The lines that the pieces are for, and how many pieces one unit of each takes. */
  shopSkus: string[]
  perUnit: number[]
  bundleId: number | null
  /** Units of the listings that are sold, while there are such listings. */
  units: Map<number, number>
}

type Listings = ReadonlyMap<string, SoldListing>
type Reservations = ReadonlyMap<number, PlacedReservation>

/**
 * By SKU. A reservation keeps its line for good: a listing that disappears, that becomes another SKU's, or a bundle that gets other
 * parts gives nothing back and takes nothing.
 *
 * @param begun SKUs that were counted just now: as parts, lines take them although they have reserved other parts before
 */
export function demandOf(
  order: SoldOrder,
  listings: Listings,
  existing: Reservations = new Map(),
  begun: ReadonlySet<number> = new Set(),
): Map<number, Demand> {
  const reserved = findReserved(order, listings, existing)
  const demand = new Map<number, Demand>()
  for (const { shopSku, quantity } of order.lines) {
    const listing = listings.get(shopSku)
    const sold = listing && !leftBeforeLink(order, listing.linkedAt) ? listing.pieces : []
    const before = reserved.get(shopSku)
    const fresh = sold.filter(({ skuId }) => begun.has(skuId) && !existing.has(skuId))
    for (const { skuId, perUnit, bundleId } of before ? [...before, ...fresh] : sold) {
      const seen = demand.get(skuId)
      const units = seen?.units ?? new Map<number, number>()
      if (listing) units.set(listing.id, (units.get(listing.id) ?? 0) + quantity)
      demand.set(skuId, {
        quantity: (seen?.quantity ?? 0) + quantity * perUnit,
        shopSkus: [...(seen?.shopSkus ?? []), shopSku],
        perUnit: [...(seen?.perUnit ?? []), perUnit],
        bundleId: seen?.bundleId ?? bundleId,
        units,
      })
    }
  }
  // Reservations from before lines were kept, of listings that were gone by then: nobody knows their line.
  for (const [skuId, { reserved: open, shipped, shopSkus }] of existing)
    if (shopSkus.length === 0 && !demand.has(skuId))
      demand.set(skuId, { quantity: open + shipped, shopSkus, perUnit: [], bundleId: null, units: new Map() })
  return demand
}

/** The pieces that each line has reserved already, by its shop SKU. */
function findReserved(order: SoldOrder, listings: Listings, existing: Reservations): Map<string, Piece[]> {
  const reserved = reservedPieces(existing)
  const lost = [...reserved].filter(([shopSku]) => order.lines.every((line) => line.shopSku !== shopSku))
  // A store that deletes a product goes on with its line under an id of its own, so a line that was not there before
  // takes the place of one that is missing; one of as many units first.
  const strangers = order.lines.filter(
    ({ shopSku }) => !reserved.has(shopSku) && !listings.has(shopSku) && !order.linesBefore.has(shopSku),
  )
  for (const [, pieces] of lost) {
    const [{ skuId, perUnit } = { skuId: 0, perUnit: 1 }] = pieces
    const { reserved: open = 0, shipped = 0, unpaid = 0 } = existing.get(skuId) ?? {}
    const at = strangers.findIndex(({ quantity }) => quantity * perUnit === open + shipped + unpaid)
    const [line] = strangers.splice(Math.max(at, 0), 1)
    if (line) reserved.set(line.shopSku, pieces)
  }
  return reserved
}

/** By shop SKU. */
export function reservedPieces(existing: Reservations): Map<string, Piece[]> {
  const reserved = new Map<string, Piece[]>()
  for (const [skuId, { shopSkus, perUnit, bundleId }] of existing)
    for (const [at, shopSku] of shopSkus.entries()) {
      const pieces = reserved.get(shopSku) ?? []
      if (pieces.some((piece) => piece.skuId === skuId)) continue
      reserved.set(shopSku, [...pieces, { skuId, perUnit: perUnit[at] ?? 1, bundleId }])
    }
  return reserved
}

/**
 * Changes of the listings' own counts by what an order has taken of one SKU: the channel subtracts what it sells and adds back what
 * it cancels.
 */
export function countedUnits({ quantity, perUnit, units }: Demand, taken: number): Map<number, number> {
  const [first = 1] = perUnit
  return new Map(
    [...units].map(([listingId, sold]) => {
      const changed = quantity > 0 ? (taken * sold) / quantity : taken / first
      return [listingId, -Math.round(changed) || 0]
    }),
  )
}
