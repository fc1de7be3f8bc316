/** Order actions, from the request to the end. The transaction that saves an action enqueues its job. */
import { sql, type RawBuilder } from 'kysely'
import type { CancelReasonCode } from '../../../model/cancel-reason.ts'
import type { ActionKind } from '../../../model/order-action.ts'
import type { AddressDraft } from '../../../model/order-draft.ts'
import type { PackedLine } from '../../../model/order.ts'
import type { HandoverChoice } from '../../../model/parcel.ts'
import type { ReturnActionKind } from '../../../model/return-action.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { stripNulBytes } from '../../db/strip-nul-bytes.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { saveEvent } from '../../notifications/events-store.ts'

export type ActionShop = { ownerId: string; shopId: number }

/** Details of an action. A hand-over without `choice` takes the recommended one. */
export type ActionDetails = {
  choice?: HandoverChoice | null
  reasonCode?: CancelReasonCode
  /** The channel's own reason, where a person chose among those. */
  channelReasonId?: string | null
  note?: string | null
  /** Packing: the lines to pack, by the channel's SKU; all of them if left out. */
  lines?: PackedLine[]
  /** The packages that there were when lines were chosen: another one is theirs. */
  packagesBefore?: string[]
  /** Split: the content of each parcel. */
  parcels?: PackedLine[][]
  /** Edit: the new address. */
  address?: AddressDraft
  /** Refused return: where the channel may contact the seller about it. */
  email?: string
  /** Orders with the owner's own couriers: the shipments to book or to cancel. Empty: the order is only accepted. */
  shipmentIds?: number[]
  /** Its label is to be printed once the parcel is booked: so the owner has set for the courier. */
  isAutoPrint?: boolean
  /** Warehouse that the products leave from, for channels that require one. */
  warehouseId?: string | null
}

export type AnyActionKind = ActionKind | ReturnActionKind

/**
 *   refused          the channel says no, in its own words
 *   needs_choice     something has to be chosen by a person
 *   no_such_reason   the channel takes no such reason for a cancellation now
 *   sign_in_expired  the channel does not let us in
 *   unanswered       the channel did not answer for so long that nobody asks any more
 *   courier_unanswered  nobody knows whether the courier has the parcel: a person has to look
 *   internal         a fault of this console's own, each time it was tried
 * beside the codes of refusalOf, for those of a batch that were never told to the channel.
 */
export type ActionError =
  | 'refused'
  | 'needs_choice'
  | 'no_such_reason'
  | 'sign_in_expired'
  | 'unanswered'
  | 'courier_unanswered'
  | 'internal'

/** An action or a new order whose tries fail for reasons of our own ends as failed after so many. */
export const mostFaults = 5

export type StoredAction<Kind extends AnyActionKind = ActionKind> = {
  id: number
  orderId: number
  returnId: number | null
  kind: Kind
  state: 'queued' | 'running' | 'done' | 'failed'
  error: string | null
  errorMessage: string | null
  channelCode: string | null
  requestedBy: number
  requestedByName: string
  requestedAt: string
  endedAt: string | null
}

/** Read within an order as JSON, so instants are texts everywhere. */
const actionColumns =
  sql.raw(`w.id, w.order_id as "orderId", w.return_id as "returnId", w.kind, w.state, w.error, w.error_message as "errorMessage",
  w.channel_code as "channelCode", w.requested_by as "requestedBy", w.requested_by_name as "requestedByName",
  to_json(w.requested_at) #>> '{}' as "requestedAt", to_json(w.ended_at) #>> '{}' as "endedAt"`)

/**
 * Skips rows that a batch refused at once: such a row has a higher id than the open action that it was refused for, and would
 * hide it from the next check. A choice that is missing is told to people, and hides nothing.
 */
export const wasTaken = `(w.state <> 'failed' or w.attempts > 0 or w.error = 'needs_choice')`

/** The last action of one order, those about its returns apart. Read within an order as JSON. */
export const latestActionColumn = (ownerId: string, orderId: number): RawBuilder<unknown> => sql`
  (select row_to_json(l) from (select ${actionColumns} from order_actions w
    where w.owner_id = ${ownerId} and w.order_id = ${orderId}::bigint and w.return_id is null and ${sql.raw(wasTaken)}
    order by w.id desc limit 1) l)`

/** The same of many orders. */
export async function listLatestActions(
  tx: Tx,
  ownerId: string,
  orderIds: number[],
): Promise<StoredAction[]> {
  const { rows } = await sql<StoredAction>`
    select distinct on (w.order_id) ${actionColumns} from order_actions w
    where w.owner_id = ${ownerId} and w.order_id = any(${orderIds}::bigint[]) and w.return_id is null
      and ${sql.raw(wasTaken)}
    order by w.order_id, w.id desc`.execute(tx)
  return rows
}

/** The last action about a return. Read within it as JSON. */
export const latestReturnActionColumn = (
  ownerId: string,
  returnId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  (select row_to_json(l) from (select ${actionColumns} from order_actions w
    where w.owner_id = ${ownerId} and w.return_id = ${returnId} order by w.id desc limit 1) l)`

export type NewAction<Kind extends AnyActionKind = ActionKind> = {
  orderId: number
  /** Set for an action about a return of the order. */
  returnId?: number
  shopId: number
  kind: Kind
  details: ActionDetails
  /** Why it ends before it began; null for one that is to be carried out. */
  refusal: string | null
}

/** User who requests an action. */
export type Asker = { userId: number; name: string }

/** Saves actions, enqueues the jobs that carry them out, and notes in the orders' histories who asked. Answers them as they stand. */
export async function saveActions<Kind extends AnyActionKind>(
  tx: Tx,
  ownerId: string,
  by: Asker,
  actions: NewAction<Kind>[],
  batchId: number | null = null,
): Promise<StoredAction<Kind>[]> {
  const ids = await drawIds(tx, actions.length)
  const now = new Date()
  const rows = actions.map(({ orderId, returnId = null, shopId, kind, details, refusal }, at) => ({
    id: ids[at],
    order_id: orderId,
    return_id: returnId,
    shop_id: shopId,
    kind,
    details,
    state: refusal === null ? 'queued' : 'failed',
    error: refusal,
  }))
  const open = actions.filter(({ refusal }) => refusal === null)
  const asked = open.map(({ orderId, kind, details }) => ({
    order_id: orderId,
    event: `asked_${kind}`,
    actor_type: 'user' as const,
    actor_name: by.name,
    note: details.note || null,
  }))
  const { rows: saved } = await sql<StoredAction<Kind>>`with told as (${addHistory(ownerId, asked, now)})
    insert into order_actions as w (owner_id, id, order_id, return_id, shop_id, kind, details, state, error, requested_by,
      requested_by_name, requested_at, check_at, ended_at, batch_id)
    select ${ownerId}::uuid, r.id, r.order_id, r.return_id, r.shop_id, r.kind, r.details, r.state, r.error, ${by.userId}::bigint,
      ${by.name}::text, ${now}::timestamptz, ${now}::timestamptz,
      case when r.state = 'failed' then ${now}::timestamptz end, ${batchId}::bigint
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, order_id bigint, return_id bigint,
      shop_id bigint, kind text, details jsonb, state text, error text)
    returning ${actionColumns}`.execute(tx)
  for (const [shopId, ofShop] of Map.groupBy(open, (action) => action.shopId)) {
    await enqueueActions(tx, { ownerId, shopId })
    emitChange(
      tx,
      { ownerId, shopId },
      ofShop.map(({ orderId }) => orderId),
    )
  }
  return saved
}

/** One job per shop at a time. */
export async function enqueueActions(tx: Tx, { ownerId, shopId }: ActionShop, runAt?: Date): Promise<void> {
  const name = `order-actions:${shopId}`
  const options = { queue: name, key: name, ...(runAt && { runAt }) }
  await enqueue(tx, 'run-order-actions', { ownerId, shopId }, options)
}

function emitChange(tx: Tx, { ownerId, shopId }: ActionShop, orderIds: number[]): void {
  const value = { shop_id: shopId, created: 0, updated: orderIds.length, ids: orderIds.slice(0, 200) }
  saveEvent(tx, { ownerId, channel: 'order.change', shopId, value })
}

type HistoryEntry = {
  order_id: number
  event: string
  actor_type: 'user' | 'channel'
  actor_name: string | null
  note: string | null
}

function addHistory(ownerId: string, entries: HistoryEntry[], at: Date): RawBuilder<unknown> {
  return sql`insert into order_history (owner_id, order_id, at, event, to_status, actor_type, actor_name, note)
    select ${ownerId}::uuid, r.order_id, ${at}::timestamptz, r.event, o.status, r.actor_type, r.actor_name, r.note
    from json_to_recordset(${JSON.stringify(entries)}::json) as r(order_id bigint, event text, actor_type text,
      actor_name text, note text)
    join orders o on o.owner_id = ${ownerId} and o.id = r.order_id
    on conflict (owner_id, order_id, at, event) do nothing`
}

export type OpenAction = {
  id: number
  orderId: number
  kind: AnyActionKind
  details: ActionDetails
  /** Told before, or about to be when a process died: nobody knows whether it arrived. */
  wasSent: boolean
  /** Attempts so far, including this one. */
  attempts: number
  channelOrderId: string
  channelStatus: string
  /** Set for an action about a return. */
  channelReturnId: string | null
  packageIds: string[]
}

/**
 * Time in which no other worker takes up an action: a worker may be presumed dead, and its jobs freed, while it still
 * works.
 */
const leaseMs = 60_000

/**
 * Takes up what is due. From this moment on an action counts as told, because the process may die before it can say whether
 * it was.
 */
export async function takeActions(
  tx: Tx,
  { ownerId, shopId }: ActionShop,
  limit: number,
  now: Date,
): Promise<OpenAction[]> {
  const { rows } = await sql<OpenAction>`
    select w.id, w.order_id as "orderId", w.kind, w.details, w.state = 'running' as "wasSent",
      w.attempts + 1 as attempts, o.channel_order_id as "channelOrderId", o.channel_status as "channelStatus",
      (select c.channel_return_id from return_cases c where c.owner_id = ${ownerId} and c.id = w.return_id)
        as "channelReturnId",
      array(select p.channel_package_id from order_packages p
        where p.owner_id = ${ownerId} and p.order_id = w.order_id order by p.channel_package_id) as "packageIds"
    from order_actions w join orders o on o.owner_id = ${ownerId} and o.id = w.order_id
    where w.owner_id = ${ownerId} and w.shop_id = ${shopId} and w.state in ('queued', 'running') and w.check_at <= ${now}
    order by w.check_at, w.id limit ${limit} for update of w`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`update order_actions set state = 'running', attempts = attempts + 1, check_at = ${new Date(+now + leaseMs)}
    where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(tx)
  return rows
}

export type ActionEnd = {
  action: Pick<OpenAction, 'id' | 'orderId' | 'kind'>
  state: 'done' | 'failed'
  error: ActionError | 'shop_unlinked' | null
  message: string | null
  channelCode: string | null
}

/** Answers those of the actions that were still open. Screens hear of what failed; of the others by tellEnded. */
export async function endActions(tx: Tx, shop: ActionShop, ends: ActionEnd[]): Promise<ActionEnd[]> {
  const now = new Date()
  const rows = ends.map(({ action, state, error, message, channelCode }) => ({
    id: action.id,
    state,
    error,
    message: message === null ? null : stripNulBytes(message, JSON.stringify(message)).slice(0, 500),
    channel_code: channelCode,
  }))
  const { rows: ended } = await sql<{ id: number }>`
    update order_actions w set state = r.state, error = r.error, error_message = r.message, channel_code = r.channel_code,
      ended_at = ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, state text, error text, message text,
      channel_code text)
    where w.owner_id = ${shop.ownerId} and w.id = r.id and w.state in ('queued', 'running')
    returning w.id`.execute(tx)
  const open = new Set(ended.map(({ id }) => id))
  const ours = ends.filter(({ action }) => open.has(action.id))
  const failed = ours.filter(({ state }) => state === 'failed')
  if (failed.length > 0) {
    const entries = failed.map(({ action, message }) => ({
      order_id: action.orderId,
      event: `failed_${action.kind}`,
      actor_type: 'channel' as const,
      actor_name: null,
      note: message?.slice(0, 500) ?? null,
    }))
    await addHistory(shop.ownerId, entries, now).execute(tx)
  }
  emitEnded(tx, shop, failed)
  return ours
}

/** Apart from their end, so that what ends one by one need not be told one by one: each makes every screen ask. */
export function emitEnded(tx: Tx, shop: ActionShop, ends: ActionEnd[]): void {
  if (ends.length === 0) return
  emitChange(
    tx,
    shop,
    ends.map(({ action }) => action.orderId),
  )
}

/** Not told after all (queued), or still nobody knows (running): looked at again then. */
export async function postponeActions(
  tx: Tx,
  ownerId: string,
  later: { id: number; state: 'queued' | 'running'; checkAt: Date }[],
): Promise<void> {
  await sql`update order_actions w set state = r.state, check_at = r."checkAt"
    from json_to_recordset(${JSON.stringify(later)}::json) as r(id bigint, state text, "checkAt" timestamptz)
    where w.owner_id = ${ownerId} and w.id = r.id and w.state in ('queued', 'running')`.execute(tx)
}

export async function findNextAction(tx: Tx, { ownerId, shopId }: ActionShop): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(check_at) as at from order_actions
    where owner_id = ${ownerId} and shop_id = ${shopId} and state in ('queued', 'running')`.execute(tx)
  return rows[0]?.at ?? undefined
}

export type BatchAction = StoredAction & {
  shopId: number
  code: string
  orderUpdatedAt: Date
  details: ActionDetails
}

/** Lists the batch's actions for orders that the reader may see. */
export async function listBatch(
  tx: Tx,
  ownerId: string,
  batchId: number,
  visible: number[],
): Promise<BatchAction[]> {
  const { rows } = await sql<BatchAction>`
    select ${actionColumns}, w.shop_id as "shopId", w.details, coalesce(o.short_code, o.channel_order_id) as code,
      o.updated_at as "orderUpdatedAt"
    from order_actions w join orders o on o.owner_id = ${ownerId} and o.id = w.order_id
    where w.owner_id = ${ownerId} and w.batch_id = ${batchId}
      and (cardinality(${visible}::bigint[]) = 0 or w.shop_id = any(${visible}::bigint[]))
    order by w.id`.execute(tx)
  return rows
}
