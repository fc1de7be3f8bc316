/** SKU that each line of an order takes pieces of: by the order's reservations first, then by the shop's listings. */
import { leftBeforeLink, type SoldOrder } from './sold-order.ts'
import type { PlacedReservation } from './stock-rows-store.ts'

export type Demand = {
  quantity: number
  /** The lines that the pieces are for. */
  shopSkus: string[]
  /** Set while the SKU is still listed. */
  listingId?: number
}

type Listings = ReadonlyMap<string, { id: number; skuId: number; linkedAt: Date | null }>
type Reservations = ReadonlyMap<number, PlacedReservation>

/**
 * By SKU. A reservation keeps its line for good: a listing that disappears, or that becomes another SKU's, gives nothing back and
 * takes nothing.
 */
export function demandOf(
  order: SoldOrder,
  listings: Listings,
  existing: Reservations = new Map(),
): Map<number, Demand> {
  const reservedSkus = findReservedSkus(order, listings, existing)
  const demand = new Map<number, Demand>()
  for (const { shopSku, quantity } of order.lines) {
    const listing = listings.get(shopSku)
    const isOfOthers = listing && leftBeforeLink(order, listing.linkedAt)
    const skuId = reservedSkus.get(shopSku) ?? (isOfOthers ? undefined : listing?.skuId)
    if (skuId === undefined) continue
    const seen = demand.get(skuId)
    const listingId = listing?.id ?? seen?.listingId
    demand.set(skuId, {
      quantity: (seen?.quantity ?? 0) + quantity,
      shopSkus: [...(seen?.shopSkus ?? []), shopSku],
      ...(listingId !== undefined && { listingId }),
    })
  }
  // Reservations from before lines were kept, of listings that were gone by then: nobody knows their line.
  for (const [skuId, { reserved, shipped, shopSkus }] of existing)
    if (shopSkus.length === 0 && !demand.has(skuId))
      demand.set(skuId, { quantity: reserved + shipped, shopSkus })
  return demand
}

/** The SKU that each line holds already, by its shop SKU. */
function findReservedSkus(order: SoldOrder, listings: Listings, existing: Reservations): Map<string, number> {
  const reservedSkus = new Map(
    [...existing].flatMap(([skuId, reservation]) => reservation.shopSkus.map((one) => [one, skuId])),
  )
  const lost = [...reservedSkus].filter(([shopSku]) => order.lines.every((line) => line.shopSku !== shopSku))
  // A store that deletes a product goes on with its line under an id of its own, so a line that was not there before
  // takes the place of one that is missing; one of as many pieces first.
  const strangers = order.lines.filter(
    ({ shopSku }) => !reservedSkus.has(shopSku) && !listings.has(shopSku) && !order.linesBefore.has(shopSku),
  )
  for (const [, skuId] of lost) {
    const { reserved = 0, shipped = 0, unpaid = 0 } = existing.get(skuId) ?? {}
    const at = strangers.findIndex(({ quantity }) => quantity === reserved + shipped + unpaid)
    const [line] = strangers.splice(Math.max(at, 0), 1)
    if (line) reservedSkus.set(line.shopSku, skuId)
  }
  return reservedSkus
}
