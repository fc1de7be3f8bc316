/** The job that tells stores what became of parcels. One per shop at a time, after what people asked for about its orders. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { DeliveryStep } from '../../../model/delivery-status.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { findShop } from '../../shops/shops-store.ts'
import { enqueueSync, markStale } from '../../syncs/sync-store.ts'
import { parcelUpdate } from '../booking/booking.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { listLiveShipments, type Shipment } from '../booking/shipments-store.ts'
import {
  enqueueUpdates,
  findNextUpdate,
  listDueUpdates,
  postponeUpdate,
  saveSent,
  stepOfOrder,
  type DueUpdate,
  type ParcelShop,
} from './tracking-store.ts'

const longestWaitMs = 30 * 60_000
/** With the longest pauses about a day: then the store's order has to be mended there. */
const mostAttempts = 60

export function createSendDeliveryStatus(
  db: Database,
  channels: ChannelSessions,
  couriers: CourierSessions,
  log: Log,
) {
  return async function sendDeliveryStatuses(payload: unknown): Promise<void> {
    const key = payload as ParcelShop
    const { ownerId, shopId } = key
    const shop = await db.asOwner(ownerId, (tx) => findShop(tx, ownerId, shopId))
    const progress = shop && channels.connectorOf(shop.platformId)?.deliveryStatus
    if (!progress || shop.status !== 1) return
    const due = await db.asOwner(ownerId, (tx) => listDueUpdates(tx, key, new Date()))
    for (const update of due) {
      const live = await db.asOwner(ownerId, (tx) => listLiveShipments(tx, ownerId, update.orderId))
      const step = stepOfOrder(update, live)
      const isSent = step !== null && progress.steps.includes(step)
      const error = isSent ? await send(update, step, live) : null
      await db.asOwner(ownerId, async (tx) => {
        if (error && isPassing(error) && update.sendAttempts < mostAttempts) {
          const wait = Math.max(
            (error.retryAfterSeconds ?? 0) * 1000,
            1000 * 2 ** Math.min(update.sendAttempts, 10),
          )
          await postponeUpdate(tx, ownerId, update.id, new Date(Date.now() + Math.min(longestWaitMs, wait)))
          return
        }
        await saveSent(tx, ownerId, update.id, {
          step: isSent && !error ? step : null,
          of: update.status,
          ...(error && { notice: error.message }),
        })
        const sync = { ...key, kind: 'order' as const }
        await markStale(tx, sync, update.channelOrderId)
        await enqueueSync(tx, sync)
      })
      if (error)
        log.warn({ shop: shopId, shipment: update.id, kind: error.kind }, 'the store could not be told')
    }
    await db.asOwner(ownerId, async (tx) => {
      const next = await findNextUpdate(tx, key)
      if (next) await enqueueUpdates(tx, key, new Date(Math.max(+next, Date.now())))
    })

    async function send({ channelOrderId, reason }: DueUpdate, step: DeliveryStep, live: Shipment[]) {
      const isUnderWay = step !== 'pending' && step !== 'confirmed'
      const parcels = isUnderWay ? parcelUpdate(couriers, live) : []
      try {
        if (shop)
          await channels.use(shop, async (session) =>
            progress?.advanceTo(session, { channelOrderId, step, parcels, warehouseId: null, reason }),
          )
        return null
      } catch (error) {
        if (error instanceof ChannelError) return error
        throw error
      }
    }
  }
}

const isPassing = ({ kind }: ChannelError): boolean => kind !== 'refused' && kind !== 'sign-in-expired'
