/**
 * Order actions on orders that the owner's own couriers carry. Calls the courier first, then the store, which has the
 * order's status.
 * A booking is sent only once. Before the call the shipment is marked as requested; a later try that finds the mark
 * looks the booking up by its reference, and where the courier has no lookup, a person has to answer.
 */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { DeliveryStatus } from '../../../connectors/shipping.ts'
import type { Courier } from '../../../connectors/courier.ts'
import type { BookedShipment, Booking } from '../../../model/delivery.ts'
import type { StatusUpdate, DeliveryStep } from '../../../model/delivery-status.ts'
import { orderStatusIds } from '../../../model/order-status.ts'
import type { Database, Tx } from '../../db/database.ts'
import { findOrder } from '../../orders/detail/order-store.ts'
import { lockOrdersToAct } from '../../orders/actions/order-to-act-store.ts'
import type { AnyActionKind, OpenAction, OrderActionKind } from '../../orders/actions/order-action-store.ts'
import { failed, type Failed, type Later } from '../../outbox/command.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import type { Shop } from '../../shops/shops-store.ts'
import { bookingOf, bookingProblems, questionOf, type BookingParts } from './booking-form.ts'
import { findSender } from './booking-sender.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { orderOf } from './divide-order.ts'
import { listOrderParcels } from './order-parcels-store.ts'
import { findParcelDefaults } from './parcel-measures.ts'
import { hasTwoLevels, placeByNames, wholePlace } from './receiver-place.ts'
import {
  closeShipment,
  findShipment,
  listLiveShipments,
  listReplaced,
  markAsked,
  markUnanswered,
  saveBooked,
  saveCanceled,
  setCourierOfFirst,
  setLive,
  type Shipment,
} from './shipments-store.ts'
import { enqueueTracking, saveSent } from '../tracking/tracking-store.ts'

type Outcome = Failed | Later

/** Attempts after which a person looks the parcel up instead. */
const mostLookups = 12
/** Time of the first poll, for parcels of which the courier pushes nothing. */
const firstPollMs = 10 * 60_000

/** Kinds of order actions that go to the owner's own courier instead of the channel. */
export function createOwnCourierKinds(
  db: Database,
  channels: ChannelSessions,
  couriers: CourierSessions,
): Partial<Record<AnyActionKind, OrderActionKind>> {
  const kind: OrderActionKind = {
    async send([action], { shop }) {
      if (!action) return new Map()
      const outcome = await carryOut(shop, action)
      return new Map([[action, outcome ?? { state: 'done', result: true }]])
    },
    // Each parcel is looked up at its courier, by the mark that it was requested.
    isFulfilled: () => Promise.resolve(false),
  }
  return { confirm: kind, cancel: kind, cancel_shipment: kind }

  /** Null: done. */
  async function carryOut(shop: Shop, action: OpenAction): Promise<Outcome | null> {
    const { ownerId } = shop
    return action.kind === 'confirm' ? send() : callOff()

    /** Books the parcels that go with a courier, and sends the store their status. A parcel that fails does not stop the others. */
    async function send(): Promise<Outcome | null> {
      const shipments = await db.asOwner(ownerId, async (tx) => {
        const found: Shipment[] = []
        for (const id of action.details.shipmentIds ?? []) {
          const shipment = await findShipment(tx, ownerId, id)
          if (shipment) found.push(shipment)
        }
        return found
      })
      const replaced = await db.asOwner(ownerId, (tx) => listReplaced(tx, ownerId, action.orderId))
      for (const old of replaced) {
        const kept = await takeBack(old)
        if (!kept) continue
        if (kept.state !== 'failed') return kept
        await db.asOwner(ownerId, async (tx) => {
          await lockOrdersToAct(tx, ownerId, [action.orderId], [])
          const next = shipments.find(({ parcel }) => parcel === old.parcel)
          if (next) await closeShipment(tx, ownerId, next.id, null)
          await setLive(tx, ownerId, old.id, true)
          await setCourierOfFirst(tx, { ownerId, shopId: shop.id }, action.orderId)
        })
        return kept
      }
      const failures: Outcome[] = []
      for (const shipment of shipments) {
        const failure = shipment.booking === 'wanted' ? await book(shipment) : failureOf(shipment)
        if (failure) failures.push(failure)
      }
      // An outcome that is to be retried comes first: the action stays open until each parcel has its end.
      const failure = failures.find(({ state }) => state !== 'failed') ?? failures[0]
      if (failure) return failure
      const { live, parcels } = await db.asOwner(ownerId, (tx) => listParcels(tx, action.orderId))
      const isWhole = live.length === parcels && live.every(({ booking }) => booking === 'booked')
      return sendToStore(isWhole ? 'ready_to_ship' : 'confirmed', isWhole ? live : [])
    }

    async function listParcels(tx: Tx, orderId: number): Promise<{ live: Shipment[]; parcels: number }> {
      const live = await listLiveShipments(tx, ownerId, orderId)
      return { live, parcels: Math.max(1, (await listOrderParcels(tx, ownerId, orderId)).length) }
    }

    /** Answers the failure of a booking that ended in an earlier try. */
    function failureOf({ booking, notice }: Shipment): Outcome | null {
      if (booking === 'unanswered') return failed('courier_unanswered')
      if (booking !== 'closed') return null
      return notice === null ? failed('needs_choice') : { ...failed('refused'), message: notice }
    }

    async function callOff(): Promise<Outcome | null> {
      const { shipmentIds } = action.details
      const all = await db.asOwner(ownerId, (tx) => listLiveShipments(tx, ownerId, action.orderId))
      const live = all.filter(({ id }) => !shipmentIds || shipmentIds.includes(id))
      if (live.some(({ booking }) => booking === 'unanswered')) return failed('courier_unanswered')
      const kept: Outcome[] = []
      for (const shipment of live) {
        const outcome = shipment.booking === 'booked' ? await takeBack(shipment) : null
        if (outcome) kept.push(outcome)
        else if (shipment.booking === 'wanted')
          await db.asOwner(ownerId, (tx) => closeShipment(tx, ownerId, shipment.id, null))
      }
      const [refusal] = kept
      if (!refusal) return sendToStore(action.kind === 'cancel' ? 'canceled' : 'pending', [])
      // The others are taken back: the order waits for couriers again, although it stays.
      if (kept.length < live.length && kept.every(({ state }) => state === 'failed'))
        await sendToStore('pending', [])
      return refusal
    }

    /** The courier forgets the parcel. A refusal keeps everything as it is. */
    async function takeBack(shipment: Shipment): Promise<Outcome | null> {
      const { id, courierId, trackingNumber, reference } = shipment
      try {
        await couriers.use({ ownerId, courierId }, (session, courier) =>
          courier.cancel(
            session,
            { trackingNumber: trackingNumber ?? '', reference },
            action.details.note ?? '',
          ),
        )
      } catch (error) {
        return later(error, 'running')
      }
      await db.asOwner(ownerId, (tx) => saveCanceled(tx, ownerId, id))
      return null
    }

    async function book(shipment: Shipment): Promise<Outcome | null> {
      const { id, courierId, reference } = shipment
      const courier = couriers.courierOf(courierId)
      const earlier = await settleEarlier(shipment, courier)
      if (earlier !== undefined) return earlier
      let booking: Booking | null
      try {
        booking = await compose(shipment)
      } catch (error) {
        return later(error, shipment.requestedAt ? 'running' : 'queued', shipment)
      }
      if (!booking) {
        await db.asOwner(ownerId, (tx) => closeShipment(tx, ownerId, id, null))
        return failed('needs_choice')
      }
      const wanted = booking
      await db.asOwner(ownerId, (tx) => markAsked(tx, ownerId, id))
      try {
        const booked = await couriers.use({ ownerId, courierId }, (session, one) => one.book(session, wanted))
        return await saved(shipment, courier, booked)
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error
        if (error.kind === 'refused' || error.kind === 'sign-in-expired') {
          // An earlier try may have arrived after it was looked up.
          const late = await settleEarlier(shipment, courier)
          return late === undefined ? later(error, 'running', shipment) : late
        }
        // It may have arrived: the next attempt looks it up by its reference, where the courier can.
        return courier?.find ? later(error, 'running') : unanswered({ ...shipment, reference })
      }
    }

    /** Ends the shipment by what an earlier try left at the courier. Undefined: the courier does not have it. */
    async function settleEarlier(
      shipment: Shipment,
      courier: Courier | undefined,
    ): Promise<Outcome | null | undefined> {
      const found = shipment.requestedAt ? await lookUp(shipment, courier) : null
      if (!found) return undefined
      if (found === 'unknown') return unanswered(shipment)
      return 'state' in found ? found : saved(shipment, courier, found)
    }

    /** Null: the courier does not have it. `unknown`: it cannot be looked up. */
    async function lookUp(
      { courierId, reference }: Shipment,
      courier: Courier | undefined,
    ): Promise<BookedShipment | Outcome | 'unknown' | null> {
      if (!courier?.find || action.attempts > mostLookups) return 'unknown'
      try {
        return await couriers.use({ ownerId, courierId }, async (session, one) =>
          one.find ? one.find(session, reference) : null,
        )
      } catch (error) {
        const outcome = await later(error, 'running')
        return outcome.state === 'failed' ? 'unknown' : outcome
      }
    }

    async function unanswered({ id }: Shipment): Promise<Outcome> {
      await db.asOwner(ownerId, (tx) => markUnanswered(tx, ownerId, id))
      return failed('courier_unanswered')
    }

    async function saved(
      { id, courierId, currency }: Shipment,
      courier: Courier | undefined,
      told: BookedShipment,
    ): Promise<null> {
      // A fee in another currency than the order's is not shown as one in it.
      const booked = courier?.currency && courier.currency !== currency ? { ...told, fee: null } : told
      const nextTrackAt = courier?.track ? new Date(Date.now() + firstPollMs) : null
      await db.asOwner(ownerId, async (tx) => {
        await saveBooked(tx, ownerId, id, booked, nextTrackAt)
        if (nextTrackAt) await enqueueTracking(tx, { ownerId, courierId })
      })
      return null
    }

    /** Null: a person has to choose the ward that the buyer lives in. */
    async function compose(shipment: Shipment): Promise<Booking | null> {
      const parts = await placed(shipment, await partsOf(shipment))
      if (!parts) return null
      const [problem] = Object.values(bookingProblems(parts))
      if (problem) throw new ChannelError('refused', problem)
      const key = { ownerId, courierId: shipment.courierId }
      // Chosen when its turn comes: an offer from the time of the request may be gone.
      const isOpen = !parts.choice.serviceId || (parts.choice.mode !== 'dropoff' && !parts.choice.pickup)
      const choices = isOpen
        ? await couriers.use(key, (session, courier) => courier.options(session, questionOf(parts)))
        : null
      return bookingOf(parts, shipment.reference, choices, new Date())
    }

    /** With the place of the buyer by the courier's numbers, where it has them and nobody chose one before. */
    async function placed({ courierId }: Shipment, parts: BookingParts): Promise<BookingParts | null> {
      const areas = couriers.courierOf(courierId)?.places?.areas
      const { address } = parts.order
      if (!areas || parts.choice.receiver || !address || hasTwoLevels(address)) return parts
      const found = await couriers.use({ ownerId, courierId }, (session) =>
        placeByNames({ areaCache: couriers.areaCache, session, areas }, address),
      )
      const receiver = wholePlace(found)
      return receiver ? { ...parts, choice: { ...parts.choice, receiver } } : null
    }

    function partsOf({ courierId, cod, choice: form }: Shipment): Promise<BookingParts> {
      return db.asOwner(ownerId, async (tx) => {
        const whole = await findOrder(tx, ownerId, action.orderId, [])
        if (!whole) throw new ChannelError('refused', 'the order is not there any more')
        // Its store canceled it while the courier was out of reach.
        if (whole.status === orderStatusIds.canceled)
          throw new ChannelError('refused', 'refusal.order_canceled')
        const sender = await findSender(tx, shop, whole, courierId)
        const about = { courierId, orderId: action.orderId, packed: form.lines }
        const { defaults } = await findParcelDefaults(tx, ownerId, about)
        const courier = couriers.courierOf(courierId)
        const country = courier?.country ?? (shop.region === 'VN' ? 'VN' : 'MY')
        const currency = courier?.currency ?? null
        return { order: orderOf(whole, form.lines), cod, sender, defaults, choice: form, country, currency }
      })
    }

    async function sendToStore(step: DeliveryStep, live: Shipment[]): Promise<Outcome | null> {
      const sent = await advanceStore(step, live).catch((error: unknown) => later(error, 'running'))
      if (sent !== null && typeof sent === 'object') return sent
      if (sent)
        await db.asOwner(ownerId, async (tx) => {
          for (const { id } of live) await saveSent(tx, ownerId, id, { step: sent, of: { status: 'booked' } })
        })
      return null
    }

    /** A channel that has no word for the step is sent the one before, if it has that. */
    async function advanceStore(step: DeliveryStep, live: Shipment[]): Promise<DeliveryStep | null> {
      const steps = channels.connectorOf(shop.platformId)?.deliveryStatus?.steps ?? []
      const word = steps.includes(step) ? step : step === 'ready_to_ship' ? ('confirmed' as const) : null
      if (!word || !steps.includes(word)) return null
      const parcels = parcelUpdate(couriers, live)
      await channels.use(shop, (session, connector) =>
        deliveryStatusOf(connector).advanceTo(session, statusUpdateOf(action, word, parcels)),
      )
      return word
    }

    /**
     * Turns an error into an outcome. Its kind says who has to act on it, and so whether the action is retried. A
     * shipment that the courier refused was never booked, so it is closed.
     */
    async function later(error: unknown, state: 'queued' | 'running', refused?: Shipment): Promise<Outcome> {
      if (!(error instanceof ChannelError)) throw error
      const { kind, message, channelCode = null, fields } = error
      if (kind !== 'refused' && kind !== 'sign-in-expired')
        return { state, askedSeconds: error.retryAfterSeconds }
      if (refused) await db.asOwner(ownerId, (tx) => closeShipment(tx, ownerId, refused.id, message))
      // A courier that does not collect the money never will: another one has to be chosen.
      const isOfCod = fields.some(({ field }) => field === 'cod')
      return { state: 'failed', error: isOfCod ? 'needs_choice' : 'refused', message, channelCode }
    }
  }
}

export function parcelUpdate(
  couriers: CourierSessions,
  shipments: Pick<Shipment, 'courierId' | 'trackingNumber'>[],
): StatusUpdate['parcels'] {
  return shipments.flatMap(({ courierId, trackingNumber }) => {
    const courier = couriers.courierOf(courierId)
    if (!courier || !trackingNumber) return []
    const { name: provider, trackingUrl } = courier
    return [{ provider, trackingNumber, trackingUrl: trackingUrl?.(trackingNumber) ?? null }]
  })
}

function deliveryStatusOf({ deliveryStatus }: { deliveryStatus?: DeliveryStatus }): DeliveryStatus {
  if (!deliveryStatus) throw new ChannelError('refused', 'this channel takes no delivery status')
  return deliveryStatus
}

function statusUpdateOf(
  { channelOrderId, details }: OpenAction,
  step: DeliveryStep,
  parcels: StatusUpdate['parcels'],
): StatusUpdate {
  return {
    channelOrderId,
    step,
    parcels,
    warehouseId: details.warehouseId ?? null,
    reason: details.note ?? null,
  }
}
