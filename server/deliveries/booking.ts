/**
 * What people ask for about orders that the owner's own couriers carry. The courier first, then the store: it says how the
 * order stands.
 *
 * A booking is told once. Before the courier is called the shipment is marked as asked; whoever finds it so looks it up by
 * its reference, and where nobody can look, a person is asked.
 */
import { ChannelError, type Progress } from '../../connectors/connector.ts'
import type { Courier } from '../../connectors/courier.ts'
import type { BookedShipment, Booking } from '../../model/delivery.ts'
import type { ProgressNews, ProgressStep } from '../../model/progress.ts'
import type { Database } from '../db/database.ts'
import { findOrder } from '../orders/order-store.ts'
import type { OpenWish, WishEnd, WishError } from '../orders/order-wish-store.ts'
import type { ChannelSessions } from '../shops/channel-session.ts'
import type { Shop } from '../shops/shops-store.ts'
import { bookingOf, bookingProblems, questionOf, type BookingParts } from './booking-form.ts'
import { findSender } from './booking-sender.ts'
import type { CourierSessions } from './courier-session.ts'
import { findParcelDefaults } from './parcel-measures.ts'
import { hasTwoLevels, placeByNames, wholePlace } from './receiver-place.ts'
import {
  closeShipment,
  findLiveShipment,
  findShipment,
  listReplaced,
  markAsked,
  markUnanswered,
  saveBooked,
  saveCanceled,
  setLive,
  type Shipment,
} from './shipments-store.ts'
import { enqueueTracking, saveTold } from './tracking-store.ts'

type Outcome =
  | { wish: OpenWish; state: 'done' }
  | (WishEnd & { wish: OpenWish; state: 'failed' })
  | { wish: OpenWish; state: 'queued' | 'running'; afterMs: number }

/** Tries of a lookup after which a person is asked instead. */
const mostLookups = 12
/** The first look, for what the courier tells nobody of by itself. */
const firstLookMs = 10 * 60_000

export function createBooking(db: Database, channels: ChannelSessions, couriers: CourierSessions) {
  return async function carryOutOwn(shop: Shop, wish: OpenWish): Promise<Outcome> {
    const { ownerId } = shop
    const ended = (await (wish.kind === 'confirm' ? send() : callOff())) ?? null
    if (ended) return ended
    return { wish, state: 'done' }

    /** Books the parcel, if it goes with a courier, and tells the store. */
    async function send(): Promise<Outcome | null> {
      const shipmentId = wish.details.shipmentId ?? null
      let shipment =
        shipmentId === null
          ? undefined
          : await db.asOwner(ownerId, (tx) => findShipment(tx, ownerId, shipmentId))
      const replaced = await db.asOwner(ownerId, (tx) => listReplaced(tx, ownerId, wish.orderId))
      for (const old of replaced) {
        const kept = await takeBack(old)
        if (!kept) continue
        await db.asOwner(ownerId, async (tx) => {
          if (shipment) await closeShipment(tx, ownerId, shipment.id, null)
          await setLive(tx, ownerId, old.id, true)
        })
        return kept
      }
      if (shipment?.booking === 'wanted') {
        const failure = await book(shipment)
        if (failure) return failure
        shipment = await db.asOwner(ownerId, (tx) => findShipment(tx, ownerId, shipmentId ?? 0))
      }
      if (shipment?.booking === 'unanswered') return failed('courier_unanswered')
      if (shipment?.booking === 'closed') return failed('needs_choice')
      return tellStore(shipment ? 'ready_to_ship' : 'confirmed', shipment)
    }

    async function callOff(): Promise<Outcome | null> {
      const live = await db.asOwner(ownerId, (tx) => findLiveShipment(tx, ownerId, wish.orderId))
      if (live?.booking === 'unanswered') return failed('courier_unanswered')
      if (live?.booking === 'wanted')
        await db.asOwner(ownerId, (tx) => closeShipment(tx, ownerId, live.id, null))
      if (live?.booking === 'booked') {
        const kept = await takeBack(live)
        if (kept) return kept
      }
      return tellStore(wish.kind === 'cancel' ? 'canceled' : 'pending', undefined)
    }

    /** The courier forgets the parcel. A refusal keeps everything as it is. */
    async function takeBack(shipment: Shipment): Promise<Outcome | null> {
      const { id, courierId, trackingNumber, reference } = shipment
      try {
        await couriers.use({ ownerId, courierId }, (session, courier) =>
          courier.cancel(
            session,
            { trackingNumber: trackingNumber ?? '', reference },
            wish.details.note ?? '',
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
      if (shipment.askedAt) {
        const found = await lookUp(shipment, courier)
        if (found === 'unknown') return unanswered(shipment)
        if (found && 'state' in found) return found
        if (found) return saved(shipment, courier, found)
      }
      let booking: Booking | null
      try {
        booking = await compose(shipment)
      } catch (error) {
        return later(error, shipment.askedAt ? 'running' : 'queued', shipment)
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
        if (error.kind === 'refused' || error.kind === 'sign-in-expired')
          return later(error, 'running', shipment)
        // It may have arrived. Who can be asked is asked at the next try, by the reference.
        return courier?.find ? later(error, 'running') : unanswered({ ...shipment, reference })
      }
    }

    /** Null: the courier does not have it. `unknown`: nobody can say. */
    async function lookUp(
      { courierId, reference }: Shipment,
      courier: Courier | undefined,
    ): Promise<BookedShipment | Outcome | 'unknown' | null> {
      if (!courier?.find || wish.attempts > mostLookups) return 'unknown'
      try {
        return await couriers.use({ ownerId, courierId }, async (session, one) =>
          one.find ? one.find(session, reference) : null,
        )
      } catch (error) {
        if (error instanceof ChannelError && error.kind === 'refused') return 'unknown'
        return later(error, 'running')
      }
    }

    async function unanswered({ id }: Shipment): Promise<Outcome> {
      await db.asOwner(ownerId, (tx) => markUnanswered(tx, ownerId, id))
      return failed('courier_unanswered')
    }

    async function saved(
      { id, courierId }: Shipment,
      courier: Courier | undefined,
      booked: BookedShipment,
    ): Promise<null> {
      const nextTrackAt = courier?.track ? new Date(Date.now() + firstLookMs) : null
      await db.asOwner(ownerId, async (tx) => {
        await saveBooked(tx, ownerId, id, booked, nextTrackAt)
        if (nextTrackAt) await enqueueTracking(tx, { ownerId, courierId })
      })
      return null
    }

    /** Null: somebody has to say in which ward the buyer lives. */
    async function compose(shipment: Shipment): Promise<Booking | null> {
      const parts = await placed(shipment, await partsOf(shipment))
      if (!parts) return null
      const problems = Object.keys(bookingProblems(parts))
      if (problems.length > 0) throw new ChannelError('refused', problems.join(', '))
      const key = { ownerId, courierId: shipment.courierId }
      // Chosen when its turn comes: what was offered when somebody asked may be gone.
      const isOpen = !parts.wish.serviceId || (parts.wish.mode !== 'dropoff' && !parts.wish.pickup)
      const choices = isOpen
        ? await couriers.use(key, (session, courier) => courier.options(session, questionOf(parts)))
        : null
      return bookingOf(parts, shipment.reference, choices, new Date())
    }

    /** With the place of the buyer by the courier's numbers, where it has them and nobody chose one before. */
    async function placed({ courierId }: Shipment, parts: BookingParts): Promise<BookingParts | null> {
      const { areas } = couriers.courierOf(courierId) ?? {}
      const { address } = parts.order
      if (!areas || parts.wish.receiver || !address || hasTwoLevels(address)) return parts
      const found = await couriers.use({ ownerId, courierId }, (session) =>
        placeByNames({ shelf: couriers.shelf, session, areas }, address),
      )
      const receiver = wholePlace(found)
      return receiver ? { ...parts, wish: { ...parts.wish, receiver } } : null
    }

    function partsOf({ courierId, wish: form }: Shipment): Promise<BookingParts> {
      return db.asOwner(ownerId, async (tx) => {
        const order = await findOrder(tx, ownerId, wish.orderId, [])
        if (!order) throw new ChannelError('refused', 'the order is not there any more')
        const sender = await findSender(tx, shop, order, courierId)
        const { defaults } = await findParcelDefaults(tx, ownerId, { courierId, orderId: wish.orderId })
        const country = couriers.courierOf(courierId)?.country ?? (shop.region === 'VN' ? 'VN' : 'MY')
        return { order, sender, defaults, wish: form, country }
      })
    }

    async function tellStore(step: ProgressStep, shipment: Shipment | undefined): Promise<Outcome | null> {
      const told = await reach(step, shipment).catch((error: unknown) => later(error, 'running'))
      if (told !== null && typeof told === 'object') return told
      if (shipment && told)
        await db.asOwner(ownerId, (tx) => saveTold(tx, ownerId, shipment.id, { step: told, of: 'booked' }))
      return null
    }

    /** A channel that has no word for the step hears the one before, if it has that. */
    async function reach(step: ProgressStep, shipment: Shipment | undefined): Promise<ProgressStep | null> {
      const steps = channels.connectorOf(shop.platformId)?.progress?.steps ?? []
      const word = steps.includes(step) ? step : step === 'ready_to_ship' ? ('confirmed' as const) : null
      if (!word || !steps.includes(word)) return null
      const courier = shipment && couriers.courierOf(shipment.courierId)
      await channels.use(shop, (session, connector) =>
        progressOf(connector).reach(session, newsOf(wish, word, courier, shipment?.trackingNumber)),
      )
      return word
    }

    /** Who acts on an error decides whether it is asked again. A shipment that the courier refused never came about. */
    async function later(error: unknown, state: 'queued' | 'running', refused?: Shipment): Promise<Outcome> {
      if (!(error instanceof ChannelError)) throw error
      const { kind, message, channelCode = null } = error
      if (kind !== 'refused' && kind !== 'sign-in-expired')
        return { wish, state, afterMs: (error.retryAfterSeconds ?? 0) * 1000 }
      if (refused) await db.asOwner(ownerId, (tx) => closeShipment(tx, ownerId, refused.id, message))
      return { wish, state: 'failed', error: 'refused', words: message, channelCode }
    }

    function failed(error: WishError): Outcome {
      return { wish, state: 'failed', error, words: null, channelCode: null }
    }
  }
}

export function parcelNews(
  courier: Courier | undefined,
  trackingNumber: string | null | undefined,
): ProgressNews['parcel'] {
  if (!courier || !trackingNumber) return null
  const { name: provider, trackingUrl } = courier
  return { provider, trackingNumber, trackingUrl: trackingUrl?.(trackingNumber) ?? null }
}

function progressOf({ progress }: { progress?: Progress }): Progress {
  if (!progress) throw new ChannelError('refused', 'this channel is told nothing of parcels')
  return progress
}

function newsOf(
  { channelOrderId, details }: OpenWish,
  step: ProgressStep,
  courier: Courier | undefined,
  trackingNumber: string | null | undefined,
): ProgressNews {
  return {
    channelOrderId,
    step,
    parcel: parcelNews(courier, trackingNumber),
    warehouseId: details.warehouseId ?? null,
    reason: details.note ?? null,
  }
}
