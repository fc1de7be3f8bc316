/** Movements of the ledger that merging and splitting SKUs make, all of one under one document. */
import { sql } from 'kysely'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { lockStock, placeOf, saveMovements, type Movement } from '../../stock/ledger/stock-rows-store.ts'
import type { MergeKind } from './merges-store.ts'
import type { Shift } from './merged-reservations-store.ts'

export type StockRow = {
  skuId: number
  warehouseId: number
  onHand: number
  reserved: number
  countedAt: Date
  isCountedByHand: boolean
}

export async function listStockRows(tx: Tx, ownerId: string, skuIds: number[]): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select sku_id as "skuId", warehouse_id as "warehouseId", on_hand as "onHand", reserved, counted_at as "countedAt",
      is_counted_by_hand as "isCountedByHand"
    from stock where owner_id = ${ownerId} and sku_id = any(${skuIds}::bigint[]) order by sku_id, warehouse_id`.execute(
    tx,
  )
  return rows
}

/** Adds rows without a piece where there are none, in warehouses that have not been deleted since, and answers those that it added. */
export async function beginRows(
  tx: Tx,
  ownerId: string,
  rows: Pick<StockRow, 'skuId' | 'warehouseId' | 'countedAt' | 'isCountedByHand'>[],
): Promise<{ skuId: number; warehouseId: number }[]> {
  const { rows: added } = await sql<{ skuId: number; warehouseId: number }>`
    insert into stock (owner_id, sku_id, warehouse_id, counted_at, is_counted_by_hand)
    select ${ownerId}::uuid, r."skuId", r."warehouseId", r."countedAt", r."isCountedByHand"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("skuId" bigint, "warehouseId" bigint, "countedAt" timestamptz,
      "isCountedByHand" boolean)
    join warehouses w on w.owner_id = ${ownerId} and w.id = r."warehouseId"
    on conflict (owner_id, sku_id, warehouse_id) do nothing
    returning sku_id as "skuId", warehouse_id as "warehouseId"`.execute(tx)
  return added
}

/** Moves the figures, of which the rows must exist, and answers the movements. */
export async function shiftStock(
  tx: Tx,
  { ownerId, userId, name }: Pick<Session, 'ownerId' | 'userId' | 'name'>,
  { kind, document, reason }: { kind: MergeKind; document: number; reason: string | null },
  shifts: Shift[],
): Promise<Movement[]> {
  const changes = new Map<string, { skuId: number; warehouseId: number; onHand: number; reserved: number }>()
  const change = (place: Shift['to'], onHand: number, reserved: number) => {
    if (!place) return
    const seen = changes.get(placeOf(place)) ?? { ...place, onHand: 0, reserved: 0 }
    changes.set(placeOf(place), {
      ...seen,
      onHand: seen.onHand + onHand,
      reserved: seen.reserved + reserved,
    })
  }
  for (const { from, to, onHand, reserved } of shifts) {
    change(from, -onHand, -reserved)
    change(to, onHand, reserved)
  }
  const all = [...changes.values()].filter(({ onHand, reserved }) => onHand !== 0 || reserved !== 0)
  const skuIds = [...new Set(all.map(({ skuId }) => skuId))]
  const warehouseIds = [...new Set(all.map(({ warehouseId }) => warehouseId))]
  const figures = await lockStock(tx, ownerId, skuIds, warehouseIds)
  const movements = all.map(({ onHand, reserved, ...place }): Movement => {
    const figure = figures.get(placeOf(place))
    const available = (figure ? figure.onHand - figure.reserved : 0) + onHand - reserved
    return { ...place, kind, onHand, reserved, available, orderId: null, reason }
  })
  await saveMovements(tx, { ownerId, shopId: null, document, userId, userName: name }, movements)
  return movements
}
