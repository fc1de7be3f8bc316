/** Saves a request about an order's parcel as a shipment, in the transaction of the request. */
import type { Body } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { fulfilmentOf } from '../../../model/fulfilment.ts'
import type { HandoverToCourier, PickupRequest } from '../../../model/delivery.ts'
import type { Database, Tx } from '../../db/database.ts'
import { findOrder } from '../../orders/detail/order-store.ts'
import type { OrderShipment, OrderToAct } from '../../orders/actions/order-to-act-store.ts'
import type { ActionDetails } from '../../orders/actions/order-action-store.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { inTime } from '../../http/patience.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { findShop } from '../../shops/shops-store.ts'
import { bookingProblems, firstPickup, modeOf, momentIn } from './booking-form.ts'
import {
  createBookingInfo,
  withFailure,
  type BookingInfo,
  type BookingQuestion,
  type Translate,
} from './booking-info.ts'
import { findSender } from './booking-sender.ts'
import { asCourierError } from '../../syncs/courier-errors.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { courierOfOrder, isThere } from '../accounts/default-courier.ts'
import { orderOf, parcelsOf } from './divide-order.ts'
import { listOrderParcels, type OrderParcel } from './order-parcels-store.ts'
import { findParcelDefaults } from './parcel-measures.ts'
import { hasTwoLevels, placeByIds, placeByNames, wholePlace, type ReceiverPlace } from './receiver-place.ts'
import {
  addShipment,
  closeShipment,
  findShipment,
  listLiveShipments,
  setCourierOfFirst,
  setLive,
  type BookingChoice,
  type Shipment,
} from './shipments-store.ts'

export type BookingBody = Omit<Body<'POST /orders/{id}/confirm'>, 'choice' | 'mode'> & {
  mode?: HandoverToCourier | undefined
}
/** Days and hours at the place of the courier, as moments. */
export type PlannedBooking =
  | { mode: HandoverToCourier; place: string; pickup: { from: Date; to: Date } | null }
  /** `isOfOrder`: in the order's own address, so that it says nothing about others. */
  | { problem: string; isOfOrder: boolean }

export type Bookings = {
  info(
    ownerId: string,
    order: OrderToAct,
    question: BookingQuestion,
    translate: Translate,
  ): Promise<BookingInfo>
  /** Null: nobody chose a courier, for the order or for its shop. */
  courierOf(
    tx: Tx,
    ownerId: string,
    order: { shopId: number; courier: number | null },
  ): Promise<number | null>
  /** Says how the order would be handed over to this courier if it were booked now, or what is in the way. */
  planOf(
    ownerId: string,
    order: { id: number; shopId: number },
    courierId: number,
    translate: Translate,
  ): Promise<PlannedBooking>
  /**
   * Answers the buyer's place by the chosen courier's ids. Undefined where the courier needs none. Throws
   * validation_failed with the fields.
   */
  placeFor(
    session: Pick<Session, 'ownerId' | 'shopIds'>,
    orderId: number,
    body: BookingBody,
  ): Promise<ReceiverPlace | undefined>
  /** Creates the shipment of each parcel that has none, or of the one that is named, and answers the details of its action. Throws validation_failed with the fields that are wrong. */
  request(
    tx: Tx,
    ownerId: string,
    order: OrderToAct,
    body: BookingBody & { receiver?: ReceiverPlace | undefined },
  ): Promise<ActionDetails>
  /** The same once more, with what was chosen for the shipments that failed. */
  requestAgain(tx: Tx, ownerId: string, order: OrderToAct, shipmentIds: number[]): Promise<ActionDetails>
  /**
   * Answers the shipments to cancel at the courier. Throws validation_failed when the order has none in that parcel.
   */
  shipmentsToCancel(
    tx: Tx,
    ownerId: string,
    orderId: number,
    shipments: OrderShipment[],
    body: Body<'POST /orders/{id}/cancel-shipment'>,
  ): Promise<ActionDetails>
}

export function createBookings(db: Database, channels: ChannelSessions, couriers: CourierSessions): Bookings {
  const infoOf = createBookingInfo(db, channels, couriers)
  return {
    info: async (ownerId, order, question, translate) =>
      withFailure(await infoOf(ownerId, order, question, translate), translate),

    async courierOf(tx, ownerId, { shopId, courier }) {
      const shop = await findShop(tx, ownerId, shopId)
      return shop ? courierOfOrder(tx, shop, { courier }) : null
    },

    async planOf(ownerId, order, courierId, translate) {
      const { info, failure, parts, choices } = await infoOf(ownerId, order, { courierId }, translate)
      const [[field, problem] = []] = Object.entries(bookingProblems(parts))
      if (problem) return { problem: translate(problem), isOfOrder: field === 'address' }
      if (!choices) {
        const words = withFailure({ info, failure }, translate).warnings.at(-1) ?? ''
        return { problem: words, isOfOrder: false }
      }
      const mode = modeOf(parts, choices)
      const { street, district } = parts.sender?.address ?? {}
      const pickup = mode === 'pickup' ? firstPickup(choices, parts.country, new Date()) : null
      return {
        mode,
        place: [street, district].filter(Boolean).join(', '),
        pickup: pickup && {
          from: momentIn(parts.country, pickup.date, pickup.from),
          to: momentIn(parts.country, pickup.date, pickup.to),
        },
      }
    },

    async placeFor({ ownerId, shopIds }, orderId, body) {
      const found = await db.asOwner(ownerId, async (tx) => {
        const order = await findOrder(tx, ownerId, orderId, shopIds)
        const shop = order && (await findShop(tx, ownerId, order.shopId))
        const isOwn = fulfilmentOf(channels.connectorOf(shop?.platformId ?? 0)) === 'own-courier'
        if (!shop || !order.address || !isOwn) return undefined
        const courierId =
          body.shipment_id === undefined ? await courierOfOrder(tx, shop, order) : body.shipment_id
        const areas = courierId === null ? undefined : couriers.courierOf(courierId)?.places?.areas
        if (courierId === null || !areas) return undefined
        return (await isThere(tx, ownerId, courierId))
          ? { courierId, areas, address: order.address }
          : undefined
      })
      if (!found) return undefined
      const { courierId, areas, address } = found
      const isChosen = body.province_id !== undefined
      if (!isChosen && (hasTwoLevels(address) || address.isMasked)) return undefined
      // Before the order is locked: a courier may take its time.
      const place = await inTime(
        couriers.use({ ownerId, courierId }, (session) => {
          const asking = { areaCache: couriers.areaCache, session, areas }
          return isChosen ? placeByIds(asking, body) : placeByNames(asking, address)
        }),
      ).catch(asCourierError)
      const whole = wholePlace(place)
      if (whole) return whole
      const field = !place.province
        ? 'province_id'
        : place.district || place.isNew
          ? 'ward_code'
          : 'district_id'
      throw new AppError('validation_failed', { invalidFields: { [field]: 'field.delivery_place' } })
    },

    request: (tx, ownerId, order, body) => request(tx, ownerId, order, body),

    async requestAgain(tx, ownerId, order, shipmentIds) {
      const again: ActionDetails[] = []
      for (const id of shipmentIds) {
        const failed = await findShipment(tx, ownerId, id)
        if (!failed) continue
        const body = { shipment_id: failed.courierId, parcel: failed.parcel }
        again.push(await request(tx, ownerId, order, body, failed.choice))
      }
      const [first] = again
      if (!first) return request(tx, ownerId, order, {})
      return { ...first, shipmentIds: again.flatMap((one) => one.shipmentIds ?? []) }
    },

    async shipmentsToCancel(tx, ownerId, orderId, shipments, { note, parcel }) {
      if (parcel === undefined) return { note }
      if (!shipments.some((one) => one.parcel === parcel)) throw noSuchParcel()
      const live = await listLiveShipments(tx, ownerId, orderId)
      return { note, shipmentIds: live.filter((one) => one.parcel === parcel).map(({ id }) => id) }
    },
  }

  async function request(
    tx: Tx,
    ownerId: string,
    order: OrderToAct,
    body: BookingBody & { receiver?: ReceiverPlace | undefined },
    before: BookingChoice = {},
  ): Promise<ActionDetails> {
    const more = { note: body.note ?? null, warehouseId: body.warehouse_id ?? null }
    const shop = await findShop(tx, ownerId, order.shopId)
    const detail = await findOrder(tx, ownerId, order.id, [])
    if (!shop || !detail) throw new AppError('not_found')
    const parcels = parcelsOf(detail, await listOrderParcels(tx, ownerId, order.id))
    const chosen = parcels.filter(({ number }) => body.parcel === undefined || body.parcel === number)
    if (chosen.length === 0) throw noSuchParcel()
    const live = await listLiveShipments(tx, ownerId, order.id)
    const liveOf = ({ number }: OrderParcel) => live.find(({ parcel }) => parcel === number)
    // The courier has them already: the store is left to be sent their status.
    const done = chosen.flatMap((parcel) => liveOf(parcel) ?? []).filter(isBooked)
    const open = chosen.filter((parcel) => !done.some((one) => one.parcel === parcel.number))
    const shipmentIds = done.map(({ id }) => id)
    if (open.length === 0) return { ...more, shipmentIds }
    const courierId =
      body.shipment_id === undefined ? await courierOfOrder(tx, shop, detail) : body.shipment_id
    if (courierId === null) {
      if (open.some(liveOf))
        throw new AppError('validation_failed', { invalidFields: { shipment_id: 'field.required' } })
      return { ...more, shipmentIds }
    }
    const courier = couriers.courierOf(courierId)
    if (!courier || !(await isThere(tx, ownerId, courierId)))
      throw new AppError('validation_failed', { invalidFields: { shipment_id: 'field.courier_unlinked' } })
    const sender = await findSender(tx, shop, detail, courierId)
    const country = courier.country ?? (shop.region === 'VN' ? 'VN' : 'MY')
    const way = { sender, country, currency: courier.currency }
    let isAutoPrint = false
    for (const parcel of open) {
      const packed = parcels.length > 1 ? parcel.lines : undefined
      const about = { courierId, orderId: order.id, packed }
      const { defaults } = await findParcelDefaults(tx, ownerId, about)
      const receiver = body.receiver && { receiver: body.receiver }
      const choice = { ...before, ...choiceOf(body), ...receiver, ...(packed && { lines: packed }) }
      const parts = { ...way, order: orderOf(detail, packed), cod: parcel.cod, defaults, choice }
      const invalidFields = bookingProblems(parts)
      if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
      const old = liveOf(parcel)
      if (old?.booking === 'booked') await setLive(tx, ownerId, old.id, false)
      else if (old) await closeShipment(tx, ownerId, old.id, null)
      const { id: orderId, shopId } = order
      const { currency } = detail
      const added = { orderId, parcel: parcel.number, shopId, courierId, choice, cod: parcel.cod, currency }
      shipmentIds.push(await addShipment(tx, ownerId, added))
      isAutoPrint = defaults.isAutoPrint
    }
    await setCourierOfFirst(tx, { ownerId, shopId: order.shopId }, order.id)
    return { ...more, shipmentIds, isAutoPrint }
  }
}

const isBooked = ({ booking, flag }: Shipment): boolean => booking === 'booked' && flag !== 'pickup_failed'

const noSuchParcel = () =>
  new AppError('validation_failed', { invalidFields: { parcel: 'field.no_such_parcel' } })

/** Kilograms become grams; what was not given is left out. */
function choiceOf(body: BookingBody): BookingChoice {
  const { package: size, mode, pieces, remark, transportation, inspection } = body
  const pickup = pickupOf(body)
  return {
    ...(mode && { mode }),
    ...(body.service_id && { serviceId: body.service_id }),
    ...(body.address_id && { placeId: body.address_id }),
    ...(pickup && { pickup }),
    ...(size && { parcel: { ...size, weight: Math.round(size.weight * 1000) } }),
    ...(pieces !== undefined && { pieces }),
    ...(transportation && { transportation }),
    ...(remark !== undefined && { remark }),
    ...(inspection && { inspection }),
    ...(body.trolley !== undefined && { needsTrolley: body.trolley === 1 }),
    ...(body.dangerous_good !== undefined && { isDangerous: body.dangerous_good === 1 }),
    ...(body.enhanced_liability !== undefined && { isInsured: body.enhanced_liability === 1 }),
    ...(body.shipment_type && { shipmentType: body.shipment_type }),
    ...(body.payer && { feePayer: body.payer }),
  }
}

function pickupOf(body: BookingBody): PickupRequest | null {
  const { pickup_date: date, ready_time: from, collectible_by: to, time_slot_id: slotId } = body
  if (!date) return null
  return { date, from: from ?? '09:00', to: to ?? '18:00', ...(slotId && { slotId }) }
}
