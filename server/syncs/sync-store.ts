/**
 * State of each shop's syncs, one each for orders, products, customers, returns, settlements and warehouses. The
 * checkpoint moves in the transaction that saves the data before it.
 */
import type { Failure } from '../../connectors/results.ts'
import { sql } from 'kysely'
import type { Connector } from '../../connectors/connector.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import { enqueue, type JobOptions } from '../jobs/jobs.ts'

export type SyncKind = 'order' | 'product' | 'customer' | 'return' | 'settlement' | 'warehouse'

export type SyncKey = ShopKey & { kind: SyncKind }

/** Lists the kinds that a channel supplies, the most urgent first. */
export function kindsOf(
  connector: Pick<Connector, 'orders' | 'products' | 'customers' | 'returns' | 'settlements' | 'warehouses'>,
): SyncKind[] {
  const kinds: SyncKind[] = ['order', 'product', 'customer', 'return', 'settlement', 'warehouse']
  return kinds.filter((kind) => connector[`${kind}s`] !== undefined)
}

/** Fetched for as long as the owner wants the shop's orders. */
export function isOfOrders(kind: SyncKind): boolean {
  return kind === 'order' || kind === 'return' || kind === 'settlement'
}

/**
 * Kinds whose first import begins when that of another kind is through: while a channel is in trouble, its few good answers go to
 * the orders.
 */
const importsAfter: Partial<Record<SyncKind, SyncKind>> = { return: 'order', settlement: 'order' }

/** Answers whether the kind has to wait for the first import of another. */
export async function waitsForImport(tx: Tx, key: SyncKey): Promise<boolean> {
  const kind = importsAfter[key.kind]
  return kind !== undefined && (await findSync(tx, { ...key, kind }))?.phase === 'import'
}

/** Starts the kinds that waited for this one's first import. */
export async function enqueueWaiting(tx: Tx, { kind, ...shop }: SyncKey, kinds: SyncKind[]): Promise<void> {
  for (const waiting of kinds)
    if (importsAfter[waiting] === kind) await enqueueSync(tx, { ...shop, kind: waiting })
}

/** The first import of orders begins so many days before the shop was linked. */
export const orderDays = 30

/** Answers the start of the first import's period, which the screen shows; null: everything. */
export function importFrom(kind: SyncKind, now: Date): Date | null {
  return isOfOrders(kind) ? new Date(now.getTime() - orderDays * 86_400_000) : null
}

/** One job per shop and kind at a time. */
export async function enqueueSync(
  tx: Tx,
  { kind, ownerId, shopId }: SyncKey,
  when: Pick<JobOptions, 'runAt' | 'priority' | 'keepsTurn'> = {},
): Promise<void> {
  // Payouts are days old when they are told: whatever else waits comes first.
  const priority = kind === 'settlement' ? 5 : 0
  const options = { queue: `${kind}s:${shopId}`, key: `sync-${kind}s:${shopId}`, priority, ...when }
  await enqueue(tx, `sync-${kind}s`, { ownerId, shopId }, options)
}

export type Sync = {
  phase: 'import' | 'follow'
  state: 'idle' | 'running' | 'done' | 'partial' | 'failed'
  /** Null: everything. */
  periodFrom: Date | null
  periodTo: Date
  cursor: string | null
  percent: number
  items: number
  lastCheckedAt: Date | null
  pollRequestedAt: Date | null
}

const columns =
  sql.raw(`phase, state, period_from as "periodFrom", period_to as "periodTo", cursor, percent, items,
  last_checked_at as "lastCheckedAt", poll_requested_at as "pollRequestedAt"`)

/** A first import begins, or begins again after the shop was linked anew. */
export async function startImport(
  tx: Tx,
  key: SyncKey,
  period: { from: Date | null; to: Date },
): Promise<void> {
  await sql`insert into syncs (owner_id, shop_id, kind, phase, state, period_from, period_to, import_started_at)
    values (${key.ownerId}, ${key.shopId}, ${key.kind}, 'import', 'running', ${period.from}, ${period.to}, ${period.to})
    on conflict (owner_id, shop_id, kind) do update set phase = 'import', state = 'running',
      period_from = excluded.period_from, period_to = excluded.period_to, cursor = null, percent = 0, items = 0,
      failures_in_row = 0, error = null, import_started_at = excluded.import_started_at`.execute(tx)
}

/**
 * Answers the sync's state; creates it with an import if there is none. Undefined when the shop is no longer linked.
 */
export async function openSync(
  tx: Tx,
  key: SyncKey,
  period: { from: Date | null; to: Date },
): Promise<Sync | undefined> {
  const known = await findSync(tx, key)
  if (known) return known
  await sql`insert into syncs (owner_id, shop_id, kind, phase, state, period_from, period_to, import_started_at)
    select owner_id, id, ${key.kind}, 'import', 'running', ${period.from}::timestamptz, ${period.to}::timestamptz,
      ${period.to}::timestamptz
    from shops where owner_id = ${key.ownerId} and id = ${key.shopId} and status = 1 for share
    on conflict (owner_id, shop_id, kind) do nothing`.execute(tx)
  return findSync(tx, key)
}

export async function findSync(tx: Tx, { ownerId, shopId, kind }: SyncKey): Promise<Sync | undefined> {
  const { rows } = await sql<Sync>`
    select ${columns} from syncs where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind}`.execute(
    tx,
  )
  return rows[0]
}

/** Locks the row: everything that one sync saves is saved one after another. */
export async function lockSync(tx: Tx, { ownerId, shopId, kind }: SyncKey): Promise<Sync | undefined> {
  const { rows } = await sql<Sync>`
    select ${columns} from syncs where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind}
    for update`.execute(tx)
  return rows[0]
}

export type SyncStep = Pick<Sync, 'phase' | 'state' | 'periodFrom' | 'periodTo' | 'cursor' | 'percent'> & {
  addedItems: number
  /** When the look began that is over now; null while it goes on. */
  checkedAt: Date | null
}

export async function saveSync(tx: Tx, { ownerId, shopId, kind }: SyncKey, next: SyncStep): Promise<void> {
  await sql`update syncs set phase = ${next.phase}, state = ${next.state}, period_from = ${next.periodFrom},
      period_to = ${next.periodTo}, cursor = ${next.cursor}, percent = greatest(percent, ${next.percent}),
      items = items + ${next.addedItems}, last_checked_at = coalesce(${next.checkedAt}, last_checked_at),
      failures_in_row = 0, error = null
    where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind}`.execute(tx)
}

/** Makes the next look a whole one, however recent the last was. */
export async function requestPoll(tx: Tx, { ownerId, shopId, kind }: SyncKey): Promise<void> {
  await sql`update syncs set poll_requested_at = ${new Date()}
    where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind}`.execute(tx)
}

/**
 * A try failed as a whole. The words are the channel's own. Answers how many have failed in a row, and whether the sync had failed for
 * good before.
 */
export async function saveSyncError(
  tx: Tx,
  { ownerId, shopId, kind }: SyncKey,
  error: string,
  isFinal: boolean,
): Promise<{ failures: number; wasFailed: boolean }> {
  const before = await findSync(tx, { ownerId, shopId, kind })
  const { rows } = await sql<{ failures: number }>`
    update syncs set error = ${stripNulBytes(error, JSON.stringify(error)).slice(0, 500)}, failures_in_row = failures_in_row + 1,
      state = case when ${isFinal} then 'failed' else state end
    where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind}
    returning failures_in_row as failures`.execute(tx)
  return { failures: rows[0]?.failures ?? 1, wasFailed: before?.state === 'failed' }
}

/** The shop is unlinked. A job that is at work finds nothing to save to, and ends. */
export async function removeSyncs(tx: Tx, { ownerId, shopId }: ShopKey): Promise<void> {
  await sql`delete from syncs where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from stale_ids where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
  await sql`delete from sync_failures where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
}

/** Notes what to look at, in the order of the ids, in which everybody locks them. Noted twice is looked at once. */
export async function markStale(
  tx: Tx,
  { ownerId, shopId, kind }: SyncKey,
  channelIds: Iterable<string>,
): Promise<void> {
  const kept = (id: string) => stripNulBytes(id, JSON.stringify(id)).slice(0, 100)
  const ids = [...new Set(Array.from(channelIds, kept))].toSorted()
  if (ids.length === 0) return
  await sql`insert into stale_ids (owner_id, shop_id, kind, channel_id, noted_at)
    select ${ownerId}::uuid, ${shopId}::bigint, ${kind}::text, id, ${new Date()}::timestamptz from unnest(${ids}::text[]) as id
    on conflict (owner_id, shop_id, kind, channel_id) do update set noted_at = excluded.noted_at`.execute(tx)
}

/** `notedAt` as PostgreSQL writes it, to the microsecond. */
export type StaleId = { channelId: string; notedAt: string }

export async function listStaleIds(
  tx: Tx,
  { ownerId, shopId, kind }: SyncKey,
  limit: number,
): Promise<StaleId[]> {
  const { rows } = await sql<StaleId>`
    select channel_id as "channelId", noted_at::text as "notedAt" from stale_ids
    where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind} order by noted_at limit ${limit}`.execute(
    tx,
  )
  return rows
}

/**
 * A hint that was noted again after it was read stays for the next round. Its time is another then, and may be an earlier one: web
 * processes note it by clocks of their own.
 */
export async function removeStaleIds(
  tx: Tx,
  { ownerId, shopId, kind }: SyncKey,
  staleIds: StaleId[],
): Promise<void> {
  if (staleIds.length === 0) return
  await sql`delete from stale_ids h using json_to_recordset(${JSON.stringify(staleIds)}::json)
      as r("channelId" text, "notedAt" timestamptz)
    where h.owner_id = ${ownerId} and h.shop_id = ${shopId} and h.kind = ${kind} and h.channel_id = r."channelId"
      and h.noted_at = r."notedAt"`.execute(tx)
}

export async function forgetStaleIds(tx: Tx, { ownerId, shopId, kind }: SyncKey): Promise<void> {
  await sql`delete from stale_ids where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind}`.execute(
    tx,
  )
}

export async function saveFailures(
  tx: Tx,
  { ownerId, shopId, kind }: SyncKey,
  failures: Failure[],
): Promise<void> {
  if (failures.length === 0) return
  const now = new Date()
  const all = failures.map(({ channelId, reason, raw }) => ({
    channel_id: channelId.slice(0, 100),
    reason: reason.slice(0, 500),
    raw: raw ?? null,
  }))
  // Two ids may be one as they are stored.
  const stored = stripNulBytes(all, JSON.stringify(all))
  const rows = [...new Map(stored.map((row) => [row.channel_id, row])).values()]
  await sql`insert into sync_failures as f (owner_id, shop_id, kind, channel_id, reason, raw, first_failed_at, last_failed_at)
    select ${ownerId}::uuid, ${shopId}::bigint, ${kind}::text, r.channel_id, r.reason, r.raw, ${now}::timestamptz,
      ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(channel_id text, reason text, raw jsonb)
    on conflict (owner_id, shop_id, kind, channel_id) do update set reason = excluded.reason, raw = excluded.raw,
      attempts = f.attempts + 1, last_failed_at = excluded.last_failed_at`.execute(tx)
}

/** Removes the failures of items that arrived after all. */
export async function removeFailures(
  tx: Tx,
  { ownerId, shopId, kind }: SyncKey,
  channelIds: string[],
): Promise<void> {
  await sql`delete from sync_failures where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind}
    and channel_id = any(${channelIds}::text[])`.execute(tx)
}

/** Answers whether the item could not be saved and has not been since. */
export async function isFailing(
  tx: Tx,
  { ownerId, shopId, kind }: SyncKey,
  channelId: string,
): Promise<boolean> {
  const { rows } = await sql`select from sync_failures
    where owner_id = ${ownerId} and shop_id = ${shopId} and kind = ${kind} and channel_id = ${channelId}`.execute(
    tx,
  )
  return rows.length > 0
}

export type SyncOverview = {
  shopId: number
  kind: SyncKind
  state: Sync['state']
  phase: Sync['phase']
  percent: number
  items: number
  failing: number
  waiting: number
  importStartedAt: Date
  lastCheckedAt: Date | null
  error: string | null
}

/** Lists the syncs of every shop and kind. */
export async function listSyncs(tx: Tx, ownerId: string): Promise<SyncOverview[]> {
  const { rows } = await sql<SyncOverview>`
    select y.shop_id as "shopId", y.kind, y.state, y.phase, y.percent, y.items, coalesce(f.failing, 0)::int as failing,
      coalesce(h.waiting, 0)::int as waiting, y.import_started_at as "importStartedAt",
      y.last_checked_at as "lastCheckedAt", y.error
    from syncs y
    left join (select shop_id, kind, count(*) as failing from sync_failures where owner_id = ${ownerId}
        group by shop_id, kind) f on f.shop_id = y.shop_id and f.kind = y.kind
    left join (select shop_id, kind, count(*) as waiting from stale_ids where owner_id = ${ownerId}
        group by shop_id, kind) h on h.shop_id = y.shop_id and h.kind = y.kind
    where y.owner_id = ${ownerId} order by y.shop_id, y.kind`.execute(tx)
  return rows
}

export type FailingItem = {
  kind: SyncKind
  channelId: string
  reason: string
  attempts: number
  firstFailedAt: Date
  lastFailedAt: Date
}

/** Lists a shop's items that could not be saved, the latest first. */
export async function listFailures(
  tx: Tx,
  { ownerId, shopId }: ShopKey,
  limit: number,
): Promise<{ rows: FailingItem[]; total: number }> {
  const { rows } = await sql<FailingItem & { total: number }>`
    select kind, channel_id as "channelId", reason, attempts, first_failed_at as "firstFailedAt",
      last_failed_at as "lastFailedAt", count(*) over ()::int as total
    from sync_failures where owner_id = ${ownerId} and shop_id = ${shopId}
    order by last_failed_at desc, kind, channel_id limit ${limit}`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}
