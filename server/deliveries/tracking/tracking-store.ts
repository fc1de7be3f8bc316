/** Couriers' reports on parcels under way, and the updates that are still to be sent to the stores. */
import { sql } from 'kysely'
import {
  moveShipment,
  orderStatusOfShipment,
  shipmentStatusIds,
  type ShipmentEvent,
  type ShipmentFlag,
  type ShipmentMeaning,
  type ShipmentStatus,
} from '../../../model/delivery.ts'
import { leastStep, deliverySteps, type DeliveryStep } from '../../../model/delivery-status.ts'
import type { Tx } from '../../db/database.ts'
import { storedWords, stripNulBytes } from '../../db/strip-nul-bytes.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { dueWorks, enqueueDue, type ShopKey } from '../../outbox/due-work-store.ts'
import { parcelsColumn } from '../../orders/actions/order-to-act-store.ts'
import { lockShipment, notePickups, shipmentStatusOf, type Shipment } from '../booking/shipments-store.ts'

export type AccountShop = { ownerId: string; courierId: number }

/** Couriers are not polled for these. A parcel that was thought lost may be found. */
const ends: ReadonlySet<ShipmentStatus> = new Set(['delivered', 'returned', 'canceled'])

/**
 * Saves the new ones of these events and moves the shipment by them. An event that is reported again counts no second time, in
 * whatever order it comes. Answers whether any was new.
 */
export async function saveShipmentEvents(
  tx: Tx,
  ownerId: string,
  shipmentId: number,
  events: readonly ShipmentEvent[],
): Promise<boolean> {
  const shipment = await lockShipment(tx, ownerId, shipmentId)
  if (!shipment || shipment.booking === 'closed') return false
  const fresh = await addEvents(tx, ownerId, shipmentId, events)
  if (fresh.length === 0) return false
  const { status, flag, statusAt: at } = shipment
  const moved = moveShipment({ status, at, ...(flag && { flag }) }, fresh)
  const before = stepOf({ status, ...(flag && { flag }) })
  const step = stepOf(moved)
  const hasUpdate = step !== null && step !== before && shipment.isLive
  const now = new Date()
  await sql`update shipments set status = ${shipmentStatusIds[moved.status]}, flag = ${moved.flag ?? null},
      status_at = ${moved.at}, updated_at = ${now},
      is_live = is_live and ${moved.status !== 'canceled'},
      next_track_at = case when ${ends.has(moved.status)} then null else next_track_at end,
      send_at = case when ${hasUpdate} then ${now}::timestamptz else send_at end,
      send_attempts = case when ${hasUpdate} then 0 else send_attempts end
    where owner_id = ${ownerId} and id = ${shipmentId}`.execute(tx)
  if (shipment.isLive && moved.flag !== (flag ?? undefined)) await notePickups(tx, ownerId, shipmentId)
  const key: ShopKey = { ownerId, shopId: shipment.shopId }
  if (hasUpdate) await enqueueDue(tx, dueWorks.deliveryStatus, key)
  notifyScreens(tx, key, shipment.orderId)
  return true
}

/** A parcel that the courier has taken back waits for another, unless the order itself was called off. */
export function stepOf(meaning: ShipmentMeaning): DeliveryStep | null {
  if (meaning.status === 'canceled') return 'pending'
  const status = orderStatusOfShipment(meaning)
  return deliverySteps.find((step) => step === status) ?? null
}

/** Answers the step of the parcel that is furthest behind; a parcel without a courier counts as `confirmed`. */
export function stepOfOrder(update: DueUpdate, live: Shipment[]): DeliveryStep | null {
  if (stepOf(update) === 'pending') return 'pending'
  const steps = live.map(({ status, flag }) => stepOf({ status, ...(flag && { flag }) }) ?? 'confirmed')
  return leastStep(live.length < update.parcels ? [...steps, 'confirmed'] : steps)
}

export function notifyScreens(tx: Tx, { ownerId, shopId }: ShopKey, orderId: number): void {
  const value = { shop_id: shopId, created: 0, updated: 1, ids: [orderId] }
  saveEvent(tx, { ownerId, channel: 'order.change', shopId, value })
}

async function addEvents(
  tx: Tx,
  ownerId: string,
  shipmentId: number,
  events: readonly ShipmentEvent[],
): Promise<ShipmentEvent[]> {
  const rows = events.map((event) => ({
    at: event.at,
    courier_status: event.courierStatus.slice(0, 200),
    status: event.meaning && shipmentStatusIds[event.meaning.status],
    flag: event.meaning?.flag ?? null,
    description: event.description.slice(0, 500),
    place: event.place?.slice(0, 200) ?? null,
  }))
  const saved = JSON.stringify(stripNulBytes(rows, JSON.stringify(rows)))
  const { rows: added } = await sql<{ at: Date; courierStatus: string }>`
    insert into shipment_events (owner_id, shipment_id, at, courier_status, status, flag, description, place, noted_at)
    select distinct on (r.at, r.courier_status) ${ownerId}::uuid, ${shipmentId}::bigint, r.at, r.courier_status, r.status,
      r.flag, r.description, r.place, ${new Date()}::timestamptz
    from json_to_recordset(${saved}::json) as r(at timestamptz, courier_status text, status smallint, flag text,
      description text, place text)
    on conflict (owner_id, shipment_id, at, courier_status) do nothing
    returning at, courier_status as "courierStatus"`.execute(tx)
  const isNew = new Set(added.map(({ at, courierStatus }) => `${+at} ${courierStatus}`))
  return events.filter(({ at, courierStatus }) => isNew.has(`${+at} ${courierStatus.slice(0, 200)}`))
}

export type StoredShipmentEvent = {
  at: Date
  courierStatus: string
  status: ShipmentStatus | null
  flag: ShipmentFlag | null
  description: string
  place: string | null
}

/** The newest first. */
export async function listShipmentEvents(
  tx: Tx,
  ownerId: string,
  shipmentId: number,
): Promise<StoredShipmentEvent[]> {
  const { rows } = await sql<Omit<StoredShipmentEvent, 'status'> & { status: number | null }>`
    select at, courier_status as "courierStatus", status, flag, description, place from shipment_events
    where owner_id = ${ownerId} and shipment_id = ${shipmentId} order by at desc, courier_status`.execute(tx)
  return rows.map((row) => ({ ...row, status: row.status === null ? null : shipmentStatusOf(row.status) }))
}

export type DueUpdate = Pick<Shipment, 'id' | 'orderId' | 'courierId' | 'trackingNumber' | 'sendAttempts'> &
  ShipmentMeaning & { channelOrderId: string; reason: string | null; parcels: number }

export async function listDueUpdates(tx: Tx, { ownerId, shopId }: ShopKey, now: Date): Promise<DueUpdate[]> {
  const { rows } = await sql<
    Omit<DueUpdate, 'status' | 'flag'> & { status: number; flag: ShipmentFlag | null }
  >`
    select s.id, s.order_id as "orderId", s.courier as "courierId", s.tracking_number as "trackingNumber",
      s.send_attempts as "sendAttempts", s.status, s.flag, o.channel_order_id as "channelOrderId",
      (select e.description from shipment_events e where e.owner_id = ${ownerId} and e.shipment_id = s.id
        order by e.at desc limit 1) as reason,
      ${parcelsColumn(ownerId, sql`s.order_id`)} as parcels
    from shipments s join orders o on o.owner_id = ${ownerId} and o.id = s.order_id
    where s.owner_id = ${ownerId} and s.shop_id = ${shopId} and s.send_at <= ${now} order by s.send_at limit 50`.execute(
    tx,
  )
  return rows.map(({ status, flag, ...row }) => ({
    ...row,
    status: shipmentStatusOf(status),
    ...(flag && { flag }),
  }))
}

/** The store has it. An update that came meanwhile stays due: `of` is how the shipment stood when it was sent. */
export async function saveSent(
  tx: Tx,
  ownerId: string,
  id: number,
  sent: { step: DeliveryStep | null; notice?: string; of?: ShipmentMeaning },
): Promise<void> {
  const of = sent.of === undefined ? null : shipmentStatusIds[sent.of.status]
  await sql`update shipments set sent_step = coalesce(${sent.step}, sent_step), notice = coalesce(${sent.notice === undefined ? null : storedWords(sent.notice)}, notice),
      send_at = case when ${of}::smallint is null or (status = ${of}::smallint and flag is not distinct from ${sent.of?.flag ?? null}::text)
        then null else send_at end, send_attempts = 0
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

export async function postponeUpdate(tx: Tx, ownerId: string, id: number, sendAt: Date): Promise<void> {
  await sql`update shipments set send_at = ${sendAt}, send_attempts = send_attempts + 1
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** Comes when the first of the account's parcels is due. */
export async function enqueueTracking(tx: Tx, { ownerId, courierId }: AccountShop): Promise<void> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_track_at) as at from shipments
    where owner_id = ${ownerId} and courier = ${courierId} and next_track_at is not null`.execute(tx)
  const runAt = rows[0]?.at
  if (!runAt) return
  const name = `track-shipments:${ownerId}:${courierId}`
  await enqueue(tx, 'track-shipments', { ownerId, courierId }, { queue: name, key: name, runAt, priority: 5 })
}

export type DueParcel = { id: number; trackingNumber: string; bookedAt: Date }

export async function listDueParcels(
  tx: Tx,
  { ownerId, courierId }: AccountShop,
  now: Date,
  limit: number,
): Promise<DueParcel[]> {
  const { rows } = await sql<DueParcel>`
    select id, tracking_number as "trackingNumber", booked_at as "bookedAt" from shipments
    where owner_id = ${ownerId} and courier = ${courierId} and next_track_at <= ${now} and tracking_number is not null
      and booked_at is not null
    order by next_track_at limit ${limit}`.execute(tx)
  return rows
}

export async function setNextTracking(
  tx: Tx,
  ownerId: string,
  next: { id: number; at: Date | null }[],
): Promise<void> {
  await sql`update shipments s set next_track_at = r.at
    from json_to_recordset(${JSON.stringify(next)}::json) as r(id bigint, at timestamptz)
    where s.owner_id = ${ownerId} and s.id = r.id and s.next_track_at is not null`.execute(tx)
}

/** Sends the store the parcel's status, although nothing new came of it. */
export async function noteUpdate(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`update shipments set send_at = ${new Date()}, send_attempts = 0
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}
