/** Changes of listings, from the request to the end. The transaction that saves a change enqueues its job. */
import { sql } from 'kysely'
import type { ListingChangeKind, ListingFields } from '../../../model/listing-change.ts'
import { withIds, type Tx } from '../../db/database.ts'
import type { Command } from '../../outbox/command.ts'
import { dueWorks, enqueueDue } from '../../outbox/due-work-store.ts'
import { markProductsStale } from '../product-columns-store.ts'

/** Details that a channel has to know of a change. */
export type RequestedChange = {
  productId: number
  channelProductId: string
  /** Null: the whole listing. */
  channelSkuId: string | null
  kind: ListingChangeKind
  before: ListingFields
  after: ListingFields
}
export type OpenChange = Command & RequestedChange

/** `variantId` is 0 for a change of the whole listing. */
export type NewChange = RequestedChange & { shopId: number; variantId: number }

export type StoredChange = NewChange & {
  id: number
  currency: string
  state: 'queued' | 'running' | 'done' | 'failed'
  error: string | null
  errorMessage: string | null
  isAnswered: boolean
  requestedBy: number
  requestedByName: string
  requestedAt: Date
  endedAt: Date | null
}

/** A change that the channel was too busy for is queued again, whatever its command says. */
const columns =
  sql.raw(`c.id, c.product_id as "productId", c.shop_id as "shopId", c.variant_id as "variantId", c.kind,
  c.channel_product_id as "channelProductId", c.channel_sku_id as "channelSkuId", c.before, c.after,
  case when c.state = 'running' and c.sent_at is null then 'queued' else c.state end as state, c.error,
  c.error_message as "errorMessage", c.is_answered as "isAnswered", c.requested_by as "requestedBy",
  c.requested_by_name as "requestedByName", c.requested_at as "requestedAt", c.ended_at as "endedAt"`)

/**
 * Saves changes and enqueues the jobs that send them. One for the same field of which nothing is under way is replaced. Answers the ids; fewer
 * than there are changes if one of the same field is being sent.
 *
 * @param batchId given: of changes that are requested, and answered, together
 */
export async function saveChanges(
  tx: Tx,
  ownerId: string,
  by: { userId: number; name: string },
  changes: NewChange[],
  batchId: number | null = null,
): Promise<number[]> {
  if (changes.length === 0) return []
  const now = new Date()
  const fresh = JSON.stringify(await withIds(tx, changes))
  const productIds = [...new Set(changes.map(({ productId }) => productId))]
  await sql`update listing_changes c set is_answered = true
    from json_to_recordset(${fresh}::json) as r("productId" bigint, "variantId" bigint, kind text)
    where c.owner_id = ${ownerId} and c.product_id = r."productId" and c.variant_id = r."variantId"
      and c.kind = r.kind and c.state = 'failed' and not c.is_answered`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into listing_changes as c (owner_id, id, product_id, shop_id, variant_id, channel_product_id, channel_sku_id, kind,
      before, after, state, requested_by, requested_by_name, requested_at, check_at,
      batch_id)
    select ${ownerId}::uuid, r.id, r."productId", r."shopId", r."variantId", r."channelProductId", r."channelSkuId", r.kind,
      r.before, r.after, 'queued', ${by.userId}::bigint, ${by.name}::text, ${now}::timestamptz, ${now}::timestamptz,
      ${batchId}::bigint
    from json_to_recordset(${fresh}::json) as r(id bigint, "productId" bigint, "shopId" bigint, "variantId" bigint,
      "channelProductId" text, "channelSkuId" text, kind text, before jsonb, after jsonb)
    on conflict (owner_id, product_id, kind, variant_id) where state in ('queued', 'running')
    do update set state = 'queued', before = excluded.before || c.before, after = c.after || excluded.after,
      requested_by = excluded.requested_by, requested_by_name = excluded.requested_by_name,
      requested_at = excluded.requested_at, check_at = excluded.check_at, attempts = 0,
      batch_id = excluded.batch_id
    where c.sent_at is null
    returning c.id`.execute(tx)
  for (const shopId of new Set(changes.map((change) => change.shopId)))
    await enqueueDue(tx, dueWorks.listingChanges, { ownerId, shopId })
  await markProductsStale(tx, ownerId, productIds)
  return rows.map(({ id }) => id)
}

/** Changes of a product, the latest first. */
export async function listChanges(tx: Tx, ownerId: string, productId: number): Promise<StoredChange[]> {
  const { rows } = await sql<StoredChange>`
    select ${columns}, p.currency from listing_changes c
    join products p on p.owner_id = ${ownerId} and p.id = c.product_id
    where c.owner_id = ${ownerId} and c.product_id = ${productId} order by c.id desc limit 200`.execute(tx)
  return rows
}

/**
 * Changes that were requested together, in the order of their request.
 *
 * @param visible shops that the reader may see; empty: all
 */
export async function listBatchChanges(
  tx: Tx,
  ownerId: string,
  batchId: number,
  visible: number[],
): Promise<StoredChange[]> {
  const { rows } = await sql<StoredChange>`
    select ${columns}, p.currency from listing_changes c
    join products p on p.owner_id = ${ownerId} and p.id = c.product_id
    where c.owner_id = ${ownerId} and c.batch_id = ${batchId}
      and (${visible.length === 0} or c.shop_id = any(${visible}::bigint[])) order by c.id`.execute(tx)
  return rows
}

/** @param visible shops that the reader may see; empty: all */
export async function lockChange(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[],
): Promise<StoredChange | undefined> {
  const { rows } = await sql<StoredChange>`
    select ${columns}, p.currency from listing_changes c
    join products p on p.owner_id = ${ownerId} and p.id = c.product_id
    where c.owner_id = ${ownerId} and c.id = ${id}
      and (${visible.length === 0} or c.shop_id = any(${visible}::bigint[])) for update of c`.execute(tx)
  return rows[0]
}

/** Takes back a queued change. */
export async function removeChange(tx: Tx, ownerId: string, { id, productId }: StoredChange): Promise<void> {
  await sql`delete from listing_changes where owner_id = ${ownerId} and id = ${id}`.execute(tx)
  await markProductsStale(tx, ownerId, [productId])
}

/** Lets a refusal count no more. */
export async function dismissChange(tx: Tx, ownerId: string, { id, productId }: StoredChange): Promise<void> {
  await sql`update listing_changes set is_answered = true where owner_id = ${ownerId} and id = ${id}`.execute(
    tx,
  )
  await markProductsStale(tx, ownerId, [productId])
}

export async function readRequestedChanges(
  tx: Tx,
  ownerId: string,
  ids: number[],
): Promise<(RequestedChange & { id: number })[]> {
  const { rows } = await sql<RequestedChange & { id: number }>`
    select c.id, c.product_id as "productId", c.channel_product_id as "channelProductId", c.channel_sku_id as "channelSkuId",
      c.kind, c.before, c.after from listing_changes c
    where c.owner_id = ${ownerId} and c.id = any(${ids}::bigint[])`.execute(tx)
  return rows
}
