/** Pieces that come back from a buyer: restocked, or written off. Takes locks in the order of stock-ledger-store.ts. */
import type { MovementKind } from '../../../model/stock-movement.ts'
import type { ShopKey, Tx } from '../../db/database.ts'
import { lockShopWarehouse } from './shop-warehouse-store.ts'
import { reservedPieces, type Piece } from './order-demand.ts'
import { listingsOf } from './stock-ledger-store.ts'
import { setTargetStock } from '../push/stock-push-store.ts'
import {
  listReservations,
  lockStock,
  placeOf,
  saveMovements,
  saveReservations,
  type Movement,
  type PlacedReservation,
} from './stock-rows-store.ts'

export type BackLine = { shopSku: string; restock: number; writeOff: number }

/**
 * Takes pieces of an order back into the warehouse that they left from, and writes off those that cannot be sold again: they
 * come in and go out, so that the ledger tells of both. SKUs that were never counted are left alone.
 *
 * @param reason what a person found, kept with what was written off
 * @param sold units of each line, if the parcel came back to be sent again perhaps: what is taken in leaves once more with it
 */
export async function takeBack(
  tx: Tx,
  shop: ShopKey,
  orderId: number,
  lines: BackLine[],
  { reason, sold }: { reason: string | null; sold?: ReadonlyMap<string, number> },
): Promise<void> {
  const warehouseId = await lockShopWarehouse(tx, shop.ownerId, shop.shopId)
  const asked = lines.filter(({ restock, writeOff }) => restock + writeOff > 0)
  const shopSkus = new Set([...asked.map(({ shopSku }) => shopSku), ...(sold?.keys() ?? [])])
  const listings = await listingsOf(tx, shop, [
    { lines: [...shopSkus].map((shopSku) => ({ shopSku, quantity: 0 })) },
  ])
  const existing = (await listReservations(tx, shop.ownerId, [orderId])).get(orderId) ?? new Map()
  // The order's reservation names the SKU, even if the shop no longer lists it.
  const reserved = reservedPieces(existing)
  const piecesOf = (shopSku: string): Piece[] => {
    const now = listings.get(shopSku)?.pieces ?? []
    // One that has become a bundle since it was sold has no stock of its own any more.
    const before = reserved
      .get(shopSku)
      ?.filter(({ skuId }) => now.every(({ bundleId }) => bundleId !== skuId))
    return before && before.length > 0 ? before : now
  }
  const back = asked.flatMap(({ shopSku, restock, writeOff }) =>
    piecesOf(shopSku).map(({ skuId, perUnit, bundleId }) => ({
      skuId,
      bundleId,
      restock: restock * perUnit,
      writeOff: writeOff * perUnit,
      warehouseId: existing.get(skuId)?.warehouseId ?? warehouseId,
    })),
  )
  if (back.length === 0) return
  const [skuIds, warehouseIds] = [
    [...new Set(back.map(({ skuId }) => skuId))],
    [...new Set(back.map((one) => one.warehouseId))],
  ]
  const figures = await lockStock(tx, shop.ownerId, skuIds, warehouseIds)
  const movements: Movement[] = []
  for (const { restock, writeOff, bundleId, ...place } of back) {
    const figure = figures.get(placeOf(place))
    if (!figure) continue
    const move = (kind: MovementKind, onHand: number) => {
      if (onHand === 0) return
      figure.onHand += onHand
      const available = figure.onHand - figure.reserved
      const why = kind === 'write_off' ? reason : null
      movements.push({ ...place, kind, onHand, reserved: 0, available, orderId, reason: why, bundleId })
    }
    move('return', restock + writeOff)
    move('write_off', -writeOff)
  }
  if (sold) {
    const lineOf = [...sold].map(([shopSku, units]) => ({ shopSku, units, pieces: piecesOf(shopSku) }))
    await saveReservations(tx, shop.ownerId, reservationsOf(orderId, movements, lineOf, existing))
  }
  await saveMovements(tx, shop, movements)
  await setTargetStock(tx, shop.ownerId, skuIds, { warehouseIds })
}

type SoldPieces = { shopSku: string; units: number; pieces: Piece[] }

/** Reservations that say what came in. An order that had left before the SKU was counted has none until then. */
function reservationsOf(
  orderId: number,
  movements: Movement[],
  lines: SoldPieces[],
  existing: ReadonlyMap<number, PlacedReservation>,
): (PlacedReservation & { orderId: number; skuId: number })[] {
  const came = Map.groupBy(
    movements.filter(({ kind }) => kind === 'return'),
    ({ skuId }) => skuId,
  )
  return [...came].flatMap(([skuId, ofSku]) => {
    const [first] = ofSku
    if (!first) return []
    const back = ofSku.reduce((sum, { onHand }) => sum + onHand, 0)
    const reservation = existing.get(skuId) ?? outBefore(skuId, first, lines)
    return { ...reservation, back: Math.min(reservation.back + back, reservation.shipped), orderId, skuId }
  })
}

function outBefore(
  skuId: number,
  { warehouseId, bundleId = null }: Movement,
  lines: SoldPieces[],
): PlacedReservation {
  const own = lines.flatMap(({ shopSku, units, pieces }) =>
    pieces.filter((one) => one.skuId === skuId).map(({ perUnit }) => ({ shopSku, perUnit, units })),
  )
  return {
    reserved: 0,
    shipped: own.reduce((sum, { units, perUnit }) => sum + units * perUnit, 0),
    back: 0,
    unpaid: 0,
    warehouseId,
    shopSkus: own.map(({ shopSku }) => shopSku),
    perUnit: own.map(({ perUnit }) => perUnit),
    bundleId,
  }
}
