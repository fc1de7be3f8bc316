/** The job that sends stores the delivery status of parcels. One per shop at a time, behind the shop's order actions. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import { backoffMs } from '../../../model/backoff.ts'
import type { DeliveryStep } from '../../../model/delivery-status.ts'
import { dueWorks } from '../../outbox/due-work-store.ts'
import { retryPolicies } from '../../outbox/retry-policies.ts'
import { createRunDueWork, type OutboxTools } from '../../outbox/run-due-work.ts'
import type { Shop } from '../../shops/shops-store.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { enqueueSync, markStale } from '../../syncs/sync-store.ts'
import { parcelUpdate } from '../booking/booking.ts'
import { listLiveShipments, type Shipment } from '../booking/shipments-store.ts'
import { listDueUpdates, postponeUpdate, saveSent, stepOfOrder, type DueUpdate } from './tracking-store.ts'

const policy = retryPolicies.deliveryStatus

export function createSendDeliveryStatus(tools: OutboxTools, couriers: CourierSessions) {
  const { db, sessions, log } = tools
  const statusOf = ({ platformId }: Shop) => sessions.connectorOf(platformId)?.deliveryStatus
  return createRunDueWork(
    dueWorks.deliveryStatus,
    tools,
    async (shop) => {
      const { ownerId, id: shopId } = shop
      const due = await db.asOwner(ownerId, (tx) => listDueUpdates(tx, { ownerId, shopId }, new Date()))
      for (const update of due) await sendOne(shop, update)
      return due.length > 0
    },
    (shop) => shop.status === 1 && statusOf(shop) !== undefined,
  )

  async function sendOne(shop: Shop, update: DueUpdate): Promise<void> {
    const { ownerId, id: shopId } = shop
    const live = await db.asOwner(ownerId, (tx) => listLiveShipments(tx, ownerId, update.orderId))
    const step = stepOfOrder(update, live)
    const isSent = step !== null && (statusOf(shop)?.steps.includes(step) ?? false)
    const error = isSent ? await errorOf(send(shop, update, step, live)) : null
    // It stays due: linking the shop again sends it.
    if (error?.kind === 'sign-in-expired') throw error
    if (error)
      log.warn({ shop: shopId, shipment: update.id, kind: error.kind }, 'delivery status was not sent')
    const attempts = update.sendAttempts + 1
    await db.asOwner(ownerId, async (tx) => {
      if (error && isPassing(error) && attempts <= policy.maxAttempts) {
        const sendAt = new Date(Date.now() + backoffMs(attempts, policy, error.retryAfterSeconds))
        return postponeUpdate(tx, ownerId, update.id, sendAt)
      }
      await saveSent(tx, ownerId, update.id, {
        step: isSent && !error ? step : null,
        of: update,
        ...(error && { notice: error.message }),
      })
      const sync = { ownerId, shopId, kind: 'order' as const }
      await markStale(tx, sync, [update.channelOrderId])
      await enqueueSync(tx, sync)
    })
  }

  function send(shop: Shop, update: DueUpdate, step: DeliveryStep, live: Shipment[]): Promise<void> {
    const { channelOrderId, reason } = update
    const isUnderWay = step !== 'pending' && step !== 'confirmed'
    const parcels = isUnderWay ? parcelUpdate(couriers, live) : []
    return sessions.use(shop, async (session, { deliveryStatus }) =>
      deliveryStatus?.advanceTo(session, { channelOrderId, step, parcels, warehouseId: null, reason }),
    )
  }
}

async function errorOf(call: Promise<void>): Promise<ChannelError | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof ChannelError) return error
    throw error
  }
}

const isPassing = ({ kind }: ChannelError): boolean => kind !== 'refused'
