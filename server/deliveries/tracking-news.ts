/** The job that tells stores what became of parcels. One per shop at a time, after what people asked for about its orders. */
import { ChannelError } from '../../connectors/connector.ts'
import type { ProgressStep } from '../../model/progress.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { ChannelSessions } from '../shops/channel-session.ts'
import { findShop } from '../shops/shops-store.ts'
import { enqueueSync, saveHint } from '../syncs/sync-store.ts'
import { parcelNews } from './booking.ts'
import type { CourierSessions } from './courier-session.ts'
import { listLiveShipments, type Shipment } from './shipments-store.ts'
import {
  enqueueNews,
  findNextNews,
  listDueNews,
  postponeNews,
  saveTold,
  stepOfOrder,
  type DueNews,
  type NewsShop,
} from './tracking-store.ts'

const longestWaitMs = 30 * 60_000
/** With the longest pauses about a day: then the store's order has to be mended there. */
const mostAttempts = 60

export function createTellProgress(
  db: Database,
  channels: ChannelSessions,
  couriers: CourierSessions,
  log: Log,
) {
  return async function tellProgress(payload: unknown): Promise<void> {
    const key = payload as NewsShop
    const { ownerId, shopId } = key
    const shop = await db.asOwner(ownerId, (tx) => findShop(tx, ownerId, shopId))
    const progress = shop && channels.connectorOf(shop.platformId)?.progress
    if (!progress || shop.status !== 1) return
    const due = await db.asOwner(ownerId, (tx) => listDueNews(tx, key, new Date()))
    for (const news of due) {
      const live = await db.asOwner(ownerId, (tx) => listLiveShipments(tx, ownerId, news.orderId))
      const step = stepOfOrder(news, live)
      const isTold = step !== null && progress.steps.includes(step)
      const error = isTold ? await tell(news, step, live) : null
      await db.asOwner(ownerId, async (tx) => {
        if (error && isPassing(error) && news.tellAttempts < mostAttempts) {
          const wait = Math.max(
            (error.retryAfterSeconds ?? 0) * 1000,
            1000 * 2 ** Math.min(news.tellAttempts, 10),
          )
          await postponeNews(tx, ownerId, news.id, new Date(Date.now() + Math.min(longestWaitMs, wait)))
          return
        }
        await saveTold(tx, ownerId, news.id, {
          step: isTold && !error ? step : null,
          of: news.status,
          ...(error && { notice: error.message }),
        })
        const sync = { ...key, kind: 'order' as const }
        await saveHint(tx, sync, news.channelOrderId)
        await enqueueSync(tx, sync)
      })
      if (error)
        log.warn({ shop: shopId, shipment: news.id, kind: error.kind }, 'the store could not be told')
    }
    await db.asOwner(ownerId, async (tx) => {
      const next = await findNextNews(tx, key)
      if (next) await enqueueNews(tx, key, new Date(Math.max(+next, Date.now())))
    })

    async function tell({ channelOrderId, reason }: DueNews, step: ProgressStep, live: Shipment[]) {
      const isUnderWay = step !== 'pending' && step !== 'confirmed'
      const parcels = isUnderWay ? parcelNews(couriers, live) : []
      try {
        if (shop)
          await channels.use(shop, async (session) =>
            progress?.reach(session, { channelOrderId, step, parcels, warehouseId: null, reason }),
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
