import { piecesIn } from '../../../parts/figures.ts'
import type { Order } from '../../../parts/queries/order-queries.ts'

type Line = Order['order_product_skus']['data'][number]
/** Lines of one thing, gifts included: most channels keep them together. */
export type Thing = {
  shopSku: string
  name: string
  context: string
  image: string | null
  quantity: number
  lines: Line[]
}
export function thingsOf(lines: Line[]): Thing[] {
  return [...Map.groupBy(lines, (line) => line.shop_sku)].map(([shopSku, same]) => {
    const sku = same[0]?.product_sku.data
    return {
      shopSku,
      name: sku?.name ?? shopSku,
      context: [same[0]?.seller_sku ?? shopSku, sku?.variant_label].filter(Boolean).join(' · '),
      image: sku?.image ?? null,
      quantity: same.reduce((sum, line) => sum + line.quantity, 0),
      lines: same,
    }
  })
}

/** Pieces of a thing in a parcel. */
export type ShareOf = (thing: Thing, parcel: number) => number
type Item = { id: string; quantity: number }

/** Takes a product's pieces for this parcel, line by line, after the pieces of the parcels before it. */
export function piecesOf(thing: Thing, places: number[], parcel: number, shareOf: ShareOf): Item[] {
  let before = places.slice(0, parcel).reduce((sum, place) => sum + shareOf(thing, place), 0)
  let wanted = shareOf(thing, parcel)
  return thing.lines.flatMap(({ id, quantity }) => {
    const gone = Math.min(before, quantity)
    const taken = Math.min(wanted, quantity - gone)
    before -= gone
    wanted -= taken
    return taken > 0 ? [{ id, quantity: taken }] : []
  })
}

/** Pieces that somebody typed to move; undefined: none, or more than there are. */
export function movedPieces(text: string, share: number): number | undefined {
  const pieces = piecesIn(text)
  return pieces !== undefined && pieces >= 1 && pieces <= share ? pieces : undefined
}
