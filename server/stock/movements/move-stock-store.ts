/** Movements of the ledger that people make. Takes locks in the order of stock-ledger-store.ts, behind the warehouses. */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { receiveAtCost, type ReceivedLine } from '../../skus/costs/costs-store.ts'
import { lockNamedWarehouses } from '../../warehouses/warehouses-store.ts'
import { lockShopWarehouses } from '../ledger/shop-warehouse-store.ts'
import { notifySoldOut } from '../ledger/sold-out-store.ts'
import type { SkuEdits } from '../ledger/stock-level-store.ts'
import { beginStock, lacksFigure } from '../ledger/first-figure-store.ts'
import { reserveOpenOrders } from '../ledger/stock-ledger-store.ts'
import { lockStock, placeOf, saveMovements, type Figure, type Movement } from '../ledger/stock-rows-store.ts'
import { setTargetStock } from '../push/stock-push-store.ts'

export type StockChange = {
  skuId: number
  warehouseId: number
  onHand: number
  /** Pieces that were counted: replaces `onHand` by what is missing or too much. */
  counted?: number
  /** The field of the request that asks for it. */
  field: string
  /** Its own reason, instead of the action's. */
  reason?: string
}

export type StockAction = {
  kind: 'adjust' | 'transfer' | 'receipt'
  reason: string | null
  changes: StockChange[]
  /** Fewer pieces may be left than open orders have reserved. */
  allowsNegative: boolean
  /** Costs of what arrives, by SKU, in minor units of the currency. */
  costs?: { currency: Session['currency']; lines: ReceivedLine[] }
  /** Number that movements of several calls share; a new one unless given. */
  document?: number
  /** Changes to SKUs in the same transaction. */
  edits?: SkuEdits
  /** Where pieces arrive, by the field of the request: it must be active. */
  goal?: { warehouseId: number; field: string }
}

type Mover = Pick<Session, 'ownerId' | 'shopIds' | 'userId' | 'name'>

/** As `bookStock`, and answers the figures that come of it. */
export async function moveStock(
  tx: Tx,
  session: Mover,
  action: StockAction,
): Promise<{ document: number; figures: Figure[] }> {
  const document = await bookStock(tx, session, action)
  const skuIds = action.changes.map(({ skuId }) => skuId)
  const warehouseIds = action.changes.map(({ warehouseId }) => warehouseId)
  const after = await lockStock(tx, session.ownerId, skuIds, warehouseIds)
  return { document, figures: [...after.values()] }
}

/**
 * Makes all changes under one document number, which it answers, or none.
 *
 * @throws AppError not_found for a warehouse or SKU that the user does not have; validation_failed naming the lines that take too much
 */
export async function bookStock(tx: Tx, session: Mover, action: StockAction): Promise<number> {
  const { ownerId, userId, name: userName } = session
  const skuIds = ascending(action.changes.map(({ skuId }) => skuId))
  const warehouseIds = ascending(action.changes.map(({ warehouseId }) => warehouseId))
  await lockPlaces(tx, session, warehouseIds, action.goal)
  const begins = await lacksFigure(tx, ownerId, skuIds, warehouseIds)
  const shopWarehouses = await lockShopWarehouses(tx, ownerId, { begins })
  await requireSeen(tx, session, skuIds)
  await refuseBundles(tx, ownerId, action.changes)
  const begun = new Map<number, Set<number>>()
  for (const warehouseId of warehouseIds) {
    const ofWarehouse = action.changes.filter((change) => change.warehouseId === warehouseId)
    const named = ascending(ofWarehouse.map(({ skuId }) => skuId))
    const counted = { countedAt: new Date(), isCountedByHand: true }
    begun.set(warehouseId, await beginStock(tx, ownerId, warehouseId, named, counted))
  }
  const movements = movementsOf(action, await lockStock(tx, ownerId, skuIds, warehouseIds))
  const document = action.document ?? (await drawIds(tx, 1))[0] ?? 0
  await saveMovements(tx, { ownerId, shopId: null, document, userId, userName }, movements, action.edits)
  const { costs, reason } = action
  if (costs)
    await receiveAtCost(
      tx,
      { ...session, currency: costs.currency },
      { document, reason, lines: costs.lines },
    )
  for (const [warehouseId, ofWarehouse] of begun) {
    const shopIds = [...shopWarehouses].filter(([, of]) => of === warehouseId).map(([shopId]) => shopId)
    await reserveOpenOrders(tx, { ownerId, shopIds, warehouseId }, ofWarehouse)
  }
  await setTargetStock(tx, ownerId, skuIds, { warehouseIds })
  await notifySoldOut(tx, ownerId, movements)
  return document
}

function ascending(ids: number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

async function lockPlaces(
  tx: Tx,
  session: Pick<Session, 'ownerId' | 'shopIds'>,
  warehouseIds: number[],
  goal: StockAction['goal'],
): Promise<void> {
  const found = await lockNamedWarehouses(tx, session, warehouseIds)
  if (found.length < warehouseIds.length) throw new AppError('not_found')
  if (goal && found.some(({ id, status }) => id === goal.warehouseId && status === 0))
    throw new AppError('validation_failed', { invalidFields: { [goal.field]: 'field.unknown_warehouse' } })
}

/** Changes the figures, too. */
function movementsOf(
  { kind, reason, changes, allowsNegative }: StockAction,
  figures: Map<string, Figure>,
): Movement[] {
  const invalidFields: Record<string, string> = {}
  const movements = changes.flatMap(({ skuId, warehouseId, field, reason: own, ...change }): Movement[] => {
    const place = { skuId, warehouseId }
    const figure = figures.get(placeOf(place))
    if (!figure) return []
    const onHand = change.counted === undefined ? change.onHand : change.counted - figure.onHand
    figure.onHand += onHand
    const available = figure.onHand - figure.reserved
    if (onHand < 0 && figure.onHand < 0) invalidFields[field] = 'field.on_hand_below_zero'
    else if (onHand < 0 && available < 0 && !allowsNegative) invalidFields[field] = 'field.stock_below_zero'
    return [{ ...place, kind, onHand, reserved: 0, available, orderId: null, reason: own ?? reason }]
  })
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  return movements
}

/** A bundle has no pieces of its own: its parts are what is moved. */
async function refuseBundles(tx: Tx, ownerId: string, changes: StockChange[]): Promise<void> {
  const skuIds = changes.map(({ skuId }) => skuId)
  const { rows } = await sql<{ id: number }>`
    select id from skus where owner_id = ${ownerId} and id = any(${skuIds}::bigint[]) and part_count > 0`.execute(
    tx,
  )
  if (rows.length === 0) return
  const bundles = new Set(rows.map(({ id }) => id))
  const invalidFields = Object.fromEntries(
    changes
      .filter(({ skuId }) => bundles.has(skuId))
      .map(({ field }) => [field.replace(/(?<=^lines\.\d+\.).+/, 'sku_id'), 'field.bundle_without_stock']),
  )
  throw new AppError('validation_failed', { invalidFields })
}

/** Requires that the SKUs exist, and that a user who sees some shops alone sees one that lists them. */
async function requireSeen(
  tx: Tx,
  { ownerId, shopIds }: Pick<Session, 'ownerId' | 'shopIds'>,
  skuIds: number[],
): Promise<void> {
  const { rows } = await sql`
    select from skus s where s.owner_id = ${ownerId} and s.id = any(${skuIds}::bigint[])
      and s.merged_into is null and (cardinality(${shopIds}::bigint[]) = 0 or exists (select from product_skus k
        where k.owner_id = ${ownerId} and k.sku_id = s.id and k.shop_id = any(${shopIds}::bigint[])))`.execute(
    tx,
  )
  if (rows.length < skuIds.length) throw new AppError('not_found')
}
