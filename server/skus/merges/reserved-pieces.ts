/** Pieces that an order has reserved of several SKUs, put together when these are merged, and taken apart again. */
import type { PlacedReservation } from '../../stock/ledger/stock-rows-store.ts'

/** One reservation in place of these, in the warehouse of the first. */
export function combineReservations([first, ...others]: [
  PlacedReservation,
  ...PlacedReservation[],
]): PlacedReservation {
  const all = [first, ...others]
  const sum = (of: 'reserved' | 'shipped' | 'back' | 'unpaid') =>
    all.reduce((total, one) => total + one[of], 0)
  // A line may take pieces of more than one of them.
  const perUnit = new Map<string, number>()
  for (const one of all)
    for (const [at, shopSku] of one.shopSkus.entries())
      perUnit.set(shopSku, (perUnit.get(shopSku) ?? 0) + (one.perUnit[at] ?? 1))
  return {
    reserved: sum('reserved'),
    shipped: sum('shipped'),
    back: sum('back'),
    unpaid: sum('unpaid'),
    warehouseId: first.warehouseId,
    shopSkus: [...perUnit.keys()],
    perUnit: [...perUnit.values()],
    bundleId: all.find(({ bundleId }) => bundleId !== null)?.bundleId ?? null,
  }
}

/** Pieces that one unit of an order's line takes of each SKU. */
export type LineShares = { shopSku: string; quantity: number; perUnit: Map<number, number> }

/**
 * The part of a reservation that is of each SKU, by its lines. The last SKU takes what rounding leaves, so that the parts are
 * always the whole.
 *
 * @param skuIds the one that goes on, last
 * @param ofOthers reservations of the others from before: what came back of them is known, and has not changed since
 */
export function divideReservation(
  whole: PlacedReservation,
  lines: LineShares[],
  skuIds: number[],
  ofOthers: readonly { skuId: number; back?: number }[] = [],
): Map<number, PlacedReservation & { share: number }> {
  const piecesOf = (skuId: number, isByUnit: boolean) =>
    lines.reduce(
      (sum, { quantity, perUnit }) => sum + (isByUnit ? 1 : quantity) * (perUnit.get(skuId) ?? 0),
      0,
    )
  const sumOf = (isByUnit: boolean) => skuIds.reduce((sum, id) => sum + piecesOf(id, isByUnit), 0)
  // An order may have lost its lines since.
  const isByUnit = sumOf(false) === 0
  const all = sumOf(isByUnit)
  const left = { reserved: whole.reserved, shipped: whole.shipped, back: whole.back, unpaid: whole.unpaid }
  const present = skuIds.filter((skuId) => piecesOf(skuId, true) > 0)
  // Nobody knows its lines.
  if (present.length === 0) return new Map(skuIds.slice(-1).map((skuId) => [skuId, { ...whole, share: 1 }]))
  return new Map(
    present.map((skuId) => {
      const own = lines.filter(({ perUnit }) => (perUnit.get(skuId) ?? 0) > 0)
      const share = piecesOf(skuId, isByUnit) / all
      const take = (of: keyof typeof left, most = Math.round(whole[of] * share)) => {
        const isLast = skuId === present.at(-1)
        const pieces = isLast ? left[of] : Math.min(left[of], most)
        left[of] -= pieces
        return pieces
      }
      const known = ofOthers.find((one) => one.skuId === skuId)
      const part = {
        ...whole,
        reserved: take('reserved'),
        shipped: take('shipped'),
        back: take('back', known?.back ?? 0),
        unpaid: take('unpaid'),
        shopSkus: own.map(({ shopSku }) => shopSku),
        perUnit: own.map(({ perUnit }) => perUnit.get(skuId) ?? 0),
        share,
      }
      return [skuId, part]
    }),
  )
}
