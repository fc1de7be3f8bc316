/** Stock takes. A change of one locks its row first, before its counts and before what server/stock/movements locks. */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import { stockTakeLimits, type StockTakeState } from '../../../model/stock-take.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { lockLimit } from '../../db/lock-limit.ts'
import { isSeenPlace } from '../../warehouses/warehouses-store.ts'

export type StockTake = {
  id: number
  warehouseId: number
  warehouseName: string | null
  state: StockTakeState
  isBlind: boolean
  skuCount: number
  scanCount: number
  rowCount: number
  startedBy: number
  startedName: string
  startedAt: Date
  changedAt: Date
  endedBy: number | null
  endedName: string | null
  endedAt: Date | null
  document: number | null
  /** Counted SKUs that the reader may see. */
  countedCount: number
  differenceCount: number
}

type Person = { ownerId: string; userId: number; name: string }

/** Answers whether a SKU is listed by one of the shops that the reader may see; none given means all. */
export const isSeen = (ownerId: string, visible: number[], skuId: string) =>
  sql`(cardinality(${visible}::bigint[]) = 0 or exists (select from product_skus p
    where p.owner_id = ${ownerId} and p.sku_id = ${sql.ref(skuId)} and p.shop_id = any(${visible}::bigint[])))`

/** Condition on a stock take `t`; one whose warehouse is gone is everybody's. */
const inSeenPlace = (ownerId: string, visible: number[]) =>
  visible.length === 0
    ? // PostgreSQL would find out that no warehouse is left out, and Citus refuses what is left of the condition then.
      sql`true`
    : sql`not exists (select from warehouses w
  where w.owner_id = ${ownerId} and w.id = t.warehouse_id and not ${isSeenPlace(ownerId, visible)})`

/** Pieces by which a count differs: what was booked, else what would be. */
export const differenceOf = sql`coalesce(c.booked, c.counted - coalesce(c.expected, s.on_hand, 0))`

/** Stock takes in warehouses that the reader may see, the newest first. */
export async function listStockTakes(
  tx: Tx,
  ownerId: string,
  { visible, id = null, state = null, after = null, limit }: StockTakeFilter,
): Promise<StockTake[]> {
  const { rows } = await sql<StockTake>`
    select t.id, t.warehouse_id as "warehouseId", w.name as "warehouseName", t.state, t.is_blind as "isBlind",
      t.sku_count as "skuCount", t.scan_count as "scanCount", t.row_count as "rowCount", t.started_by as "startedBy",
      t.started_name as "startedName", t.started_at as "startedAt", t.changed_at as "changedAt", t.ended_by as "endedBy",
      t.ended_name as "endedName", t.ended_at as "endedAt", t.document,
      coalesce(n.counted, 0)::integer as "countedCount", coalesce(n.differing, 0)::integer as "differenceCount"
    from (select * from stock_takes t where t.owner_id = ${ownerId} and (${id}::bigint is null or t.id = ${id}::bigint)
        and (${state}::text is null or t.state = ${state}::text) and (${after}::bigint is null or t.id < ${after}::bigint)
        and ${inSeenPlace(ownerId, visible)}
        order by t.id desc limit ${limit}) t
    left join warehouses w on w.owner_id = ${ownerId} and w.id = t.warehouse_id
    left join lateral (select count(*) as counted, count(*) filter (where ${differenceOf} <> 0) as differing
      from stock_take_counts c
      left join stock s on s.owner_id = ${ownerId} and s.sku_id = c.sku_id and s.warehouse_id = t.warehouse_id
      where c.owner_id = ${ownerId} and c.take_id = t.id and ${isSeen(ownerId, visible, 'c.sku_id')}) n on true
    order by t.id desc`.execute(tx)
  return rows
}

type StockTakeFilter = {
  visible: number[]
  id?: number | null
  state?: StockTakeState | null
  after?: number | null
  limit: number
}

/** @throws AppError not_found */
export async function getStockTake(
  tx: Tx,
  { ownerId, shopIds }: { ownerId: string; shopIds: number[] },
  id: number,
): Promise<StockTake> {
  const [found] = await listStockTakes(tx, ownerId, { visible: shopIds, id, limit: 1 })
  if (!found) throw new AppError('not_found')
  return found
}

export type OpenStockTake = {
  id: number
  warehouseId: number
  isBlind: boolean
  scanCount: number
  rowCount: number
  startedAt: Date
  changedAt: Date
}

/** Locks it until the end of the transaction. @throws AppError not_found; stock_take_ended if it is open no more */
export async function lockOpenStockTake(
  tx: Tx,
  { ownerId, shopIds }: { ownerId: string; shopIds: number[] },
  id: number,
): Promise<OpenStockTake> {
  const { rows } = await sql<OpenStockTake & { state: string }>`
    select t.id, t.warehouse_id as "warehouseId", t.is_blind as "isBlind", t.scan_count as "scanCount",
      t.row_count as "rowCount", t.started_at as "startedAt", t.changed_at as "changedAt", t.state
    from stock_takes t where t.owner_id = ${ownerId} and t.id = ${id} and ${inSeenPlace(ownerId, shopIds)}
    for update of t`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  if (found.state !== 'open') throw new AppError('stock_take_ended')
  return found
}

/** The warehouse must be locked. @throws AppError stock_take_open, stock_take_limit */
export async function addStockTake(
  tx: Tx,
  { ownerId, userId, name }: Person,
  { warehouseId, isBlind }: { warehouseId: number; isBlind: boolean },
): Promise<number> {
  await lockLimit(tx, ownerId, 'stock_takes')
  const { rows: open } = await sql<{ id: number }>`
    select id from stock_takes where owner_id = ${ownerId} and state = 'open' limit ${stockTakeLimits.open}`.execute(
    tx,
  )
  if (open.length >= stockTakeLimits.open) throw new AppError('stock_take_limit')
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  const { rows } = await sql<{ id: number }>`
    insert into stock_takes (owner_id, id, warehouse_id, state, is_blind, sku_count, started_by, started_name, started_at,
      changed_at)
    select ${ownerId}::uuid, ${id}::bigint, ${warehouseId}::bigint, 'open', ${isBlind}::boolean,
      (select count(*) from stock s where s.owner_id = ${ownerId} and s.warehouse_id = ${warehouseId} and s.on_hand > 0),
      ${userId}::bigint, ${name}::text, ${now}::timestamptz, ${now}::timestamptz
    on conflict (owner_id, warehouse_id) where state = 'open' do nothing returning id`.execute(tx)
  if (rows.length === 0) throw new AppError('stock_take_open')
  return id
}

/** It must be locked. */
export async function saveProgress(
  tx: Tx,
  ownerId: string,
  { id, scanCount, rowCount, changedAt }: OpenStockTake,
): Promise<void> {
  // Two changes in one millisecond are two versions.
  const now = new Date(Math.max(Date.now(), changedAt.getTime() + 1))
  await sql`update stock_takes set scan_count = ${scanCount}, row_count = ${rowCount}, changed_at = ${now}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** It must be locked. */
export async function endStockTake(
  tx: Tx,
  { ownerId, userId, name }: Person,
  id: number,
  { state, document }: { state: 'booked' | 'canceled'; document: number | null },
): Promise<void> {
  await sql`update stock_takes set state = ${state}, document = ${document}, ended_by = ${userId}, ended_name = ${name},
      ended_at = ${new Date()} where owner_id = ${ownerId} and id = ${id}`.execute(tx)
  await sql`delete from stock_take_scans where owner_id = ${ownerId} and take_id = ${id}`.execute(tx)
}

/** Lists warehouses in which the user may begin one. */
export async function listCountable(
  tx: Tx,
  ownerId: string,
  visible: number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select w.id, w.name from warehouses w
    where w.owner_id = ${ownerId} and w.status = 1 and ${isSeenPlace(ownerId, visible)}
    order by w.is_default desc, w.priority, w.id`.execute(tx)
  return rows
}
