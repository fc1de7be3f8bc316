/** Pieces that come back from a buyer: restocked, or written off. Takes locks in the order of stock-ledger-store.ts. */
import type { MovementKind } from '../../../model/stock-movement.ts'
import type { ShopKey, Tx } from '../../db/database.ts'
import { lockShopWarehouse } from './shop-warehouse-store.ts'
import { reservedPieces, type Piece } from './order-demand.ts'
import { listingsOf } from './stock-ledger-store.ts'
import { setTargetStock } from '../push/stock-push-store.ts'
import { listReservations, lockStock, placeOf, saveMovements, type Movement } from './stock-rows-store.ts'

export type BackLine = { shopSku: string; restock: number; writeOff: number }

/**
 * Takes pieces of an order back into the warehouse that they left from, and writes off those that cannot be sold again: they
 * come in and go out, so that the ledger tells of both. SKUs that were never counted are left alone.
 *
 * @param reason what a person found, kept with what was written off
 */
export async function takeBack(
  tx: Tx,
  shop: ShopKey,
  orderId: number,
  lines: BackLine[],
  reason: string | null,
): Promise<void> {
  const warehouseId = await lockShopWarehouse(tx, shop.ownerId, shop.shopId)
  const asked = lines.filter(({ restock, writeOff }) => restock + writeOff > 0)
  const listings = await listingsOf(tx, shop, [
    { lines: asked.map(({ shopSku }) => ({ shopSku, quantity: 0 })) },
  ])
  const existing = (await listReservations(tx, shop.ownerId, [orderId])).get(orderId)
  // The order's reservation names the SKU, even if the shop no longer lists it.
  const reserved = reservedPieces(existing ?? new Map())
  const piecesOf = (shopSku: string): Piece[] => {
    const before = reserved.get(shopSku)
    const now = listings.get(shopSku)?.pieces ?? []
    // It has become a bundle since it was sold, and has no stock of its own any more.
    const isBundle = before?.every(({ skuId }) => now.some(({ bundleId }) => bundleId === skuId)) ?? true
    return before && !isBundle ? before : now
  }
  const back = asked.flatMap(({ shopSku, restock, writeOff }) =>
    piecesOf(shopSku).map(({ skuId, perUnit, bundleId }) => ({
      skuId,
      bundleId,
      restock: restock * perUnit,
      writeOff: writeOff * perUnit,
      warehouseId: existing?.get(skuId)?.warehouseId ?? warehouseId,
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
  await saveMovements(tx, shop, movements)
  await setTargetStock(tx, shop.ownerId, skuIds, { warehouseIds })
}
