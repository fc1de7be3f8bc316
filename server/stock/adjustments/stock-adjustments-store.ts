/** Corrections of the ledger that people make. Takes locks in the order of stock-ledger-store.ts. */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { lockWarehouse } from '../../warehouses/warehouses-store.ts'
import { lockShopWarehouses } from '../ledger/shop-warehouse-store.ts'
import { beginStock, notifySoldOut, reserveOpenOrders } from '../ledger/stock-ledger-store.ts'
import { lockStock, placeOf, saveMovements, type Figure, type Movement } from '../ledger/stock-rows-store.ts'
import { setTargetStock } from '../push/stock-push-store.ts'

export type Adjustment = {
  warehouseId: number
  lines: { skuId: number; change: number }[]
  reason: string
  /** Fewer pieces may be left than open orders hold. */
  allowsNegative: boolean
}

/** @throws AppError validation_failed naming the line that is wrong; nothing is changed then */
export async function adjustStock(
  tx: Tx,
  session: Pick<Session, 'ownerId' | 'shopIds' | 'userId' | 'name'>,
  adjustment: Adjustment,
): Promise<{ document: number; figures: Figure[] }> {
  const { ownerId, userId, name: userName } = session
  const { warehouseId, lines } = adjustment
  if (!(await lockWarehouse(tx, ownerId, warehouseId)))
    throw new AppError('validation_failed', { invalidFields: { warehouse_id: 'field.unknown_warehouse' } })
  const warehouses = await lockShopWarehouses(tx, ownerId)
  await requireSeen(tx, session, lines)
  const skuIds = [...new Set(lines.map(({ skuId }) => skuId))].toSorted((a, b) => a - b)
  const begun = await beginStock(tx, ownerId, warehouseId, skuIds, new Date())
  const figures = await lockStock(tx, ownerId, skuIds, [warehouseId])
  const movements = movementsOf(adjustment, figures)
  const [document = 0] = await drawIds(tx, 1)
  await saveMovements(tx, { ownerId, shopId: null, document, userId, userName }, movements)
  const shopIds = [...warehouses].filter(([, of]) => of === warehouseId).map(([shopId]) => shopId)
  await reserveOpenOrders(tx, { ownerId, shopIds, warehouseId }, begun)
  await setTargetStock(tx, ownerId, skuIds, { warehouseIds: [warehouseId] })
  await notifySoldOut(tx, ownerId, movements)
  const after = await lockStock(tx, ownerId, skuIds, [warehouseId])
  return { document, figures: [...after.values()] }
}

/** Changes the figures, too. */
function movementsOf(
  { warehouseId, lines, reason, allowsNegative }: Adjustment,
  figures: Map<string, Figure>,
): Movement[] {
  const invalidFields: Record<string, string> = {}
  const movements = lines.flatMap(({ skuId, change }, index): Movement[] => {
    const place = { skuId, warehouseId }
    const figure = figures.get(placeOf(place))
    if (!figure) return []
    figure.onHand += change
    const available = figure.onHand - figure.reserved
    if (change < 0 && available < 0 && !allowsNegative)
      invalidFields[`lines.${index}.change`] = 'field.stock_below_zero'
    return [{ ...place, kind: 'adjust', onHand: change, reserved: 0, available, orderId: null, reason }]
  })
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  return movements
}

/** Requires that the SKUs exist, and that a user who sees some shops alone sees one that lists them. */
async function requireSeen(
  tx: Tx,
  { ownerId, shopIds }: Pick<Session, 'ownerId' | 'shopIds'>,
  lines: Adjustment['lines'],
): Promise<void> {
  const skuIds = lines.map(({ skuId }) => skuId)
  const { rows } = await sql<{ id: number }>`
    select s.id from skus s where s.owner_id = ${ownerId} and s.id = any(${skuIds}::bigint[])
      and (cardinality(${shopIds}::bigint[]) = 0 or exists (select from product_skus k
        where k.owner_id = ${ownerId} and k.sku_id = s.id and k.shop_id = any(${shopIds}::bigint[])))`.execute(
    tx,
  )
  const seen = new Set(rows.map(({ id }) => id))
  const unseen = lines.flatMap(({ skuId }, index) =>
    seen.has(skuId) ? [] : [[`lines.${index}.sku_id`, 'field.unknown_sku'] as const],
  )
  if (unseen.length > 0)
    throw new AppError('validation_failed', { invalidFields: Object.fromEntries(unseen) })
}
