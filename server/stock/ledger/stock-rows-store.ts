/** The rows of the ledger: figures by SKU and warehouse, what orders reserve of them, and the movements that they are sums of. */
import { sql } from 'kysely'
import type { MovementKind } from '../../../model/stock-movement.ts'
import { columnList } from '../../db/column-list.ts'
import { withIds, type Tx } from '../../db/database.ts'
import { saveEditedLevels, saveStockLevels, type SkuEdits } from './stock-level-store.ts'
import type { Reservation } from './stock-reservation.ts'

export type Movement = {
  skuId: number
  warehouseId: number
  kind: MovementKind
  onHand: number
  reserved: number
  available: number
  orderId: number | null
  /** Reason that a person entered. */
  reason?: string | null
  /** The bundle that the pieces are sold in. */
  bundleId?: number | null
}

export type Figure = {
  skuId: number
  warehouseId: number
  onHand: number
  reserved: number
  countedAt: Date
  isCountedByHand: boolean
}

export const placeOf = ({ skuId, warehouseId }: { skuId: number; warehouseId: number }) =>
  `${skuId}/${warehouseId}`

/** By `placeOf`. Those that were never counted are missing. */
export async function lockStock(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
  warehouseIds: number[],
): Promise<Map<string, Figure>> {
  const { rows } = await sql<Figure>`
    select sku_id as "skuId", warehouse_id as "warehouseId", on_hand as "onHand", reserved, counted_at as "countedAt",
      is_counted_by_hand as "isCountedByHand"
    from stock where owner_id = ${ownerId} and sku_id = any(${skuIds}::bigint[])
      and warehouse_id = any(${warehouseIds}::bigint[])
    order by sku_id, warehouse_id for update`.execute(tx)
  return new Map(rows.map((row) => [placeOf(row), row]))
}

export type PlacedReservation = Reservation & {
  warehouseId: number
  /** The order's lines that it is for. */
  shopSkus: string[]
  /** Pieces that one unit of each of these lines takes; a missing one is 1. */
  perUnit: number[]
  /** The bundle that they are sold in. */
  bundleId: number | null
}

type StoredReservation = PlacedReservation & { order_id: number; sku_id: number; isGone: boolean }

/**
 * Reservations by order and SKU. A SKU stays in the warehouse in which the order reserved it first, and once that is deleted in the one
 * that its shop sells from.
 */
export async function listReservations(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
): Promise<Map<number, Map<number, PlacedReservation>>> {
  const list = async () =>
    (
      await sql<StoredReservation>`
    select k.order_id, k.sku_id, k.warehouse_id as "warehouseId", k.reserved, k.shipped, k.back, k.unpaid,
      k.shop_skus as "shopSkus", k.per_unit as "perUnit", k.bundle_id as "bundleId",
      not exists (select from warehouses w where w.owner_id = ${ownerId} and w.id = k.warehouse_id) as "isGone"
    from stock_reservations k where k.owner_id = ${ownerId} and k.order_id = any(${orderIds}::bigint[])`.execute(
        tx,
      )
    ).rows
  let rows = await list()
  const gone = rows.filter(({ isGone }) => isGone).map((row) => row.order_id)
  if (gone.length > 0) {
    await leaveDeletedWarehouses(tx, ownerId, gone)
    rows = await list()
  }
  const reservations = new Map<number, Map<number, PlacedReservation>>()
  for (const { order_id, sku_id, isGone: _, ...reservation } of rows) {
    const ofOrder = reservations.get(order_id) ?? new Map<number, PlacedReservation>()
    reservations.set(order_id, ofOrder.set(sku_id, reservation))
  }
  return reservations
}

async function leaveDeletedWarehouses(tx: Tx, ownerId: string, orderIds: number[]): Promise<void> {
  await sql`update stock_reservations k set warehouse_id = n.id
    from (select o.id as order_id, coalesce(s.warehouse_id, d.id) as id from orders o
      join shops s on s.owner_id = ${ownerId} and s.id = o.shop_id
      join warehouses d on d.owner_id = ${ownerId} and d.is_default
      where o.owner_id = ${ownerId} and o.id = any(${orderIds}::bigint[])) n
    where k.owner_id = ${ownerId} and k.order_id = n.order_id
      and not exists (select from warehouses w where w.owner_id = ${ownerId} and w.id = k.warehouse_id)
      and not exists (select from stock_reservations h where h.owner_id = ${ownerId} and h.order_id = k.order_id
        and h.sku_id = k.sku_id and h.warehouse_id = n.id)`.execute(tx)
}

const reservationList = columnList({
  orderId: 'bigint',
  skuId: 'bigint',
  warehouseId: 'bigint',
  reserved: 'integer',
  shipped: 'integer',
  back: 'integer',
  unpaid: 'integer',
  shopSkus: 'text[]',
  perUnit: 'integer[]',
  bundleId: 'bigint?',
} as const)
const reservationUpdates = reservationList.updates('k', {
  except: ['orderId', 'skuId', 'warehouseId'],
})

export async function saveReservations(
  tx: Tx,
  ownerId: string,
  reservations: (PlacedReservation & { orderId: number; skuId: number })[],
): Promise<void> {
  await sql`insert into stock_reservations as k (owner_id, ${reservationList.names})
    select ${ownerId}::uuid, r.* from ${reservationList.records(reservations)}
    on conflict (owner_id, order_id, sku_id, warehouse_id) do update set ${reservationUpdates}`.execute(tx)
}

const movementList = columnList({
  id: 'bigint',
  skuId: 'bigint',
  warehouseId: 'bigint',
  kind: 'text',
  onHandChange: 'integer',
  reservedChange: 'integer',
  availableAfter: 'integer',
  orderId: 'bigint?',
  reason: 'text?',
  bundleId: 'bigint?',
} as const)

/** The cause of movements: a shop and its orders, or a person, whose movements of one action share the number of a document. */
export type MovementSource = {
  ownerId: string
  shopId: number | null
  document?: number
  userId?: number
  userName?: string
}

/**
 * Writes the movements down and moves the figures by them. The rows of stock must be locked.
 *
 * @param edits what changes SKUs in the same transaction, whose locks come after those of stock
 */
export async function saveMovements(
  tx: Tx,
  source: MovementSource,
  movements: Movement[],
  edits?: SkuEdits,
): Promise<void> {
  const skuIds = [...new Set(movements.map(({ skuId }) => skuId))]
  if (movements.length > 0) await saveLedger(tx, source, movements)
  if (edits) await saveEditedLevels(tx, source.ownerId, skuIds, edits)
  else if (movements.length > 0) await saveStockLevels(tx, source.ownerId, skuIds)
}

async function saveLedger(tx: Tx, source: MovementSource, movements: Movement[]): Promise<void> {
  const { ownerId, shopId, document = null, userId = null, userName = null } = source
  const now = new Date()
  const rows = await withIds(
    tx,
    movements.map(({ onHand, reserved, available, reason = null, bundleId = null, ...movement }) => ({
      ...movement,
      onHandChange: onHand,
      reservedChange: reserved,
      availableAfter: available,
      reason,
      bundleId,
    })),
  )
  await sql`insert into stock_movements (owner_id, ${movementList.names}, shop_id, document, user_id,
      user_name, at)
    select ${ownerId}::uuid, r.*, ${shopId}::bigint, ${document}::bigint, ${userId}::bigint, ${userName}::text,
      ${now}::timestamptz from ${movementList.records(rows)}
    returning 1`.execute(tx)
  const sums = new Map<string, { skuId: number; warehouseId: number; onHand: number; reserved: number }>()
  for (const movement of movements) {
    const { skuId, warehouseId, onHand, reserved } = movement
    const seen = sums.get(placeOf(movement)) ?? { skuId, warehouseId, onHand: 0, reserved: 0 }
    sums.set(placeOf(movement), { ...seen, onHand: seen.onHand + onHand, reserved: seen.reserved + reserved })
  }
  const places = [...sums.values()]
  await sql`update stock t set on_hand = t.on_hand + r.on_hand, reserved = t.reserved + r.reserved
    from unnest(${places.map(({ skuId }) => skuId)}::bigint[], ${places.map((place) => place.warehouseId)}::bigint[],
      ${places.map(({ onHand }) => onHand)}::integer[], ${places.map(({ reserved }) => reserved)}::integer[])
      as r(sku_id, warehouse_id, on_hand, reserved)
    where t.owner_id = ${ownerId} and t.sku_id = r.sku_id and t.warehouse_id = r.warehouse_id`.execute(tx)
}
