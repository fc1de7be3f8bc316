/** Batches of papers with their files, the channels' labels, and what an owner's waybill looks like. */
import { sql } from 'kysely'
import { mostTold } from '../../model/realtime-channels.ts'
import type { LabelFile } from '../../model/parcel.ts'
import {
  standardTemplate,
  type PrintedOrder,
  type PrintFailure,
  type PrintKind,
  type PrintTemplate,
} from '../../model/printing.ts'
import type { Language } from '../../model/language.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import { saveEvent } from '../notifications/events-store.ts'
import { changeMarked } from '../orders/list/order-counts-store.ts'

const dayMs = 86_400_000
const batchDays = 7
const labelDays = 30
const partBytes = 1024 * 1024

export type FailedOrder = { id: number; code: string; reason: PrintFailure; words: string | null }

export type PrintBatch = {
  id: number
  kind: PrintKind
  orderIds: number[]
  language: Language
  state: 'waiting' | 'running' | 'done'
  done: number
  /** From the start those that its maker may not print. */
  failures: FailedOrder[]
  /** Null until it is done, and when nothing could be printed. */
  pages: number | null
  createdBy: number
  createdAt: Date
  expiresAt: Date
}

const batchColumns =
  sql.raw(`id, kind, order_ids::float8[] as "orderIds", language, state, done, failures, pages,
  created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt"`)

export type BatchKey = { ownerId: string; batchId: number }

/** Saves the request and enqueues its job. One batch of an owner is made after the other. */
export async function addBatch(
  tx: Tx,
  ownerId: string,
  request: Pick<PrintBatch, 'kind' | 'orderIds' | 'language' | 'createdBy'> & { failures?: FailedOrder[] },
): Promise<number> {
  const [batchId = 0] = await drawIds(tx, 1)
  const now = new Date()
  const expiresAt = new Date(now.getTime() + batchDays * dayMs)
  await sql`insert into print_batches (owner_id, id, kind, order_ids, language, state, failures, created_by, created_at, expires_at)
    values (${ownerId}, ${batchId}, ${request.kind}, ${request.orderIds}::bigint[], ${request.language}, 'waiting',
      ${JSON.stringify(request.failures ?? [])}::jsonb, ${request.createdBy}, ${now}, ${expiresAt})`.execute(
    tx,
  )
  const key: BatchKey = { ownerId, batchId }
  await enqueue(tx, 'prepare-print', key, { queue: `print:${ownerId}`, key: `prepare-print:${batchId}` })
  await enqueueCleaning(tx, ownerId, expiresAt)
  return batchId
}

/** Enqueues the removal of old prints, once per print; an earlier job keeps its time. */
async function enqueueCleaning(tx: Tx, ownerId: string, runAt: Date): Promise<void> {
  const job = { queue: `print:${ownerId}`, key: `remove-prints:${ownerId}`, keepsTurn: true, runAt }
  await enqueue(tx, 'remove-prints', { ownerId }, job)
}

/** Answers whether an order `o` is in the file of a batch `b`. */
export const isInFile = sql`o.id = any(b.order_ids)
  and not b.failures @> jsonb_build_array(jsonb_build_object('id', o.id))`

/** Answers of a batch `b` whether all orders in its file are of shops that the reader may see; `visible` empty: all. */
export const isVisible = (ownerId: string, visible: number[]) => sql`(cardinality(${visible}::bigint[]) = 0
  or not exists (select from orders o where o.owner_id = ${ownerId} and ${isInFile} and o.shop_id <> all(${visible}::bigint[])))`

/** @param visible shops that the reader may see; empty: all */
export async function findBatch(
  tx: Tx,
  { ownerId, batchId }: BatchKey,
  visible: number[] = [],
): Promise<PrintBatch | undefined> {
  const { rows } = await sql<PrintBatch>`
    select ${batchColumns} from print_batches b where b.owner_id = ${ownerId} and b.id = ${batchId}
      and ${isVisible(ownerId, visible)}`.execute(tx)
  return rows[0]
}

export async function saveProgress(tx: Tx, { ownerId, batchId }: BatchKey, done: number): Promise<void> {
  await sql`update print_batches set state = 'running', done = ${done}
    where owner_id = ${ownerId} and id = ${batchId} and state <> 'done'`.execute(tx)
}

/** The file in pieces, and that it is there. A batch that is done already stays as it is: false. */
export async function finishBatch(
  tx: Tx,
  { ownerId, batchId }: BatchKey,
  made: { file: Uint8Array | null; pages: number | null; failures: FailedOrder[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update print_batches set state = 'done', done = cardinality(order_ids), pages = ${made.pages},
      failures = ${JSON.stringify(made.failures)}::jsonb, finished_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${batchId} and state <> 'done'`.execute(tx)
  if (numAffectedRows !== 1n) return false
  const { file } = made
  for (let part = 0; file && part * partBytes < file.length; part++) {
    const bytes = Buffer.from(file.subarray(part * partBytes, (part + 1) * partBytes))
    await sql`insert into print_file_parts (owner_id, batch_id, part, bytes)
      values (${ownerId}, ${batchId}, ${part}, ${bytes})`.execute(tx)
  }
  return true
}

export async function readFile(tx: Tx, { ownerId, batchId }: BatchKey): Promise<Buffer<ArrayBuffer>> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from print_file_parts where owner_id = ${ownerId} and batch_id = ${batchId} order by part`.execute(
    tx,
  )
  return Buffer.concat(rows.map(({ bytes }) => bytes))
}

export type StoredLabel = LabelFile & { orderId: number; channelPackageId: string }

export async function listLabels(tx: Tx, ownerId: string, orderIds: number[]): Promise<StoredLabel[]> {
  const { rows } = await sql<StoredLabel>`
    select order_id as "orderId", channel_package_id as "channelPackageId", format, bytes from labels
    where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[])
    order by order_id, channel_package_id`.execute(tx)
  return rows
}

export async function saveLabels(tx: Tx, ownerId: string, labels: StoredLabel[]): Promise<void> {
  const now = new Date()
  for (const { orderId, channelPackageId, format, bytes } of labels)
    await sql`insert into labels (owner_id, order_id, channel_package_id, format, bytes, fetched_at)
      values (${ownerId}, ${orderId}, ${channelPackageId}, ${format}, ${Buffer.from(bytes)}, ${now})
      on conflict (owner_id, order_id, channel_package_id) do update
        set format = excluded.format, bytes = excluded.bytes, fetched_at = excluded.fetched_at`.execute(tx)
  if (labels.length > 0) await enqueueCleaning(tx, ownerId, new Date(now.getTime() + batchDays * dayMs))
}

/** Forgets the labels of these orders, so that the next print asks for them anew. */
export async function removeLabels(tx: Tx, ownerId: string, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`delete from labels where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[])`.execute(
    tx,
  )
}

const standing = sql.raw(`is_digital as "isDigital", packed_at as "packedAt", printed_at as "printedAt",
  tracking_number as "trackingNumber", cancel_requested_at as "cancelRequestedAt"`)

/** Locks these orders until the end of the transaction and answers them. */
export async function lockOrders(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
): Promise<(PrintedOrder & { id: number; shopId: number })[]> {
  const { rows } = await sql<PrintedOrder & { id: number; shopId: number }>`
    select id, shop_id as "shopId", status, ${standing} from orders
    where owner_id = ${ownerId} and id = any(${orderIds}::bigint[]) order by id for no key update`.execute(tx)
  return rows
}

/** Lists the current state of these orders. */
export async function listStanding(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
): Promise<(PrintedOrder & { id: number; code: string })[]> {
  const { rows } = await sql<PrintedOrder & { id: number; code: string }>`
    select id, coalesce(short_code, channel_order_id) as code, status, ${standing} from orders
    where owner_id = ${ownerId} and id = any(${orderIds}::bigint[])
    order by array_position(${orderIds}::bigint[], id)`.execute(tx)
  return rows
}

/** Notes that the waybills of these orders are on paper, and who had them printed. The orders must be locked. */
export async function markPrinted(
  tx: Tx,
  ownerId: string,
  orders: (PrintedOrder & { id: number; shopId: number })[],
  userId: number,
): Promise<void> {
  if (orders.length === 0) return
  const now = new Date()
  const ids = orders.map(({ id }) => id)
  const { rows: fresh } = await sql<{
    shopId: number
    paymentMethod: number
    courier: number | null
    status: number
  }>`
    select shop_id as "shopId", payment_method as "paymentMethod", courier, status from orders
    where owner_id = ${ownerId} and id = any(${ids}::bigint[]) and printed_at is null`.execute(tx)
  await changeMarked(tx, ownerId, 'isPrinted', 1, fresh)
  await sql`update orders set printed_at = ${now} where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`update order_packages set printed_at = ${now}
    where owner_id = ${ownerId} and order_id = any(${ids}::bigint[])`.execute(tx)
  const { rows: users } = await sql<{ name: string }>`
    select name from users where owner_id = ${ownerId} and id = ${userId}`.execute(tx)
  const entries = orders.map(({ id, status, printedAt }) => ({
    order_id: id,
    event: printedAt === null ? 'waybill_printed' : 'waybill_reprinted',
    status,
    name: users[0]?.name ?? null,
    at: now,
  }))
  await sql`insert into order_history (owner_id, order_id, at, event, from_status, to_status, actor_type, actor_name)
    select ${ownerId}::uuid, r.order_id, r.at, r.event, r.status, r.status, 'user', r.name
    from json_to_recordset(${JSON.stringify(entries)}::json) as r(order_id bigint, at timestamptz, event text,
      status smallint, name text)
    on conflict (owner_id, order_id, at, event) do nothing`.execute(tx)
  for (const [shopId, ofShop] of Map.groupBy(orders, (order) => order.shopId)) {
    const shown = ofShop.map(({ id }) => id).slice(0, mostTold)
    const value = { shop_id: shopId, created: 0, updated: ofShop.length, ids: shown }
    saveEvent(tx, { ownerId, channel: 'order.change', shopId, value })
  }
}

/** Removes what is too old, and comes back when the next is. */
export async function removeOldPrints(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const labelsUntil = new Date(now.getTime() - labelDays * dayMs)
  await sql`delete from print_batches where owner_id = ${ownerId} and expires_at <= ${now}`.execute(tx)
  await sql`delete from labels where owner_id = ${ownerId} and fetched_at <= ${labelsUntil}`.execute(tx)
  const { rows } = await sql<{ next: Date | null }>`
    select least((select min(expires_at) from print_batches where owner_id = ${ownerId}),
      (select min(fetched_at) + interval '30 days' from labels where owner_id = ${ownerId})) as next`.execute(
    tx,
  )
  const next = rows[0]?.next
  if (next) await enqueueCleaning(tx, ownerId, next)
}

export async function findTemplate(tx: Tx, ownerId: string): Promise<PrintTemplate> {
  const { rows } = await sql<{ template: Partial<PrintTemplate> }>`
    select template from print_templates where owner_id = ${ownerId}`.execute(tx)
  const stored = rows[0]?.template
  return { ...standardTemplate, ...stored, show: { ...standardTemplate.show, ...stored?.show } }
}

export async function saveTemplate(tx: Tx, ownerId: string, template: PrintTemplate): Promise<void> {
  await sql`insert into print_templates (owner_id, template, updated_at)
    values (${ownerId}, ${JSON.stringify(template)}::jsonb, ${new Date()})
    on conflict (owner_id) do update set template = excluded.template, updated_at = excluded.updated_at`.execute(
    tx,
  )
}
