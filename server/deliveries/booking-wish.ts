/** What somebody asks for about an order's parcel becomes a row, in the transaction that asks. */
import type { Body, Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import type { PickupWish } from '../../model/delivery.ts'
import type { Database, Tx } from '../db/database.ts'
import { findOrder } from '../orders/order-store.ts'
import type { OrderToAct } from '../orders/order-to-act-store.ts'
import type { WishDetails } from '../orders/order-wish-store.ts'
import type { Session } from '../auth/sessions-store.ts'
import { inTime } from '../patience.ts'
import type { ChannelSessions } from '../shops/channel-session.ts'
import { findShop } from '../shops/shops-store.ts'
import { bookingProblems, codOf, type BookingParts } from './booking-form.ts'
import { createBookingInfo, type BookingQuestion } from './booking-info.ts'
import { findSender } from './booking-sender.ts'
import { findCourierAccount } from './courier-accounts-store.ts'
import { asCourierError } from './courier-errors.ts'
import type { CourierSessions } from './courier-session.ts'
import { findDefaultCourier } from './delivery-settings-store.ts'
import { findParcelDefaults } from './parcel-measures.ts'
import { hasTwoLevels, placeByIds, placeByNames, wholePlace, type ReceiverPlace } from './receiver-place.ts'
import {
  addShipment,
  closeShipment,
  findLiveShipment,
  findShipment,
  setLive,
  type BookingWish,
} from './shipments-store.ts'

export type BookingBody = Omit<Body<'POST /orders/{id}/confirm'>, 'choice'>
type Say = (key: string) => string

export type Bookings = {
  /** Whether the owner's own couriers carry this channel's orders. */
  carries(platformId: number): boolean
  info(
    ownerId: string,
    order: OrderToAct,
    question: BookingQuestion,
    say: Say,
  ): Promise<NonNullable<Reply<'GET /orders/{id}/confirm-info'>['data']['own']>>
  /** Where the buyer lives, by the numbers of the courier that is wanted. Undefined where none has to be known. Throws validation_failed with the fields. */
  placeFor(
    session: Pick<Session, 'ownerId' | 'shopIds'>,
    orderId: number,
    body: BookingBody,
  ): Promise<ReceiverPlace | undefined>
  /** Makes the shipment and answers what its wish has to know. Throws validation_failed with the fields that are wrong. */
  ask(
    tx: Tx,
    ownerId: string,
    order: OrderToAct,
    body: BookingBody & { receiver?: ReceiverPlace | undefined },
  ): Promise<WishDetails>
  /** The same once more, with what was chosen for the shipment that failed. */
  askAgain(tx: Tx, ownerId: string, order: OrderToAct, shipmentId: number | null): Promise<WishDetails>
}

export function createBookings(db: Database, channels: ChannelSessions, couriers: CourierSessions): Bookings {
  const carries = (platformId: number): boolean => {
    const connector = channels.connectorOf(platformId)
    return connector?.progress !== undefined && connector.shipping === undefined
  }

  return {
    carries,
    info: createBookingInfo(db, channels, couriers),

    async placeFor({ ownerId, shopIds }, orderId, body) {
      const found = await db.asOwner(ownerId, async (tx) => {
        const order = await findOrder(tx, ownerId, orderId, shopIds)
        const shop = order && (await findShop(tx, ownerId, order.shop_id))
        if (!shop || !order.address || !carries(shop.platformId)) return undefined
        const courierId =
          body.shipment_id === undefined ? await findDefaultCourier(tx, ownerId, shop) : body.shipment_id
        const areas = courierId === null ? undefined : couriers.courierOf(courierId)?.areas
        if (courierId === null || !areas) return undefined
        const isThere = (await findCourierAccount(tx, { ownerId, courierId }))?.status === 1
        return isThere ? { courierId, areas, address: order.address } : undefined
      })
      if (!found) return undefined
      const { courierId, areas, address } = found
      const isChosen = body.province_id !== undefined
      if (!isChosen && (hasTwoLevels(address) || address.isMasked)) return undefined
      // Before the order is locked: a courier may take its time.
      const place = await inTime(
        couriers.use({ ownerId, courierId }, (session) => {
          const asking = { shelf: couriers.shelf, session, areas }
          return isChosen ? placeByIds(asking, body) : placeByNames(asking, address)
        }),
      ).catch(asCourierError)
      const whole = wholePlace(place)
      if (whole) return whole
      const field = !place.province ? 'province_id' : place.district ? 'ward_code' : 'district_id'
      throw new AppError('validation_failed', { invalidFields: { [field]: 'field.delivery_place' } })
    },

    ask: (tx, ownerId, order, body) => ask(tx, ownerId, order, body),

    async askAgain(tx, ownerId, order, shipmentId) {
      const failed = shipmentId === null ? undefined : await findShipment(tx, ownerId, shipmentId)
      return failed
        ? ask(tx, ownerId, order, { shipment_id: failed.courierId }, failed.wish)
        : ask(tx, ownerId, order, {})
    },
  }

  async function ask(
    tx: Tx,
    ownerId: string,
    order: OrderToAct,
    body: BookingBody & { receiver?: ReceiverPlace | undefined },
    before: BookingWish = {},
  ): Promise<WishDetails> {
    const more = { note: body.note ?? null, warehouseId: body.warehouse_id ?? null }
    const live = await findLiveShipment(tx, ownerId, order.id)
    // The courier has it already: what is left is to tell the store.
    if (live?.booking === 'booked' && live.flag !== 'pickup_failed') return { ...more, shipmentId: live.id }
    const shop = await findShop(tx, ownerId, order.shopId)
    const detail = await findOrder(tx, ownerId, order.id, [])
    if (!shop || !detail) throw new AppError('not_found')
    const courierId =
      body.shipment_id === undefined ? await findDefaultCourier(tx, ownerId, shop) : body.shipment_id
    if (courierId === null) {
      if (live) throw new AppError('validation_failed', { invalidFields: { shipment_id: 'field.required' } })
      return { ...more, shipmentId: null }
    }
    const courier = couriers.courierOf(courierId)
    const isThere = courierId === 0 || (await findCourierAccount(tx, { ownerId, courierId }))?.status === 1
    if (!courier || !isThere)
      throw new AppError('validation_failed', { invalidFields: { shipment_id: 'field.courier_unlinked' } })
    const parts: BookingParts = {
      order: detail,
      sender: await findSender(tx, shop, detail, courierId),
      defaults: (await findParcelDefaults(tx, ownerId, { courierId, orderId: order.id })).defaults,
      wish: { ...before, ...wishOf(body), ...(body.receiver && { receiver: body.receiver }) },
      country: courier.country ?? (shop.region === 'VN' ? 'VN' : 'MY'),
    }
    const invalidFields = bookingProblems(parts)
    if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
    if (live?.booking === 'booked') await setLive(tx, ownerId, live.id, false)
    else if (live) await closeShipment(tx, ownerId, live.id, null)
    const shipmentId = await addShipment(tx, ownerId, {
      orderId: order.id,
      shopId: order.shopId,
      courierId,
      wish: parts.wish,
      cod: codOf(detail),
      currency: detail.currency,
    })
    return { ...more, shipmentId, isAutoPrint: parts.defaults.isAutoPrint }
  }
}

/** Kilograms become grams; what was not given is left out. */
function wishOf(body: BookingBody): BookingWish {
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

function pickupOf(body: BookingBody): PickupWish | null {
  const { pickup_date: date, ready_time: from, collectible_by: to, time_slot_id: slotId } = body
  if (!date) return null
  return { date, from: from ?? '09:00', to: to ?? '18:00', ...(slotId && { slotId }) }
}
