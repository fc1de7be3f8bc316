/** Which SKU each line of an order takes pieces of: what the order holds decides first, then the shop's listings. */
import type { SoldOrder } from './sold-order.ts'
import type { PlacedHold } from './stock-rows-store.ts'

export type Wanted = {
  quantity: number
  /** The lines that the pieces are for. */
  shopSkus: string[]
  /** Where it is still listed. */
  listingId?: number
}

type Listings = ReadonlyMap<string, { id: number; skuId: number }>
type Holds = ReadonlyMap<number, PlacedHold>

/**
 * By SKU. A hold keeps its line for good: a listing that disappears, or that becomes another SKU's, gives nothing back and
 * takes nothing.
 */
export function wantedBy(order: SoldOrder, listings: Listings, held: Holds = new Map()): Map<number, Wanted> {
  const holders = findHolders(order, listings, held)
  const wanted = new Map<number, Wanted>()
  for (const { shopSku, quantity } of order.lines) {
    const listing = listings.get(shopSku)
    const skuId = holders.get(shopSku) ?? listing?.skuId
    if (skuId === undefined) continue
    const seen = wanted.get(skuId)
    const listingId = listing?.id ?? seen?.listingId
    wanted.set(skuId, {
      quantity: (seen?.quantity ?? 0) + quantity,
      shopSkus: [...(seen?.shopSkus ?? []), shopSku],
      ...(listingId !== undefined && { listingId }),
    })
  }
  // Holds from before lines were kept, of listings that were gone by then: nobody knows their line.
  for (const [skuId, { reserved, shipped, shopSkus }] of held)
    if (shopSkus.length === 0 && !wanted.has(skuId))
      wanted.set(skuId, { quantity: reserved + shipped, shopSkus })
  return wanted
}

/** The SKU that each line holds already, by its shop SKU. */
function findHolders(order: SoldOrder, listings: Listings, held: Holds): Map<string, number> {
  const holders = new Map([...held].flatMap(([skuId, hold]) => hold.shopSkus.map((one) => [one, skuId])))
  const lost = [...holders].filter(([shopSku]) => order.lines.every((line) => line.shopSku !== shopSku))
  // A store that deletes a product goes on with its line under an id of its own, so a line that was not there before
  // takes the place of one that is missing; one of as many pieces first.
  const strangers = order.lines.filter(
    ({ shopSku }) => !holders.has(shopSku) && !listings.has(shopSku) && !order.linesBefore.has(shopSku),
  )
  for (const [, skuId] of lost) {
    const { reserved = 0, shipped = 0, unpaid = 0 } = held.get(skuId) ?? {}
    const at = strangers.findIndex(({ quantity }) => quantity === reserved + shipped + unpaid)
    const [line] = strangers.splice(Math.max(at, 0), 1)
    if (line) holders.set(line.shopSku, skuId)
  }
  return holders
}
