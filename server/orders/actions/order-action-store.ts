/** Order actions, from the request to the end. The transaction that saves an action enqueues its job. */
import { sql, type RawBuilder } from 'kysely'
import { mostTold } from '../../../model/realtime-channels.ts'
import type { CancelReasonCode } from '../../../model/cancel-reason.ts'
import type { ActionKind } from '../../../model/order-action.ts'
import type { AddressDraft } from '../../../model/order-draft.ts'
import type { PackedLine } from '../../../model/order.ts'
import type { HandoverChoice } from '../../../model/parcel.ts'
import type { ReturnActionKind } from '../../../model/return-action.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import type { Command, CommandKind } from '../../outbox/command.ts'
import { dueWorks, enqueueDue, type ShopKey } from '../../outbox/due-work-store.ts'
import type { CommandEnd } from '../../outbox/run-commands.ts'

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
 * hide it from the next check. A missing choice is shown to people, and hides nothing.
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
    where w.owner_id = ${ownerId} and w.return_id = ${returnId} and ${sql.raw(wasTaken)} order by w.id desc limit 1) l)`

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

/** User who requests an action, or the shop whose channel does. */
export type Requester = { userId: number; name: string; type?: 'user' | 'channel' }

/** Saves actions, enqueues the jobs that carry them out, and notes in the orders' histories who requested them. Answers them as they stand. */
export async function saveActions<Kind extends AnyActionKind>(
  tx: Tx,
  ownerId: string,
  by: Requester,
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
  const entries = open.map(({ orderId, kind, details }) => ({
    order_id: orderId,
    event: `asked_${kind}`,
    actor_type: by.type ?? ('user' as const),
    actor_name: by.name,
    note: details.note || null,
  }))
  const { rows: saved } = await sql<
    StoredAction<Kind>
  >`with requested as (${addHistory(ownerId, entries, now)})
    insert into order_actions as w (owner_id, id, order_id, return_id, shop_id, kind, details, state, error, requested_by,
      requested_by_name, requested_at, check_at, ended_at, batch_id)
    select ${ownerId}::uuid, r.id, r.order_id, r.return_id, r.shop_id, r.kind, r.details, r.state, r.error, ${by.userId}::bigint,
      ${by.name}::text, ${now}::timestamptz, ${now}::timestamptz,
      case when r.state = 'failed' then ${now}::timestamptz end, ${batchId}::bigint
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, order_id bigint, return_id bigint,
      shop_id bigint, kind text, details jsonb, state text, error text)
    returning ${actionColumns}`.execute(tx)
  for (const [shopId, ofShop] of Map.groupBy(open, (action) => action.shopId)) {
    await enqueueDue(tx, dueWorks.orderActions, { ownerId, shopId })
    emitChange(
      tx,
      { ownerId, shopId },
      ofShop.map(({ orderId }) => orderId),
    )
  }
  return saved
}

function emitChange(tx: Tx, { ownerId, shopId }: ShopKey, orderIds: number[]): void {
  const value = { shop_id: shopId, created: 0, updated: orderIds.length, ids: orderIds.slice(0, mostTold) }
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

/** Details that a channel has to know of an action. */
export type RequestedAction = {
  orderId: number
  kind: AnyActionKind
  details: ActionDetails
  channelOrderId: string
  channelStatus: string
  /** Set for an action about a return. */
  channelReturnId: string | null
  packageIds: string[]
}

export type OpenAction = Command & RequestedAction
export type OrderActionKind = CommandKind<RequestedAction, true>
export type ActionEnd = CommandEnd<RequestedAction, true>

export async function readRequestedActions(
  tx: Tx,
  ownerId: string,
  ids: number[],
): Promise<(RequestedAction & { id: number })[]> {
  const { rows } = await sql<RequestedAction & { id: number }>`
    select w.id, w.order_id as "orderId", w.kind, w.details, o.channel_order_id as "channelOrderId",
      o.channel_status as "channelStatus",
      (select c.channel_return_id from return_cases c where c.owner_id = ${ownerId} and c.id = w.return_id)
        as "channelReturnId",
      array(select p.channel_package_id from order_packages p
        where p.owner_id = ${ownerId} and p.order_id = w.order_id order by p.channel_package_id) as "packageIds"
    from order_actions w join orders o on o.owner_id = ${ownerId} and o.id = w.order_id
    where w.owner_id = ${ownerId} and w.id = any(${ids}::bigint[])`.execute(tx)
  return rows
}

/** Notes failures in the orders' histories and shows them on the screens; `emitDone` shows the rest. */
export async function saveFailures(tx: Tx, shop: ShopKey, ends: ActionEnd[]): Promise<void> {
  const entries = ends.flatMap(({ command: { orderId, kind }, outcome }): HistoryEntry[] => {
    if (outcome.state === 'done') return []
    const { message: note } = outcome
    return [{ order_id: orderId, event: `failed_${kind}`, actor_type: 'channel', actor_name: null, note }]
  })
  if (entries.length === 0) return
  await addHistory(shop.ownerId, entries, new Date()).execute(tx)
  emitChange(
    tx,
    shop,
    entries.map((entry) => entry.order_id),
  )
}

/** Apart from their ends, so that actions that end one by one make the screens ask once. */
export function emitDone(tx: Tx, shop: ShopKey, ends: ActionEnd[]): void {
  const done = ends.flatMap(({ command, outcome }) => (outcome.state === 'done' ? [command.orderId] : []))
  if (done.length > 0) emitChange(tx, shop, done)
}

export type BatchAction = StoredAction<AnyActionKind> & {
  shopId: number
  code: string
  orderUpdatedAt: Date
  status: number
  pickupFailed: boolean
  isPrinted: boolean
  isChecked: boolean
  hasNumber: boolean
  systemName: string
  platformId: number
  details: ActionDetails
  /** Status of the return that the action is about. */
  returnStatus: number | null
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
      o.updated_at as "orderUpdatedAt", o.status, o.pickup_failed as "pickupFailed", o.printed_at is not null as "isPrinted",
      o.checked_at is not null as "isChecked",
      o.tracking_number is not null as "hasNumber",
      (select c.status from return_cases c where c.owner_id = ${ownerId} and c.id = w.return_id) as "returnStatus", s.system_name as "systemName", s.platform_id as "platformId"
    from order_actions w join orders o on o.owner_id = ${ownerId} and o.id = w.order_id
    join shops s on s.owner_id = ${ownerId} and s.id = w.shop_id
    where w.owner_id = ${ownerId} and w.batch_id = ${batchId}
      and (cardinality(${visible}::bigint[]) = 0 or w.shop_id = any(${visible}::bigint[]))
    order by w.id`.execute(tx)
  return rows
}
