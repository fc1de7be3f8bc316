/** Where each shop's product sync stands. Its bookmark moves in the transaction that saves the products behind it. */
import { sql } from 'kysely'
import type { ProductFailure } from '../../connectors/connector.ts'
import type { Tx } from '../db/database.ts'
import { storable } from '../db/storable-text.ts'
import { enqueue } from '../jobs.ts'

export type SyncShop = { ownerId: string; shopId: number }

export async function enqueueProductSync(tx: Tx, key: SyncShop, runAt?: Date): Promise<void> {
  await enqueue(tx, 'sync-products', key, {
    queue: `products:${key.shopId}`,
    key: `sync-products:${key.shopId}`,
    ...(runAt ? { runAt } : {}),
  })
}

/** Takes the shops whose catalogue is due, and sets their next look, so that one process alone enqueues each. */
export async function takeDueCatalogues(tx: Tx, now: Date, nextAt: Date): Promise<SyncShop[]> {
  const { rows } = await sql<SyncShop>`
    with due as (
      select platform_id, channel_shop_id from channel_shops where next_catalogue_at <= ${now}
      order by next_catalogue_at limit 200 for update skip locked)
    update channel_shops d set next_catalogue_at = ${nextAt} from due
    where d.platform_id = due.platform_id and d.channel_shop_id = due.channel_shop_id
    returning d.owner_id as "ownerId", d.shop_id as "shopId"`.execute(tx)
  return rows
}

export type ProductSync = {
  phase: 'import' | 'follow'
  state: 'running' | 'done' | 'failed'
  changedSince: Date | null
  lookStartedAt: Date
  cursor: string | null
  percent: number
}

/** Begins with the import when there is none yet, and locks the row. Undefined when the shop is gone. */
export async function openProductSync(tx: Tx, key: SyncShop, now: Date): Promise<ProductSync> {
  await sql`insert into product_syncs (owner_id, shop_id, phase, state, look_started_at, import_started_at)
    values (${key.ownerId}, ${key.shopId}, 'import', 'running', ${now}, ${now})
    on conflict (owner_id, shop_id) do nothing`.execute(tx)
  const { rows } = await sql<ProductSync>`
    select phase, state, changed_since as "changedSince", look_started_at as "lookStartedAt", cursor, percent
    from product_syncs where owner_id = ${key.ownerId} and shop_id = ${key.shopId} for update`.execute(tx)
  const [sync] = rows
  if (!sync) throw new Error('the product sync that was just opened is gone')
  return sync
}

export async function saveProductSync(
  tx: Tx,
  { ownerId, shopId }: SyncShop,
  next: ProductSync & { checkedAt: Date | null },
): Promise<void> {
  await sql`update product_syncs set phase = ${next.phase}, state = ${next.state}, changed_since = ${next.changedSince},
      look_started_at = ${next.lookStartedAt}, cursor = ${next.cursor}, percent = greatest(percent, ${next.percent}),
      last_checked_at = coalesce(${next.checkedAt}, last_checked_at), failures_in_row = 0, error = null
    where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
}

/** A try failed as a whole. The words are the channel's own. Answers how many have failed in a row. */
export async function saveProductSyncError(
  tx: Tx,
  { ownerId, shopId }: SyncShop,
  error: string,
  isFinal: boolean,
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update product_syncs set error = ${storable(error, JSON.stringify(error)).slice(0, 500)},
      failures_in_row = failures_in_row + 1, state = case when ${isFinal} then 'failed' else state end
    where owner_id = ${ownerId} and shop_id = ${shopId} returning failures_in_row as failures`.execute(tx)
  return rows[0]?.failures ?? 1
}

/** Notes a product to look at. Noted twice is looked at once. */
export async function saveProductHint(
  tx: Tx,
  { ownerId, shopId }: SyncShop,
  channelProductId: string,
): Promise<void> {
  await sql`insert into product_hints (owner_id, shop_id, channel_product_id, noted_at)
    values (${ownerId}, ${shopId}, ${channelProductId}, ${new Date()})
    on conflict (owner_id, shop_id, channel_product_id) do update set noted_at = excluded.noted_at`.execute(
    tx,
  )
}

export type ProductHint = { channelProductId: string; notedAt: Date }

export async function listProductHints(
  tx: Tx,
  { ownerId, shopId }: SyncShop,
  limit: number,
): Promise<ProductHint[]> {
  const { rows } = await sql<ProductHint>`
    select channel_product_id as "channelProductId", noted_at as "notedAt" from product_hints
    where owner_id = ${ownerId} and shop_id = ${shopId} order by noted_at limit ${limit}`.execute(tx)
  return rows
}

/** A hint that was noted again after it was read stays for the next round. */
export async function removeProductHints(
  tx: Tx,
  { ownerId, shopId }: SyncShop,
  hints: ProductHint[],
): Promise<void> {
  if (hints.length === 0) return
  await sql`delete from product_hints h using json_to_recordset(${JSON.stringify(hints)}::json)
      as r("channelProductId" text, "notedAt" timestamptz)
    where h.owner_id = ${ownerId} and h.shop_id = ${shopId} and h.channel_product_id = r."channelProductId"
      and date_trunc('milliseconds', h.noted_at) <= r."notedAt"`.execute(tx)
}

export async function saveProductFailures(
  tx: Tx,
  { ownerId, shopId }: SyncShop,
  failures: ProductFailure[],
): Promise<void> {
  if (failures.length === 0) return
  const now = new Date()
  const last = new Map(failures.map((failure) => [failure.channelProductId, failure]))
  const rows = [...last.values()].map(({ channelProductId, reason, raw }) => ({
    channel_product_id: channelProductId.slice(0, 100),
    reason: reason.slice(0, 500),
    raw: raw ?? null,
  }))
  const saved = JSON.stringify(storable(rows, JSON.stringify(rows)))
  await sql`insert into product_failures as f (owner_id, shop_id, channel_product_id, reason, raw, first_failed_at,
      last_failed_at)
    select ${ownerId}::uuid, ${shopId}::bigint, r.channel_product_id, r.reason, r.raw, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${saved}::json) as r(channel_product_id text, reason text, raw jsonb)
    on conflict (owner_id, shop_id, channel_product_id) do update set reason = excluded.reason, raw = excluded.raw,
      attempts = f.attempts + 1, last_failed_at = excluded.last_failed_at`.execute(tx)
}

/** A product that arrived after all is no failure any more. */
export async function removeProductFailures(
  tx: Tx,
  { ownerId, shopId }: SyncShop,
  channelProductIds: string[],
): Promise<void> {
  await sql`delete from product_failures where owner_id = ${ownerId} and shop_id = ${shopId}
    and channel_product_id = any(${channelProductIds}::text[])`.execute(tx)
}
