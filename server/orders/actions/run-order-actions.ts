/**
 * The job that sends order actions to their channels.
 *
 * The order says itself how it stands: it is read again by its sync when an action has ended.
 */
import { fulfilmentOf } from '../../../model/fulfilment.ts'
import { doubtRequested } from '../../deliveries/booking/shipments-store.ts'
import { commandWorks, type ShopKey } from '../../outbox/due-work-store.ts'
import { retryPolicies } from '../../outbox/retry-policies.ts'
import { createRunCommands } from '../../outbox/run-commands.ts'
import type { OutboxTools } from '../../outbox/run-due-work.ts'
import { enqueueSync, markStale, type SyncKey } from '../../syncs/sync-store.ts'
import { callOffCanceled } from './call-off-store.ts'
import { orderActionKinds } from './order-action-kinds.ts'
import {
  emitDone,
  readRequestedActions,
  saveFailures,
  type ActionEnd,
  type AnyActionKind,
  type OrderActionKind,
  type RequestedAction,
} from './order-action-store.ts'

/** Delay of the sync after an action has ended, so that actions that end shortly after share it. */
const gatherMs = 2000

/** @param ownCourierKinds stand in the place of the channel's for orders that the owner's own couriers carry. */
export function createRunOrderActions(
  tools: OutboxTools,
  ownCourierKinds: Partial<Record<AnyActionKind, OrderActionKind>>,
) {
  return createRunCommands<RequestedAction, true>(
    {
      work: commandWorks.orderActions,
      policy: retryPolicies.orderAction,
      batchSize: 20,
      read: readRequestedActions,
      kindOf({ kind }, { platformId }) {
        const isOwn = fulfilmentOf(tools.sessions.connectorOf(platformId)) === 'own-courier'
        return (isOwn && ownCourierKinds[kind]) || orderActionKinds[kind]
      },
      async saveEnds(tx, key, ends) {
        await saveFailures(tx, key, ends)
        // A person decides about a parcel that its courier has refused to take back.
        const others = ends.filter(({ command: { kind } }) => kind !== 'cancel' && kind !== 'cancel_shipment')
        await callOffCanceled(
          tx,
          key,
          others.map(({ command }) => command.orderId),
        )
        const failed = ends.filter(({ outcome }) => outcome.state === 'failed')
        await doubtRequested(
          tx,
          key.ownerId,
          failed.map(({ command }) => command.orderId),
        )
        const gathered = { keepsTurn: true, runAt: new Date(Date.now() + gatherMs) }
        for (const { sync, channelIds } of syncsOf(key, ends)) {
          await markStale(tx, sync, channelIds)
          await enqueueSync(tx, sync, gathered)
        }
      },
      async saveBatchEnd(tx, key, ends) {
        emitDone(tx, key, ends)
        for (const { sync } of syncsOf(key, ends)) await enqueueSync(tx, sync)
      },
    },
    tools,
  )
}

/** The syncs that read what the ended actions were about. */
function syncsOf(key: ShopKey, ends: ActionEnd[]): { sync: SyncKey; channelIds: Set<string> }[] {
  const orders = new Set(ends.map(({ command }) => command.channelOrderId))
  const returns = new Set(ends.flatMap(({ command }) => command.channelReturnId ?? []))
  return [
    { sync: { ...key, kind: 'order' as const }, channelIds: orders },
    { sync: { ...key, kind: 'return' as const }, channelIds: returns },
  ].filter(({ channelIds }) => channelIds.size > 0)
}
