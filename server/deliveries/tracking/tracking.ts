/** The job that polls a courier for an account's parcels: those whose push was lost, or of which it pushes nothing. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import { backoffMs } from '../../../model/backoff.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import {
  enqueueTracking,
  listDueParcels,
  saveShipmentEvents,
  setNextTracking,
  type AccountShop,
  type DueParcel,
} from './tracking-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A parcel that nobody has heard of for so long will not be heard of any more. */
const longestLifeMs = 60 * dayMs

export function createTrackShipments(db: Database, couriers: CourierSessions, log: Log) {
  return async function trackShipments(payload: unknown): Promise<void> {
    const key = payload as AccountShop
    const { ownerId, courierId } = key
    const courier = couriers.courierOf(courierId)
    if (!courier?.track) return
    const limit = courier.limits.numbersPerTracking
    const hasWebhooks = courier.webhooks !== undefined
    const due = await db.asOwner(ownerId, (tx) => listDueParcels(tx, key, new Date(), limit))
    const numbers = due.map(({ trackingNumber }) => trackingNumber)
    let askedSeconds: number | undefined
    try {
      const tracked =
        numbers.length === 0
          ? []
          : await couriers.use(key, async (session, one) => (await one.track?.(session, numbers)) ?? [])
      const byNumber = new Map(tracked.map((one) => [one.trackingNumber, one.events]))
      for (const { id, trackingNumber } of due)
        await db.asOwner(ownerId, (tx) =>
          saveShipmentEvents(tx, ownerId, id, byNumber.get(trackingNumber) ?? []),
        )
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      log.warn({ courier: courier.code, kind: error.kind }, 'parcels could not be tracked')
      askedSeconds = error.retryAfterSeconds
    }
    await db.asOwner(ownerId, async (tx) => {
      const now = Date.now()
      const next = due.map((parcel) => ({
        id: parcel.id,
        at: nextPoll(parcel, hasWebhooks, now, askedSeconds),
      }))
      await setNextTracking(tx, ownerId, next)
      await enqueueTracking(tx, key)
    })
  }
}

/** Often while something happens, seldom when it has taken long, and more seldom where the courier reports by itself. */
function nextPoll(
  { bookedAt }: DueParcel,
  hasWebhooks: boolean,
  now: number,
  askedSeconds?: number,
): Date | null {
  const age = now - bookedAt.getTime()
  if (age > longestLifeMs) return null
  const pauseMs = (hasWebhooks ? 60 : 15) * minuteMs * (age > 7 * dayMs ? 6 : 1)
  return new Date(now + backoffMs(1, { firstMs: pauseMs, longestMs: pauseMs }, askedSeconds))
}
