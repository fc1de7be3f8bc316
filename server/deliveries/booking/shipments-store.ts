/** Parcels that go with the owner's own couriers: what was wanted, what became of it, and what the courier said on the way. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import {
  selfDeliveryId,
  shipmentStatusIds,
  type BookedShipment,
  type PickupRequest,
  type Booking,
  type ShipmentFlag,
  type ShipmentStatus,
} from '../../../model/delivery.ts'
import type { PackedLine } from '../../../model/order.ts'
import type { DeliveryStep } from '../../../model/delivery-status.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { setCourier } from '../../orders/actions/order-courier-store.ts'
import { restartPackingOf } from '../../orders/list/packing-restart-store.ts'
import { stripNulBytes } from '../../db/strip-nul-bytes.ts'
import type { ReceiverPlace } from './receiver-place.ts'

/**
 * Choices for sending a parcel. Those left out come from the owner's defaults, or are chosen when the parcel is booked.
 */
export type BookingChoice = Partial<
  Pick<
    Booking,
    | 'mode'
    | 'serviceId'
    | 'placeId'
    | 'isInsured'
    | 'feePayer'
    | 'remark'
    | 'shipmentType'
    | 'transportation'
    | 'needsTrolley'
    | 'isDangerous'
    | 'inspection'
  >
> & {
  pickup?: PickupRequest
  pieces?: number
  parcel?: { weight: number; length: number; width: number; height: number }
  /** Content of the parcel; left out: all of the order. */
  lines?: PackedLine[]
  /** For couriers that identify places by ids; left out: the place that the order's address names. */
  receiver?: ReceiverPlace
}

export type Shipment = {
  id: number
  orderId: number
  /** Number of the parcel within the order. */
  parcel: number
  shopId: number
  courierId: number
  reference: string
  booking: 'wanted' | 'booked' | 'unanswered' | 'closed'
  requestedAt: Date | null
  isLive: boolean
  /** True if a photo of the parcel at the door is stored. */
  hasPhoto: boolean
  status: ShipmentStatus
  flag: ShipmentFlag | null
  statusAt: Date | null
  choice: BookingChoice
  trackingNumber: string | null
  furtherNumbers: string[]
  fee: number | null
  cod: number
  currency: string
  expectedAt: Date | null
  notice: string | null
  sentStep: DeliveryStep | null
  sendAttempts: number
  createdAt: Date
  bookedAt: Date | null
}

type Row = Omit<Shipment, 'status'> & { status: number }

const statusNames = Object.keys(shipmentStatusIds) as ShipmentStatus[]

export function shipmentStatusOf(id: number): ShipmentStatus {
  const status = statusNames[id]
  if (!status) throw new RangeError(`no shipment status has id ${id}`)
  return status
}

const columnsOf = (ownerId: string) =>
  sql`s.id, s.order_id as "orderId", s.parcel, s.shop_id as "shopId", s.courier as "courierId", s.reference, s.booking,
  s.requested_at as "requestedAt", s.is_live as "isLive",
  exists (select from shipment_photos p where p.owner_id = ${ownerId} and p.shipment_id = s.id) as "hasPhoto", s.status, s.flag, s.status_at as "statusAt", s.choice,
  s.tracking_number as "trackingNumber", s.further_numbers as "furtherNumbers", s.fee, s.cod, s.currency,
  s.expected_at as "expectedAt", s.notice, s.sent_step as "sentStep", s.send_attempts as "sendAttempts", s.created_at as "createdAt",
  s.booked_at as "bookedAt"`

const shipmentOf = (row: Row): Shipment => ({ ...row, status: shipmentStatusOf(row.status) })

export type NewShipment = Pick<
  Shipment,
  'orderId' | 'parcel' | 'shopId' | 'courierId' | 'choice' | 'cod' | 'currency'
>

export async function addShipment(tx: Tx, ownerId: string, made: NewShipment): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  // Random suffix: of two consoles with the same account, such as a test and the real one, neither may find the other's
  // parcels.
  const reference = `SC${id}-${randomBytes(3).toString('hex').toUpperCase()}`
  await sql`insert into shipments (owner_id, id, order_id, parcel, shop_id, courier, reference, booking, is_live, status, choice, cod,
      currency, created_at, updated_at)
    values (${ownerId}, ${id}, ${made.orderId}, ${made.parcel}, ${made.shopId}, ${made.courierId}, ${reference}, 'wanted', true, 0,
      ${JSON.stringify(made.choice)}::jsonb, ${made.cod}, ${made.currency}, ${now}, ${now})`.execute(tx)
  return id
}

/** The newest first. */
export async function listShipments(tx: Tx, ownerId: string, orderId: number): Promise<Shipment[]> {
  const { rows } = await sql<Row>`
    select ${columnsOf(ownerId)} from shipments s where s.owner_id = ${ownerId} and s.order_id = ${orderId} order by s.id desc`.execute(
    tx,
  )
  return rows.map(shipmentOf)
}

export async function findShipment(tx: Tx, ownerId: string, id: number): Promise<Shipment | undefined> {
  const { rows } = await sql<Row>`
    select ${columnsOf(ownerId)} from shipments s where s.owner_id = ${ownerId} and s.id = ${id}`.execute(tx)
  return rows.map(shipmentOf)[0]
}

/** Nobody else changes it or its order before the end of the transaction. */
export async function lockShipment(tx: Tx, ownerId: string, id: number): Promise<Shipment | undefined> {
  await sql`select from orders o where o.owner_id = ${ownerId} and o.id = (select s.order_id from shipments s
    where s.owner_id = ${ownerId} and s.id = ${id}) for update`.execute(tx)
  const { rows } = await sql<Row>`
    select ${columnsOf(ownerId)} from shipments s where s.owner_id = ${ownerId} and s.id = ${id} for update`.execute(
    tx,
  )
  return rows.map(shipmentOf)[0]
}

/** Lists the order's current shipments, the first parcel first; empty for an order without any. */
export async function listLiveShipments(tx: Tx, ownerId: string, orderId: number): Promise<Shipment[]> {
  const { rows } = await sql<Row>`
    select ${columnsOf(ownerId)} from shipments s
    where s.owner_id = ${ownerId} and s.order_id = ${orderId} and s.is_live order by s.parcel`.execute(tx)
  return rows.map(shipmentOf)
}

/** An order counts for the courier of its first parcel that has one. The order's row must be locked. */
export async function setCourierOfFirst(
  tx: Tx,
  shop: { ownerId: string; shopId: number },
  orderId: number,
): Promise<void> {
  const [first] = await listLiveShipments(tx, shop.ownerId, orderId)
  if (first) await setCourier(tx, shop, [orderId], first.courierId)
}

export async function findByNumber(
  tx: Tx,
  { ownerId, courierId }: { ownerId: string; courierId: number },
  trackingNumber: string,
  reference: string | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select s.id from shipments s where s.owner_id = ${ownerId} and s.courier = ${courierId}
      and (s.tracking_number = ${trackingNumber} or s.reference = ${reference}) order by s.id desc limit 1`.execute(
    tx,
  )
  return rows[0]?.id
}

/** An order whose courier came in vain waits until another pick-up is booked, or the parcel has left all the same. */
export async function notePickups(tx: Tx, ownerId: string, shipmentId: number): Promise<void> {
  await sql`update orders o set pickup_failed = found.failed
    from (select s.order_id, exists (select from shipments p where p.owner_id = ${ownerId} and p.order_id = s.order_id
        and p.is_live and p.flag = 'pickup_failed') as failed
      from shipments s where s.owner_id = ${ownerId} and s.id = ${shipmentId}) found
    where o.owner_id = ${ownerId} and o.id = found.order_id and o.pickup_failed <> found.failed`.execute(tx)
}

/** From now on the courier may have it, whatever becomes of us. */
export async function markAsked(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`update shipments set requested_at = ${new Date()}, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/**
 * Its order is packed anew: a label that was printed before is of another booking. What the courier has told of the parcel already, before
 * its number was known here, stays.
 */
export async function saveBooked(
  tx: Tx,
  ownerId: string,
  id: number,
  { trackingNumber, furtherNumbers, fee, expectedAt, notice }: BookedShipment,
  nextTrackAt: Date | null,
): Promise<void> {
  await restartPackingOf(tx, ownerId, id)
  const now = new Date()
  await notePickups(tx, ownerId, id)
  const { created, booked, delivered, returned, canceled } = shipmentStatusIds
  await sql`update shipments set booking = 'booked', status = case when status = ${created} then ${booked} else status end,
      tracking_number = ${trackingNumber}, further_numbers = ${furtherNumbers}::text[], fee = coalesce(${fee}, fee),
      expected_at = ${expectedAt}, notice = ${message(notice ?? null)}, booked_at = ${now},
      next_track_at = case when status <> all(${[delivered, returned, canceled]}::smallint[]) then ${nextTrackAt}::timestamptz end,
      updated_at = ${now}
    where owner_id = ${ownerId} and id = ${id} and booking in ('wanted', 'unanswered')`.execute(tx)
}

/** It never came about. */
export async function closeShipment(
  tx: Tx,
  ownerId: string,
  id: number,
  notice: string | null,
): Promise<void> {
  await sql`update shipments set booking = 'closed', is_live = false, status = ${shipmentStatusIds.canceled},
      notice = ${message(notice)}, next_track_at = null, send_at = null, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id} and booking <> 'booked'`.execute(tx)
}

export async function markUnanswered(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`update shipments set booking = 'unanswered', updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id} and booking = 'wanted'`.execute(tx)
}

/** The courier took it back: the order waits for another. */
export async function saveCanceled(tx: Tx, ownerId: string, id: number): Promise<void> {
  await restartPackingOf(tx, ownerId, id)
  const now = new Date()
  await sql`update shipments set status = ${shipmentStatusIds.canceled}, flag = null, status_at = ${now}, is_live = false,
      next_track_at = null, send_at = null, updated_at = ${now}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

export async function setLive(tx: Tx, ownerId: string, id: number, isLive: boolean): Promise<void> {
  await sql`update shipments set is_live = ${isLive}, updated_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** Bookings that the courier may have, and that nothing looks up any more once the actions of these orders have ended. */
export async function doubtRequested(tx: Tx, ownerId: string, orderIds: number[]): Promise<void> {
  await sql`update shipments set booking = 'unanswered', updated_at = ${new Date()}
    where owner_id = ${ownerId} and order_id = any(${orderIds}::bigint[]) and booking = 'wanted'
      and requested_at is not null`.execute(tx)
}

function message(text: string | null): string | null {
  return text === null ? null : stripNulBytes(text, JSON.stringify(text)).slice(0, 500)
}

/** Booked parcels of the order that another replaces and that the courier still has to be told to forget. */
export async function listReplaced(tx: Tx, ownerId: string, orderId: number): Promise<Shipment[]> {
  const { rows } = await sql<Row>`
    select ${columnsOf(ownerId)} from shipments s where s.owner_id = ${ownerId} and s.order_id = ${orderId} and not s.is_live
      and s.booking = 'booked' and s.status in (${shipmentStatusIds.created}, ${shipmentStatusIds.booked})`.execute(
    tx,
  )
  return rows.map(shipmentOf)
}

/** Counts an account's parcels that are on their way to the buyer or back. */
export async function countUnderWay(
  tx: Tx,
  { ownerId, courierId }: { ownerId: string; courierId: number },
): Promise<number> {
  const { delivered, returned, lost_or_damaged: lost, canceled } = shipmentStatusIds
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from shipments where owner_id = ${ownerId} and courier = ${courierId} and is_live
      and courier <> ${selfDeliveryId} and status not in (${delivered}, ${returned}, ${lost}, ${canceled})`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
