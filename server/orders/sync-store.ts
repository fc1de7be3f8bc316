/** Where each shop's order sync stands. Its bookmark moves in the transaction that saves the orders behind it. */
import { sql } from 'kysely'
import type { OrderFailure } from '../../connectors/connector.ts'
import type { Database, Tx } from '../db/database.ts'
import { storable } from '../db/storable-text.ts'

export type Sync = {
  phase: 'import' | 'follow'
  state: 'idle' | 'running' | 'done' | 'partial' | 'failed'
  periodFrom: Date
  periodTo: Date
  cursor: string | null
  percent: number
  orders: number
  failuresInRow: number
  lastCheckedAt: Date | null
}

const columns =
  sql.raw(`phase, state, period_from as "periodFrom", period_to as "periodTo", cursor, percent, orders,
  failures_in_row as "failuresInRow", last_checked_at as "lastCheckedAt"`)

/** A first import begins, or begins again after the shop was linked anew. */
export async function startImport(
  tx: Tx,
  key: { ownerId: string; shopId: number },
  period: { from: Date; to: Date },
): Promise<void> {
  await sql`insert into shop_syncs (owner_id, shop_id, phase, state, period_from, period_to, import_started_at)
    values (${key.ownerId}, ${key.shopId}, 'import', 'running', ${period.from}, ${period.to}, ${period.to})
    on conflict (owner_id, shop_id) do update set phase = 'import', state = 'running', period_from = excluded.period_from,
      period_to = excluded.period_to, cursor = null, percent = 0, orders = 0, failures_in_row = 0, error = null,
      import_started_at = excluded.import_started_at`.execute(tx)
}

export async function findSync(tx: Tx, ownerId: string, shopId: number): Promise<Sync | undefined> {
  const { rows } = await sql<Sync>`
    select ${columns} from shop_syncs where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  return rows[0]
}

/** Locks the row: everything that one shop's sync saves is saved one after another. */
export async function lockSync(tx: Tx, ownerId: string, shopId: number): Promise<Sync | undefined> {
  const { rows } = await sql<Sync>`
    select ${columns} from shop_syncs where owner_id = ${ownerId} and shop_id = ${shopId} for update`.execute(
    tx,
  )
  return rows[0]
}

export async function saveSync(tx: Tx, ownerId: string, shopId: number, next: SyncStep): Promise<void> {
  await sql`update shop_syncs set phase = ${next.phase}, state = ${next.state}, period_from = ${next.periodFrom},
      period_to = ${next.periodTo}, cursor = ${next.cursor}, percent = greatest(percent, ${next.percent}),
      orders = orders + ${next.addedOrders}, last_checked_at = coalesce(${next.checkedAt}, last_checked_at),
      failures_in_row = 0, error = null
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
}

export type SyncStep = Pick<Sync, 'phase' | 'state' | 'periodFrom' | 'periodTo' | 'cursor' | 'percent'> & {
  addedOrders: number
  checkedAt: Date | null
}

/** A try failed as a whole. The words are the channel's own. */
export async function saveSyncError(
  tx: Tx,
  ownerId: string,
  shopId: number,
  error: string,
  isFinal: boolean,
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update shop_syncs set error = ${storable(error, JSON.stringify(error)).slice(0, 500)}, failures_in_row = failures_in_row + 1,
      state = case when ${isFinal} then 'failed' else state end
    where owner_id = ${ownerId} and shop_id = ${shopId} returning failures_in_row as failures`.execute(tx)
  return rows[0]?.failures ?? 1
}

/** The shop is unlinked. A job that is at work finds nothing to save to, and ends. */
export async function removeSync(tx: Tx, ownerId: string, shopId: number): Promise<void> {
  await sql`delete from shop_syncs where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from sync_hints where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from sync_failures where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
}

/** Notes an order to look at. Noted twice is looked at once. */
export async function saveHint(
  tx: Tx,
  ownerId: string,
  shopId: number,
  channelOrderId: string,
): Promise<void> {
  const now = new Date()
  await sql`insert into sync_hints (owner_id, shop_id, channel_order_id, noted_at)
    values (${ownerId}, ${shopId}, ${channelOrderId}, ${now})
    on conflict (owner_id, shop_id, channel_order_id) do update set noted_at = excluded.noted_at`.execute(tx)
}

export type Hint = { channelOrderId: string; notedAt: Date }

export async function listHints(tx: Tx, ownerId: string, shopId: number, limit: number): Promise<Hint[]> {
  const { rows } = await sql<Hint>`
    select channel_order_id as "channelOrderId", noted_at as "notedAt" from sync_hints
    where owner_id = ${ownerId} and shop_id = ${shopId} order by noted_at limit ${limit}`.execute(tx)
  return rows
}

/** A hint that was noted again after it was read stays for the next round. */
export async function removeHints(tx: Tx, ownerId: string, shopId: number, hints: Hint[]): Promise<void> {
  if (hints.length === 0) return
  await sql`delete from sync_hints h using json_to_recordset(${JSON.stringify(hints)}::json)
      as r("channelOrderId" text, "notedAt" timestamptz)
    where h.owner_id = ${ownerId} and h.shop_id = ${shopId} and h.channel_order_id = r."channelOrderId"
      and date_trunc('milliseconds', h.noted_at) <= r."notedAt"`.execute(tx)
}

export async function saveFailures(
  tx: Tx,
  ownerId: string,
  shopId: number,
  failures: OrderFailure[],
): Promise<void> {
  if (failures.length === 0) return
  const now = new Date()
  const rows = [...new Map(failures.map((failure) => [failure.channelOrderId, failure])).values()].map(
    (failure) => ({
      channel_order_id: failure.channelOrderId.slice(0, 100),
      reason: failure.reason.slice(0, 500),
      raw: failure.raw ?? null,
    }),
  )
  const saved = JSON.stringify(storable(rows, JSON.stringify(rows)))
  await sql`insert into sync_failures as f (owner_id, shop_id, channel_order_id, reason, raw, first_failed_at, last_failed_at)
    select ${ownerId}::uuid, ${shopId}::bigint, r.channel_order_id, r.reason, r.raw, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${saved}::json) as r(channel_order_id text, reason text, raw jsonb)
    on conflict (owner_id, shop_id, channel_order_id) do update set reason = excluded.reason, raw = excluded.raw,
      attempts = f.attempts + 1, last_failed_at = excluded.last_failed_at`.execute(tx)
}

/** An order that arrived after all is no failure any more. */
export async function removeFailures(
  tx: Tx,
  ownerId: string,
  shopId: number,
  channelOrderIds: string[],
): Promise<void> {
  await sql`delete from sync_failures where owner_id = ${ownerId} and shop_id = ${shopId}
    and channel_order_id = any(${channelOrderIds}::text[])`.execute(tx)
}

export type SyncOverview = {
  shopId: number
  state: Sync['state']
  phase: Sync['phase']
  percent: number
  orders: number
  failing: number
  importStartedAt: Date
  lastEventAt: Date | null
  lastCheckedAt: Date | null
  error: string | null
}

export async function listSyncs(tx: Tx, ownerId: string): Promise<SyncOverview[]> {
  const { rows } = await sql<SyncOverview>`
    select y.shop_id as "shopId", y.state, y.phase, y.percent, y.orders, coalesce(f.failing, 0)::int as failing,
      y.import_started_at as "importStartedAt", d.last_event_at as "lastEventAt", y.last_checked_at as "lastCheckedAt", y.error
    from shop_syncs y
    left join channel_shops d on d.owner_id = ${ownerId} and d.shop_id = y.shop_id
    left join (select shop_id, count(*) as failing from sync_failures where owner_id = ${ownerId} group by shop_id) f
      on f.shop_id = y.shop_id
    where y.owner_id = ${ownerId} order by y.shop_id`.execute(tx)
  return rows
}

/**
 * Gives the planner figures while a console's first orders come in: until autovacuum's next round it takes the tables for
 * empty, and a page of the list costs a hundred times what it should. Does nothing once there are figures.
 */
export async function analyzeYoungTables(db: Database): Promise<void> {
  const { rows } = await db.pool.query<{ known: number }>(
    "select reltuples::int as known from pg_class where oid = 'orders'::regclass",
  )
  if ((rows[0]?.known ?? 0) > 20_000) return
  await db.pool.query(
    'analyze orders, order_items, order_search, order_counts, order_packages, order_history, customers, shops',
  )
}
